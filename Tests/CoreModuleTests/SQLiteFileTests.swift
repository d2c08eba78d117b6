import CoreModule
import Foundation
import TestSupport
import Testing

private func schema(_ name: String, _ scripts: [String], tables: [String]) -> SQLiteSchema {
    SQLiteSchema(
        name: name, tables: tables,
        migrations: scripts.enumerated().map { SQLiteMigration(version: $0 + 1, script: $1) })
}

private let first = schema("a", ["CREATE TABLE a(x);"], tables: ["a"])
private let second = schema("a", ["CREATE TABLE a(x);", "ALTER TABLE a ADD COLUMN y DEFAULT 7;"], tables: ["a"])
private let other = schema("b", ["CREATE TABLE b(x);"], tables: ["b"])

@Suite("SQLite files", .bounded)
struct SQLiteFileTests {
    @Test("a file is created with its folders, and nothing else stays in them")
    func making() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "deep/er/хранилище.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [first, other])
            await database.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().systemPath)
                    == ["хранилище.sqlite"])
            let probe = try SQLiteProbe(file.systemPath)
            #expect(probe.text("PRAGMA journal_mode") == "wal")
            #expect(probe.text("SELECT group_concat(name || version) FROM schema_version") == "a1,b1")
            #expect(probe.text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("what is acknowledged is on the disk itself, on every connection")
    func fullSync() async throws {
        try await withTemporaryFolder { folder in
            let database = try await SQLiteDatabase.open(.file(folder.appending(path: "a.sqlite")), schemas: [first])
            for pragma in ["fullfsync", "checkpoint_fullfsync"] {
                let read = try await database.read { try $0.first("PRAGMA \(pragma)") { try $0.integer(0) } }
                let written = try await database.write { try $0.first("PRAGMA \(pragma)") { try $0.integer(0) } }
                #expect(read == 1 && written == 1, "\(pragma)")
            }
            let mode = try await database.write { try $0.first("PRAGMA synchronous") { try $0.integer(0) } }
            #expect(mode == 2)
            await database.close()
        }
    }

    @Test("concurrent calls that open a missing file all get the same one")
    func racing() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let database = try await SQLiteDatabase.open(.file(file), schemas: [first])
                        try await database.write { try $0.run("INSERT INTO a VALUES (1)") }
                        await database.close()
                    }
                }
                try await group.waitForAll()
            }
            #expect(try SQLiteProbe(file.systemPath).text("SELECT count(*) FROM a") == "16")
        }
    }

    @Test("an older file is migrated without losses; opening it again does nothing")
    func migrating() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let old = try await SQLiteDatabase.open(.file(file), schemas: [first])
            try await old.write { try $0.run("INSERT INTO a VALUES (1)") }
            await old.close()
            for _ in 0..<2 {
                let new = try await SQLiteDatabase.open(.file(file), schemas: [second, other])
                #expect(try await new.read { try $0.first("SELECT x + y FROM a") { try $0.integer(0) } } == 8)
                await new.close()
            }
        }
    }

    @Test("a failed migration leaves the old version complete")
    func failingMigration() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let broken = schema(
                "a", ["CREATE TABLE a(x);", "INSERT INTO a VALUES (1); CREATE TABLE a(x);"], tables: ["a"])
            await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(file), schemas: [broken])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.systemPath).isEmpty)
            await (try SQLiteDatabase.open(.file(file), schemas: [first])).close()
            await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(file), schemas: [broken])
            }
            let probe = try SQLiteProbe(file.systemPath)
            #expect(probe.text("SELECT count(*) FROM a") == "0")
            #expect(probe.text("SELECT version FROM schema_version") == "1")
        }
    }

    /// How a good file is spoiled, and the error of opening it.
    enum Spoiling: CaseIterable, CustomTestStringConvertible {
        case newerSchema, newerLayout, garbage, cut, empty, missingTable, missingVersions, foreign, overwrittenPage

        var code: StoreError.Code {
            switch self {
            case .newerSchema, .newerLayout: .tooNew
            case .garbage, .cut, .empty, .missingTable, .missingVersions, .overwrittenPage: .damaged
            case .foreign: .unreadable
            }
        }

        var testDescription: String { "\(self)" }

        func spoil(_ file: URL) throws {
            switch self {
            case .newerSchema: try script("UPDATE schema_version SET version = 99", file)
            case .newerLayout: try script("PRAGMA user_version = 99", file)
            case .missingTable: try script("DROP TABLE a", file)
            case .missingVersions: try script("DROP TABLE schema_version", file)
            case .foreign: try script("PRAGMA application_id = 42", file)
            case .garbage: try Data("this is no database at all".utf8).write(to: file)
            case .empty: try Data().write(to: file)
            case .cut:
                let data = try Data(contentsOf: file)
                try data.prefix(data.count / 2).write(to: file)
            case .overwrittenPage:
                // The rest of the first page after the header: the list of tables.
                var data = try Data(contentsOf: file)
                data.replaceSubrange(100..<4096, with: Data(repeating: 0xAA, count: 3996))
                try data.write(to: file)
            }
        }

        private func script(_ script: String, _ file: URL) throws {
            let probe = try SQLiteProbe(file.systemPath)
            guard probe.run(script) else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    @Test("a damaged or foreign file is refused, and its bytes are kept", arguments: Spoiling.allCases)
    func refusing(spoiling: Spoiling) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let database = try await SQLiteDatabase.open(.file(file), schemas: [first])
            try await database.write { connection in
                for number in 0..<2000 { try connection.run("INSERT INTO a VALUES (?)", [.integer(Int64(number))]) }
            }
            await database.close()
            try spoiling.spoil(file)
            let before = try Data(contentsOf: file)
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(file), schemas: [first])
            }
            #expect(error?.code == spoiling.code)
            #expect(error?.path == file.systemPath)
            #expect(try Data(contentsOf: file) == before)
        }
    }

    @Test("the write-ahead log of a refused file is not changed")
    func refusingWithLog() async throws {
        try await withTemporaryFolder { folder in
            let original = folder.appending(path: "a.sqlite")
            await (try SQLiteDatabase.open(.file(original), schemas: [first])).close()
            let writer = try SQLiteProbe(original.systemPath)
            writer.run("PRAGMA wal_autocheckpoint = 0; UPDATE schema_version SET version = 99")
            // As after a killed process: a log, and no process that has it open.
            let copy = folder.appending(path: "copy.sqlite")
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: original.systemPath + suffix, toPath: copy.systemPath + suffix)
            }
            func bytes() throws -> [Data] {
                try ["", "-wal"].map { try Data(contentsOf: URL(filePath: copy.systemPath + $0)) }
            }
            let before = try bytes()
            let error = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(copy), schemas: [first])
            }
            #expect(error?.code == .tooNew)
            #expect(try bytes() == before)
            withExtendedLifetime(writer) {}
        }
    }

    @Test("a folder in place of the file, and a file in place of the folder, are refused")
    func places() async throws {
        try await withTemporaryFolder { folder in
            let inPlace = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(folder), schemas: [first])
            }
            #expect(inPlace?.code == .unreadable)
            let file = folder.appending(path: "file")
            try Data("x".utf8).write(to: file)
            let below = await #expect(throws: StoreError.self) {
                try await SQLiteDatabase.open(.file(file.appending(path: "a.sqlite")), schemas: [first])
            }
            #expect(below?.code == .unreadable)
        }
    }

    @Test(
        "why SQLite was refused a file is said in words, or by SQLite's number if the system has not said it",
        arguments: [
            (8, 0, "the store cannot be written: it can only be read (/a)"),
            (3, 0, "the store cannot be opened: there is no permission (/a)"),
            (14, EACCES, "the store cannot be opened: there is no permission (/a)"),
            (14, ENOENT, "the store cannot be opened: there is no such file or folder (/a)"),
            (14, 0, "the store cannot be opened: SQLite error 14 (/a)"),
        ] as [(Int32, Int32, String)])
    func reasons(code: Int32, systemCode: Int32, text: String) {
        let error = SQLiteError(extendedCode: code, message: "x", systemCode: systemCode)
        let explanation = StoreError(wrapping: error, path: "/a").explanation
        #expect("\(explanation)" == text)
        let russian = Localizer(locale: Locale(identifier: "ru"), tables: [.coreModule])(explanation)
        #expect(
            russian.replacing("SQLite", with: "").replacing("/a", with: "").allSatisfy { !$0.isASCII || !$0.isLetter })
    }

    /// Mistakes of a program.
    enum Mistake: CaseIterable, CustomTestStringConvertible {
        case migration, table, column, parameter, null

        var testDescription: String { "\(self)" }

        /// What the error says.
        var reason: String {
            switch self {
            case .migration: "near \"TABEL\": syntax error"
            case .table: "no such table: b"
            case .column: "no such column: y"
            case .parameter: "0 values for 1 parameters"
            case .null: "column 0 is null"
            }
        }

        func make() async throws {
            let scripts = self == .migration ? ["CREATE TABEL a(x);"] : ["CREATE TABLE a(x);"]
            let database = try await SQLiteDatabase.open(.memory, schemas: [schema("a", scripts, tables: ["a"])])
            try await database.read { connection in
                switch self {
                case .migration, .null: _ = try connection.first("SELECT max(x) FROM a") { try $0.integer(0) }
                case .table: try connection.run("SELECT * FROM b")
                case .column: try connection.run("SELECT y FROM a")
                case .parameter: try connection.run("SELECT x FROM a WHERE x = ?")
                }
            }
        }
    }

    @Test(
        "a mistake in a program's SQL is not called damage, and the error has SQLite's message",
        arguments: Mistake.allCases)
    func mistakes(mistake: Mistake) async throws {
        let thrown = await #expect(throws: (any Error).self) { try await mistake.make() }
        let error = StoreError(wrapping: try #require(thrown), path: nil)
        #expect(error.code == .internalFault)
        #expect("\(error.explanation)".hasPrefix("an SQL statement of the program is wrong"))
        #expect("\(error)".contains(mistake.reason))
    }

    @Test("damage that SQLite finds is called damage", arguments: [11, 26] as [Int32])
    func damage(code: Int32) {
        let error = StoreError(wrapping: SQLiteError(extendedCode: code, message: "x"), path: nil)
        #expect(error.code == .damaged && "\(error.explanation)".hasPrefix("the store is damaged"))
    }

    @Test("two schemas of one name are an error, in one program and in one file")
    func sameName() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let mine = schema("a", ["CREATE TABLE mine(x);"], tables: ["mine"])
            func open(_ schemas: [SQLiteSchema]) async throws {
                await (try SQLiteDatabase.open(.file(file), schemas: schemas)).close()
            }
            let inProgram = await #expect(throws: StoreError.self) { try await open([first, mine]) }
            #expect(inProgram?.code == .internalFault && !FileManager.default.fileExists(atPath: file.systemPath))
            // Of the same version, and of a newer one.
            for theirs in [first, second] {
                try await open([theirs])
                let bytes = try Data(contentsOf: file)
                let inFile = await #expect(throws: StoreError.self) { try await open([mine, other]) }
                #expect(inFile?.code == .internalFault)
                #expect(inFile?.message == Message("two schemas of the store have the same name: \("a")"))
                #expect(try Data(contentsOf: file) == bytes)
            }
        }
    }

    @Test("a file with an additional schema that this program does not know is opened")
    func unknownSchemas() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            await (try SQLiteDatabase.open(.file(file), schemas: [first, other])).close()
            await (try SQLiteDatabase.open(.file(file), schemas: [first])).close()
        }
    }
}
