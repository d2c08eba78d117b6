import CoreModule
public import Foundation
public import TodoList

/// The repositories of one user's data, which live together: in one file or in memory.
public struct DictionaryStore: Sendable {
    /// The words.
    public let words: any WordRepository
    /// The current direction.
    public let directions: any DirectionRepository
    /// The tasks.
    public let todos: any TodoRepository

    private let closing: @Sendable () async -> Void

    /// Puts repositories together; `close` is what ``close()`` does.
    public init(
        words: any WordRepository, directions: any DirectionRepository, todos: any TodoRepository,
        close: @escaping @Sendable () async -> Void = {}
    ) {
        self.words = words
        self.directions = directions
        self.todos = todos
        closing = close
    }

    /// Makes an empty store in memory.
    public static func inMemory() -> DictionaryStore {
        DictionaryStore(
            words: InMemoryWordRepository(), directions: InMemoryDirectionRepository(), todos: InMemoryTodoRepository())
    }

    /// Opens the store in a SQLite file, making it with its folders when it is missing. Throws
    /// ``DictionaryError/store(_:)`` where the file is damaged, newer than this library, or cannot be used; it is then left
    /// as it is.
    public static func open(_ file: URL) async throws(DictionaryError) -> DictionaryStore {
        let database: SQLiteDatabase
        do {
            database = try await SQLiteDatabase.open(
                .file(file), schemas: [WordSchema.words, WordSchema.settings, TodoSchema.todos])
        } catch {
            throw .store(error)
        }
        let words = SQLiteWordRepository(database)
        do {
            // From now on, what others change is told.
            _ = try await words.foreignChanges()
        } catch {
            await database.close()
            throw error
        }
        return DictionaryStore(
            words: words, directions: SQLiteDirectionRepository(database),
            todos: SQLiteTodoRepository(database), close: { await database.close() })
    }

    /// Closes the file. Calls to the repositories fail from then on.
    public func close() async {
        await closing()
    }
}
