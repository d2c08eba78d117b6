import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Stores of earlier versions of a replica", .bounded)
struct ReplicaSchemaTests {
    private let time = ManualTime()

    @Test("a store of the first version lists its devices, and not those that are former ones")
    func firstVersion() async throws {
        try await withTemporaryFolder { folder in
            let file = SQLiteDatabase.Location.file(folder.appending(path: "notes.sqlite"))
            let first = SQLiteSchema(
                name: "replica", tables: Replica.schema.tables.filter { $0 != "replica_name" },
                migrations: Array(Replica.schema.migrations.prefix(1)))
            let old = try await SQLiteDatabase.open(file, schemas: [Notes.schema, first])
            try await old.write { connection in
                try connection.run("INSERT INTO replica_self VALUES (1, 'aa', 'laptop', 3, 'memory', '')")
                try connection.run("INSERT INTO replica_device VALUES ('bb', 2, 'phone', 5000, 0, 0)")
                try connection.run("INSERT INTO replica_device VALUES ('cc', 2, 'tablet', 5000, 0, 1)")
            }
            await old.close()
            let database = try await SQLiteDatabase.open(file, schemas: [Notes.schema, Replica.schema])
            let replica = Replica(database, [Notes()], clock: time.clock, instance: { "" })
            let devices = try await replica.devices()
            #expect(devices.map(\.name) == ["laptop", "phone"])
            #expect(devices[1].lastWrite == Date(millisecondsSince1970: 5000))
            await database.close()
        }
    }

    @Test(
        "a store of the second version keeps its name, its devices, what it has read and what waits",
        arguments: [true, false])
    func secondVersion(wasSynchronized: Bool) async throws {
        try await withTemporaryFolder { folder in
            let file = SQLiteDatabase.Location.file(folder.appending(path: "notes.sqlite"))
            let second = SQLiteSchema(
                name: "replica", tables: Replica.schema.tables,
                migrations: Array(Replica.schema.migrations.prefix(2)))
            let old = try await SQLiteDatabase.open(file, schemas: [Notes.schema, second])
            let (own, other) = ("00000000000000aa", "00000000000000bb")
            let waiting = "\(own)-00000001-00000003-4-0123456789abcdef.jsonl"
            try await old.write { connection in
                try connection.run("INSERT INTO replica_self VALUES (1, '\(own)', 'laptop', 3, 'memory', '', 7000)")
                try connection.run("INSERT INTO replica_batch VALUES ('\(waiting)', 'text', 0, 2)")
                try connection.run("INSERT INTO replica_device VALUES ('\(other)', 5, 'phone', 5000, 0)")
                try connection.run("INSERT INTO replica_name VALUES ('\(other)', 'phone', 1)")
                guard wasSynchronized else { return }
                try connection.run("INSERT INTO replica_name VALUES ('\(own)', 'laptop', 1)")
            }
            await old.close()
            let database = try await SQLiteDatabase.open(file, schemas: [Notes.schema, Replica.schema])
            let replica = Replica(database, [Notes()], clock: time.clock, instance: { "" })
            let devices = try await replica.devices()
            #expect(devices.map(\.name) == ["laptop", "phone"] && devices.map(\.id) == [own, other])
            #expect(try await replica.lastSync(with: "memory") == Date(millisecondsSince1970: 7000))
            let shared = MemoryFolder()
            #expect(try await replica.synchronize(with: shared, as: "laptop", acceptsEmptied: true).sent == 2)
            #expect(await shared.contents[waiting] == Data("text".utf8))
            #expect(try await replica.synchronize(with: shared, as: "Ann's laptop").sent == 0)
            #expect(try await replica.devices().map(\.name) == ["Ann's laptop", "phone"])
            await database.close()
        }
    }
}
