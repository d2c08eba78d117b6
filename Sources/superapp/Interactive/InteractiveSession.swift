import CoreModule
import PersonalDictionary
import TodoList

/// The app as a user walks through it: screens that stay open, and lines that act on them.
@MainActor
final class InteractiveSession {
    /// What there is to tell of a line that was carried out.
    struct Reply: Sendable {
        /// What is shown besides the screen.
        var text: String?
        /// What is put into the line to go on with.
        var line: String?
        /// The row of the list that is to be seen first.
        var firstRow: Int?
        var isQuit = false
    }

    let session: Session
    /// Whether the screen shows changes as they come.
    private let isLive: Bool
    /// The screens from the main one to the one that is shown. It is brought up to date when a line has been carried out: what
    /// a command opens for itself meanwhile is not seen.
    private(set) var path: [Place]
    /// The direction of translation.
    private(set) var direction: TranslationDirection
    /// Which screens are open, but for those of a command that is being carried out.
    private var state = NavigationState()
    private let queue: QueueWatch

    init(_ session: Session, isLive: Bool) {
        self.session = session
        self.isLive = isLive
        path = [.main(session.app.mainScreen)]
        direction = session.direction
        queue = QueueWatch(session.app)
    }

    /// The screen that is shown.
    var place: Place { path.last ?? .main(session.app.mainScreen) }

    var localizer: Localizer { session.localizer }
    var app: AppGraph { session.app }
    var navigator: MainNavigatorGraph { app.mainScreen.mainNavigator }

    /// How many words wait for their translation, and until when, in ever fewer words; nothing where none does.
    var waiting: [String] {
        let status = queue.status
        guard status.waiting > 0 else { return [] }
        var messages = [InteractiveText.waiting(status.waiting, until: nil)]
        if let date = status.pausedUntil {
            let isToday = localizer.day(date) == localizer.day(session.clock.now())
            let short = isToday ? localizer.time(date) : localizer.day(date)
            messages.insert(InteractiveText.waiting(status.waiting, until: short), at: 0)
            messages.insert(InteractiveText.waiting(status.waiting, until: date), at: 0)
        }
        return messages.map { localizer($0) }
    }

    /// Begins, with the screens that were open when the app was left.
    func begin() async throws(CommandLineError) {
        session.start()
        await session.startSynchronizing()
        await app.mainScreen.mainWordList.viewModel.load()
        defer { update() }
        do throws(DictionaryError) {
            let saved: NavigationState?
            do throws(StoreError) {
                saved = try await app.settings.value(.navigation)
            } catch {
                throw .store(error)
            }
            guard let saved else { return }
            try await app.restore(saved)
        } catch {
            throw CommandLineError(error)
        }
        for screen in app.navigation.screens { await load(screen) }
    }

    /// Notes which screens are open, for the next time.
    func end() async throws(CommandLineError) {
        do {
            try await app.settings.save(state, for: .navigation)
        } catch {
            throw CommandLineError(DictionaryError.store(error))
        }
    }

    /// Reads a line as it is meant on the screen that is shown.
    func read(_ line: String) throws(CommandLineError) -> InteractiveLine {
        var isSearch = false
        if case .search = place { isSearch = true }
        return try InteractiveLine(line, on: place.listing, isSearch: isSearch, isLive: isLive)
    }

    /// Carries a line out.
    func perform(_ line: InteractiveLine) async throws(CommandLineError) -> Reply {
        defer {
            update()
            direction = session.direction
        }
        switch line {
        case .nothing: return Reply()
        case .quit: return Reply(isQuit: true)
        case .number(let number): return try await choose(number)
        case .back: return back() ? Reply() : Reply(text: localizer(InteractiveText.firstScreen))
        case .list(let limit, let offset): return try await openMain(limit, offset)
        case .favorites(let limit, let offset): return try await openFavorites(limit, offset)
        case .search(let text, let by, let limit): try await search(text, by, limit)
        case .newWord: openNewWord()
        case .todo(let all): try await openTodoList(all)
        case .conflicts: try await openConflicts()
        case .show(let name): try await openEntry(try await word(name))
        case .word(let text): return try await save(text)
        case .command(let command): return try await run(command)
        }
        return Reply()
    }

    /// Goes back to the screen before.
    /// - Returns: false on the first one.
    @discardableResult
    func back() -> Bool {
        guard path.count > 1 else { return false }
        close(place)
        update()
        return true
    }

    /// Brings the path up to date with the navigation stack. The screen of a word that is gone is closed.
    func update() {
        while case .entry(let screen)? = app.navigation.top.flatMap({ Place($0) }), screen.viewModel.isRemoved {
            app.navigation.pop()
        }
        path = [.main(app.mainScreen)] + app.navigation.screens.compactMap { Place($0) }
        state = app.navigationState
    }

    private func close(_ place: Place) {
        if case .search = place { navigator.searchTextInput.viewModel.text = "" }
        app.navigation.dismiss(place.id)
    }

    /// The screen of a kind that is open, once those above it are closed; else a new one.
    func reopen<Screen: Graph>(_ route: RouteGraph<Screen>) -> Screen {
        guard let open = app.navigation.screens.compactMap({ $0 as? Screen }).last else { return route.router.open() }
        while let place = path.last, place.id != open.scope.id, path.count > 1 {
            close(place)
            path.removeLast()
        }
        return open
    }

    /// Closes all screens but the main one.
    func closeAll() {
        while let place = path.last, path.count > 1 {
            close(place)
            path.removeLast()
        }
    }
}
