import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// Carries commands out on the app: each through the screens, routers and view models that a person would use.
@MainActor
final class Session {
    let app: AppGraph
    private let tree: FeatureTree
    let localizer: Localizer
    let clock: WallClock
    let todoServer: TodoServer
    /// Whether what was removed last are tasks.
    var hasRemovedTasks = false

    init(app: AppGraph, tree: FeatureTree, localizer: Localizer, clock: WallClock, todoServer: TodoServer) {
        self.app = app
        self.tree = tree
        self.localizer = localizer
        self.clock = clock
        self.todoServer = todoServer
    }

    var direction: TranslationDirection {
        visit(navigator.toNewWord) { $0.langPicker.viewModel.direction }
    }

    /// Begins what goes on beside the commands: look-ups, and the watch for what other processes change.
    func start() {
        app.startTranslating()
        app.externalChanges.start()
    }

    /// Goes over to the to-do list's server that is remembered. Where that cannot be done, the list is kept on this device, as the
    /// list's screen says.
    func startSynchronizing() async {
        do { try await todoServer.chooseRemembered() } catch { return }
    }

    /// Carries a command out.
    /// - Returns: what there is to show; `nil` where the command has written it itself.
    func run(_ command: Command) async throws(CommandLineError) -> Presentation? {
        switch command {
        case .add(let text, let from, let to, let wait): try await add(text, from, to, wait: wait)
        case .list(let limit, let offset): try await list(limit, offset)
        case .search(let text, let by, let limit): try await search(text, by, limit)
        case .show(let id): try await show(id)
        case .star(let id, let isFavorite): try await star(id, isFavorite)
        case .favorites(let limit, let offset): try await favorites(limit, offset)
        case .translate(let id, let text): try await translate(id, text)
        case .retry(let ids): try await retry(ids)
        case .remove(let ids): try await remove(ids)
        case .undo: try await undo()
        case .langs: languages()
        case .langsSet(let from, let to): try await chooseLanguages { await $0.choose(from: from, to: to) }
        case .langsSwap: try await chooseLanguages { await $0.swap() }
        case .importWords(let file, let format, let isTrial): try await importWords(file, format, isTrial)
        case .exportWords(let file, let format): try await exportWords(file, format)
        case .todo(let command): try await todo(command)
        case .tree(let format, let isDetailed):
            picture(format ?? .text, details: isDetailed ? .all : nil, isLive: !app.navigation.screens.isEmpty)
        case .help(let command): try help(command)
        case .remind, .tour, .quit: throw .usage(Message("this cannot be done within a session"))
        }
    }

    // MARK: Words

    var navigator: MainNavigatorGraph { app.mainScreen.mainNavigator }
    private var rows: WordListViewModel { app.mainScreen.mainWordList.wordList.viewModel }

    private func add(
        _ text: String, _ from: String?, _ to: String?, wait: Int
    ) async throws(CommandLineError) -> Presentation {
        // What another process does to the word ends the wait as well.
        if wait > 0 { start() }
        let screen = navigator.toNewWord.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let model = screen.viewModel
        guard model.setLanguages(from: from, to: to) else { throw failure(model.failure) }
        model.text = text
        guard let word = await model.save() else { throw failure(model.failure) }
        await waitUntil(timeout: .seconds(wait)) { model.saved?.translation != .pending }
        var saved = model.saved ?? word
        // Another process may have changed or removed it meanwhile. Who stops waiting wants no more read.
        if !Task.isCancelled {
            do { saved = try await app.words.word(word.id) } catch { throw CommandLineError(error) }
        }
        return Presentation(saved, in: localizer).followed(by: await missingReason(saved), in: localizer)
    }

    /// Why a word that was looked up has no translation yet, as far as it is known.
    private func missingReason(_ word: Word) async -> Message? {
        guard word.translation.isWaiting, let failure = app.translation.currentStatus.failure, failure.isFault else {
            return nil
        }
        return CommandLineError(.translation(failure)).message
    }

    private func list(_ limit: Int?, _ offset: Int) async throws(CommandLineError) -> Presentation {
        let model = app.mainScreen.mainWordList.viewModel
        await model.load(first: Self.count(limit, offset))
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
        return Presentation(
            Array(model.words.dropFirst(offset)),
            empty: Self.isWhole(limit, offset)
                ? InteractiveText.noWords(model.emptyMessage) : Message("no more words"),
            in: localizer
        ).followed(by: try await waiting(), in: localizer)
    }

    /// How many words wait for their translation, and until when; `nil` where none does.
    private func waiting() async throws(CommandLineError) -> Message? {
        do {
            let status = try await app.translation.pendingStatus()
            return status.waiting > 0 ? InteractiveText.waiting(status.waiting, until: status.pausedUntil) : nil
        } catch {
            throw CommandLineError(error)
        }
    }

    private func favorites(_ limit: Int?, _ offset: Int) async throws(CommandLineError) -> Presentation {
        let screen = navigator.toFavorites.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let model = screen.favoriteWordList.viewModel
        await model.load(first: Self.count(limit, offset))
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
        return Presentation(
            Array(model.words.dropFirst(offset)),
            empty: Self.isWhole(limit, offset) ? model.emptyMessage : Message("no more words"), in: localizer)
    }

    private func search(
        _ text: String, _ by: Command.SearchBy, _ limit: Int?
    ) async throws(CommandLineError) -> Presentation {
        let screen = navigator.toSearch.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let mode: SearchMode =
            switch by {
            case .word: .word
            case .translation: .translation
            case .both: .both
            }
        let model = screen.searchWordList.viewModel
        model.limit = limit ?? .max
        screen.modePicker.viewModel.mode = mode
        navigator.searchTextInput.viewModel.text = text
        defer { navigator.searchTextInput.viewModel.text = "" }
        await waitUntil { model.text == text && model.mode == mode && !model.isSearching }
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
        return Presentation(model.words, empty: model.emptyMessage, in: localizer)
    }

    private func show(_ id: String) async throws(CommandLineError) -> Presentation {
        let screen = app.mainScreen.mainWordList.wordList.toEntry.open(try await word(id))
        defer { app.navigation.dismiss(screen.scope.id) }
        let model = screen.viewModel
        await model.load()
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
        return Presentation(model.word, senses: model.senses, entry: model.entry, in: localizer)
    }

    private func star(_ id: String, _ isFavorite: Bool) async throws(CommandLineError) -> Presentation {
        guard let word = await rows.setFavorite(isFavorite, of: try await word(id).id) else {
            throw failure(rows.failure)
        }
        return Presentation(word, in: localizer)
    }

    private func translate(_ id: String, _ text: String) async throws(CommandLineError) -> Presentation {
        let screen = app.mainScreen.mainWordList.wordList.toEntry.open(try await word(id))
        defer { app.navigation.dismiss(screen.scope.id) }
        await screen.viewModel.setTranslation(text)
        if let error = screen.viewModel.failure { throw CommandLineError(error) }
        return Presentation(screen.viewModel.word, in: localizer)
    }

    private func retry(_ ids: [String]) async throws(CommandLineError) -> Presentation {
        guard !ids.isEmpty else { return try await retryWaiting() }
        var named: [WordID] = []
        for id in ids { named.append(try await word(id).id) }
        guard let words = await rows.retry(named) else { throw failure(rows.failure) }
        return Presentation(words, empty: Self.nothingToRetry, in: localizer)
    }

    /// Looks up again what waits, word by word: where none was found, it is told why.
    private func retryWaiting() async throws(CommandLineError) -> Presentation {
        let waiting: [Word]
        do { waiting = try await app.translation.waitingWords() } catch {
            throw CommandLineError(error)
        }
        var words: [Word] = []
        var reason: DictionaryError?
        search: for word in waiting where !Task.isCancelled {
            if let tried = await rows.retry([word.id]) {
                words += tried
                continue
            }
            switch rows.failure {
            // It was removed meanwhile.
            case .notFound: continue
            // Another word may have an answer all the same.
            case .translation(.malformedAnswer), .translation(.unsupportedDirection): reason = reason ?? rows.failure
            // Some services fail, and are not to be asked for each word in vain; others may know the rest.
            case .translation(.partly):
                reason = reason ?? rows.failure
                do { words += try await app.translation.translateWaiting() } catch { reason = reason ?? error }
                break search
            case let failure:
                reason = reason ?? failure
                break search
            }
        }
        if words.isEmpty, let reason { throw CommandLineError(reason) }
        return Presentation(words, empty: Self.nothingToRetry, in: localizer)
    }

    private static let nothingToRetry = Message("nothing to retry")

    private func remove(_ ids: [String]) async throws(CommandLineError) -> Presentation {
        var named: [WordID] = []
        for id in ids {
            let id = try await word(id).id
            if !named.contains(id) { named.append(id) }
        }
        guard await rows.remove(named) else { throw failure(rows.failure) }
        hasRemovedTasks = false
        return Presentation(removed: named.map(\.rawValue), in: localizer)
    }

    /// Brings back what was removed last, words or tasks; and then, where both were removed, the others.
    private func undo() async throws(CommandLineError) -> Presentation {
        if rows.lastRemoved.isEmpty || hasRemovedTasks, let tasks = try await undoTasks() { return tasks }
        guard !rows.lastRemoved.isEmpty else {
            throw CommandLineError(code: "notFound", message: Message("there is nothing to undo"))
        }
        guard let words = await rows.undoRemoval() else { throw failure(rows.failure) }
        return Presentation(words, empty: Message("there is nothing to undo"), in: localizer)
    }

    private func word(_ prefix: String) async throws(CommandLineError) -> Word {
        guard let word = await rows.word(named: prefix) else { throw failure(rows.failure) }
        return word
    }

    // MARK: Languages

    private func languages() -> Presentation {
        visit(navigator.toNewWord) { screen in
            let model = screen.langPicker.viewModel
            return Presentation(model.languages, direction: model.direction, in: localizer)
        }
    }

    private func chooseLanguages(
        _ choose: (LangPickerViewModel) async -> Bool
    ) async throws(CommandLineError) -> Presentation {
        let screen = navigator.toNewWord.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let model = screen.langPicker.viewModel
        guard await choose(model) else { throw failure(model.failure) }
        return Presentation(model.languages, direction: model.direction, in: localizer)
    }

    // MARK: The tree

    /// The tree: as it is, or with every screen open, as if the user had gone everywhere.
    func picture(_ format: FeatureTreeFormat, details: FeatureDetails?, isLive: Bool) -> Presentation {
        guard !isLive else { return Presentation(tree.snapshot(), format, details, in: localizer) }
        let open = app.navigation.screens.count
        navigator.toFavorites.router.open()
        let todoList = navigator.toTodoList.router.open().mainScreen
        todoList.toEditor.router.open(nil)
        todoList.toConflicts.router.open()
        navigator.toNewWord.router.open()
        navigator.toSearch.router.open()
        if let word = exampleWord { app.mainScreen.mainWordList.wordList.toEntry.open(word) }
        defer { while app.navigation.screens.count > open { app.navigation.pop() } }
        return Presentation(tree.snapshot(), format, details, in: localizer)
    }

    /// A word to open the entry of; it is not saved.
    private var exampleWord: Word? {
        let now = clock.now()
        do {
            return Word(
                id: WordID("example"), text: try WordText("example"), direction: .englishToRussian, createdAt: now,
                updatedAt: now)
        } catch {
            return nil
        }
    }

    // MARK: Details

    private func help(_ command: String?) throws(CommandLineError) -> Presentation {
        guard let text = Help.text(of: command, in: localizer) else {
            throw .usage(Message("there is no command “\(command ?? "")”"))
        }
        return Presentation(text: text, json: .string(text))
    }

    /// Opens a screen, looks at it, and puts it away.
    private func visit<Screen: Graph, Value>(_ route: RouteGraph<Screen>, _ look: (Screen) -> Value) -> Value {
        let screen = route.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        return look(screen)
    }

    private func failure(_ error: DictionaryError?) -> CommandLineError {
        error.map { CommandLineError($0) }
            ?? CommandLineError(code: "storeBusy", message: Message("the screen is busy"))
    }

    func failure(_ error: TodoError?) -> CommandLineError {
        error.map { CommandLineError($0) }
            ?? CommandLineError(code: "storeBusy", message: Message("the screen is busy"))
    }

    /// Whether a page that is empty means that there is nothing at all.
    private static func isWhole(_ limit: Int?, _ offset: Int) -> Bool { offset == 0 && limit != 0 }

    /// How many words to read so that the page asked for is among them.
    private static func count(_ limit: Int?, _ offset: Int) -> Int {
        guard let limit else { return .max }
        let (sum, isTooLarge) = limit.addingReportingOverflow(offset)
        return isTooLarge ? .max : sum
    }
}
