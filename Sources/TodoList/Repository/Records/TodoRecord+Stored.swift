public import CoreModule
import Foundation

// What a store needs to know of a record: the whole of it as one coded value, and the columns to find it by.

extension TodoRecord {
    /// The path of the server copy; nil if none is known.
    public var path: WebDAVPath? { remote?.path }

    /// The server copy; nil if none is known.
    public var serverCopy: TodoKnownResource? {
        remote.map { TodoKnownResource(etag: $0.etag, id: id, isConfirmed: $0.isConfirmed) }
    }

    /// Whether anything of a server is stored beside the task: a copy, a write without an answer, or a removal.
    public var hasServerState: Bool { !isPlain }

    /// Whether there is nothing to store: no task, and nothing of a server.
    public var isEmpty: Bool { todo == nil && isPlain }
}

extension TodoRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, todo, path, etag, object, isConfirmed, inFlight, lastServerCopy, edits, removedAt, start, recurrence,
            details, lastStep
    }

    /// Reads what ``encode(to:)`` has written, in this version of the library or an earlier one. Throws a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func bytes(_ key: CodingKeys) throws -> [UInt8]? {
            try values.decodeIfPresent(Data.self, forKey: key).map(Array.init)
        }
        self.init(id: try values.decode(TodoID.self, forKey: .id))
        todo = try values.decodeIfPresent(CodedTodo.self, forKey: .todo)?.todo(id)
        if let path = try values.decodeIfPresent(WebDAVPath.self, forKey: .path) {
            remote = Remote(
                path: path, etag: try values.decodeIfPresent(ETag.self, forKey: .etag), bytes: try bytes(.object) ?? [],
                isConfirmed: try values.decodeIfPresent(Bool.self, forKey: .isConfirmed) ?? false)
        }
        inFlight = try bytes(.inFlight)
        lastServerCopy = try bytes(.lastServerCopy)
        for (name, date) in try values.decodeIfPresent([String: Int64].self, forKey: .edits) ?? [:] {
            guard let field = TodoField(rawValue: name) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .edits, in: values, debugDescription: "unknown field \(name)")
            }
            edits[field] = Date(millisecondsSince1970: date)
        }
        removedAt = try values.decodeIfPresent(Int64.self, forKey: .removedAt).map(Date.init(millisecondsSince1970:))
        // Earlier versions of the library did not store them.
        let details =
            try values.decodeIfPresent(TodoDetails.self, forKey: .details) ?? document.map { TodoDetails($0.fields) }
        if let details, let plain = todo { todo = details.applied(to: plain) }
        todo?.recurrence = try values.decodeIfPresent(TodoRecurrence.self, forKey: .recurrence)
        if values.contains(.start) {
            todo?.start = try values.decodeIfPresent(TodoDeadline.self, forKey: .start)
        } else if let known = document, let stored = todo?.schedule {
            todo?.todoTxt = known.fields.todoTxt
            todo?.schedule = known.schedule(
                upgrading: stored, hasRecurrence: values.contains(.recurrence), isDue: edits[.deadline] != nil)
        }
        lastStep = try values.decodeIfPresent(TodoStep.self, forKey: .lastStep)
    }

    /// Writes everything: bytes as `Data`, dates as milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encodeIfPresent(todo.map(CodedTodo.init), forKey: .todo)
        if let remote {
            try values.encode(remote.path, forKey: .path)
            try values.encodeIfPresent(remote.etag, forKey: .etag)
            try values.encode(Data(remote.bytes), forKey: .object)
            try values.encode(remote.isConfirmed, forKey: .isConfirmed)
        }
        try values.encodeIfPresent(inFlight.map { Data($0) }, forKey: .inFlight)
        try values.encodeIfPresent(lastServerCopy.map { Data($0) }, forKey: .lastServerCopy)
        if !edits.isEmpty {
            let edits = edits.map { ($0.key.rawValue, $0.value.millisecondsSince1970) }
            try values.encode(Dictionary(uniqueKeysWithValues: edits), forKey: .edits)
        }
        try values.encodeIfPresent(removedAt?.millisecondsSince1970, forKey: .removedAt)
        // Also if there is none: without the key, it is what the server's copy says.
        try values.encode(todo?.start, forKey: .start)
        try values.encode(todo?.recurrence, forKey: .recurrence)
        try values.encodeIfPresent(todo.map(TodoDetails.init), forKey: .details)
        try values.encodeIfPresent(lastStep, forKey: .lastStep)
    }
}

/// A task as it is coded within its record.
private struct CodedTodo: Codable {
    let text: String
    let priority: TodoPriority
    let deadline: TodoDeadline?
    let notes: String
    let isCompleted: Bool
    let completedAt: Int64?
    let createdAt: Int64
    let updatedAt: Int64
    let sync: TodoSyncState

    init(_ todo: Todo) {
        text = todo.text.value
        priority = todo.priority
        deadline = todo.deadline
        notes = todo.notes.value
        isCompleted = todo.isCompleted
        completedAt = todo.completedAt?.millisecondsSince1970
        createdAt = todo.createdAt.millisecondsSince1970
        updatedAt = todo.updatedAt.millisecondsSince1970
        sync = todo.sync
    }

    func todo(_ id: TodoID) -> Todo {
        Todo(
            id: id, text: TodoText(stored: text), priority: priority, deadline: deadline,
            notes: TodoNotes(stored: notes), isCompleted: isCompleted,
            completedAt: completedAt.map(Date.init(millisecondsSince1970:)),
            createdAt: Date(millisecondsSince1970: createdAt), updatedAt: Date(millisecondsSince1970: updatedAt),
            sync: sync)
    }
}
