import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

@Suite("Replicas at random", .bounded)
struct ReplicaSimulationTests {
    /// In parts, so that they can run side by side, each within its bound.
    private static let parts = 8

    @Test(
        "devices that crash, are copied and restored, with late, cut and copied files, agree in the end and lose nothing",
        arguments: 0..<parts)
    func simulation(part: Int) async throws {
        for seed in stride(from: part, to: TestScale.count(40, full: 1000), by: Self.parts) {
            let failure = try await ReplicaSimulation.run(UInt64(seed)).failure
            #expect(failure == nil, "seed \(seed)")
        }
    }

    @Test("the same seed gives the same simulation")
    func determined() async throws {
        let files = try await ReplicaSimulation.run(7).files
        #expect(try await ReplicaSimulation.run(7).files == files)
    }
}

@Suite("Replicas", .bounded)
struct ReplicaTests {
    /// A device with notes, and its view of a folder.
    struct Device {
        let database: SQLiteDatabase
        let replica: Replica
        let folder: MemoryFolder

        init(_ folder: MemoryFolder, time: ManualTime, instance: String = "") async throws {
            database = try await SQLiteDatabase.open(.memory, schemas: [Notes.schema, Replica.schema])
            replica = Replica(database, [Notes()], clock: time.clock, instance: { instance })
            self.folder = folder
        }

        @discardableResult
        func synchronize(
            as name: String = "device", acceptsEmptied: Bool = false, progress: (ReplicaProgress) -> Void = { _ in }
        ) async throws -> ReplicaReport {
            try await replica.synchronize(with: folder, as: name, acceptsEmptied: acceptsEmptied, progress: progress)
        }

        func names() async throws -> [String] { try await replica.devices().map(\.name) }

        func run(_ sql: String) async throws { try await database.write { try $0.run(sql) } }

        /// Everything in the store.
        func backup() async throws -> String { try await ReplicaSimulation.backUp(database) }

        func restore(_ backup: String) async throws { try await ReplicaSimulation.restore(backup, in: database) }

        func bodies() async throws -> [String] { try await texts("body") }

        func texts(_ column: String) async throws -> [String] {
            try await database.read {
                try $0.query("SELECT coalesce(\(column), '-') FROM note ORDER BY id") { try $0.text(0) }
            }
        }
    }

    let time = ManualTime()

    @Test("an idle synchronization is one call to the folder, one that sends a change is two")
    func calls() async throws {
        let folder = MemoryFolder()
        let device = try await Device(folder, time: time)
        try await device.synchronize()
        var calls = await folder.calls
        try await device.synchronize()
        #expect(await folder.calls == calls + 1)
        try await device.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        calls = await folder.calls
        #expect(try await device.synchronize().sent == 1)
        #expect(await folder.calls == calls + 2)
    }

    @Test("a device makes few files of many, and another one reads them at any time")
    func compaction() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', '0', NULL, 1)")
        for number in 1..<60 {
            try await one.run("UPDATE note SET body = '\(number)', changed = \(number)")
            try await one.synchronize()
            if number % 7 == 0 { try await two.synchronize() }
        }
        let three = try await Device(folder, time: time)
        for device in [two, three] {
            try await device.synchronize()
            #expect(try await device.bodies() == ["59"])
        }
        #expect(await folder.contents.count < 20)
    }

    @Test("the first synchronization of twice as many records takes twice as many steps of the store, on both devices")
    func growth() async throws {
        var steps: [[Int]] = []
        for count in [150, 300] {
            let folder = MemoryFolder()
            var counts: [Int] = []
            for number in 0..<2 {
                let device = try await Device(folder, time: time)
                if number == 0 {
                    for row in 0..<count {
                        try await device.run("INSERT INTO note VALUES ('\(row)', 't\(row)', 'text', NULL, 1)")
                    }
                }
                let before = try await device.database.write { $0.stepCount }
                try await device.synchronize()
                counts.append(try await device.database.write { $0.stepCount } - before)
            }
            steps.append(counts)
        }
        for device in 0..<2 { #expect(Double(steps[1][device]) < 2.2 * Double(steps[0][device]), "\(steps)") }
    }

    @Test("a compaction that fails at any call loses nothing, and the next one goes on", arguments: 0..<8)
    func failedCompaction(calls: Int) async throws {
        let folder = MemoryFolder()
        let device = try await Device(folder, time: time)
        try await device.run("INSERT INTO note VALUES ('1', 'a', '0', NULL, 1)")
        for number in 1..<40 {
            try await device.run("UPDATE note SET body = '\(number)', changed = \(number)")
            // The first compaction comes after the seventeenth file: listing, writing, reading all, writing one, removing all.
            if number == 17 { await folder.fail(after: 2 + calls * 6) }
            do {
                try await device.synchronize()
            } catch let error as ReplicaError {
                #expect(error == .folder(.unwritable(address: "memory", Message("it is broken"))))
            }
            await folder.fail(after: nil)
            let other = try await Device(folder, time: time)
            try await other.synchronize()
            if number != 17 || calls > 0 { #expect(try await other.bodies() == ["\(number)"]) }
        }
        let id = try #require(try await device.replica.devices().first?.id)
        #expect(await folder.contents.keys.filter { $0.hasPrefix(id) }.count < 20)
    }

    @Test("a folder that has become empty is not filled again before the user says so")
    func emptied() async throws {
        let folder = MemoryFolder()
        let device = try await Device(folder, time: time)
        try await device.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        try await device.synchronize()
        await folder.replace(by: [:])
        await #expect(throws: ReplicaError.emptied(address: "memory")) { try await device.synchronize() }
        #expect(await folder.contents.isEmpty)
        #expect(try await device.synchronize(acceptsEmptied: true).sent > 0)
        let other = try await Device(folder, time: time)
        try await other.synchronize()
        #expect(try await other.bodies() == ["text"])
    }

    @Test("a file that is cut, changed or of a newer version is reported, left alone, and read when it is whole")
    func unreadable() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(MemoryFolder(), time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        try await one.synchronize()
        let file = try #require(await folder.contents.first { $0.key.hasSuffix(".jsonl") })
        for damaged in [file.value.dropLast(5), file.value + Data("{}\n".utf8), Data(), Data([0xFF, 0xFE])] {
            await two.folder.set(damaged, file.key)
            #expect(try await two.synchronize().unreadable == [file.key])
            #expect(await two.folder.contents[file.key] == damaged)
        }
        await two.folder.set(file.value, file.key)
        #expect(try await two.synchronize() == ReplicaReport(received: 1))
        #expect(try await two.bodies() == ["text"])
    }

    @Test("a file that is cut is logged once as long as it is so, and reported each time until it is whole or gone")
    func unreadableLog() async throws {
        let (shared, handler) = (MemoryFolder(), EventLogger.InMemoryHandler())
        let (one, two) = (try await Device(shared, time: time), try await Device(MemoryFolder(), time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        try await one.synchronize()
        let file = try #require(await shared.contents.first { $0.key.hasSuffix(".jsonl") })
        let logger = EventLogger(label: "replica", minimumLevel: .warning, handler: handler)
        let replica = Replica(two.database, [Notes()], clock: time.clock, logger: logger, instance: { "" })
        let (cut, shorter) = (file.value.dropLast(5), file.value.dropLast(9))
        let steps: [(Data?, Bool)] = [
            (cut, true), (cut, true), (nil, false), (cut, true), (shorter, true), (file.value, false),
        ]
        for (data, isReported) in steps {
            await two.folder.set(data, file.key)
            let report = try await replica.synchronize(with: two.folder, as: "device")
            #expect(report.unreadable == (isReported ? [file.key] : []))
        }
        // It was cut twice.
        #expect(handler.events.map { $0.metadata.map { $0.value } } == [[file.key], [file.key]])
    }

    @Test("what stays cut is repeated by a device that has read it, once")
    func staysCut() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time, instance: "2"))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        try await one.synchronize()
        try await two.synchronize()
        let id = try #require(try await one.replica.devices().first?.id)
        let file = try #require(await folder.contents.first { $0.key.hasPrefix(id) })
        await folder.set(file.value.dropLast(5), file.key)
        #expect(try await two.synchronize().sent > 0)
        #expect(try await two.synchronize().sent == 0)
        let three = try await Device(folder, time: time, instance: "3")
        try await three.synchronize()
        #expect(try await three.bodies() == ["text"])
    }

    @Test(
        "a call that fails says why and changes nothing here, and what was not written is written next time",
        arguments: [
            MemoryFolder.broken, .missing(address: "memory"),
            .unwritable(address: "memory", .systemError(ENOSPC)), .unwritable(address: "memory", .systemError(EROFS)),
        ])
    func failures(_ failure: SharedFolderError) async throws {
        for calls in 0..<4 {
            let folder = MemoryFolder()
            let device = try await Device(folder, time: time)
            try await device.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
            await folder.fail(after: calls, with: failure)
            do {
                try await device.synchronize()
            } catch let error as ReplicaError {
                #expect(error == .folder(failure))
            }
            await folder.fail(after: nil)
            try await device.synchronize()
            let other = try await Device(folder, time: time)
            try await other.synchronize()
            let bodies = try await [other.bodies(), device.bodies()]
            #expect(bodies == [["text"], ["text"]], "after \(calls) calls")
        }
    }

    @Test("a copy of a store becomes a device of its own before it writes anything")
    func copy() async throws {
        let folder = MemoryFolder()
        let device = try await Device(folder, time: time, instance: "original")
        try await device.run("INSERT INTO note VALUES ('1', 'a', 'text', NULL, 1)")
        try await device.synchronize()
        let copy = Replica(device.database, [Notes()], clock: time.clock, instance: { "copy" })
        try await device.run("UPDATE note SET body = 'changed', changed = 2")
        await #expect(throws: ReplicaError.copied) { try await copy.restore(1) }
        try await copy.synchronize(with: folder, as: "copy")
        let devices = Set(await folder.contents.keys.compactMap { ReplicaBatchName(fileName: $0)?.device })
        #expect(devices.count == 2)
        #expect(try await copy.devices().map(\.isThis) == [true])
        #expect(try await copy.restore(1) == nil)
    }

    @Test("records of a kind that a device does not know are there when it knows it, and what it has made itself stays")
    func laterKind() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        for (id, title) in [("1", "a"), ("5", "b"), ("8", "c")] {
            try await one.run("INSERT INTO note VALUES ('\(id)', '\(title)', 'one', NULL, 2)")
        }
        try await one.synchronize()
        let old = Replica(two.database, [], clock: time.clock, instance: { "" })
        try await old.synchronize(with: folder, as: "old")
        // Of the same identity, and of the same identifier.
        try await two.run("INSERT INTO note VALUES ('3', 'a', 'two', NULL, 1), ('5', 'b', 'later', NULL, 3)")
        try await two.synchronize()
        try await one.synchronize()
        for device in [one, two] { #expect(try await device.bodies() == ["one\ntwo", "later", "one"]) }
        #expect(try await two.replica.conflicts().map(\.lost) == ["one"])
    }

    @Test("fields that a device does not know are there when it knows them, and an edit before does not remove them")
    func laterField() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'one', 'starred', 1)")
        try await one.synchronize()
        let old = Replica(two.database, [Notes(knowsStar: false)], clock: time.clock, instance: { "" })
        try await old.synchronize(with: folder, as: "old")
        #expect(try await two.texts("star") == ["-"])
        try await two.run("UPDATE note SET body = 'two', changed = 2")
        try await two.synchronize()
        try await one.synchronize()
        for device in [one, two] { #expect(try await device.texts("body || star") == ["twostarred"]) }
    }

    @Test("a conflict that is dismissed stays so, also if another device repeats what lost")
    func dismissal() async throws {
        let (folder, other) = (MemoryFolder(), MemoryFolder())
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'old', NULL, 1)")
        for device in [one, two] { try await device.synchronize() }
        try await two.run("UPDATE note SET body = 'lost', changed = 5")
        try await two.synchronize()
        await other.replace(by: folder.contents)
        let three = try await Device(other, time: time)
        try await three.synchronize()
        try await one.run("UPDATE note SET body = 'new', changed = 9")
        #expect(try await one.synchronize().conflicts == 1)
        let conflicts = try await one.replica.conflicts()
        #expect(try await one.replica.dismiss(conflicts.map(\.id) + [99]) == conflicts.count)
        // The other device repeats what a folder has lost.
        let lost = try await two.replica.devices()[0].id
        for name in await other.contents.keys where name.hasPrefix(lost) { await other.set(nil, name) }
        #expect(try await three.synchronize().sent == 1)
        for (name, data) in await other.contents { await folder.set(data, name) }
        #expect(try await one.synchronize() == ReplicaReport(received: 1))
        let left = try await one.replica.conflicts().map(\.lost)
        #expect(conflicts.map(\.lost) == ["lost"] && left == [])
    }

    @Test("a long first synchronization says how far it is, and goes on where it broke off, on both devices")
    func progress() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run(
            """
            WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row WHERE n < 5000)
            INSERT INTO note SELECT n, 't' || n, 'text', NULL, 1 FROM row
            """)
        var shown: [ReplicaProgress] = []
        // The listing, the README and one of the files.
        await folder.fail(after: 3)
        await #expect(throws: ReplicaError.self) { try await one.synchronize { shown.append($0) } }
        // The name of the device is a change, too.
        #expect(shown.map(\.completed) == [0, 0, 2000] && shown.map(\.total) == [0, 5001, 5001])
        await folder.fail(after: nil)
        shown = []
        #expect(try await one.synchronize { shown.append($0) }.sent == 3001)
        #expect(shown.map(\.completed) == [0, 0, 2000, 3001] && shown.map(\.total) == [0, 3001, 3001, 3001])
        shown = []
        // The listing and one of the files.
        await folder.fail(after: 2)
        await #expect(throws: ReplicaError.self) { try await two.synchronize { shown.append($0) } }
        #expect(shown.map(\.completed) == [0, 2000] && shown.map(\.total) == [5001, 5001])
        #expect(try await two.bodies().count == 1999)
        await folder.fail(after: nil)
        shown = []
        #expect(try await two.synchronize { shown.append($0) }.received == 3001)
        #expect(shown.prefix(3).map(\.completed) == [0, 2000, 3001])
        #expect(shown.last?.completed == shown.last?.total)
        #expect(try await two.bodies().count == 5000)
    }

    @Test("when the last synchronization ended is known for its folder, also after one that has failed")
    func lastSync() async throws {
        let device = try await Device(MemoryFolder("one"), time: time)
        #expect(try await device.replica.lastSync(with: "one") == nil)
        try await device.synchronize()
        time.advance(by: 60)
        await device.folder.fail(after: 0)
        await #expect(throws: ReplicaError.self) { try await device.synchronize() }
        #expect(try await device.replica.lastSync(with: "one") == time.now.addingTimeInterval(-60))
        #expect(try await device.replica.lastSync(with: "two") == nil)
    }

    @Test("a clock that is a year ahead does not win over those who knew what it wrote")
    func clock() async throws {
        let folder = MemoryFolder()
        let (one, two) = (try await Device(folder, time: time), try await Device(folder, time: time))
        try await one.run("INSERT INTO note VALUES ('1', 'a', 'future', NULL, 99999999)")
        try await one.synchronize()
        try await two.synchronize()
        try await two.run("UPDATE note SET body = 'now', changed = 5")
        try await two.synchronize()
        #expect(try await one.synchronize() == ReplicaReport(received: 1))
        #expect(try await one.bodies() == ["now"])
    }
}
