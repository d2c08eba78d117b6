public import CoreModule
public import Foundation

/// The bin: what was removed, here or by a synchronization, stays for 30 days.
extension TaskList {
    /// Returns the tasks that are in the bin at a date, latest removal first.
    public func removedTodos(at date: Date) async throws(TodoError) -> [RemovedTodo] {
        try await read("read bin", result: { "\($0.count)" }) {
            try $0.removedTodos(before: .distantFuture).filter { $0.removedAt >= Bin.start(date) }
        }
    }

    /// Returns the only removed task that a name means: see ``todo(named:)``.
    public func removedTodo(named name: String, at date: Date) async throws(TodoError) -> RemovedTodo {
        let removed = try await removedTodos(at: date)
        if let todo = removed.first(where: { $0.id.rawValue == name }) { return todo }
        var matches = removed.filter { $0.todo.text.value == name }
        if matches.isEmpty {
            let key = TodoNameKey.key(name)
            matches = removed.filter {
                !key.isEmpty && TodoNameKey.key($0.todo.text.value) == key
                    || !name.isEmpty && $0.id.rawValue.hasPrefix(name)
            }
        }
        guard let match = matches.first else { throw .notFound(name) }
        guard matches.count == 1 else { throw .ambiguousID(name, matches: matches.prefix(10).map(\.todo)) }
        return match
    }

    /// Brings tasks back from the bin, all or none, as new edits at a date. A task that is back already stays as it is. Throws
    /// ``TodoError/notFound(_:)`` if one is not in the bin.
    /// - Returns: the tasks as they are now, each once.
    @discardableResult
    public func restore(_ ids: [TodoID], at date: Date) async throws(TodoError) -> [Todo] {
        try await write(
            "restore tasks", ids.map(\.rawValue).joined(separator: " "), result: { "\($0.count) back" },
            changes: { $0.map { .added($0) } }
        ) { records in
            var seen: Set<TodoID> = []
            return try ids.filter { seen.insert($0).inserted }.map { id in
                guard let removed = try records.removedTodo(id), removed.removedAt >= Bin.start(date) else {
                    throw TodoError.notFound(id.rawValue)
                }
                try records.setRemovedTodo(nil, of: id)
                return try records.record(id)?.todo ?? records.put(removed.todo.edited(at: date))
            }
        }
    }

    /// Deletes what is in the bin for good, and returns how many tasks that were. Servers are told of a removal all the same.
    @discardableResult
    public func emptyBin(at date: Date) async throws(TodoError) -> Int {
        try await write("empty bin", result: { "\($0)" }) { records in
            _ = try records.deleteRemovedTodos(before: Bin.start(date))
            return try records.deleteRemovedTodos(before: .distantFuture)
        }
    }

    /// Deletes what has been in the bin for 30 days. Writes only if there is something to delete.
    func deleteOldRemovals(at date: Date) async throws(TodoError) {
        let start = Bin.start(date)
        let isOld = try await read("find old removals", result: { "\($0)" }) {
            try !$0.removedTodos(before: start).isEmpty
        }
        guard isOld else { return }
        _ = try await write("delete old removals", result: { "\($0)" }) { try $0.deleteRemovedTodos(before: start) }
    }
}

extension Todo {
    /// A removed task as a new edit, later than its removal, which a server may already have.
    func edited(at date: Date) -> Todo {
        var todo = self
        (todo.updatedAt, todo.sync) = (max(updatedAt, date), sync.edited)
        return todo
    }
}
