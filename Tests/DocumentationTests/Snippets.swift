// Made from the documentation's snippets: see SnippetTests.swift.
// swift-format-ignore-file

import CoreModule
import Foundation
import PersonalDictionary
import TodoList

// README.md

@MainActor
func addAWord(ponsKey: String? = nil) async throws -> String? {
    var configuration = AppConfiguration(storage: .memory)  // or .file(url)
    if let ponsKey { configuration.translation = TranslationConfiguration([.glossary, .pons(Secret(ponsKey))]) }
    let dependencies = try await AppDependencies.open(configuration)
    let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    app.startTranslating()
    let newWord = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
    newWord.text = "dog"
    await newWord.save()
    await waitUntil(timeout: .seconds(5)) { newWord.saved?.translation != .pending }
    return newWord.saved?.translation.translation?.text  // собака; nil if no service knows the word
}

// Docs/AddingAField.md

func addTags(_ model: DictionaryEntryViewModel) async {
    await model.edit { $0.tags = try $0.tags.adding(WordTags(["verb book::chapter1"])) }
}

// Docs/Decisions/0001-feature-tree-with-scopes.md

@MainActor
func lifetimeOfAFeature() {
    final class ClockGraph: Graph {
        let scope: FeatureScope
        init(scope: FeatureScope) { self.scope = scope }
    }
    struct ClockBuilder: Builder {
        static let feature = Feature.part("Clock")
        let dependencies: Void
        let parent: FeatureScope
        func makeGraph(in scope: FeatureScope) -> ClockGraph { ClockGraph(scope: scope) }
    }
    let tree = FeatureTree()
    var clock: ClockGraph? = ClockBuilder(dependencies: (), parent: tree.root).build()
    print(clock.map { "\($0.scope.path)" } ?? "none")  // Clock
    clock = nil
    print(tree.snapshot().isEmpty)  // true
}

// Docs/Decisions/0002-model-streams-over-asyncstream.md

func everyoneSeesOneOrder() async {
    let stream = EventStream<Int>()
    let first = stream.events()
    let second = stream.events(buffer: .newest(1))
    for number in 1...3 { stream.send(number) }
    stream.finish()
    for await number in first { print(number) }  // 1, 2, 3
    for await number in second { print(number) }  // 3
}

// Docs/Decisions/0003-sqlite-through-a-small-wrapper.md

func countNotes() async throws -> Int64 {
    let notes = SQLiteSchema(
        name: "notes", tables: ["note"],
        migrations: [SQLiteMigration(version: 1, script: "CREATE TABLE note(text TEXT NOT NULL) STRICT;")])
    let database = try await SQLiteDatabase.open(.memory, schemas: [notes])
    try await database.write { _ = try $0.run("INSERT INTO note(text) VALUES (?)", [.text("it's bound")]) }
    let count = try await database.read { try $0.first("SELECT count(*) FROM note") { try $0.integer(0) } }
    await database.close()
    return count ?? 0
}

// Docs/Decisions/0004-search-in-memory.md

func findPartsOfWords() {
    var index = SubstringIndex()
    index.insert(key: 1, recency: 1, word: "Hotdog", translation: "хот-дог")
    index.insert(key: 2, recency: 2, word: "dog", translation: "собака")
    index.insert(key: 3, recency: 3, word: "Dogma", translation: nil)
    print(index.search("DOG", in: .word, limit: 10))  // [2, 3, 1]
    print(index.search("соба", in: .translation, limit: 10))  // [2]
}

// Docs/Decisions/0005-two-strengths-of-folding.md

func foldInBothStrengths() {
    print(TextFolding.fold("Maße", .letters))  // maße
    print(TextFolding.fold("Maße", .search))  // masse
    print(TextFolding.fold("всё", .search) == TextFolding.fold("все", .search))  // true
    print(TextFolding.fold("мой", .search) == TextFolding.fold("мои", .search))  // false
}

// Docs/Decisions/0006-identifiers-are-uuid-v7.md

func identifiersSortByAge() {
    let generator = IdentifierGenerator.uuidV7(clock: .system)
    let first: Identifier<String> = generator.next()
    let second: Identifier<String> = generator.next()
    print(first < second)  // true
    print(first.rawValue.count)  // 36
    print(IdentifierGenerator.sequence(prefix: "t").next(String.self))  // t1
}

// Docs/Decisions/0007-view-models-report-failures-as-state.md

@MainActor
func save(_ text: String, on screen: NewWordViewModel) async {
    screen.text = text
    if let word = await screen.save() {
        print("saved \(word.text)")
    } else if let failure = screen.failure {
        print("not saved: \(failure.code)")
    }
}

// Docs/Decisions/0008-one-file-many-schemas.md

func openTwoSchemas(in file: URL) async throws {
    let notes = SQLiteSchema(
        name: "notes", tables: ["note"],
        migrations: [
            SQLiteMigration(version: 1, script: "CREATE TABLE note(text TEXT NOT NULL) STRICT;"),
            SQLiteMigration(version: 2, script: "ALTER TABLE note ADD COLUMN color TEXT;"),
        ])
    let database = try await SQLiteDatabase.open(.file(file), schemas: [notes, TodoSchema.todos])
    let tasks = TaskList(database)
    print(try await tasks.todos().count)
    await database.close()
}

// Docs/Decisions/0009-glossary-as-data.md

func lookUpInAGlossary() async throws {
    let table = "partOfSpeech\ten\tde\tit\nnoun\tdog\tHund\tcane\n"
    let service = GlossaryTranslationService(try Glossary(Data(table.utf8)), clock: .system)
    let direction = try TranslationDirection(from: .german, to: .italian)
    let entry = try await service.lookUp(try WordText("hund"), direction)
    print(entry.translation.text)  // cane
}

// Docs/Decisions/0011-icalendar-kept-byte-for-byte.md

func finishTheTask(in bytes: [UInt8], at date: Date) throws -> [UInt8] {
    var object = try ICalendarObject(parsing: bytes)
    object.updateTodos { todo in
        guard todo.uid == "7", !todo.isOverride else { return }
        todo.setCompleted(at: date)
        todo.setLastModified(date, isRevision: true)  // Else an import or another program takes it for the old version.
    }
    return object.bytes
}

// Docs/Decisions/0016-logging.md

@MainActor
func star(
    _ id: WordID, in words: Vocabulary, _ actions: ActionState<DictionaryError>, clock: WallClock
) async -> Word? {
    await actions.perform("star word", "\(id)") { () throws(DictionaryError) in
        try await words.setFavorite(true, of: id, at: clock.now())
    }
}

// Docs/Decisions/0029-what-counts-as-a-leak.md

/// A game that records its moves: the recorder is its own, the player came with the dependencies and outlives it.
final class GameGraph: Graph {
    let scope: FeatureScope
    let player: StreamBinding<Int>
    private let recorder: EventStream<Int>
    var ownedObjects: [AnyObject] { [recorder] }

    init(scope: FeatureScope, player: StreamBinding<Int>, recorder: EventStream<Int>) {
        self.scope = scope
        self.player = player
        self.recorder = recorder
    }
}

// Docs/Devices.md

/// Synchronizes with a folder that the user has chosen, or with the remembered one. Returns what to say.
@MainActor
func synchronize(_ app: AppGraph, folder: String? = nil) async throws -> String {
    guard let sync = app.sync else { return "The words are in memory." }
    let report: ReplicaReport
    if let folder {
        report = try await sync.begin(with: SyncFolder(path: folder, device: "Ann's laptop"))
    } else {
        report = try await sync.synchronize()
    }
    for conflict in try await sync.conflicts() {
        print(conflict.text, app.localizer(conflict.message))
    }
    return "sent \(report.sent), received \(report.received)"
}

// Docs/Embedding.md

extension SettingKey<Int> {
    /// How many words a day. Stored as JSON; a text that cannot be decoded counts as no setting.
    static let goal = SettingKey("study.goal", unreadable: nil)
}

@MainActor
func useData(of app: AppGraph, table: URL, backup: URL) async throws -> [String] {
    app.scope.observe(app.wordChanges.events(), with: app) { _, change in print(change) }
    let tagged = try await app.words.words(.newest(50), in: .tagged("book"))
    let rest = try await app.words.words(WordPage(after: tagged.last?.position, limit: 50), in: .tagged("book"))
    print((tagged + rest).map(\.text.value), try await app.words.search(WordQuery("do")))

    try await app.exchange.exportWords(to: backup, format: .csv)
    let file = try InputFile.open(table) { DictionaryError.fileUnreadable(path: table.path, reason: $0) }
    let report = try await app.exchange.importWords(from: file, named: table.lastPathComponent, format: .csv).report
    if report.rejectedCount > 0 { _ = try await app.words.undoImport() }

    let goal = try await app.settings.value(.goal) ?? 5
    try await app.settings.change(.goal) { $0 = goal + 5 }  // In a transaction; nil removes the setting.
    return report.rejected.map { app.localizer($0.message) }
}

// Docs/Embedding.md

/// Imports tasks from a file, and exports all to another. Returns what was rejected or left out, in Russian.
@MainActor
func exchangeTasks(of todoList: TodoListGraph, from input: URL, to output: URL) async throws -> [String] {
    let localizer = Localizer(
        locale: Locale(identifier: "ru"), timeZone: .current, tables: [.todoList, .coreModule])
    let file = try InputFile.open(input) { TodoError.fileUnreadable(path: input.path, reason: $0) }
    let report = try await todoList.exchange.importTodos(from: file, named: input.lastPathComponent, format: .ics)
    let export = try await todoList.exchange.exportTodos(to: output, format: .txt)
    return (report.rejected.map(\.message) + export.omissions).map { localizer($0) }
}

// Docs/Logging.md

/// Prints each event as the line above, whole.
struct PrintingLogHandler: EventLogger.Handler {
    func handle(_ event: EventLogger.Event) { print(event.line) }
}

// Docs/OwnStores.md

/// Asks `GET …/translations?text=dog&from=en&to=ru`, which answers with a list of texts: `["собака"]`.
struct WebService: TranslationService {
    let address: URL
    let token: Secret
    let client: any HTTP.Client
    let clock: WallClock

    func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let request = HTTP.Request(
            address, path: "translations",
            query: [("text", text.value), ("from", direction.source.code), ("to", direction.target.code)],
            headers: ["Authorization": "Bearer \(token.reveal())"])
        let body: Data
        do throws(HTTP.Error) {
            body = try await client.send(request).body
        } catch {
            if case .status(let response) = error, response.status == 404 { throw .notFound }
            throw TranslationError(error, now: clock.now())
        }
        guard let translations = try? JSONDecoder().decode([String].self, from: body) else {
            throw .malformedAnswer(Message("no list of texts"))
        }
        return try DictionaryEntry(
            headword: text.value, direction: direction, senses: [.init(translations: translations)],
            provider: TranslationProvider(rawValue: "web"), date: clock.now())
    }
}

// Docs/Platforms.md

/// The folders of resources that were not installed; nil if all are there.
func missingResources(_ localizer: Localizer) -> String? {
    localizer.missingResources.map { localizer($0.explanation) }
}

// Docs/Reminder.md

@MainActor
func remind() async throws -> AppGraph {
    let notifier = ClosureNotifier { notification in print(notification.title, notification.link) }
    let dependencies = try await AppDependencies.open(
        AppConfiguration(storage: .memory, reminder: ReminderConfiguration(notifier: notifier)))
    let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    try await app.pushNotification.reminder.change { $0.time = ReminderTime("08:15") ?? .standard }
    app.pushNotification.start()
    return app
}

// Docs/Reminder.md

#if canImport(UserNotifications) && !os(tvOS)
/// - Returns: false if the user does not allow notifications.
@MainActor
func planReminders(of app: AppGraph, _ notifier: UserNotificationsNotifier) async throws -> Bool {
    notifier.passLinks { [weak app] link in app?.pushNotification.open(link) }
    return try await notifier.schedule(app.pushNotification.reminder)
}
#endif

// Docs/Sync.md

@MainActor
func openApp(_ file: URL, synchronizedBy server: TodoServerConnection, tree: FeatureTree) async throws -> AppGraph {
    var configuration = AppConfiguration(storage: .file(file))
    configuration.todoServer = server
    let dependencies = try await AppDependencies.open(configuration)
    let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    await server.chooseRemembered(in: app.settings)
    return app
}

/// Switches to the server at an address that the user has typed, and remembers it.
@MainActor
func synchronize(_ app: AppGraph, with address: TodoServerAddress, by server: TodoServerConnection) async throws {
    try server.choose(address)
    try await app.settings.save(address, for: .todoServer)
}

// Docs/Sync.md

/// A login that has a token, and gets another one when it has expired.
protocol Login: Sendable {
    func token() async throws -> String
    func tokenInPlace(of expired: String) async throws -> String
}

func credentials(of login: any Login) -> WebDAVCredentials {
    WebDAVCredentials { refused throws(WebDAVError) in
        do {
            let expired = refused.map { String($0.reveal().dropFirst("Bearer ".count)) }
            let token = if let expired { try await login.tokenInPlace(of: expired) } else { try await login.token() }
            return Secret("Bearer \(token)")
        } catch {
            throw .network(Message("the login does not answer"))  // Tried again later. With .unauthorized, the user must act.
        }
    }
}

// Docs/Translation.md

/// The bundled glossary, then a dictionary in files. Throws `DictionaryFileError` if they are missing or damaged.
func withDictionary(_ index: URL) throws -> TranslationConfiguration {
    TranslationConfiguration([.glossary, .file(try DictionaryFile(index))])
}

// Sources/CoreModule/CoreModule.docc/CoreModule.md

@MainActor
func countVisitors() {
    struct CounterDependencies: Sendable {
        let visitors: any ModelStreamReader<String>
    }
    @MainActor
    final class CounterViewModel {
        private(set) var count = 0
        func add() { count += 1 }
    }
    final class CounterGraph: Graph {
        let scope: FeatureScope
        let viewModel: CounterViewModel
        init(scope: FeatureScope, viewModel: CounterViewModel) {
            self.scope = scope
            self.viewModel = viewModel
        }
    }
    struct CounterBuilder: Builder {
        static let feature = Feature.screen("Counter")
        let dependencies: CounterDependencies
        let parent: FeatureScope
        func makeGraph(in scope: FeatureScope) -> CounterGraph {
            let viewModel = CounterViewModel()
            scope.observe(dependencies.visitors.events(), with: viewModel) { viewModel, _ in viewModel.add() }
            return CounterGraph(scope: scope, viewModel: viewModel)
        }
    }

    let visitors = EventStream<String>()
    let tree = FeatureTree()
    let counter = CounterBuilder(dependencies: CounterDependencies(visitors: visitors), parent: tree.root).build()
    visitors.send("Ada")
    print(tree.drawing())  // [Counter] (B G MVVM)
    counter.detach()
    print(tree.snapshot().isEmpty)  // true
}

// Sources/PersonalDictionary/PersonalDictionary.docc/PersonalDictionary.md

@MainActor
func addAWord() async throws {
    let dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
    let tree = FeatureTree()
    let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    app.startTranslating()

    let screen = app.mainScreen.mainNavigator.toNewWord.router.open()
    screen.viewModel.text = "dog"
    if await screen.viewModel.save() != nil {
        await waitUntil(timeout: .seconds(5)) { screen.viewModel.saved?.translation != .pending }
        print(screen.viewModel.saved?.translation.translation?.text ?? "not translated yet")  // собака
    } else if let failure = screen.viewModel.failure {
        print("not saved: \(failure.code)")
    }
    app.navigation.pop()

    app.detach()
    await dependencies.close()
}

// Sources/PersonalDictionary/PersonalDictionary.docc/PersonalDictionary.md

func findAWord() async throws {
    let words = Vocabulary(InMemoryWordRepository())
    let now = WallClock.system.now()
    try await words.add(
        Word(
            id: WordID("1"), text: try WordText("Straße"),
            direction: try TranslationDirection(from: .german, to: .italian), createdAt: now, updatedAt: now))
    print(try await words.search(WordQuery("strasse")).map(\.text.value))  // ["Straße"]
}

// Sources/TodoList/TodoList.docc/TodoList.md

@MainActor
func keepTasks() async throws {
    let clock = WallClock.system
    let dependencies = TodoListDependencies(
        todos: TaskList.inMemory(), clock: clock, identifiers: .uuidV7(clock: clock))
    let tree = FeatureTree()
    let todoList = TodoListBuilder(dependencies: dependencies, parent: tree.root).build()

    let list = todoList.mainScreen.list.viewModel
    await list.load()
    let deadline = try TodoDeadline("2026-12-01")
    if let todo = await list.add("Learn ten words", priority: .high, deadline: deadline) {
        await list.setCompleted(true, todo.id)
    } else if let failure = list.failure {
        print("not added: \(failure.code)")
    }

    let counter = todoList.mainScreen.counter.viewModel
    await counter.load()
    print("\(counter.done) of \(counter.total) done")  // 1 of 1 done
    todoList.detach()
}

// Sources/TodoList/TodoList.docc/TodoList.md

func keepTasksInAFile(_ file: URL) async throws {
    let database = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
    let todos = TaskList(database)
    print(try await todos.todos().map(\.text.value))
    await database.close()
}

// Sources/TodoList/TodoList.docc/TodoList.md

func postpone(_ bytes: [UInt8], to day: CalendarDay) throws -> [UInt8] {
    var object = try ICalendarObject(parsing: bytes)
    for todo in object.todos where !todo.isCompleted {
        print(todo.summary ?? "no text", todo.priorityClass, try todo.due?.day.description ?? "some day")
    }
    object.updateTodos { todo in
        if !todo.isCompleted { todo.setDue(.date(day)) }
    }
    return object.bytes
}
