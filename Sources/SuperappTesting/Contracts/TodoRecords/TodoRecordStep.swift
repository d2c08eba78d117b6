import CoreModule
import Foundation
import TodoList

/// A transaction that stores must perform like the model.
struct TodoRecordStep: Sendable {
    let name: String
    let perform: @Sendable (any TodoRecordTransaction) throws(TodoError) -> Void

    init(_ name: String, _ perform: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Void) {
        self.name = name
        self.perform = perform
    }

    static let all: [TodoRecordStep] = [
        TodoRecordStep("save tasks") { records throws(TodoError) in
            for number in ids.indices { try records.save(TodoRecord(id: ids[number], todo: todo(number))) }
        },
        TodoRecordStep("replace tasks") { records throws(TodoError) in
            for number in ids.indices.prefix(6) {
                var todo = try todo(number + 1, id: ids[number], createdAs: number)
                if number == 2 { (todo.notes, todo.deadline, todo.completedAt) = (.none, nil, nil) }
                try records.save(TodoRecord(id: todo.id, todo: todo))
            }
        },
        TodoRecordStep("replace a task twice") { records throws(TodoError) in
            for number in 10...11 {
                try records.save(TodoRecord(id: ids[9], todo: todo(number, id: ids[9], createdAs: 9)))
            }
        },
        TodoRecordStep("save records with something of a server") { records throws(TodoError) in
            for number in 0..<8 { try records.save(synchronized(number)) }
        },
        TodoRecordStep("give the path of one record to another") { records throws(TodoError) in
            guard var first = try records.record(ids[0]), var second = try records.record(ids[1]) else { return }
            let path = paths[0]
            (first.lastServerCopy, first.remote) = (first.remote?.bytes, nil)
            try records.save(first)
            second.remote = TodoRecord.Remote(path: path, etag: ETag("W/\"moved\""), bytes: [1, 2, 3])
            try records.save(second)
        },
        TodoRecordStep("remove tasks, and forget what is known of a server") { records throws(TodoError) in
            for id in ids[6...8] { try records.save(TodoRecord(id: id)) }
            try records.save(TodoRecord(id: TodoID("unknown")))
            guard var removed = try records.record(ids[1]), var plain = try records.record(ids[2]) else { return }
            removed.remove(at: date(77))
            try records.save(removed)
            (plain.remote, plain.inFlight, plain.lastServerCopy, plain.edits) = (nil, nil, nil, [:])
            try records.save(plain)
        },
        TodoRecordStep("bring removed tasks back") { records throws(TodoError) in
            for number in [1, 4, 6] {
                var record = try records.record(ids[number]) ?? TodoRecord(id: ids[number])
                record.add(try todo(number + 3, id: record.id, createdAs: number + 3), at: date(number))
                if record.isPlain { record.edits = [:] }
                try records.save(record)
            }
        },
        TodoRecordStep("ignore resources") { records throws(TodoError) in
            for (number, path) in paths[8...].enumerated() { try records.setIgnored(path, ETag("\"\(number)'\"")) }
            try records.setIgnored(paths[9], ETag("\"new\""))
            try records.setIgnored(paths[10], nil)
            try records.setIgnored(paths[5], nil)
        },
        TodoRecordStep("confirm all server copies") { records throws(TodoError) in
            try records.confirmServerCopies()
        },
        TodoRecordStep("set the state of a collection") { records throws(TodoError) in
            try records.setCollection(TodoCollectionState(address: "https://example.org/ä/"))
        },
        TodoRecordStep("set it again, with all values") { records throws(TodoError) in
            try records.setCollection(
                TodoCollectionState(
                    address: "https://b.example/", token: "t\"'", tokenBefore: "s\"'",
                    comparedAt: date(5).millisecondsSince1970,
                    replica: "r'"))
        },
        TodoRecordStep("set it again, without a token") { records throws(TodoError) in
            try records.setCollection(TodoCollectionState(address: "https://b.example/", replica: "r"))
        },
        TodoRecordStep("add conflicts") { records throws(TodoError) in
            for (number, kind) in conflicts.enumerated() {
                try records.addConflict(
                    kind, of: ids[number], text: HostileText.all[number], at: date(9 - number))
            }
        },
        TodoRecordStep("remove some conflicts, also one that is not there") { records throws(TodoError) in
            let ids = try records.conflicts().map(\.id)
            for id in [ids.dropFirst().first, ids.last, Identifier("0"), Identifier("x")] {
                if let id { try records.removeConflict(id) }
            }
        },
        TodoRecordStep("add another conflict") { records throws(TodoError) in
            try records.addConflict(conflicts[1], of: ids[0], text: "", at: date(1))
        },
        TodoRecordStep("remove all conflicts, and add one") { records throws(TodoError) in
            for conflict in try records.conflicts() { try records.removeConflict(conflict.id) }
            try records.addConflict(conflicts[0], of: ids[0], text: "last", at: date(2))
        },
        TodoRecordStep("ignore nothing") { records throws(TodoError) in
            for path in try records.ignoredResources().keys { try records.setIgnored(path, nil) }
        },
        TodoRecordStep("change one of everything") { records throws(TodoError) in
            try records.setIgnored(paths[8], ETag("\"8\""))
            try records.save(synchronized(3))
            try records.save(TodoRecord(id: ids[20]))
            try records.addConflict(conflicts[2], of: ids[2], text: "more", at: date(3))
        },
    ]

    // MARK: Values

    /// The identifiers of the steps' tasks. Some contain what a pattern or a statement would read otherwise.
    static let ids: [TodoID] =
        ["b", "/list/own.ics", "a", "B", "ab", "a%", "a_c", "abc", "'; DROP TABLE todo; --", "ä"].map { TodoID($0) }
        + HostileText.all.indices.map { TodoID("text-\($0)") }

    static let paths: [WebDAVPath] = [
        "/list/b.ics", "/list/own.ics", "/list/c.ics", "/list/C.ics", "/list/%25.ics", "/list/_.ics", "/list/'.ics",
        "/list/ä.ics", "/other/1.ics", "/other/2%20a.ics", "/other/3.ics", "/Other/1.ics",
    ].compactMap { WebDAVPath($0) }

    static func date(_ number: Int) -> Date {
        Date(millisecondsSince1970: 1_790_000_000_123 + 61_007 * Int64(number))
    }

    private static func second(_ number: Int) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + Double(number)) }

    /// A task with other values for each number. Two tasks each have the same date.
    static func todo(_ number: Int, id: TodoID? = nil, createdAs: Int? = nil) throws(TodoError) -> Todo {
        let texts = HostileText.all
        let deadlines = [nil, "2026-12-01", "2026-12-01T18:00", "2026-12-01T17:00:00Z"]
        var deadline: TodoDeadline?
        if let text = deadlines[number % deadlines.count] { deadline = try TodoDeadline(text) }
        return Todo(
            id: id ?? ids[number], text: try TodoText(texts[number % texts.count]),
            priority: TodoPriority.allCases[number % 3], deadline: deadline,
            notes: try TodoNotes(texts[(number + 5) % texts.count] + "\n" + texts[number % texts.count]),
            isCompleted: number.isMultiple(of: 2), completedAt: number % 4 == 0 ? second(number) : nil,
            createdAt: date(100 - (createdAs ?? number) / 2), updatedAt: date(number),
            sync: TodoSyncState.allCases[number % 3])
    }

    /// Different kinds of records that the rules make.
    static func synchronized(
        _ number: Int, id: TodoID? = nil, createdAs: Int? = nil, path: WebDAVPath? = nil
    ) throws(TodoError) -> TodoRecord {
        let bytes = Array(0...255 as ClosedRange<UInt8>)
        let todo = try todo(number, id: id, createdAs: createdAs ?? number)
        var record = TodoRecord(id: todo.id, todo: todo)
        record.remote = TodoRecord.Remote(
            path: path ?? paths[number], etag: number == 2 ? nil : ETag("\"\(number)\""),
            bytes: bytes + [UInt8(number)],
            isConfirmed: number == 3)
        switch number {
        case 0:
            record.inFlight = bytes
            for (place, field) in TodoField.allCases.enumerated() { record.edits[field] = date(place) }
        case 4, 5: record.remove(at: date(number))
        case 6:
            record.remove(at: date(number))
            (record.remote, record.inFlight, record.lastServerCopy) = (nil, TodoRecord.gone, bytes)
        case 7: (record.remote, record.lastServerCopy) = (nil, bytes.reversed())
        default: break
        }
        return record
    }

    static let conflicts: [TodoConflict.Kind] = [
        .field(
            kept: .text(HostileText.all[0]), lost: .completion(true, at: second(3)),
            device: "Änne's \"phone\"", date: date(4)),
        .deletion(device: nil, date: nil),
        .deletion(device: "b", date: date(6)),
        .removal(text: HostileText.all[1], notes: "\n", priority: .high, deadline: nil, isCompleted: true, copy: nil),
    ]

    // MARK: Counting

    /// Adds one to a number in the state of the collection, and to one in a task.
    static func count(_ records: any TodoRecordTransaction) throws(TodoError) {
        let number = try counted(records) + 1
        try records.setCollection(TodoCollectionState(address: "a", token: "\(number)"))
        var todo = try todo(0)
        todo.text = try TodoText("\(number)")
        try records.save(TodoRecord(id: todo.id, todo: todo))
    }

    static func counted(_ records: any TodoRecordSnapshot) throws(TodoError) -> Int {
        try records.collection()?.token.flatMap { Int($0) } ?? 0
    }

    static func countedInTask(_ records: any TodoRecordSnapshot) throws(TodoError) -> Int {
        (try records.record(ids[0])?.todo?.text.value).flatMap { Int($0) } ?? 0
    }
}
