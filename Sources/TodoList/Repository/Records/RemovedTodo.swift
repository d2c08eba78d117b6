public import CoreModule
public import Foundation

/// A task in the bin. What a server needs to know of its removal is in its record.
public struct RemovedTodo: RemovedItem {
    /// The task as it was.
    public var todo: Todo
    /// When it was removed, here or, by a synchronization, on another device; in whole milliseconds.
    public var removedAt: Date

    /// Creates a removed task.
    public init(_ todo: Todo, removedAt: Date) {
        self.todo = todo
        self.removedAt = Date(millisecondsSince1970: removedAt.millisecondsSince1970)
    }

    /// The task's identifier.
    public var id: TodoID { todo.id }
    /// The task.
    public var content: Todo { todo }
}

/// A removed task as a store may keep it: its task as a record, and the date in milliseconds since 1970.
extension RemovedTodo: Codable {
    private enum CodingKeys: CodingKey { case record, removedAt }

    /// Reads a removed task.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let todo = try values.decode(TodoRecord.self, forKey: .record).todo else {
            throw DecodingError.dataCorruptedError(forKey: .record, in: values, debugDescription: "no task")
        }
        self.init(
            todo, removedAt: Date(millisecondsSince1970: try values.decode(Int64.self, forKey: .removedAt)))
    }

    /// Writes a removed task.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(TodoRecord(id: id, todo: todo), forKey: .record)
        try values.encode(removedAt.millisecondsSince1970, forKey: .removedAt)
    }
}

extension [RemovedTodo] {
    /// In the order of the bin: latest removal first; of one millisecond, in the order of the identifiers.
    public var latestFirst: [RemovedTodo] {
        sorted { $0.removedAt == $1.removedAt ? $0.id < $1.id : $0.removedAt > $1.removedAt }
    }
}
