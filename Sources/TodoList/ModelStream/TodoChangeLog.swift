import CoreModule

/// Logs how the state of the list changes, as the stream of changes tells it: identifiers and states at info level, the tasks
/// themselves at debug level.
final class TodoChangeLog: ModelStreamWriter {
    private let base: any ModelStreamWriter<TodoChange>
    private let logger: Logger
    /// Which of the tasks that have changed since the app began were done: to say from what into what.
    private let known = Locked<[TodoID: String]>([:])

    /// Tells of what is sent to a stream.
    init(_ base: any ModelStreamWriter<TodoChange>, logger: Logger) {
        self.base = base
        self.logger = logger
    }

    func send(_ element: TodoChange) {
        if logger.isEnabled(.info) { note(element) }
        base.send(element)
    }

    private func note(_ change: TodoChange) {
        switch change {
        case .added(let todo): note("task added", todo)
        case .updated(let todo): note("task changed", todo)
        case .removed(let id):
            known.withLock { $0[id] = nil }
            logger.info("task removed", ["task": "\(id)"])
        }
    }

    private func note(_ message: String, _ todo: Todo) {
        let before = known.withLock { known in
            defer { known[todo.id] = todo.state }
            return known[todo.id]
        }
        let state = if let before, before != todo.state { "\(before)→\(todo.state)" } else { todo.state }
        logger.info(
            message,
            [
                "task": "\(todo.id)", "state": state, "priority": todo.priority.rawValue, "sync": todo.sync.rawValue,
            ])
        logger.debug("\(message): content", ["content": todo.logText])
    }
}

extension TodoChange {
    /// The change with its task, for a log at debug level.
    var logText: String {
        switch self {
        case .added(let todo): "added \(todo.logText)"
        case .updated(let todo): "updated \(todo.logText)"
        case .removed(let id): "removed \(id)"
        }
    }
}
