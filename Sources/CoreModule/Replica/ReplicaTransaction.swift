import Foundation

/// A transaction of a replica: the app's records and what is known of all devices' change together.
///
/// Valid only inside the call that receives it.
public final class ReplicaTransaction {
    /// The database.
    public let connection: SQLiteConnection
    let sources: [any ReplicatedRecords]
    let sourcesByKind: [String: any ReplicatedRecords]
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()
    /// This device.
    var device: String
    var number: Int
    /// The number of its last operation before this transaction.
    var lastNumber: Int
    /// What this device knew of others before this transaction: what its own operations know.
    var known: ReplicaKnowledge
    /// What it has read of others by now.
    var seen: ReplicaKnowledge
    /// This transaction's own operations.
    private var operations: [ReplicaOperation] = []
    /// The records whose app's copy may have to change, with their identities before.
    var touched: [ReplicaKey: String?] = [:]
    /// The fields of each kind that were not known when they were stored.
    var unknown: [String: Set<String>] = [:]
    /// Those of them that are known now: the app does not have them yet.
    var unseen: [String: Set<String>] = [:]
    private var hasConflicts: Bool
    /// The number of values that lost a merge.
    private(set) var conflictCount = 0
    /// The app's records that were changed by other devices.
    private(set) var received: Set<ReplicaKey> = []

    /// The most operations of a file, if there are `count` in all. Files are small, so that a broken upload repeats little.
    private static func batchSize(_ count: Int) -> Int { min(max(2000, (count + 7) / 8), 20_000) }

    init(_ connection: SQLiteConnection, _ sources: [any ReplicatedRecords], _ own: ReplicaSelf) throws {
        self.connection = connection
        self.sources = sources
        sourcesByKind = Dictionary(uniqueKeysWithValues: sources.map { ($0.kind, $0) })
        (device, number, lastNumber) = (own.device, own.number, own.number)
        known = try ReplicaKnowledge(connection)
        seen = known
        hasConflicts = try connection.first("SELECT 1 FROM replica_conflict LIMIT 1") { _ in true } ?? false
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try connection.forEach("SELECT kind, field FROM replica_unknown") { row in
            let (kind, field) = (try row.text(0), try row.text(1))
            unknown[kind, default: []].insert(field)
            if isKnown(field, of: kind) { unseen[kind, default: []].insert(field) }
        }
    }

    /// Returns the identifier of the record that another one of the same identity became; its own if it stands for itself.
    public func currentID(of key: ReplicaKey) throws -> String {
        try connection.first(
            "SELECT target FROM replica_record WHERE kind = ? AND id = ?", [.text(key.kind), .text(key.id)]
        ) { try $0.optionalText(0) ?? key.id } ?? key.id
    }

    // MARK: What this device has changed

    /// Makes operations of what the app has changed since the last time.
    func collect() throws {
        for source in sources {
            let mark = try source.storedMark(connection)
            if let mark, try source.mark(connection) == mark { continue }
            let (table, column) = source.table
            let removed = try connection.query(
                """
                SELECT id FROM replica_record WHERE kind = ? AND is_shown = 1 AND is_removed = 0 AND NOT EXISTS (
                    SELECT 1 FROM \(table) WHERE \(table).\(column) = replica_record.id
                )
                """, [.text(source.kind)]
            ) { try $0.text(0) }
            let removals = try removed.map { id in
                let key = ReplicaKey(kind: source.kind, id: id)
                // What was edited just before is known to nobody yet.
                let last = try source.removed(id, connection).flatMap { try edit(to: $0, source) }
                return (last: last, keys: try others(key, try record(key), source).map(\.key) + [key])
            }
            for key in removals.flatMap(\.keys) { try touch(key) }
            for removal in removals { if let last = removal.last { try write(last, source) } }
            for key in removals.flatMap(\.keys) { try make([:], of: key, at: 0, isRemoval: true) }
            // All are compared before one is written: of two that swap their names, neither has ever been the other one.
            let edits = try source.changes(since: mark, connection).compactMap { try edit(to: $0, source) }
            for edit in edits { try write(edit, source) }
            try touchUnited(edits, source)
        }
    }

    /// Stores up to where the app's records were compared.
    func storeMarks() throws {
        for source in sources {
            guard let mark = try source.mark(connection) else { continue }
            try connection.run(
                "INSERT OR REPLACE INTO replica_mark(kind, mark) VALUES (?, ?)", [.text(source.kind), .text(mark)])
        }
    }

    /// Fields of a record to change, and of those of the same identity that became it.
    private struct Edit {
        let key: ReplicaKey
        let time: Int64
        let fields: [String: String?]
        let others: [(key: ReplicaKey, record: ReplicaRecord)]
    }

    /// What makes the known record the app's; nil if nothing differs.
    private func edit(to value: ReplicaValue, _ source: any ReplicatedRecords) throws -> Edit? {
        let key = ReplicaKey(kind: source.kind, id: value.id)
        let record = try record(key)
        let isThere = record.map { !$0.isRemoved } ?? false
        let others = isThere ? try others(key, record, source) : []
        let old = isThere ? source.united([record?.values ?? [:]] + others.map(\.record.values)) : [:]
        var fields: [String: String?] = [:]
        let unseen = unseen[key.kind] ?? []
        for (field, text) in value.fields where old[field] != text {
            // The app could not show what another device has written: neither knew of the other.
            if isThere, unseen.contains(field), let version = record?.fields[field], let other = version.text {
                let time = value.date.millisecondsSince1970
                guard version.time < time else {
                    try storeConflict(key, field, text, of: device, at: time)
                    continue
                }
                try storeConflict(key, field, other, of: version.device, at: version.time)
            }
            fields.updateValue(text, forKey: field)
        }
        for field in old.keys
        where value.fields[field] == nil && source.role(of: field) != .unknown && !unseen.contains(field) {
            fields.updateValue(nil, forKey: field)
        }
        guard !fields.isEmpty else { return nil }
        return Edit(key: key, time: value.date.millisecondsSince1970, fields: fields, others: others)
    }

    private func write(_ edit: Edit, _ source: any ReplicatedRecords) throws {
        for other in edit.others {
            var changes: [String: String?] = [:]
            for (field, text) in edit.fields {
                let isIdentity = source.role(of: field) == .identity
                if isIdentity || other.record.values[field] != nil {
                    changes.updateValue(isIdentity ? text : nil, forKey: field)
                }
            }
            if !changes.isEmpty { try make(changes, of: other.key, at: edit.time) }
        }
        try make(edit.fields, of: edit.key, at: edit.time)
        try setShown(true, edit.key)
    }

    /// The app has what it has changed, but not what that may have to be united with or takes the place of, nor a date that had to be later.
    private func touchUnited(_ edits: [Edit], _ source: any ReplicatedRecords) throws {
        for edit in edits {
            let record = try record(edit.key)
            let identity = identity(edit.key, record, source)
            let takesPlace = try identity.map { try !members(edit.key.kind, $0, areRemoved: true).isEmpty } ?? false
            if try takesPlace || record?.time != edit.time || !others(edit.key, record, source).isEmpty {
                try touch(edit.key)
            }
        }
    }

    /// Changes a field of a record, and the app's record with it.
    func restore(_ field: String, _ text: String, of key: ReplicaKey, at time: Int64) throws {
        guard let source = sourcesByKind[key.kind] else { return }
        try touch(key)
        let record = try record(key)
        try write(Edit(key: key, time: time, fields: [field: text], others: try others(key, record, source)), source)
        try apply()
    }

    /// Removes a record, if it is there, and the app's record with it.
    func remove(_ key: ReplicaKey) throws {
        guard try record(key)?.isRemoved == false else { return }
        try touch(key)
        try make([:], of: key, at: 0, isRemoval: true)
        try apply()
    }

    /// Makes an operation of this device. Its time is later than those of the versions that it replaces.
    func make(
        _ fields: [String: String?], of key: ReplicaKey, at time: Int64, isRemoval: Bool = false
    ) throws {
        let record = try record(key)
        let last = fields.keys.compactMap { record?.fields[$0]?.time }.max()
        var operation = ReplicaOperation(
            key, number: number + 1, time: max(time, last.map { $0 + 1 } ?? time), fields: fields, isRemoval: isRemoval)
        if isRemoval {
            // What was repeated is known, although not all of its device was read.
            for version in record?.fields.values ?? [:].values
            where version.device != device && !known.covers(version.device, version.number) {
                operation.removals.see(version.device, version.number)
            }
        }
        try append(operation)
    }

    func append(_ operation: ReplicaOperation) throws {
        number += 1
        operations.append(operation)
        try merge(operation, of: device, known)
    }

    // MARK: What others have changed

    /// Merges a batch of another device, if it is the next one.
    /// - Returns: whether it was.
    func merge(_ name: ReplicaBatchName, _ batch: ReplicaBatch) throws -> Bool {
        let last = seen[name.device]
        guard name.device != device, name.first <= last + 1, name.last > last else { return false }
        for section in batch.sections {
            for operation in section.operations where operation.number > last {
                try touch(operation.key)
                if areUserData(operation.key.kind) { received.insert(operation.key) }
            }
            guard let first = section.operations.first(where: { $0.number > last }) else { continue }
            try storeContext(name.device, first.number, section.seen)
            for operation in section.operations where operation.number > last {
                try merge(operation, of: name.device, section.seen)
            }
        }
        seen.see(name.device, name.last)
        try connection.run(
            """
            INSERT INTO replica_device(device, number, name, written) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT(device) DO UPDATE SET number = ?2, name = ?3, written = ?4
            """,
            [
                .text(name.device), .integer(Int64(name.last)), .text(batch.header.name),
                .integer(batch.header.written),
            ])
        return true
    }

    func touch(_ key: ReplicaKey) throws {
        guard touched[key] == nil, let source = sourcesByKind[key.kind] else { return }
        touched.updateValue(identity(key, try record(key), source), forKey: key)
    }

    private func merge(_ operation: ReplicaOperation, of device: String, _ seen: ReplicaKnowledge) throws {
        var record = try record(operation.key) ?? ReplicaRecord()
        let lost = try record.merge(operation, of: device, seen) { try context(of: $0) }
        try store(record, operation.key)
        if hasConflicts { try dismissConflicts(operation, record) }
        guard let source = sourcesByKind[operation.key.kind] else { return }
        for lost in operation.lost where record.fields[lost.field]?.text != lost.text {
            guard !lost.field.hasPrefix("."), source.role(of: lost.field) != .unknown else { continue }
            try storeConflict(operation.key, lost.field, lost.text, of: lost.device, at: lost.time)
        }
        for (field, version) in lost.sorted(by: { $0.key < $1.key }) {
            guard !field.hasPrefix("."), source.role(of: field) != .unknown, let text = version.text else { continue }
            try storeConflict(operation.key, field, text, of: version.device, at: version.time)
        }
    }

    /// What has been written again has not lost any more: another device may have restored it.
    private func dismissConflicts(_ operation: ReplicaOperation, _ record: ReplicaRecord) throws {
        for (field, text) in operation.fields {
            guard let text, record.fields[field]?.text == text else { continue }
            try connection.run(
                "UPDATE replica_conflict SET is_dismissed = 1 WHERE kind = ? AND id = ? AND field = ? AND text = ?",
                [.text(operation.key.kind), .text(operation.key.id), .text(field), .text(text)])
        }
    }

    private func storeConflict(
        _ key: ReplicaKey, _ field: String, _ text: String, of device: String, at time: Int64
    ) throws {
        guard areUserData(key.kind) else { return }
        hasConflicts = true
        // What lost may be repeated by another device.
        conflictCount += try connection.run(
            """
            INSERT INTO replica_conflict(kind, id, field, text, device, time) SELECT ?1, ?2, ?3, ?4, ?5, ?6
            WHERE NOT EXISTS (
                SELECT 1 FROM replica_conflict
                WHERE kind = ?1 AND id = ?2 AND field = ?3 AND text = ?4 AND device = ?5 AND time = ?6
            )
            """,
            [.text(key.kind), .text(key.id), .text(field), .text(text), .text(device), .integer(time)])
    }

    // MARK: Batches

    /// Stores this transaction's operations as batches to be written.
    func storeBatches(named name: String, at date: Date) throws {
        let size = Self.batchSize(operations.count)
        for start in stride(from: 0, to: operations.count, by: size) {
            let part = Array(operations[start..<min(start + size, operations.count)])
            let header = ReplicaBatch.Header(device: device, name: name, written: date.millisecondsSince1970)
            let text = try ReplicaBatch(header, [.init(seen: known, part)]).text()
            let file = ReplicaBatchName(
                device: device, first: part[0].number, last: part[part.count - 1].number, text: text)
            let count = Set(part.lazy.map(\.key).filter { self.areUserData($0.kind) }).count
            try file.insert(text, records: count, into: connection)
        }
        guard let first = operations.first else { return }
        try storeContext(device, first.number, known)
        try connection.run("UPDATE replica_self SET number = ?", [.integer(Int64(number))])
    }

    // MARK: Rows

    private func storeContext(_ device: String, _ first: Int, _ seen: ReplicaKnowledge) throws {
        try connection.run(
            "INSERT OR REPLACE INTO replica_context(device, first, seen) VALUES (?, ?, ?)",
            [.text(device), .integer(Int64(first)), .text(try json(seen))])
    }

    private func context(of version: ReplicaRecord.Version) throws -> ReplicaKnowledge {
        // An operation of this transaction has no row yet.
        if version.device == device, version.number > lastNumber { return known }
        let text = try connection.first(
            "SELECT seen FROM replica_context WHERE device = ? AND first <= ? ORDER BY first DESC LIMIT 1",
            [.text(version.device), .integer(Int64(version.number))]
        ) { try $0.text(0) }
        guard let text else { return ReplicaKnowledge() }
        return try decoder.decode(ReplicaKnowledge.self, from: Data(text.utf8))
    }

    func record(_ key: ReplicaKey) throws -> ReplicaRecord? {
        let text = try connection.first(
            "SELECT state FROM replica_record WHERE kind = ? AND id = ?", [.text(key.kind), .text(key.id)]
        ) { try $0.text(0) }
        return try text.map { try decoder.decode(ReplicaRecord.self, from: Data($0.utf8)) }
    }

    func store(_ record: ReplicaRecord, _ key: ReplicaKey) throws {
        for field in record.fields.keys where !isKnown(field, of: key.kind) {
            guard unknown[key.kind, default: []].insert(field).inserted else { continue }
            try connection.run(
                "INSERT INTO replica_unknown(kind, field) VALUES (?, ?)", [.text(key.kind), .text(field)])
        }
        let source = sourcesByKind[key.kind]
        let owner = source?.owner(record.values).map { "\($0.kind)/\($0.id)" }
        try connection.run(
            """
            INSERT INTO replica_record(kind, id, identity, owner, is_removed, state) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT(kind, id) DO UPDATE SET identity = excluded.identity, owner = excluded.owner,
            is_removed = excluded.is_removed, state = excluded.state
            """,
            [
                .text(key.kind), .text(key.id), .text(source?.identity(key.id, record.values)), .text(owner),
                .bool(record.isRemoved), .text(try json(record)),
            ])
    }

    private func isKnown(_ field: String, of kind: String) -> Bool {
        sourcesByKind[kind].map { $0.role(of: field) != .unknown } ?? false
    }

    /// Whether records of a kind are the user's. Those that this version does not know are.
    private func areUserData(_ kind: String) -> Bool { sourcesByKind[kind]?.areUserData ?? true }

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// The identity of a record that is there.
    func identity(
        _ key: ReplicaKey, _ record: ReplicaRecord?, _ source: any ReplicatedRecords
    ) -> String? {
        guard let record, !record.isRemoved else { return nil }
        return source.identity(key.id, record.values)
    }

    /// The records with an identity that are there, or those that were removed; the smallest identifier first.
    func members(_ kind: String, _ identity: String, areRemoved: Bool = false) throws -> [ReplicaKey] {
        try connection.query(
            // Else the order would make SQLite read all records of the kind.
            """
            SELECT id FROM replica_record INDEXED BY replica_record_identity
            WHERE kind = ? AND identity = ? AND is_removed = ? ORDER BY id
            """, [.text(kind), .text(identity), .bool(areRemoved)]
        ) { ReplicaKey(kind: kind, id: try $0.text(0)) }
    }

    /// The other records with the identity of a record.
    private func others(
        _ key: ReplicaKey, _ record: ReplicaRecord?, _ source: any ReplicatedRecords
    ) throws -> [(key: ReplicaKey, record: ReplicaRecord)] {
        guard let identity = identity(key, record, source), identity != key.id else { return [] }
        return try members(key.kind, identity).filter { $0 != key }.compactMap { other in
            try self.record(other).map { (other, $0) }
        }
    }

    func owned(by key: ReplicaKey) throws -> [ReplicaKey] {
        try connection.query(
            "SELECT kind, id FROM replica_record WHERE owner = ? AND is_removed = 0", [.text("\(key.kind)/\(key.id)")]
        ) { ReplicaKey(kind: try $0.text(0), id: try $0.text(1)) }
    }
}
