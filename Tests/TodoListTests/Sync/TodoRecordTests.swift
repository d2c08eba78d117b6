import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("A task's record and its server copy", .bounded)
struct TodoRecordTests {
    private let date = Date(timeIntervalSince1970: 1_795_255_200)
    private let path = WebDAVPath.simulated("1")
    private let etag = ETag("\"1\"")

    private func record(_ text: String = "milk") throws -> TodoRecord {
        let todo = Todo(id: TodoID("1"), text: try TodoText(text), createdAt: date, updatedAt: date)
        return TodoRecord(id: todo.id, todo: todo)
    }

    private func synced() throws -> TodoRecord {
        var record = try record()
        let bytes = try #require(record.bytes(device: "a"))
        record.delivered(bytes, at: path, etag: etag)
        return record
    }

    /// A task whose edit was sent, and what was sent; no answer has come.
    private func unacknowledged() throws -> (TodoRecord, sent: [UInt8]) {
        var record = try synced()
        try record.edit(TodoEdit(priority: .high), at: date.addingTimeInterval(1))
        let sent = try #require(record.bytes(device: "a"))
        record.inFlight = sent
        return (record, sent)
    }

    /// The copy after an edit by another device.
    private func edited(_ record: TodoRecord, seconds: Double, _ change: (inout TodoFields) -> Void) throws -> [UInt8] {
        let document = try #require(TodoRecord.document(record.remote?.bytes))
        var fields = document.fields
        change(&fields)
        return document.bytes(with: fields, at: date.addingTimeInterval(seconds), device: "b")
    }

    private func pull(_ record: inout TodoRecord, _ bytes: [UInt8]) throws -> [TodoConflict.Kind] {
        let document = try #require(TodoRecord.document(bytes))
        return record.pull(document, at: path, etag: ETag("\"2\""), bytes: bytes, now: date, device: "a")
    }

    @Test("a task is local, then synchronized, then dirty, and synchronized again when an edit is reverted")
    func states() throws {
        var record = try record()
        #expect(record.isPlain && record.isDirty && record.todo?.sync == .local)
        record = try synced()
        #expect(!record.isDirty && record.todo?.sync == .synced)
        try record.edit(TodoEdit(priority: .high), at: date)
        #expect(record.isDirty && record.edits == [.priority: date])
        try record.edit(TodoEdit(priority: .normal), at: date)
        #expect(!record.isDirty && record.edits.isEmpty)
    }

    @Test("an edit made while the task is sent is delivered by the next synchronization")
    func editInFlight() throws {
        var record = try record()
        let bytes = try #require(record.bytes(device: "a"))
        try record.edit(TodoEdit(text: try TodoText("bread")), at: date.addingTimeInterval(1))
        record.delivered(bytes, at: path, etag: etag)
        #expect(record.isDirty && record.edits.keys.sorted { $0.rawValue < $1.rawValue } == [.text])
    }

    @Test("a completed task without a completion date does not stay dirty")
    func doneWithoutDate() throws {
        var record = try record()
        record.todo?.isCompleted = true
        let bytes = try #require(record.bytes(device: "a"))
        record.delivered(bytes, at: path, etag: etag)
        #expect(!record.isDirty)
        #expect(record.todo?.completedAt == date)
    }

    @Test("an own write whose acknowledgement was lost is not taken for another device's edit")
    func lostAnswer() throws {
        var (record, sent) = try unacknowledged()
        try record.edit(TodoEdit(priority: .low), at: date.addingTimeInterval(2))
        #expect(try pull(&record, sent).isEmpty)
        #expect(record.todo?.priority == .low && record.isDirty && record.inFlight == nil)
    }

    @Test("a removal after an own write whose acknowledgement was lost is not taken back by that write")
    func removalAfterLostAnswer() throws {
        var (record, sent) = try unacknowledged()
        record.remove(at: date.addingTimeInterval(2))
        record.deletes()
        #expect(try pull(&record, sent).isEmpty)
        #expect(record.todo == nil && record.isDirty)
    }

    @Test("a removed task stays removed unless it was edited elsewhere since")
    func removal() throws {
        var record = try synced()
        let old = try #require(record.remote?.bytes)
        let new = try edited(record, seconds: -1_000_000) { $0.text = "bread" }
        record.remove(at: date)
        var copy = record
        #expect(try pull(&copy, old).isEmpty)
        #expect(copy.todo == nil && copy.isDirty)
        #expect(try pull(&record, new) == [.deletion(device: "a", date: date)])
        #expect(record.todo?.text.value == "bread" && !record.isDirty)
    }

    @Test("a task missing from the server is removed, kept, or kept as a conflict")
    func disappearance() throws {
        var reported = try synced()
        #expect(reported.disappear(.reported, at: date).isEmpty)
        #expect(reported.todo == nil && reported.removedAt == date && !reported.isRemovedHere)
        var unlisted = try synced()
        let copy = try #require(unlisted.remote?.bytes)
        #expect(
            unlisted.disappear(.unlisted, at: date) == [
                .removal(
                    text: "milk", notes: "", priority: .normal, deadline: nil, isCompleted: false, copy: Data(copy))
            ])
        #expect(unlisted.todo == nil)
        var unexplained = try synced()
        #expect(unexplained.disappear(.unexplained, at: date) == [.deletion(device: nil, date: nil)])
        #expect(unexplained.todo != nil && unexplained.isDirty)
        for disappearance in [TodoRecord.Disappearance.reported, .unlisted, .unexplained] {
            var edited = try synced()
            try edited.edit(TodoEdit(priority: .high), at: date)
            #expect(edited.disappear(disappearance, at: date) == [.deletion(device: nil, date: nil)])
            #expect(edited.todo != nil && edited.isDirty)
        }
    }

    @Test("a conflict of a removal says on which side it was removed")
    func conflictTexts() throws {
        func text(_ kind: TodoConflict.Kind) -> String {
            let conflict = TodoConflict(
                id: Identifier("1"), todoID: TodoID("a"), text: "milk", noticedAt: date, kind: kind)
            return Localizer(locale: Locale(identifier: "en"), tables: [.todoList, .coreModule])(conflict.message)
        }
        var here = try synced()
        let new = try edited(here, seconds: 1) { $0.text = "bread" }
        here.remove(at: date)
        #expect(
            try pull(&here, new).map(text) == [
                "it was removed here, and is back because the server has another version of it"
            ])
        var there = try synced()
        try there.edit(TodoEdit(priority: .high), at: date)
        let kept = ["it was no longer on the server, was kept here and is sent again"]
        #expect(there.disappear(.reported, at: date).map(text) == kept)
        var lost = try synced()
        #expect(lost.disappear(.unexplained, at: date).map(text) == kept)
    }

    @Test("a removal that is undone during its delivery must be delivered again")
    func removalTakenBack() throws {
        var record = try synced()
        let todo = try #require(record.todo)
        record.remove(at: date)
        var untold = record
        untold.add(todo, at: date)
        #expect(!untold.isDirty, "the server has heard nothing")
        record.deletes()
        record.add(todo, at: date)
        #expect(record.isDirty)
    }

    @Test("two versions sent within a second are different, and a resent one is the same")
    func sentTwice() throws {
        var record = try record()
        record.inFlight = record.bytes(device: "a")
        #expect(record.bytes(device: "a") == record.inFlight)
        try record.edit(TodoEdit(priority: .high), at: date)
        let second = try #require(TodoRecord.document(record.bytes(device: "a")))
        let first = try #require(TodoRecord.document(record.inFlight))
        #expect(second.version.includes(first.version) && !first.version.includes(second.version))
    }
}
