import CoreModule
import Foundation
import SuperappTesting

/// Devices with notes that synchronize through folders which a file synchronizer carries: late, in any order, cut, as conflicted copies.
/// Devices crash at any call, are restored from backups and copied, and their clocks jump. In the end everything is delivered.
struct ReplicaSimulation {
    /// A device with its store and its view of the folder.
    private struct Device {
        let database: SQLiteDatabase
        let replica: Replica
        let folder: MemoryFolder
        let clock: Locked<Date>
        var backup: String?
    }

    /// What does not hold in the end; nil if everything does.
    private(set) var failure: String?

    private var random: SeededGenerator
    private var devices: [Device] = []
    /// The bodies that were written, and those that their writers replaced.
    private var written: Set<String> = []
    private var superseded: Set<String> = []
    private var count = 0
    /// All files that were ever written, with their contents.
    private(set) var files: [String: Data] = [:]

    private static let tables = [
        ("note", 5), ("replica_self", 6), ("replica_mark", 2), ("replica_device", 5), ("replica_record", 8),
        ("replica_context", 3), ("replica_batch", 4), ("replica_conflict", 8), ("replica_unknown", 2),
        ("replica_name", 3),
    ]

    static func run(_ seed: UInt64, steps: Int = 60) async throws -> ReplicaSimulation {
        var simulation = ReplicaSimulation(random: SeededGenerator(seed: seed))
        try await simulation.run(steps)
        return simulation
    }

    private init(random: SeededGenerator) {
        self.random = random
    }

    private mutating func run(_ steps: Int) async throws {
        for number in 0..<3 {
            let clock = Locked(Date(millisecondsSince1970: 1_700_000_000_000 + Int64(number) * 1000))
            let database = try await SQLiteDatabase.open(.memory, schemas: [Notes.schema, Replica.schema])
            devices.append(
                Device(
                    database: database, replica: replica(database, clock, "\(number)"), folder: MemoryFolder(),
                    clock: clock))
        }
        for _ in 0..<steps { try await step() }
        try await settle()
    }

    private mutating func replica(_ database: SQLiteDatabase, _ clock: Locked<Date>, _ instance: String) -> Replica {
        // The seed determines what devices are called, too.
        let names = Locked(SeededGenerator(seed: random.next()))
        return Replica(
            database, [Notes()], clock: WallClock { clock.withLock(\.self) }, fileLimit: 3, instance: { instance },
            makeDevice: { names.withLock { padded($0.next(), 16, radix: 16) } })
    }

    private mutating func step() async throws {
        let place = Int.random(in: 0..<devices.count, using: &random)
        tick(place)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45: try await edit(place)
        case 45..<65: try await synchronize(place)
        case 65..<70:
            await devices[place].folder.fail(after: Int.random(in: 0..<4, using: &random))
            try await synchronize(place)
            await devices[place].folder.fail(after: nil)
        case 70..<90: await deliver(from: Int.random(in: 0..<devices.count, using: &random), to: place)
        case 90..<92: devices[place].backup = try await backUp(place)
        case 92..<94: if let backup = devices[place].backup { try await restore(backup, at: place) }
        case 94..<95: try await restore(try await backUp(Int.random(in: 0..<devices.count, using: &random)), at: place)
        case 95..<96:
            try await synchronize(place)
            await devices[place].folder.replace(by: [:])
        case 96..<98:
            let others = try await devices[place].replica.devices().dropFirst()
            if let other = others.randomElement(using: &random) { try await devices[place].replica.retire(other.id) }
        default:
            // A year ahead, or back again.
            let jump = TimeInterval.random(in: -1...1, using: &random) * 31_536_000
            devices[place].clock.withLock { $0 += jump }
        }
    }

    private func tick(_ place: Int) { devices[place].clock.withLock { $0 += 0.007 } }

    // MARK: Editing

    private mutating func edit(_ place: Int) async throws {
        let rows = try await notes(place)
        let row = rows.randomElement(using: &random)
        let title = ["a", "b", "c", "d", "e"].randomElement(using: &random) ?? ""
        let now = devices[place].clock.withLock(\.millisecondsSince1970)
        count += 1
        let body = "body\(count)"
        let isTaken = rows.contains { $0[1] == title }
        let database = devices[place].database
        let id = "\(Int.random(in: 100..<999, using: &random))-\(count)"
        switch (Int.random(in: 0..<10, using: &random), row) {
        case (0..<4, _), (_, nil):
            guard !isTaken else { return }
            written.insert(body)
            try await database.write {
                try $0.run(
                    "INSERT INTO note VALUES (?, ?, ?, NULL, ?)", [.text(id), .text(title), .text(body), .integer(now)])
            }
        case (4..<7, let row?):
            written.insert(body)
            superseded.formUnion(row[2].split(separator: "\n").map(String.init))
            try await database.write {
                try $0.run(
                    "UPDATE note SET body = ?, changed = ? WHERE id = ?", [.text(body), .integer(now), .text(row[0])])
            }
        case (7, let row?):
            try await database.write {
                try $0.run(
                    "UPDATE note SET star = iif(star IS NULL, '1', NULL), changed = ? WHERE id = ?",
                    [.integer(now), .text(row[0])])
            }
        case (8, let row?):
            guard !isTaken else { return }
            try await database.write {
                try $0.run(
                    "UPDATE note SET title = ?, changed = ? WHERE id = ?", [.text(title), .integer(now), .text(row[0])])
            }
        case (_, let row?):
            superseded.formUnion(row[2].split(separator: "\n").map(String.init))
            try await database.write { try $0.run("DELETE FROM note WHERE id = ?", [.text(row[0])]) }
        }
    }

    private func notes(_ place: Int) async throws -> [[String]] {
        try await devices[place].database.read { connection in
            try connection.query("SELECT id, title, coalesce(body, ''), coalesce(star, '') FROM note ORDER BY id") {
                row in try (0..<4).map { try row.text($0) }
            }
        }
    }

    // MARK: Files

    private mutating func synchronize(_ place: Int) async throws {
        let device = devices[place]
        do throws(ReplicaError) {
            try await device.replica.synchronize(with: device.folder, as: "device \(place)", acceptsEmptied: true)
        } catch {
            // Some call to the folder may fail.
            guard case .folder = error else { throw error }
        }
        for (name, data) in await device.folder.contents {
            guard name.hasSuffix(".jsonl"), !name.contains("copy") else { continue }
            if let known = files[name], known != data, known.count <= data.count {
                failure = "a file was written twice: \(name)"
            }
            if data.count > files[name]?.count ?? -1 { files[name] = data }
        }
    }

    /// Carries some files from one view to another, some of them cut or as a copy, and some removals.
    private mutating func deliver(from source: Int, to target: Int) async {
        guard source != target else { return }
        let (from, to) = (devices[source].folder, devices[target].folder)
        let present = await to.contents
        for (name, data) in await from.contents.sorted(by: { $0.key < $1.key }) {
            guard data.count > present[name]?.count ?? -1 else { continue }
            switch Int.random(in: 0..<10, using: &random) {
            case 0: break
            case 1: await to.set(data.prefix(data.count / 2), name)
            case 2: await to.set(data, name.replacing(".jsonl", with: " (copy).jsonl"))
            default: await to.set(data, name)
            }
        }
    }

    private func backUp(_ place: Int) async throws -> String { try await Self.backUp(devices[place].database) }

    /// Returns everything in a store.
    static func backUp(_ database: SQLiteDatabase) async throws -> String {
        try await database.read { connection in
            let tables = try tables.map { name, columns in
                let names = try connection.query("SELECT name FROM pragma_table_info('\(name)')") { try $0.text(0) }
                precondition(names.count == columns)
                let list = names.joined(separator: ", ")
                return try connection.first("SELECT json_group_array(json_array(\(list))) FROM \(name)") {
                    try $0.text(0)
                } ?? "[]"
            }
            return "[\(tables.joined(separator: ","))]"
        }
    }

    private mutating func restore(_ backup: String, at place: Int) async throws {
        // What a device has not handed on would be lost with its store.
        try await synchronize(place)
        try await Self.restore(backup, in: devices[place].database)
    }

    /// Makes a store what it was.
    static func restore(_ backup: String, in database: SQLiteDatabase) async throws {
        try await database.write { connection in
            for (number, (name, columns)) in tables.enumerated() {
                try connection.run("DELETE FROM \(name)")
                let values = (0..<columns).map { "json_extract(value, '$[\($0)]')" }.joined(separator: ", ")
                try connection.run(
                    "INSERT INTO \(name) SELECT \(values) FROM json_each(?, '$[\(number)]')", [.text(backup)])
            }
        }
    }

    // MARK: The end

    /// Delivers everything, until no device has anything to say.
    private mutating func settle() async throws {
        var files: Set<String> = []
        for _ in 0..<20 {
            var all: [String: Data] = [:]
            for device in devices {
                for (name, data) in await device.folder.contents where data.count > all[name]?.count ?? -1 {
                    all[name] = data
                }
            }
            for device in devices { await device.folder.replace(by: all) }
            // The names of devices do not count as sent and received.
            var isQuiet = Set(all.keys) == files
            files = Set(all.keys)
            for (place, device) in devices.enumerated() {
                tick(place)
                let report = try await device.replica.synchronize(
                    with: device.folder, as: "the device \(place)", acceptsEmptied: true)
                isQuiet = isQuiet && report.sent == 0 && report.received == 0
            }
            if isQuiet { return try await check() }
        }
        failure = "the devices do not become quiet"
    }

    private mutating func check() async throws {
        let first = try await notes(0)
        var present = Set(first.flatMap { $0[2].split(separator: "\n").map(String.init) })
        var (lists, own): ([[String: String]], [String: String]) = ([], [:])
        for (place, device) in devices.enumerated() {
            let rows = try await notes(place)
            if rows != first { failure = "devices differ: \(first) and \(rows)" }
            let names = Dictionary(uniqueKeysWithValues: try await device.replica.devices().map { ($0.id, $0.name) })
            lists.append(names)
            own[try await device.replica.devices()[0].id] = "the device \(place)"
            let conflicts = try await device.replica.conflicts()
            present.formUnion(conflicts.flatMap { $0.lost.split(separator: "\n").map(String.init) })
        }
        // Those whose stores were lost are on the list too.
        for list in lists where !own.allSatisfy({ list[$0.key] == $0.value }) {
            failure = "devices are missing: \(own) \(list)"
        }
        let lost = written.subtracting(superseded).subtracting(present)
        if !lost.isEmpty { failure = "lost: \(lost.sorted())" }
    }
}
