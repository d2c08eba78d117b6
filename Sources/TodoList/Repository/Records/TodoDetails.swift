import Foundation

/// The fields of a task that most tasks do not have, as stores keep them.
struct TodoDetails: Hashable, Codable {
    private var tags: TodoTags?
    private var link: URL?
    private var parent: TodoID?

    init(_ todo: Todo) {
        self.init(TodoFields(todo))
    }

    init(_ fields: TodoFields) {
        tags = fields.tags == .none ? nil : fields.tags
        link = fields.link
        parent = fields.parent
    }

    /// Whether there is nothing to store.
    var isEmpty: Bool { self == TodoDetails(TodoFields()) }

    /// Gives a task these fields.
    func apply(to todo: inout Todo) {
        todo.tags = tags ?? .none
        todo.link = link
        todo.parent = parent
    }
}
