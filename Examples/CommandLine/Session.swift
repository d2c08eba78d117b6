import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// Runs commands on the app, through the screens that a person would use. Lists without a limit come from the store by pages.
@MainActor
final class Session {
    /// What can be taken back.
    enum ChangeKind { case words, tasks }

    let app: AppGraph
    let console: Console
    let clock: WallClock
    let logger: EventLogger
    let todoServer: TodoServerConnection
    let tree: FeatureTree
    /// What was changed and can be taken back, in the order of time.
    var changes: [ChangeKind] = []
    /// The list that the prompt has shown last, with numbers, and the last one of tasks, once it was needed.
    var (shown, listed): (ShownList?, ShownList?)
    private static let noMoreWords = Message("no more words")

    init(
        app: AppGraph, tree: FeatureTree, console: Console, clock: WallClock, logger: EventLogger,
        todoServer: TodoServerConnection
    ) {
        self.app = app
        self.tree = tree
        self.console = console
        self.clock = clock
        self.logger = logger
        self.todoServer = todoServer
    }

    var localizer: Localizer { console.localizer }
    var navigator: MainNavigatorGraph { app.mainScreen.mainNavigator }
    private var rows: WordListViewModel { app.mainScreen.mainWordList.wordList.viewModel }

    /// Starts what runs beside the commands: the queue of look-ups, and the watcher of changes by other processes.
    func start() {
        app.startTranslating()
        app.externalChanges.start()
    }

    /// Runs a command. Returns what to show; nil if the command has written its output itself.
    func run(_ invocation: Invocation) async throws -> Presentation? {
        try await invocation.command.run(self)(invocation.arguments)
    }

    /// Throws the failure of a load, or that it was cancelled.
    func check(_ failure: (any Error)?) throws {
        try Task.checkCancellation()
        if let failure { throw failure }
    }

    /// Waits until a condition holds. Throws if it does not in time, or if the task was cancelled.
    func wait(until condition: @MainActor () -> Bool) async throws {
        guard await waitUntil(condition) else {
            throw CommandLineError(Task.isCancelled ? CancellationError() : nil)
        }
    }

    // MARK: Words

    func add(_ arguments: Arguments) async throws -> Presentation? {
        let wait = startToWait(arguments)
        let screen = navigator.toNewWord.router.open()
        defer { close(screen) }
        let model = screen.viewModel
        guard model.setLanguages(from: arguments.value("--from"), to: arguments.value("--to")) else {
            throw CommandLineError(model.failure)
        }
        model.text = arguments.text()
        guard let word = await model.save() else { throw CommandLineError(model.failure) }
        await waitUntil(timeout: wait) { model.saved?.translation != .pending }
        var (saved, entry): (Word, DictionaryEntry?) = (model.saved ?? word, nil)
        // Another process may have changed or removed it meanwhile. A cancelled caller reads nothing more.
        if !Task.isCancelled { (saved, entry) = try await (app.words.word(word.id), app.words.entry(of: word.id)) }
        return Presentation(
            saved, matched: entry?.matched, similar: model.similar, otherMeanings: model.otherMeanings, in: localizer
        ).followed(by: missingReason(saved), in: localizer)
    }

    func look(_ arguments: Arguments) async throws -> Presentation? {
        let screen = navigator.toNewWord.router.open()
        defer { close(screen) }
        let model = screen.viewModel
        let (text, from, to) = (arguments.text(), arguments.value("--from"), arguments.value("--to"))
        guard let entries = await model.lookUp(text, from: from, to: to) else { throw CommandLineError(model.failure) }
        let failure = model.lookUpFailure.map { CommandLineError($0).message }
        return Presentation(entries, of: text, in: localizer).followed(by: failure, in: localizer)
    }

    /// How long to wait for a translation. If at all, look-ups begin; a change by another process ends the wait as well.
    func startToWait(_ arguments: Arguments) -> Duration {
        let wait = min(arguments.number("--wait") ?? 5, 31_536_000)
        if wait > 0 { start() }
        return .seconds(wait)
    }

    /// Why the look-up of a word has no translation yet, if that is known.
    private func missingReason(_ word: Word) -> Message? {
        guard word.translation.isWaiting, let failure = app.translation.currentStatus.failure, failure.isFault else {
            return nil
        }
        return CommandLineError(DictionaryError.translation(failure)).message
    }

    func list(_ arguments: Arguments) async throws -> Presentation? {
        let model = app.mainScreen.mainWordList.viewModel
        let empty = Message("\(model.emptyMessage); add one with: \("add dog")")
        let selection = try arguments.value("--tag").map { try WordSelection.tagged(typed: $0) }
        let words = try await list(
            selection ?? .all, of: model, empty: selection == nil ? empty : Message("no words with this tag"), arguments
        )
        let waiting = console.isJSON ? nil : try await app.translation.pendingStatus().message
        if words == nil, let waiting { console.write(waiting) }
        return words?.followed(by: waiting, in: localizer)
    }

    private func list(
        _ selection: WordSelection, of model: WordListViewModel, empty: Message, _ arguments: Arguments
    ) async throws -> Presentation? {
        let offset = arguments.number("--offset") ?? 0
        let empty = offset == 0 && arguments.number("--limit") != 0 ? empty : Self.noMoreWords
        guard let limit = arguments.number("--limit") else {
            try await write(selection, skipping: offset, empty)
            return nil
        }
        let (end, isTooLarge) = limit.addingReportingOverflow(offset)
        await model.show(.selection(selection), first: isTooLarge ? .max : end)
        try check(model.phase.failure)
        return Presentation(Array(model.words.dropFirst(offset)), empty: empty, in: localizer)
    }

    /// Writes a whole list page by page, so that it is never in memory as a whole.
    private func write(_ selection: WordSelection, skipping offset: Int, _ empty: Message) async throws {
        let table = WordTable()
        var (page, left, separator) = (WordPage(limit: 500), offset, "[")
        while true {
            let words = try await app.words.words(page, in: selection)
            let shown = Presentation(Array(words.dropFirst(left)), empty: empty, table, in: localizer)
            if words.count > left {
                console.put(console.isJSON ? separator + shown.json.line.dropFirst().dropLast() : shown.text + "\n")
                separator = ","
            }
            left -= min(left, words.count)
            guard words.count == page.limit, let last = words.last else {
                let isEmpty = separator == "["
                return console.put(console.isJSON ? isEmpty ? "[]\n" : "]\n" : isEmpty ? shown.text + "\n" : "")
            }
            page = WordPage(after: last.position, limit: page.limit)
        }
    }

    func favorites(_ arguments: Arguments) async throws -> Presentation? {
        let screen = navigator.toFavorites.router.open()
        defer { close(screen) }
        let model = screen.favoriteWordList.viewModel
        return try await list(.favorites, of: model, empty: model.emptyMessage, arguments)
    }

    func search(_ arguments: Arguments) async throws -> Presentation? {
        let screen = navigator.toSearch.router.open()
        defer { close(screen) }
        let (text, mode) = (arguments.text(), arguments.choice("--by") ?? SearchMode.both)
        let model = screen.searchWordList.viewModel
        model.limit = arguments.number("--limit") ?? .max
        screen.modePicker.viewModel.mode = mode
        navigator.searchTextInput.viewModel.text = text
        try await wait { model.text == text && model.mode == mode && !model.isSearching && !model.isFindingNearest }
        try check(model.phase.failure)
        return Presentation(model.words, empty: model.emptyMessage, in: localizer)
            .followed(by: model.nearestMessage, in: localizer)
    }

    func show(_ arguments: Arguments) async throws -> Presentation? {
        let screen = app.mainScreen.mainWordList.wordList.toEntry.open(try await word(arguments.positional[0]))
        defer { close(screen) }
        let model = screen.viewModel
        await model.load()
        try check(model.phase.failure)
        return Presentation(model.word, senses: model.senses, entry: model.entry, in: localizer)
    }

    func star(_ isFavorite: Bool) -> @MainActor (Arguments) async throws -> Presentation? {
        { [self] arguments in
            let id = try await word(arguments.positional[0]).id
            guard let word = await rows.setFavorite(isFavorite, of: id) else { throw CommandLineError(rows.failure) }
            return Presentation(word, in: localizer)
        }
    }

    func translate(_ arguments: Arguments) async throws -> Presentation? {
        try await change(try await word(arguments.positional[0])) { model in
            guard !arguments.has("--clear") else { return await model.clearTranslation() }
            await model.setTranslation(arguments.text(from: 1), isAdded: arguments.has("--add"))
        }
    }

    func edit(_ arguments: Arguments) async throws -> Presentation? {
        let (note, added, removed) = (arguments.value("--note"), arguments.values("--tag"), arguments.values("--untag"))
        return try await change(try await word(arguments.positional[0]), wait: startToWait(arguments)) { model in
            await model.edit(
                text: arguments.value("--text"), from: arguments.value("--from"), to: arguments.value("--to")
            ) { word in
                if let note { word.note = try WordNote(note) }
                word.tags = try word.tags.removing(WordTags(removed)).adding(WordTags(added))
            }
        }
    }

    func change(
        _ word: Word, wait: Duration = .zero, _ change: (DictionaryEntryViewModel) async -> Void
    ) async throws -> Presentation {
        let screen = app.mainScreen.mainWordList.wordList.toEntry.open(word)
        defer { close(screen) }
        let model = screen.viewModel
        await change(model)
        if let error = model.failure { throw error }
        if wait > .zero { await waitUntil(timeout: wait) { model.word.translation != .pending && !model.isLookingUp } }
        let matched = wait > .zero ? try await app.words.entry(of: model.word.id)?.matched : nil
        return Presentation(model.word, matched: matched, in: localizer)
            .followed(by: missingReason(model.word), in: localizer)
    }

    func retry(_ arguments: Arguments) async throws -> Presentation? {
        let ids = try await ids(arguments) { try await word($0).id }
        guard let words = ids.isEmpty ? await rows.retryAll() : await rows.retry(ids) else {
            throw CommandLineError(rows.failure)
        }
        var withoutEntry: [String] = []
        for word in words where !ids.isEmpty && word.translation.translation != nil {
            if try await app.words.entry(of: word.id) == nil { withoutEntry.append(word.text.value) }
        }
        let missing = Message("no entry was found for: \(withoutEntry.joined(separator: ", "))")
        return Presentation(words, empty: rows.nothingToRetryMessage, in: localizer)
            .followed(by: withoutEntry.isEmpty ? nil : missing, in: localizer)
    }

    func remove(_ arguments: Arguments) async throws -> Presentation? {
        let ids = try await ids(arguments) { try await word($0).id }
        guard await rows.remove(ids) else { throw CommandLineError(rows.failure) }
        changes.append(.words)
        return Presentation(removed: ids.map(\.rawValue), rows.removalMessage.map { .inBin($0) }, in: localizer)
    }

    func bin(_ arguments: Arguments) async throws -> Presentation? {
        try await onBin { model in
            await model.load()
            try check(model.phase.failure)
            return Presentation(model, in: localizer)
        }
    }

    func restoreWords(_ arguments: Arguments) async throws -> Presentation? {
        try await onBin { model in
            let ids = try await ids(arguments) { name in
                if let removed = await model.item(named: shownID(name, of: .removedWord) ?? name) { return removed.id }
                guard case .ambiguousID(_, let words)? = model.failure else { throw CommandLineError(model.failure) }
                throw CommandLineError.ambiguous(name, Presentation(words, empty: Self.noMoreWords, in: localizer))
            }
            guard let words = await model.restore(ids) else { throw CommandLineError(model.failure) }
            return Presentation(words, empty: Self.noMoreWords, in: localizer)
        }
    }

    func emptyBin(_ arguments: Arguments) async throws -> Presentation? {
        try await onBin { model in
            guard let emptied = await model.empty() else { throw CommandLineError(model.failure) }
            return Presentation(text: localizer(emptied.message), json: ["deleted": .number(emptied.count)])
        }
    }

    private func onBin(_ body: (WordBinViewModel) async throws -> Presentation) async throws -> Presentation {
        let screen = navigator.toBin.router.open()
        defer { close(screen) }
        return try await body(screen.viewModel)
    }

    /// Takes back the last removal of words or change of tasks; called again, the one before.
    func undo(_ arguments: Arguments) async throws -> Presentation? {
        let nothing = rows.nothingToUndoMessage
        let undone: Presentation?
        // They may be back from the bin.
        while changes.last == .words, rows.lastRemoved.isEmpty { changes.removeLast() }
        switch changes.last {
        case .tasks: undone = try await undoTasks()
        case .words:
            guard let words = await rows.undoRemoval() else { throw CommandLineError(rows.failure) }
            undone = Presentation(words, empty: nothing, in: localizer)
        case nil: throw CommandLineError(code: "notFound", message: nothing)
        }
        changes.removeLast()
        return undone
    }

    /// The identifier that a number of the last list stands for; nil if that list had other items.
    func shownID(_ number: String, of item: ShownList.Item) -> String? {
        shown?.item == item ? shown?[number] : nil
    }

    func word(_ name: String) async throws -> Word {
        let id = shownID(name, of: .word)
        if let word = await rows.word(named: id ?? name) { return word }
        if case .notFound? = rows.failure, id != nil { throw CommandLineError.removed(name) }
        guard case .ambiguousID(_, let words)? = rows.failure else { throw CommandLineError(rows.failure) }
        throw CommandLineError.ambiguous(name, Presentation(words, empty: Self.noMoreWords, in: localizer))
    }

    /// The identifiers of the items that the arguments name, each once.
    func ids<ID: Hashable>(
        _ arguments: Arguments, from first: Int = 0, _ find: (String) async throws -> ID
    ) async throws -> [ID] {
        var (seen, ids): (Set<ID>, [ID]) = ([], [])
        for name in arguments.positional.dropFirst(first) {
            let id = try await find(name)
            if seen.insert(id).inserted { ids.append(id) }
        }
        return ids
    }

    // MARK: Languages

    func languages(
        _ choose: @escaping @MainActor (LangPickerViewModel, Arguments) async -> Bool
    ) -> @MainActor (Arguments) async throws -> Presentation? {
        { [self] arguments in
            let screen = navigator.toNewWord.router.open()
            defer { close(screen) }
            let model = screen.langPicker.viewModel
            guard await choose(model, arguments) else { throw CommandLineError(model.failure) }
            return Presentation(model.languages, direction: model.direction, in: localizer)
        }
    }

    // MARK: The app

    /// The live tree, with every screen open.
    func tree(_ arguments: Arguments) async throws -> Presentation? {
        defer { app.navigation.popAll() }
        navigator.toFavorites.router.open()
        navigator.toNewWord.router.open()
        navigator.toSearch.router.open()
        navigator.toReview.router.open().toStatistics.router.open()
        navigator.toBin.router.open()
        navigator.toDevices.router.open()
        let todoList = navigator.toTodoList.router.open().mainScreen
        todoList.toEditor.router.open(nil)
        todoList.toConflicts.router.open()
        todoList.toBin.router.open()
        // A word that is not saved.
        let (text, now) = (try WordText("example"), clock.now())
        app.mainScreen.mainWordList.wordList.toEntry.open(
            Word(id: WordID("example"), text: text, direction: .englishToRussian, createdAt: now, updatedAt: now))
        return Presentation(
            tree.snapshot(), arguments.choice("--format") ?? .text, showsDetails: arguments.has("--details"),
            in: localizer)
    }

    /// Closes a screen, and those above it.
    func close(_ screen: some Graph) { app.navigation.dismiss(screen.scope.id) }
}
