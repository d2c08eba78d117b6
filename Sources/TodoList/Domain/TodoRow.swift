public import CoreModule

/// A task in a list, and how deep it stands below the tasks of which it is a part.
public struct TodoRow: Identifiable, Hashable, Sendable {
    /// The task.
    public let todo: Todo
    /// The number of tasks above it, of which it is a part, directly or not; 0 if it stands by itself.
    public let depth: Int

    /// Describes a row.
    public init(_ todo: Todo, depth: Int = 0) {
        self.todo = todo
        self.depth = depth
    }

    /// The identifier of the task.
    public var id: TodoID { todo.id }
}

extension [Todo] {
    /// The tasks, each once, in their order, but those that are a part of another one right below it. A task whose parent is not among
    /// them stands by itself. So does one of several that are parts of each other, as another program may have written them. Takes linear
    /// time.
    public var nested: [TodoRow] {
        guard contains(where: { $0.parent != nil }) else { return map { TodoRow($0) } }
        let (known, parts) = (Dictionary(map { ($0.id, $0) }) { $1 }, parts)
        func isTop(_ todo: Todo) -> Bool { todo.parent.map { known[$0] == nil } ?? true }
        /// A task of the circle to which the parents of a task lead.
        func circle(above todo: Todo) -> Todo {
            var (todo, seen) = (todo, Set<TodoID>())
            while seen.insert(todo.id).inserted, let parent = todo.parent.flatMap({ known[$0] }) { todo = parent }
            return todo
        }
        let below = Self.reached(from: Set(filter(isTop).map(\.id)), parts)
        var (rows, shown): ([TodoRow], Set<TodoID>) = ([], [])
        rows.reserveCapacity(count)
        for todo in self where !shown.contains(todo.id) && (isTop(todo) || !below.contains(todo.id)) {
            var waiting = [TodoRow(isTop(todo) ? todo : circle(above: todo))]
            while let next = waiting.popLast() {
                guard shown.insert(next.id).inserted else { continue }
                rows.append(next)
                waiting += (parts[next.id] ?? []).reversed().map { TodoRow($0, depth: next.depth + 1) }
            }
        }
        return rows
    }

    /// The tasks that are a part of a task, directly or not, and not done, in their order.
    public func openSubtasks(of id: TodoID) -> [Todo] { subtasks(of: id, areDone: false) }

    /// The tasks that are a part of a task, directly or not, and done, in their order.
    func doneSubtasks(of id: TodoID) -> [Todo] { subtasks(of: id, areDone: true) }

    private func subtasks(of id: TodoID, areDone: Bool) -> [Todo] {
        let below = Self.reached(from: [id], parts)
        return filter { $0.id != id && $0.isCompleted == areDone && below.contains($0.id) }
    }

    /// Tasks and all that are a part of them.
    private static func reached(from ids: Set<TodoID>, _ parts: [TodoID: [Todo]]) -> Set<TodoID> {
        var (waiting, reached) = (Array<TodoID>(ids), ids)
        while let next = waiting.popLast() {
            waiting += (parts[next] ?? []).map(\.id).filter { reached.insert($0).inserted }
        }
        return reached
    }

    /// The tasks that are a part of another one, by that.
    private var parts: [TodoID: [Todo]] {
        Dictionary(grouping: filter { $0.parent != nil }) { $0.parent ?? $0.id }
    }
}

/// What becomes of the open subtasks of a task that is done.
public enum TodoSubtasks: Hashable, Sendable {
    /// If there are any, nothing is done, and the user is asked: ``TodoError/openSubtasks(of:_:)``.
    case asked
    /// They are done, too.
    case completed
    /// They stay open.
    case kept
}
