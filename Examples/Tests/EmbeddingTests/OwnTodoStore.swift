import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// Stores tasks in a JSON file, which is replaced at each change: for one process, and a list that is read in one piece.
actor JSONTodoFile: TodoRecordRepository {
    private let file: URL
    private var contents: JSONTodos.Contents

    /// Opens a file. Begins with an empty list if there is none.
    init(_ file: URL) throws(TodoError) {
        self.file = file
        do {
            contents = try JSONDecoder().decode(JSONTodos.Contents.self, from: Data(contentsOf: file))
        } catch {
            // Only a missing file is an empty list. Anything else would be overwritten.
            guard (error as? CocoaError)?.code == .fileReadNoSuchFile else {
                let isDamaged = error is DecodingError
                throw .store(
                    StoreError(
                        isDamaged ? .damaged : .unreadable, path: file.path,
                        message: isDamaged ? Message("the store is damaged") : Message("the store cannot be opened")))
            }
            contents = JSONTodos.Contents()
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try body(JSONTodos(contents))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        // A draft: it is dropped if the closure throws or the file cannot be written.
        let draft = JSONTodos(contents)
        let value = try body(draft)
        do {
            try JSONEncoder().encode(draft.contents).write(to: file, options: .atomic)
        } catch {
            let message = Message("the store cannot be written")
            throw .store(StoreError(.unreadable, path: file.path, message: message))
        }
        contents = draft.contents
        return value
    }
}

/// The records inside a transaction: the ten primitives. Everything else has a default.
private final class JSONTodos: TodoRecordTransaction {
    struct Contents: Codable {
        var records: [TodoID: TodoRecord] = [:]
        var collection: TodoCollectionState?
        var ignored: [WebDAVPath: ETag] = [:]
        var conflicts: [TodoConflict] = []
        /// A number is used once, even if its conflict is deleted.
        var lastConflict = 0
    }

    private(set) var contents: Contents

    init(_ contents: Contents) {
        self.contents = contents
    }

    func record(_ id: TodoID) -> TodoRecord? { contents.records[id] }
    func records(_ selection: TodoRecordSelection) -> [TodoRecord] {
        contents.records.values.filter(selection.contains)
    }
    func collection() -> TodoCollectionState? { contents.collection }
    func ignoredResources() -> [WebDAVPath: ETag] { contents.ignored }
    func conflicts() -> [TodoConflict] { contents.conflicts }
    func save(_ record: TodoRecord) { contents.records[record.id] = record.isEmpty ? nil : record }
    func setCollection(_ state: TodoCollectionState) { contents.collection = state }
    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) { contents.ignored[path] = etag }
    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) {
        contents.lastConflict += 1
        let conflict = TodoConflict(
            id: Identifier("\(contents.lastConflict)"), todoID: id, text: text, noticedAt: date, kind: kind)
        contents.conflicts.append(conflict)
    }
    func removeConflict(_ id: Identifier<TodoConflict>) { contents.conflicts.removeAll { $0.id == id } }
}

/// The to-do list alone, over the file.
@MainActor
func openTodoList(inJSON file: URL, tree: FeatureTree) throws(TodoError) -> TodoListGraph {
    let dependencies = TodoListDependencies(
        todos: TaskList(try JSONTodoFile(file)), clock: .system, identifiers: .uuidV7(clock: .system))
    return TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
}

/// The store of the whole app, with the tasks in the file.
func storeWithTodos(inJSON file: URL, words: any WordRepository) throws(TodoError) -> DictionaryStore {
    DictionaryStore(words: words, todos: TaskList(try JSONTodoFile(file)))
}
