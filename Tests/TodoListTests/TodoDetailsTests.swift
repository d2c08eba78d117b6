import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// Tags, link and the task of which one is a part.
@Suite("The details of a task", .bounded)
struct TodoDetailsTests {
    private let start = ManualTime.start
    private static let object = """
        BEGIN:VCALENDAR\r
        BEGIN:VTODO\r
        UID:1\r
        SUMMARY:milk\r
        CATEGORIES;LANGUAGE=en:shopping,at home\r
        CATEGORIES:a\\,b, shopping,\r
        URL:https://shop.example/milk?a=1\r
        RELATED-TO;RELTYPE=SIBLING:7\r
        RELATED-TO:party\r
        END:VTODO\r
        END:VCALENDAR\r

        """

    private func document(_ text: String = object) throws -> TodoDocument {
        try #require(try TodoDocument(Array(text.utf8)))
    }

    @Test("what other programs wrote is read: categories of all lines, each once, the page, and the parent")
    func read() throws {
        let fields = try document().fields
        #expect(fields.tags.names == ["shopping", "at home", "a,b"])
        #expect(fields.link?.absoluteString == "https://shop.example/milk?a=1")
        #expect(fields.parent == TodoID("party"))
    }

    @Test("what was not edited keeps every byte; an edited detail is read back, and the other relation stays")
    func written() throws {
        let document = try document()
        var fields = document.fields
        fields.text = "oat milk"
        let same = String(decoding: document.bytes(with: fields, at: start, device: "here"), as: UTF8.self)
        for line in Self.object.split(separator: "\r\n").dropFirst(4).prefix(5) { #expect(same.contains(line)) }
        fields.tags = try TodoTags(["new, at  home"])
        (fields.link, fields.parent) = (try Todo.link("https://other.example"), TodoID("2"))
        let edited = document.bytes(with: fields, at: start, device: "here")
        #expect(try #require(try TodoDocument(edited)).fields == fields)
        let text = String(decoding: edited, as: UTF8.self)
        #expect(text.contains("CATEGORIES;LANGUAGE=en:new,at home\r\n"))
        #expect(text.contains("RELATED-TO;RELTYPE=SIBLING:7\r\nRELATED-TO:2\r\n"))
        (fields.tags, fields.link, fields.parent) = (.none, nil, nil)
        let none = String(decoding: document.bytes(with: fields, at: start, device: "here"), as: UTF8.self)
        #expect(!none.contains("CATEGORIES") && !none.contains("URL") && !none.contains("RELATED-TO:"))
        #expect(none.contains("RELATED-TO;RELTYPE=SIBLING:7"))
    }

    @Test(
        "what cannot be written is not sent again and again",
        arguments: ["\u{1} a", "a\u{1}", "\u{1}", "home \u{200B}, work"])
    func unwritable(tag: String) throws {
        var record = TodoRecord(id: TodoID("1"))
        _ = record.pull(
            try document(), at: .simulated("1"), etag: ETag("\"1\""), bytes: Array(Self.object.utf8), now: start,
            device: "here")
        try record.edit(TodoEdit(tags: try TodoTags([tag])), at: start + 1)
        let sent = try #require(record.bytes(device: "here"))
        record.delivered(sent, at: .simulated("1"), etag: ETag("\"2\""))
        #expect(!record.isDirty)
    }

    @Test("of tags that two sides add and remove nothing is lost; without a common version the newer ones win")
    func merge() throws {
        func fields(_ tags: String...) throws -> TodoFields { TodoFields(text: "milk", tags: try TodoTags(tags)) }
        func merge(_ base: TodoFields?) throws -> TodoMerge {
            TodoMerge(
                base: base, baseDate: start, here: try fields("a", "here"), dates: { _ in start + 1 },
                there: try fields("there", "b"), date: start + 2)
        }
        let both = try merge(fields("a", "b"))
        #expect(both.fields.tags.names == ["there", "here"])
        #expect(both.losses.isEmpty)
        let newer = try merge(nil)
        #expect(newer.fields.tags.names == ["there", "b"])
        #expect(newer.losses.map(\.lost) == [.tags(try TodoTags(["a", "here"]))])
    }

    @Test("a store keeps the details, and one of before has what its copies say")
    func upgrade() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let own = Todo(
                id: TodoID("own"), text: try TodoText("own"), tags: try TodoTags(["tag"]),
                link: try Todo.link("https://a.example"), parent: TodoID("1"), createdAt: start, updatedAt: start)
            let first = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            try await TaskList(first).add(
                Todo(id: TodoID("1"), text: try TodoText("milk"), createdAt: start, updatedAt: start))
            try await TaskList(first).add(own)
            #expect(try await TaskList(first).todo(own.id) == own)
            await first.close()
            let probe = try SQLiteProbe(file.systemPath)
            for column in ["details", "start"] { #expect(probe.run("ALTER TABLE todo DROP COLUMN \(column)")) }
            #expect(probe.run("DROP TABLE todo_bin; ALTER TABLE todo_collection DROP COLUMN token_before"))
            #expect(
                probe.run(
                    """
                    INSERT INTO todo_copy(id, path, etag, object, edits)
                    VALUES ('1', '/1.ics', '"1"', CAST('\(Self.object)' AS BLOB), '{}');
                    """))
            #expect(probe.run("UPDATE schema_version SET version = 8 WHERE name = 'todos'"))
            let second = try await SQLiteDatabase.open(.file(file), schemas: [TodoSchema.todos])
            let read = try #require(try await TaskList(second).todo(TodoID("1")))
            #expect(TodoFields(read).tags.names == ["shopping", "at home", "a,b"])
            #expect((read.link?.host(), read.parent) == ("shop.example", TodoID("party")))
            await second.close()
        }
    }

    @Test("a record of before has what its copy says; a coded record keeps its own details")
    func coded() throws {
        var record = TodoRecord(id: TodoID("1"))
        _ = record.pull(
            try document(), at: .simulated("1"), etag: ETag("\"1\""), bytes: Array(Self.object.utf8), now: start,
            device: "here")
        try record.edit(TodoEdit(tags: try TodoTags(["mine"])), at: start + 1)
        let data = try JSONEncoder().encode(record)
        #expect(try JSONDecoder().decode(TodoRecord.self, from: data) == record)
        var old = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        old["details"] = nil
        let read = try JSONDecoder().decode(TodoRecord.self, from: JSONSerialization.data(withJSONObject: old))
        #expect(read.todo?.tags.names == ["shopping", "at home", "a,b"])
    }

    @Test("no task is a part of itself, or of one that is not there")
    func parents() async throws {
        let list = TaskList.inMemory()
        for id in ["1", "2", "3"] {
            try await list.add(Todo(id: TodoID(id), text: try TodoText(id), createdAt: start, updatedAt: start))
        }
        for (id, parent) in [("2", "1"), ("3", "2")] {
            _ = try await list.edit(TodoID(id), TodoEdit(parent: .set(TodoID(parent))), at: start)
        }
        for (parent, error) in [
            ("1", TodoError.partOfItself("1")), ("3", .partOfItself("1")), ("4", .notFound("4")),
        ] {
            await #expect(throws: error) {
                _ = try await list.edit(TodoID("1"), TodoEdit(parent: .set(TodoID(parent))), at: start)
            }
        }
        #expect(try await list.todo(TodoID("1"))?.parent == nil)
        for parent in ["4", "new"] {
            await #expect(throws: TodoError.notFound(parent)) {
                var todo = Todo(id: TodoID("new"), text: try TodoText("a"), createdAt: start, updatedAt: start)
                todo.parent = TodoID(parent)
                try await list.add(todo)
            }
        }
        #expect(try await list.todo(TodoID("new")) == nil)
    }

    @Test(
        "links need a scheme, and those of the web a host", arguments: ["", "shop", "https://", "http:///a", "my page"])
    func links(text: String) throws {
        #expect(throws: TodoError.invalidLink(text)) { try Todo.link(text) }
        #expect(try Todo.link(" mailto:anna@example.org ").absoluteString == "mailto:anna@example.org")
    }

    @Test("tags have at most 1,000 characters together")
    func longTags() throws {
        let tag = String(repeating: "a", count: TodoTags.maximumLength)
        #expect(try TodoTags([tag]).names == [tag])
        #expect(throws: TodoError.tagsTooLong(length: 1_002)) { try TodoTags([tag, "b"]) }
        #expect(try TodoTags(["a,, b", "a", " "]).names == ["a", "b"])
    }
}
