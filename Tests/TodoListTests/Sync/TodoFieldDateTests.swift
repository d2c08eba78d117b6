import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Each field of a task has a date of its own: when it was edited last.
@Suite("The dates of a task's fields", .bounded)
struct TodoFieldDateTests {
    private let start = ManualTime.start
    private let path = WebDAVPath.simulated("1")

    /// For each field an edit here, what it makes, and another value.
    private static func values(
        of field: TodoField
    ) throws -> (edit: TodoEdit, here: TodoFieldValue, there: TodoFieldValue) {
        let (day, other) = (try TodoDeadline("2026-12-01"), try TodoDeadline("2026-12-24"))
        return switch field {
        case .text: (TodoEdit(text: try TodoText("here")), .text("here"), .text("there"))
        case .notes: (TodoEdit(notes: try TodoNotes("here")), .notes("here"), .notes("there"))
        case .priority: (TodoEdit(priority: .high), .priority(.high), .priority(.low))
        case .start:
            (
                TodoEdit(start: .set(try TodoDeadline("2026-11-01"))), .start(try TodoDeadline("2026-11-01")),
                .start(try TodoDeadline("2026-11-24"))
            )
        case .deadline: (TodoEdit(deadline: .set(day)), .deadline(day), .deadline(other))
        case .recurrence: throw TodoError.invalidRecurrence("merged with the deadline")
        case .tags:
            (TodoEdit(tags: try TodoTags(["here"])), .tags(try TodoTags(["here"])), .tags(try TodoTags(["there"])))
        case .link:
            (
                TodoEdit(link: .set(try Todo.link("https://here.org"))), .link(try Todo.link("https://here.org")),
                .link(try Todo.link("https://there.org"))
            )
        case .parent: (TodoEdit(parent: .set(TodoID("here"))), .parent(TodoID("here")), .parent(TodoID("there")))
        case .completion: (TodoEdit(isCompleted: true), .completion(true, at: nil), .completion(false, at: nil))
        }
    }

    /// Two sides cannot complete a task in different ways. A recurrence is merged with its deadline, and tags one by one.
    private static let pairs = fields.filter { $0 != .completion }.flatMap { one in
        fields.filter { $0 != one }.map { (one, $0) }
    }
    private static let fields = TodoField.allCases.filter { $0 != .recurrence && $0 != .tags }

    @Test("an edit dates its own field only: of another field, what was edited later elsewhere wins", arguments: pairs)
    func ownField(edited: TodoField, later: TodoField) throws {
        let todo = Todo(id: TodoID("1"), text: try TodoText("milk"), createdAt: start, updatedAt: start)
        var record = TodoRecord(id: todo.id, todo: todo)
        let sent: [UInt8] = try #require(record.bytes(device: "here"))
        record.delivered(sent, at: path, etag: ETag("\"1\""))
        let base = try #require(TodoRecord.document(record.remote?.bytes))
        let (first, last) = (try Self.values(of: edited), try Self.values(of: later))
        try record.edit(first.edit, at: start + 10)
        try record.edit(last.edit, at: start + 30)
        // Elsewhere, the first field was edited between these two edits.
        var fields = base.fields
        fields[edited] = first.there
        let bytes = base.bytes(with: fields, at: start + 20, device: "there")
        let losses = record.pull(
            try #require(TodoRecord.document(bytes)), at: path, etag: ETag("\"2\""), bytes: bytes, now: start + 40,
            device: "here")
        let merged = TodoFields(try #require(record.todo))
        #expect(merged[edited] == first.there)
        if later == .completion { #expect(merged.isCompleted) } else { #expect(merged[later] == last.here) }
        #expect(losses == [.field(kept: first.there, lost: first.here, device: "here", date: start + 10)])
    }
}
