import Foundation

/// The fields of a task that most tasks do not have, as stores keep them.
struct TodoDetails: Hashable, Codable {
    private var tags: TodoTags?
    /// As text: a store must be readable whatever counts as an address.
    private var link: String?
    private var parent: TodoID?
    var todoTxt: TodoTxtForm?

    init(_ todo: Todo) {
        self.init(TodoFields(todo))
    }

    init(_ fields: TodoFields) {
        tags = fields.tags == .none ? nil : fields.tags
        link = fields.link?.absoluteString
        parent = fields.parent
        todoTxt = fields.todoTxt == .none ? nil : fields.todoTxt
    }

    /// Whether there is nothing to store.
    var isEmpty: Bool { self == TodoDetails(TodoFields()) }

    /// A task with these fields.
    func applied(to todo: Todo) -> Todo {
        var todo = todo
        todo.tags = tags ?? .none
        todo.link = link.flatMap { URL(string: $0) }
        todo.parent = parent
        todo.todoTxt = todoTxt ?? .none
        return todo
    }
}
