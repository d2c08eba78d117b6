package import CoreModule
import Foundation
import Observation
package import PersonalDictionary

/// Who is served: the one person of this computer, a browser of the one who has the password, or the name that the proxy has
/// authenticated.
package struct Person: Hashable, Sendable {
    /// The name. Empty for the only person, and the name of the login of a browser.
    package let name: String

    /// Names a person.
    package init(_ name: String = "") {
        self.name = name
    }

    /// Whether the name can be that of one of many people: 1 to 200 bytes without control characters.
    package var isNamed: Bool {
        // Bytes that are not UTF-8 have become U+FFFD, so the names of several people would be one.
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
        }
        return isPlain && 1...200 ~= name.utf8.count
    }

    /// Compares bytes, as the database does: as texts, the names of two people may be equal.
    package static func == (lhs: Person, rhs: Person) -> Bool { lhs.name.utf8.elementsEqual(rhs.name.utf8) }

    /// Hashes the bytes of the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(Array(name.utf8)) }
}

/// Identifies a session. It is the value of the cookie, and a secret.
package typealias SessionID = Identifier<WebSession>

/// The app of one browser: a feature tree of its own, whose view models the pages show and the actions call.
///
/// A page is made in two steps, because observation sees only what is read synchronously:
///
/// ```swift
/// guard let screen = await session.open(address, as: FavoritesGraph.self) else { return notFound }
/// await session.loadOnce(screen) { await screen.favoriteWordList.viewModel.load() }
/// return session.draw(address, showing: screen) { … reads view models, makes HTML … }
/// ```
///
/// Whenever something changes that `draw` has read, the browser's event stream gets `event: change` with the address's path as data.
/// The page at that path requests it again, with the header `X-Refresh: 1`. `loadOnce` then does nothing, so two tabs do not
/// make each other load forever.
@MainActor
package final class WebSession {
    /// The value of its cookie.
    package nonisolated let id: SessionID
    /// Names the session in its pages and events. No secret.
    nonisolated let name: String
    /// The browser's name for the time zone of the pages.
    nonisolated let timeZone: String
    /// Must be in every form, as the field `token`.
    package nonisolated let token: String
    /// Whether nobody else uses the server: then a browser may keep words.
    nonisolated let isOfOnlyPerson: Bool
    /// The app.
    package let app: AppGraph
    /// The live tree of this session.
    package let tree: FeatureTree
    /// The language of its pages, with the texts of the web front end.
    package let localizer: Localizer
    /// The events for its open pages.
    nonisolated let events: SessionEvents

    /// The browsers that have signed in; nil if none needs to.
    let logins: SessionLogins?
    /// The person of a server for many people; nil if there is one.
    let account: Account?
    /// Whose words they are: of all browsers of the only person, nobody's by name.
    nonisolated let owner: Person
    /// The tokens of the person's programs.
    nonisolated let tokens: ProgramTokens
    /// Closes the store, after ``end()``.
    let close: @Sendable () async -> Void
    let mutex = AsyncMutex()
    private var loaded: Set<FeatureID> = []
    /// The words of each direction, as they were last counted.
    var wordCounts: [TranslationDirection: Int]?
    /// The screens whose end is reported to the pages that show them.
    private var followed: Set<FeatureID> = []
    private var drawings: [Address: Drawing] = [:]
    private var drawingNumber = 0
    private var changed: Set<Address> = []
    /// The last forms that may be performed once only, and where they led. A browser sends one again if it is pressed twice, or after a
    /// lost connection.
    private var performed: [(action: String, form: Form, target: Address)] = []

    /// A drawing that waits for a change of what it has read.
    private struct Drawing {
        let number: Int
        let screen: FeatureID?
    }

    /// What the last action did, for the page that the browser asks for next, and the page of its form.
    var answer: (page: Address, message: Message, from: Address)?

    /// With so many open screens all are dismissed before the next one opens. Pages that still show one open it again.
    private static let maximumScreens = 48
    /// Changes that follow each other within this time are one event.
    private static let pause = Duration.milliseconds(40)

    init(
        _ cookie: SessionCookie, app: AppGraph, tree: FeatureTree, localizer: Localizer, events: SessionEvents,
        logins: SessionLogins?, account: Account?, clock: WallClock, close: @escaping @Sendable () async -> Void
    ) {
        (id, name, token, timeZone) = (cookie.id, cookie.name, cookie.token, cookie.timeZone)
        owner = logins == nil ? cookie.person : Person()
        isOfOnlyPerson = owner == Person()
        tokens = ProgramTokens(app.settings, clock: clock)
        self.app = app
        self.tree = tree
        self.localizer = localizer
        self.events = events
        (self.logins, self.account) = (logins, account)
        self.close = close
        // The page of the reminder has no view model.
        let reminder = app.pushNotification.reminder
        app.scope.observe(reminder.status.events(), with: self) { session, _ in session.reminderChanged() }
        app.scope.observe(reminder.settingsChanges.events(), with: self) { session, _ in session.reminderChanged() }
    }

    // MARK: For pages

    /// Returns the screen of an address, and opens it if it is not open. Nil if it does not exist, such as a word that was removed.
    package func open<Screen: Graph>(
        _ address: Address, as type: Screen.Type = Screen.self
    ) async throws(DictionaryError) -> Screen? {
        guard let (saved, target) = address.screen else { return nil }
        if openScreen(saved) == nil {
            if app.navigation.screens.count >= Self.maximumScreens { try await dismissScreens() }
            guard let link = URL(string: "\(ScreenRoutes.standardScheme)://\(target)") else { return nil }
            try await app.open(link)
        }
        // After opening, because leaving the search clears its text.
        if case .search(let text) = address.base, searchText != text {
            app.mainScreen.mainNavigator.searchTextInput.viewModel.text = text
        }
        return openScreen(saved) as? Screen
    }

    /// Dismisses all screens. What is typed as a new word stays, because it is nowhere else.
    private func dismissScreens() async throws(DictionaryError) {
        let typed = Address.newWord.screen.flatMap { openScreen($0.saved) as? NewWordGraph }?.viewModel
        app.navigation.popAll()
        guard let typed, !typed.text.isEmpty, let screen: NewWordGraph = try await open(.newWord) else { return }
        let (direction, model) = (typed.direction, screen.viewModel)
        model.setLanguages(from: direction.source.code, to: direction.target.code)
        model.text = typed.text
    }

    /// Calls a load of a screen, once after each visit of a page by its address, and not when the page only refreshes itself.
    package func loadOnce(_ screen: some Graph, _ load: @MainActor () async -> Void) async {
        guard loaded.insert(screen.scope.id).inserted else { return }
        await load()
    }

    /// Makes a page of what view models hold now, and follows what it reads.
    /// - Parameters:
    ///   - address: the page's address.
    ///   - screen: the screen it shows; nil for the main screen and the pages beside the screens.
    ///   - body: makes the page. It must depend on nothing but what is observable, and the screen.
    package func draw(_ address: Address, showing screen: (any Graph)? = nil, _ body: () -> HTML) -> HTML {
        let id = screen?.scope.id
        if let screen { follow(screen.scope) }
        // The same page was drawn before and is still up to date: its observation goes on. A second one would wait beside it, and a
        // page that is loaded ten thousand times without a change would leave ten thousand.
        if let drawing = drawings[address], drawing.screen == id { return body() }
        drawingNumber += 1
        let number = drawingNumber
        drawings[address] = Drawing(number: number, screen: id)
        return withObservationTracking(body) { [weak self] in
            Task { @MainActor in self?.drawingChanged(address, number) }
        }
    }

    // MARK: For the server

    /// A word of the person; nil if it does not exist, or cannot be read.
    func word(_ id: WordID) async -> Word? {
        do throws(DictionaryError) { return try await app.words.word(id) } catch { return nil }
    }

    /// What is searched for now.
    var searchText: String { app.mainScreen.mainNavigator.searchTextInput.viewModel.text }

    /// Whether the screen of an address shows something else now than the address names: another page has searched for another text, or
    /// chosen other words of the list.
    func shows(otherThan address: Address) -> Bool {
        let content = address.filter.content
        switch address.base {
        case .search(let text): return openScreen(.search) != nil && searchText != text
        case .main: return !app.mainScreen.mainWordList.viewModel.shows(content)
        case .favorites:
            let favorites = openScreen(.favorites) as? FavoritesGraph
            return favorites.map { !$0.favoriteWordList.viewModel.shows(content) } ?? false
        default: return false
        }
    }

    /// Who asks for a page: the browser that opens it, the script after an action, or a page that brings itself up to date.
    package enum Asker { case browser, script, page }

    /// Makes the page of an address.
    /// - Parameters:
    ///   - isRefresh: whether a page that is shown has asked for its current state. It loads nothing then.
    ///   - asker: who has asked: only a page that is shown says what the last action did, and once. If an action leads to another page,
    ///     the script does not show what it has read, but leads there.
    package func render(_ address: Address, isRefresh: Bool = false, asker: Asker = .browser) async -> Page {
        if !isRefresh { loaded.removeAll() }
        var notice: PageWriter.Notice?
        if let answer, answer.page == address, asker == .browser || asker == .script && answer.from == address {
            notice = .done(answer.message)
            self.answer = nil
        }
        return await Pages.page(self, address, notice: notice)
    }

    /// Performs an action of a form.
    /// - Parameter keepsFields: whether the page that refuses a form has what was typed in it. A script keeps that itself.
    package func perform(_ action: String, _ form: Form, keepsFields: Bool = true) async -> ActionResult {
        let page = Self.page(of: form)
        let actions = Actions(session: self, form: form, shown: page, keepsFields: keepsFields)
        // Files take long, and have no view model.
        if page == .importFile || page == .exportFile { return await actions.perform(action) }
        // One after the other: a view model does not begin an action while another one runs.
        await mutex.enter()
        defer { mutex.leave() }
        guard form["once"] != nil else { return await actions.perform(action) }
        if let repeated = performed.first(where: { $0.action == action && $0.form == form }) {
            return .redirect(repeated.target)
        }
        let result = await actions.perform(action)
        if case .redirect(let target, _) = result { performed = Array(performed.suffix(7)) + [(action, form, target)] }
        return result
    }

    /// Returns the page of a form that was not performed, because it is another session's: with what was typed in it.
    func refused(_ form: Form, _ refusal: Refusal) async -> Page {
        var shown = await Pages.page(self, Self.page(of: form), notice: .failed(refusal.explanation), refused: form)
        if shown.status == 200 { shown.status = 403 }
        return shown
    }

    private static func page(of form: Form) -> Address { form["from"].flatMap { Address($0) } ?? .main }

    /// Ends the app and its streams of events, but not its store: see ``close``.
    /// - Returns: the open screens, for the same session later.
    func end() -> NavigationState {
        let state = app.navigationState
        events.finish()
        app.detach()
        return state
    }

    /// Has the pages that show a screen refresh themselves when it ends, which opens it again. All pages share one stack of screens:
    /// a screen ends with the one below it.
    private func follow(_ scope: FeatureScope) {
        guard followed.insert(scope.id).inserted else { return }
        scope.onDetach(with: self) { [id = scope.id] session in session.screenEnded(id) }
    }

    private func screenEnded(_ id: FeatureID) {
        followed.remove(id)
        for (address, drawing) in drawings where drawing.screen == id { drawingChanged(address, drawing.number) }
    }

    private func openScreen(_ saved: SavedScreen) -> (any Graph)? {
        app.navigation.path.last { $0.saved == saved && !$0.graph.scope.isDetached }?.graph
    }

    private func reminderChanged() {
        if let drawing = drawings[.settings] { drawingChanged(.settings, drawing.number) }
    }

    private func drawingChanged(_ address: Address, _ number: Int) {
        guard drawings[address]?.number == number else { return }
        drawings[address] = nil
        let isFirst = changed.isEmpty
        changed.insert(address)
        guard isFirst else { return }
        app.scope.run { [weak self] in
            // If the app ends meanwhile, its streams end as well.
            do { try await Task.sleep(for: Self.pause) } catch { return }
            self?.sendChanges()
        }
    }

    private func sendChanges() {
        for address in changed { events.send(.change(address)) }
        changed = []
    }
}

extension MessageTable {
    /// The texts of the web front end.
    package static let webFrontEnd = MessageTable(.webFrontEnd, englishIsKeys: true)
}

extension ResourceBundle {
    /// The texts of the pages, their script, style and icon.
    static let webFrontEnd = ResourceBundle("WebApp_WebFrontEnd")
}
