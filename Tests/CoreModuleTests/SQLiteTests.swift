import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

private let notes = SQLiteSchema(
    name: "notes", tables: ["note"],
    migrations: [SQLiteMigration(version: 1, script: "CREATE TABLE note(id INTEGER PRIMARY KEY, text, data);")])

private func openNotes(_ location: SQLiteDatabase.Location = .memory) async throws -> SQLiteDatabase {
    try await SQLiteDatabase.open(location, schemas: [notes])
}

private func count(_ database: SQLiteDatabase) async throws -> Int64? {
    try await database.read { try $0.first("SELECT count(*) FROM note") { try $0.integer(0) } }
}

@Suite("SQLite values and statements", .bounded)
struct SQLiteValueTests {
    @Test("every integer is read as it was written", arguments: [0, -1, 1 << 31, 1 << 53, Int64.min, Int64.max])
    func integers(value: Int64) async throws {
        let database = try await openNotes()
        let read = try await database.write { connection in
            try connection.run("INSERT INTO note(text) VALUES (?)", [.integer(value)])
            return try connection.first("SELECT text FROM note") { try $0.integer(0) }
        }
        #expect(read == value)
    }

    @Test("every text is read as it was written", arguments: HostileText.all + [""])
    func texts(value: String) async throws {
        let database = try await openNotes()
        let (text, length) = try await database.write { connection in
            try connection.run("INSERT INTO note(text) VALUES (?)", [.text(value)])
            let row = try connection.first("SELECT text, length(CAST(text AS BLOB)) FROM note") {
                (try $0.text(0), try $0.integer(1))
            }
            return try #require(row)
        }
        #expect(Array(text.unicodeScalars) == Array(value.unicodeScalars))
        #expect(length == Int64(value.utf8.count))
    }

    @Test("empty and large blobs are read as they were written, and are not null", arguments: [0, 1, 5_000_000])
    func blobs(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let database = try await openNotes()
        let read = try await database.write { connection in
            try connection.run("INSERT INTO note(data) VALUES (?)", [.blob(bytes)])
            return try connection.first("SELECT data FROM note WHERE data IS NOT NULL") { try $0.blob(0) }
        }
        #expect(read == bytes)
    }

    @Test("null is nil for an optional column, and an error otherwise")
    func nulls() async throws {
        let database = try await openNotes()
        try await database.write { connection in
            try connection.run("INSERT INTO note(text, data) VALUES (?, ?)", [.null, .text(String?.none)])
        }
        let isNull = try await database.read { connection in
            try connection.first("SELECT text FROM note") {
                (try $0.optionalText(0), $0.optionalInteger(0), $0.isNull(0))
            }
        }
        #expect(isNull?.0 == nil && isNull?.1 == nil && isNull?.2 == true)
        let error = await #expect(throws: SQLiteError.self) {
            try await database.read { try $0.first("SELECT text FROM note") { try $0.text(0) } }
        }
        #expect(error?.code == .mismatch)
    }

    @Test("invalid UTF-8 is an error, not a different text")
    func invalidText() async throws {
        let database = try await openNotes()
        let error = await #expect(throws: SQLiteError.self) {
            try await database.read { try $0.first("SELECT CAST(x'FF41' AS TEXT)") { try $0.text(0) } }
        }
        #expect(error?.code == .corrupt)
    }

    @Test("an error has both codes, the message and the SQL, but no bound value")
    func errors() async throws {
        let database = try await openNotes()
        let error = await #expect(throws: SQLiteError.self) {
            try await database.write { connection in
                for _ in 0..<2 { try connection.run("INSERT INTO note(id, text) VALUES (1, ?)", [.text("secret")]) }
            }
        }
        #expect(error?.code == .constraint)
        #expect(error?.extendedCode == 1555)
        #expect(error?.isUniquenessViolation == true)
        #expect(error?.sql == "INSERT INTO note(id, text) VALUES (1, ?)")
        #expect(error.map { "\($0)".contains("secret") } == false)
        let wrong = await #expect(throws: SQLiteError.self) { try await database.read { try $0.run("SELEKT") } }
        #expect(wrong?.code == .error && wrong?.sql == "SELEKT")
        let range = await #expect(throws: SQLiteError.self) { try await database.read { try $0.run("SELECT ?") } }
        #expect(range?.code == .range)
    }

    @Test("statements are prepared once, and only a limited number is kept")
    func cache() async throws {
        let database = try await openNotes()
        let counts = try await database.read { connection in
            let before = connection.preparedStatementCount
            for _ in 0..<10 { try connection.run("SELECT 1") }
            let after = connection.preparedStatementCount
            for number in 0..<500 { try connection.run("SELECT \(number)") }
            return (after - before, connection.preparedStatementCount)
        }
        #expect(counts.0 == 1)
        #expect(counts.1 <= 128)
    }

    @Test("the same query inside itself does not disturb the outer one")
    func nested() async throws {
        let database = try await openNotes()
        let pairs = try await database.write { connection in
            for _ in 0..<3 { try connection.run("INSERT INTO note DEFAULT VALUES") }
            let sql = "SELECT id FROM note ORDER BY id"
            return try connection.query(sql) { outer in
                let id = try outer.integer(0)
                return [id] + (try connection.query(sql) { try $0.integer(0) }) + [try outer.integer(0)]
            }
        }
        #expect(pairs == [[1, 1, 2, 3, 1], [2, 1, 2, 3, 2], [3, 1, 2, 3, 3]])
    }

    @Test("a second statement is refused, not ignored")
    func severalStatements() async throws {
        let database = try await openNotes()
        let error = await #expect(throws: SQLiteError.self) {
            try await database.write { try $0.run("INSERT INTO note DEFAULT VALUES; DELETE FROM note") }
        }
        #expect(error?.code == .misuse)
        #expect(try await count(database) == 0)
        try await database.write { try $0.run("INSERT INTO note DEFAULT VALUES;\n ") }
        #expect(try await count(database) == 1)
    }

    @Test("a read cannot write")
    func readOnly() async throws {
        try await withTemporaryFolder { folder in
            let database = try await openNotes(.file(folder.appending(path: "a.sqlite")))
            let error = await #expect(throws: SQLiteError.self) {
                try await database.read { try $0.run("INSERT INTO note(text) VALUES (1)") }
            }
            #expect(error?.code == .readOnly)
            await database.close()
        }
    }
}

@Suite("SQLite transactions", .bounded)
struct SQLiteTransactionTests {
    private struct Refusal: Error {}

    @Test("a write that throws changes nothing, and the next one works")
    func rollback() async throws {
        let database = try await openNotes()
        await #expect(throws: Refusal.self) {
            try await database.write { connection in
                try connection.run("INSERT INTO note(text) VALUES ('gone')")
                throw Refusal()
            }
        }
        #expect(try await count(database) == 0)
        try await database.write { try $0.run("INSERT INTO note(text) VALUES ('there')") }
        #expect(try await count(database) == 1)
    }

    @Test("a cancelled write changes nothing, even during a long statement")
    func cancellation() async throws {
        let database = try await openNotes()
        let (started, continuation) = AsyncStream.makeStream(of: Void.self)
        let writer = Task {
            try await database.write { connection in
                try connection.run("INSERT INTO note(text) VALUES ('gone')")
                continuation.yield()
                // Would count much longer than a test may run, unless it is interrupted.
                try connection.run(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000)
                    SELECT max(i) FROM n
                    """)
            }
        }
        for await _ in started { break }
        writer.cancel()
        await #expect(throws: CancellationError.self) { try await writer.value }
        #expect(try await count(database) == 0)
        try await database.write { try $0.run("INSERT INTO note(text) VALUES ('there')") }
    }

    @Test("a write of a cancelled task does not begin")
    func cancelledBefore() async throws {
        let database = try await openNotes()
        let writer = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await database.write { try $0.run("INSERT INTO note(text) VALUES ('gone')") }
        }
        await #expect(throws: CancellationError.self) { try await writer.value }
        #expect(try await count(database) == 0)
    }

    @Test("a write whose task is cancelled by its last statement changes nothing, and such a read has no result")
    func cancelledAtTheEnd() async throws {
        let database = try await openNotes()
        let writer = Task {
            try await database.write { connection in
                try connection.run("INSERT INTO note(text) VALUES ('gone')")
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await writer.value }
        let reader = Task {
            try await database.read { connection in
                withUnsafeCurrentTask { $0?.cancel() }
                return try connection.first("SELECT count(*) FROM note") { try $0.integer(0) }
            }
        }
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(try await count(database) == 0)
        try await database.write { try $0.run("INSERT INTO note(text) VALUES ('there')") }
        #expect(try await count(database) == 1)
    }

    @Test("a reader sees one state and does not wait for a writer")
    func snapshots() async throws {
        try await withTemporaryFolder { folder in
            let database = try await openNotes(.file(folder.appending(path: "a.sqlite")))
            try await database.write { connection in
                try connection.run("INSERT INTO note(text) VALUES ('uncommitted')")
                // The write transaction is open during this read.
                let seen = DispatchSemaphore(value: 0)
                let box = Box()
                Task {
                    defer { seen.signal() }
                    box.count = try await count(database)
                }
                #expect(seen.wait(timeout: .now() + 120) == .success)
                #expect(box.count == 0)
            }
            #expect(try await count(database) == 1)
            await database.close()
        }
    }

    private final class Box: @unchecked Sendable {
        // Unchecked: written before the semaphore is signalled, read after the wait for it.
        var count: Int64?
    }

    @Test("two connections on one file lose nothing")
    func twoConnections() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let first = try await openNotes(.file(file))
            let second = try await openNotes(.file(file))
            try await first.write { try $0.run("INSERT INTO note(text) VALUES ('own')") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for database in [first, second] {
                    group.addTask {
                        for _ in 0..<50 { try await database.write { try $0.run("INSERT INTO note(text) VALUES (1)") } }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await count(first) == 101)
            await first.close()
            await second.close()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.systemPath) == ["a.sqlite"])
        }
    }

    @Test("a lock that is held too long is a busy error")
    func busy() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let first = try await openNotes(.file(file))
            let second = try await SQLiteDatabase.open(
                .file(file), schemas: [notes], options: .init(busyTimeout: .milliseconds(20)))
            let holder = try SQLiteProbe(file.systemPath)
            holder.run("BEGIN IMMEDIATE")
            let error = await #expect(throws: SQLiteError.self) {
                try await second.write { try $0.run("INSERT INTO note(text) VALUES (1)") }
            }
            #expect(error?.code == .busy)
            #expect(error.map { StoreError(wrapping: $0, path: nil).code } == .busy)
            holder.run("ROLLBACK")
            try await second.write { try $0.run("INSERT INTO note(text) VALUES (1)") }
            await first.close()
            await second.close()
        }
    }

    @Test("a closed database refuses calls")
    func closed() async throws {
        let database = try await openNotes()
        await database.close()
        let error = await #expect(throws: SQLiteError.self) { try await count(database) }
        #expect(error?.code == .misuse)
        #expect(error.map { StoreError(wrapping: $0, path: nil).message } == Message("the store is closed"))
    }
}
