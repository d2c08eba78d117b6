public import CoreModule
public import Foundation
public import TodoList

/// The repositories of one user's data, which live together: in one file or in memory.
public struct DictionaryStore: Sendable {
    /// The words.
    public let words: any WordRepository
    /// The direction, the open screens, the reminder and the server of the to-do list.
    public let settings: any SettingsStore
    /// The tasks.
    public let todos: any TodoRepository
    /// What services have answered.
    public let cache: any TranslationCache
    /// What was asked of services.
    public let requests: any RequestLedger
    /// Which directions services do not have.
    public let unsupportedDirections: any UnsupportedDirectionRepository

    private let copying: @Sendable () async throws(DictionaryError) -> DictionaryStore
    private let closing: @Sendable () async -> Void

    /// Puts repositories together.
    /// - Parameters:
    ///   - words: the words.
    ///   - todos: the tasks.
    ///   - settings: the settings; in memory by default.
    ///   - cache: what services have answered; in memory unless told otherwise.
    ///   - requests: what was asked of services; in memory unless told otherwise.
    ///   - unsupportedDirections: which directions services do not have; in memory unless told otherwise.
    ///   - copy: what ``scratchCopy()`` does.
    ///   - close: what ``close()`` does.
    public init(
        words: any WordRepository, todos: any TodoRepository, settings: any SettingsStore = InMemorySettingsStore(),
        cache: any TranslationCache = InMemoryTranslationCache(), requests: any RequestLedger = InMemoryRequestLedger(),
        unsupportedDirections: any UnsupportedDirectionRepository = InMemoryUnsupportedDirectionRepository(),
        copy: @escaping @Sendable () async throws(DictionaryError) -> DictionaryStore,
        close: @escaping @Sendable () async -> Void = {}
    ) {
        self.words = words
        self.todos = todos
        self.settings = settings
        self.cache = cache
        self.requests = requests
        self.unsupportedDirections = unsupportedDirections
        copying = copy
        closing = close
    }

    /// Makes an empty store in memory.
    public static func inMemory() -> DictionaryStore {
        inMemory(InMemoryWordRepository())
    }

    private static func inMemory(_ words: InMemoryWordRepository) -> DictionaryStore {
        DictionaryStore(
            words: words, todos: InMemoryTodoRepository(),
            copy: { () throws(DictionaryError) in inMemory(await words.copy()) })
    }

    /// Opens the store in a SQLite file, making it with its folders when it is missing. Throws
    /// ``DictionaryError/store(_:)`` where the file is damaged, newer than this library, or cannot be used; it is then left
    /// as it is.
    public static func open(_ file: URL) async throws(DictionaryError) -> DictionaryStore {
        try await open(.file(file), options: SQLiteDatabase.Options())
    }

    /// Opens the store in a SQLite file, in a way that a test chooses.
    package static func open(
        _ file: URL, options: SQLiteDatabase.Options
    ) async throws(DictionaryError) -> DictionaryStore {
        try await open(.file(file), options: options)
    }

    /// Opens the store at a place, in a way that a test chooses.
    package static func open(
        _ location: SQLiteDatabase.Location, options: SQLiteDatabase.Options
    ) async throws(DictionaryError) -> DictionaryStore {
        let database: SQLiteDatabase
        do {
            database = try await SQLiteDatabase.open(
                location,
                schemas: [
                    WordSchema.words, SQLiteSettingsStore.schema, TodoSchema.todos, WordSchema.translation,
                    WordSchema.reminder,
                ], options: options)
        } catch {
            throw .store(error)
        }
        let words = SQLiteWordRepository(database)
        do {
            // From now on, what others change is told.
            _ = try await words.externalChanges()
        } catch {
            await database.close()
            throw error
        }
        return DictionaryStore(
            words: words, todos: SQLiteTodoRepository(database), settings: SQLiteSettingsStore(database),
            cache: SQLiteTranslationCache(database), requests: SQLiteRequestLedger(database),
            unsupportedDirections: SQLiteUnsupportedDirectionRepository(database),
            copy: { () throws(DictionaryError) in try await scratchCopy(of: database) },
            close: { await database.close() })
    }

    private static func scratchCopy(of database: SQLiteDatabase) async throws(DictionaryError) -> DictionaryStore {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).sqlite")
        let store: DictionaryStore
        do {
            try await database.copy(to: file)
            store = try await open(file)
        } catch {
            unlink(file.path(percentEncoded: false))
            throw DictionaryError(wrapping: error, path: database.path)
        }
        return DictionaryStore(
            words: store.words, todos: store.todos, settings: store.settings, cache: store.cache,
            requests: store.requests, unsupportedDirections: store.unsupportedDirections, copy: store.copying,
            close: {
                await store.close()
                for suffix in ["", "-wal", "-shm"] { unlink(file.path(percentEncoded: false) + suffix) }
            })
    }

    /// A copy of the words, to try something out on; what is done to it goes with it when it is closed.
    public func scratchCopy() async throws(DictionaryError) -> DictionaryStore {
        try await copying()
    }

    /// Closes the file. Calls to the repositories fail from then on.
    public func close() async {
        await closing()
    }
}
