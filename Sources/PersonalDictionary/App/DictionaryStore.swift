public import CoreModule
public import Foundation
public import TodoList

/// The repositories of one user's data, together in one file or in memory.
public struct DictionaryStore: Sendable {
    /// The words.
    public private(set) var words: any WordRepository
    /// The reviews of the words.
    public private(set) var reviews: any ReviewRepository
    /// The direction, the open screens, the reminder and the server of the to-do list.
    public let settings: any SettingsStore
    /// The tasks. All sessions of the store share them.
    public private(set) var todos: TaskList
    /// The answers of services.
    public let cache: any TranslationCache
    /// The requests to services.
    public let requests: any RequestLedger
    /// The file, for ``OwnTables``; nil if the words are stored elsewhere.
    public private(set) var database: SQLiteDatabase?

    /// The app's own tables in the file.
    private(set) var tables: [OwnTables] = []

    private let closing: @Sendable () async -> Void

    /// Creates a store from its parts. A part that is left out is in memory. ``close()`` calls the function.
    public init(
        words: any WordRepository, reviews: (any ReviewRepository)? = nil, todos: TaskList = .inMemory(),
        settings: any SettingsStore = InMemorySettingsStore(), cache: (any TranslationCache)? = nil,
        requests: (any RequestLedger)? = nil, close: @escaping @Sendable () async -> Void = {}
    ) {
        self.words = words
        self.reviews = reviews ?? InMemoryReviewRepository(words: words)
        self.todos = todos
        self.settings = settings
        self.cache = cache ?? InMemoryTranslationCache()
        self.requests = requests ?? InMemoryRequestLedger()
        closing = close
    }

    /// Creates an empty store in memory. The logger receives the changes of the tasks.
    public static func inMemory(logger: EventLogger = .disabled) -> DictionaryStore {
        DictionaryStore(words: InMemoryWordRepository(), todos: .inMemory(logger: logger))
    }

    /// Opens the store in a SQLite file. Creates the file and its folders if necessary. Throws ``DictionaryError/store(_:)`` if the file
    /// is damaged, newer than this library, or cannot be used; the file does not change then. The logger receives what happens to the
    /// tasks. The file also gets your own tables.
    public static func open(
        _ file: URL, tables: [OwnTables] = [], logger: EventLogger = .disabled
    ) async throws(DictionaryError) -> DictionaryStore {
        try await open(.file(file), options: SQLiteDatabase.Options(), tables: tables, logger: logger)
    }

    /// Opens the store at a location with options, for tests.
    package static func open(
        _ location: SQLiteDatabase.Location, options: SQLiteDatabase.Options, tables: [OwnTables] = [],
        logger: EventLogger = .disabled
    ) async throws(DictionaryError) -> DictionaryStore {
        let database: SQLiteDatabase
        do {
            database = try await SQLiteDatabase.open(
                location,
                schemas: [
                    WordSchema.words, SQLiteSettingsStore.schema, TodoSchema.todos, WordSchema.translation,
                    WordSchema.reminder, Replica.schema,
                ] + tables.map(\.schema), options: options)
        } catch {
            throw .store(error)
        }
        do throws(DictionaryError) {
            return try await DictionaryStore(
                database, WordSearchIndex(), tables, TaskList(database, logger: logger),
                close: { await database.close() })
        } catch {
            await database.close()
            throw error
        }
    }

    /// Makes the store of an open file.
    private init(
        _ database: SQLiteDatabase, _ index: WordSearchIndex, _ tables: [OwnTables], _ todos: TaskList,
        close: @escaping @Sendable () async -> Void
    ) async throws(DictionaryError) {
        let words = SQLiteWordRepository(database, index, tables: tables)
        // Later calls report what others change from now on.
        _ = try await words.externalChanges()
        self.init(
            words: words, reviews: SQLiteReviewRepository(database), todos: todos,
            settings: SQLiteSettingsStore(database), cache: SQLiteTranslationCache(database),
            requests: SQLiteRequestLedger(database), close: close)
        (self.database, self.tables) = (database, tables)
    }

    /// Returns a store for one more app on the same file in this process, such as that of a browser's session of a server. It shares the
    /// connection and the search index, and reports what the others change. It ends with this store: its ``close()`` does nothing. A
    /// store without a file, or with other words than the file's, shares its repositories, and does not report what the others change.
    public func session() async throws(DictionaryError) -> DictionaryStore {
        guard let database, let file = words as? SQLiteWordRepository else {
            return DictionaryStore(
                words: words, reviews: reviews, todos: todos, settings: settings, cache: cache, requests: requests)
        }
        return try await DictionaryStore(database, file.index, tables, todos, close: {})
    }

    /// Returns the same store with other words, such as one that fails in a test.
    public func replacing(_ words: any WordRepository) -> DictionaryStore {
        var store = self
        store.words = words
        if let reviews = reviews as? InMemoryReviewRepository { store.reviews = reviews.replacing(words) }
        return store
    }

    /// Closes the file. Later calls to the repositories fail.
    public func close() async {
        await closing()
    }
}

extension DictionaryStore {
    /// The names of the settings that belong to the user, in whichever store: the direction and the languages, the reminder and its handled
    /// days, and how the user learns. The others belong to a place: the open screens, the server of the tasks, the folder of the words.
    public static let personalSettings = [
        SettingKey<TranslationDirection>.direction.name, SettingKey<[Language]>.languages.name,
        SettingKey<ReminderSettings>.reminder.name, SettingKey<[CalendarDay]>.handledDays.name,
        SettingKey<ReviewSettings>.review.name,
    ]
}
