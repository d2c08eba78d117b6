import CoreModule
import Foundation
import TestSupport
import Testing

private let createNote = "CREATE TABLE note(id INTEGER PRIMARY KEY, data BLOB NOT NULL);"

private func schema(_ scripts: String...) -> SQLiteSchema {
    SQLiteSchema(
        name: "notes", tables: ["note"],
        migrations: scripts.enumerated().map { SQLiteMigration(version: $0 + 1, script: $1) })
}

private let first = schema(createNote)
private let second = schema(
    createNote,
    """
    ALTER TABLE note ADD COLUMN size INTEGER;
    UPDATE note SET size = length(data);
    CREATE INDEX note_size ON note(size);
    """)

@Suite("A database on a failing disk", .timeLimit(.minutes(15)), .longComputation)
struct SQLiteFaultTests {
    /// One transaction after the other. Big notes do not fit in the cache.
    private static let changes: [@Sendable (SQLiteConnection) throws -> Void] = [
        { connection in
            for id in 1...3 { try insert(id, size: 10 * id, connection) }
        },
        { connection in
            for id in 4...12 { try insert(id, size: 4_000, connection) }
        },
        { try $0.run("UPDATE note SET data = zeroblob(5000) WHERE id > 8") },
        { connection in
            try connection.run("DELETE FROM note WHERE id > 5")
            try insert(6, size: 1, connection)
        },
    ]

    private static func insert(_ id: Int, size: Int, _ connection: SQLiteConnection) throws {
        try connection.run(
            "INSERT INTO note VALUES (?, ?)", [.integer(Int64(id)), .blob([UInt8](repeating: 7, count: size))])
    }

    /// The sizes of the notes after a number of changes.
    private static func expected(after count: Int) -> [Int64: Int64] {
        let small: [Int64: Int64] = [1: 10, 2: 20, 3: 30]
        let many = small.merging((4...12).map { ($0, 4_000) }) { $1 }
        return switch count {
        case 0: [:]
        case 1: small
        case 2: many
        case 3: many.merging((9...12).map { ($0, 5_000) }) { $1 }
        default: small.merging([4: 4_000, 5: 4_000, 6: 1]) { $1 }
        }
    }

    private static func content(_ database: SQLiteDatabase) async throws -> [Int64: Int64] {
        let rows = try await database.read {
            try $0.query("SELECT id, length(data) FROM note") { (try $0.integer(0), try $0.integer(1)) }
        }
        return Dictionary(rows) { $1 }
    }

    /// Opens a database with a small cache that moves its log into the file at each commit.
    private static func openSmall(_ file: URL, _ vfs: FaultyVFS) async throws -> SQLiteDatabase {
        let database = try await SQLiteDatabase.open(.file(file), schemas: [first], options: vfs.options)
        try await database.write { connection in
            _ = try connection.first("PRAGMA wal_autocheckpoint = 1") { _ in }
            try connection.run("PRAGMA cache_size = 5")
        }
        return database
    }

    @Test(
        "if a system call fails, a transaction is done completely or not at all, and the next try works",
        arguments: FaultyVFS.Fault.all)
    func transactions(fault: FaultyVFS.Fault) async throws {
        try await withTemporaryFolder { templates in
            let template = templates.appending(path: "a.sqlite")
            await (try SQLiteDatabase.open(.file(template), schemas: [first])).close()
            var failures = 0
            let faults = try await sweep(fault) { vfs, number, folder in
                let file = folder.appending(path: "a.sqlite")
                try FileManager.default.copyItem(at: template, to: file)
                let database = try await Self.openSmall(file, vfs)
                vfs.arm(fault, at: number)
                for (done, change) in Self.changes.enumerated() {
                    let before = vfs.faultCount
                    do {
                        try await database.write(change)
                    } catch let error as SQLiteError {
                        failures += 1
                        #expect(vfs.faultCount > before, "\(fault) at \(number): \(error)")
                        #expect(
                            StoreError(wrapping: error, path: nil).code == fault.storeCode,
                            "\(fault) at \(number): \(error)")
                        vfs.lift()
                        #expect(try await Self.content(database) == Self.expected(after: done), "\(fault) at \(number)")
                        try await database.write(change)
                    }
                    guard !fault.isLasting || vfs.faultCount == before else { continue }
                    #expect(
                        try await Self.read(database, fault, vfs, &failures) == Self.expected(after: done + 1),
                        "\(fault) at \(number)"
                    )
                }
                await database.close()
                vfs.lift()
                let again = try await SQLiteDatabase.open(.file(file), schemas: [first])
                #expect(try await Self.content(again) == Self.expected(after: 4), "\(fault) at \(number)")
                await again.close()
                #expect(try integrity(of: file) == "ok", "\(fault) at \(number)")
            }
            #expect(faults > 0 && (failures > 0 || !fault.isAlwaysFelt), "\(faults) faults, \(failures) failures")
        }
    }

    /// Reads all rows. If that fails, it must work after the fault.
    private static func read(
        _ database: SQLiteDatabase, _ fault: FaultyVFS.Fault, _ vfs: FaultyVFS, _ failures: inout Int
    ) async throws -> [Int64: Int64] {
        let before = vfs.faultCount
        do {
            return try await content(database)
        } catch let error as SQLiteError {
            failures += 1
            #expect(
                vfs.faultCount > before && StoreError(wrapping: error, path: nil).code == fault.storeCode,
                "\(fault): \(error)")
            vfs.lift()
            return try await content(database)
        }
    }

    @Test(
        "if a system call fails in a migration, the file has the old version or the new one, and the next try works",
        arguments: FaultyVFS.Fault.all)
    func migration(fault: FaultyVFS.Fault) async throws {
        try await withTemporaryFolder { templates in
            let template = templates.appending(path: "a.sqlite")
            let old = try await SQLiteDatabase.open(.file(template), schemas: [first])
            try await old.write { connection in
                for id in 1...20 { try Self.insert(id, size: id * 100, connection) }
            }
            await old.close()
            var failures = 0
            let faults = try await sweep(fault) { vfs, number, folder in
                let file = folder.appending(path: "a.sqlite")
                try FileManager.default.copyItem(at: template, to: file)
                vfs.arm(fault, at: number)
                do throws(StoreError) {
                    let new = try await SQLiteDatabase.open(.file(file), schemas: [second], options: vfs.options)
                    let refusal = await new.refusal
                    await new.close()
                    if let refusal { throw StoreError(wrapping: refusal, path: nil) }
                } catch {
                    failures += 1
                    #expect(error.code == fault.storeCode, "\(fault) at \(number): \(error)")
                    let probe = try SQLiteProbe(file.systemPath)
                    let version = probe.text("SELECT version FROM schema_version")
                    if fault == .fullDisk { #expect(version == "1", "\(fault) at \(number)") }
                    let columns = probe.text("SELECT group_concat(name) FROM pragma_table_info('note')")
                    #expect(columns == (version == "1" ? "id,data" : "id,data,size"), "\(fault) at \(number)")
                    #expect(probe.text("SELECT count(*) || ' ' || sum(length(data)) FROM note") == "20 21000")
                    #expect(probe.text("PRAGMA integrity_check") == "ok", "\(fault) at \(number)")
                }
                vfs.lift()
                let new = try await SQLiteDatabase.open(.file(file), schemas: [second], options: vfs.options)
                let sum = try await new.read { try $0.first("SELECT sum(size) FROM note") { try $0.integer(0) } }
                #expect(sum == 21_000, "\(fault) at \(number)")
                await new.close()
                #expect(try integrity(of: file) == "ok", "\(fault) at \(number)")
            }
            #expect(faults > 0 && (failures > 0 || !fault.isAlwaysFelt), "\(faults) faults, \(failures) failures")
        }
    }

    @Test(
        "if there is no space to open a file, also one of an older version, it is read in memory, with its log",
        arguments: [FaultyVFS.Fault.noIndex, .fullDisk], [1, 2])
    func noSpace(fault: FaultyVFS.Fault, version: Int) async throws {
        let schema = version == 1 ? first : second
        try await withTemporaryFolder { folder in
            let original = folder.appending(path: "a.sqlite")
            let file = folder.appending(path: "b.sqlite")
            let old = try await SQLiteDatabase.open(.file(original), schemas: [first])
            try await old.write { try Self.insert(1, size: 100, $0) }
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: original.systemPath + suffix, toPath: file.systemPath + suffix)
            }
            await old.close()
            let before = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: file.systemPath + $0)) }
            let vfs = FaultyVFS()
            vfs.arm(fault, at: 1)
            let database = try await SQLiteDatabase.open(.file(file), schemas: [schema], options: vfs.options)
            #expect(try await Self.content(database) == [1: 100])
            // Only the index in memory can be full; the disk is asked for space by a change, or by a migration.
            guard await database.refusal != nil else {
                #expect(fault == .fullDisk && schema.version == 1)
                return await database.close()
            }
            for _ in 0..<2 {
                let error = await #expect(throws: (any Error).self) {
                    try await database.write { try $0.run("INSERT INTO note(id, data) VALUES (2, zeroblob(100))") }
                }
                #expect(error.map { StoreError(wrapping: $0, path: nil).code } == .full)
                #expect(try await Self.content(database) == [1: 100])
            }
            // What changes nothing is no failure.
            try await database.write { try $0.run("DELETE FROM note WHERE id = 7") }
            if fault == .noIndex {
                #expect(try ["", "-wal"].map { try Data(contentsOf: URL(filePath: file.systemPath + $0)) } == before)
            }
            let closed = try await SQLiteDatabase.open(.file(file), schemas: [schema], options: vfs.options)
            await closed.close()
            await #expect(throws: SQLiteError.self) { try await closed.write { try $0.run("DELETE FROM note") } }
            // As soon as there is space, the same instance stores changes.
            vfs.lift()
            try await database.write { try $0.run("INSERT INTO note(id, data) VALUES (2, zeroblob(100))") }
            #expect(try await Self.content(database) == [1: 100, 2: 100])
            await database.close()
            let again = try await SQLiteDatabase.open(.file(file), schemas: [schema])
            #expect(try await Self.content(again) == [1: 100, 2: 100])
            await again.close()
        }
    }

    @Test("calls are counted by kind, and fail only in the VFS that is set to fail")
    func counting() async throws {
        try await withTemporaryFolder { folder in
            let (failing, working) = (FaultyVFS(), FaultyVFS())
            failing.arm(FaultyVFS.Fault(.open, 14, isLasting: true), at: 1)
            let error = await #expect(throws: StoreError.self) {
                try await Self.openSmall(folder.appending(path: "a.sqlite"), failing)
            }
            #expect(error?.code == .unreadable)
            #expect(failing.faultCount == 1 && failing.count(.open) == 1 && failing.count(.write) == 0)
            let database = try await Self.openSmall(folder.appending(path: "a.sqlite"), working)
            let calls: [FaultyVFS.Call] = [.open, .read, .write, .sync, .lock, .sharedMap, .sharedLock, .delete]
            #expect(calls.allSatisfy { working.count($0) > 0 })
            let syncs = working.count(.sync)
            try await database.write { try Self.insert(1, size: 1, $0) }
            #expect(working.count(.sync) > syncs)
            #expect(working.faultCount == 0)
            await database.close()
        }
    }
}
