import Foundation

/// The app's records follow what is known.
extension ReplicaTransaction {
    /// Gives the app what an earlier version of it did not know: records of a kind, or fields.
    func applyUnseen() throws {
        guard !unseen.isEmpty else { return }
        for (kind, fields) in unseen.sorted(by: { $0.key < $1.key }) {
            let ids = try connection.query("SELECT id FROM replica_record WHERE kind = ?", [.text(kind)]) {
                try $0.text(0)
            }
            for key in ids.map({ ReplicaKey(kind: kind, id: $0) }) {
                guard let record = try record(key), !fields.isDisjoint(with: record.fields.keys) else { continue }
                // With its identity and its owner.
                try store(record, key)
                try touch(key)
            }
            for field in fields {
                try connection.run(
                    "DELETE FROM replica_unknown WHERE kind = ? AND field = ?", [.text(kind), .text(field)])
                unknown[kind]?.remove(field)
            }
        }
        unseen = [:]
        try apply()
    }

    /// Changes the app's records to what is known now.
    func apply() throws {
        var identities: [ReplicaKey] = []
        var retargeted: [ReplicaKey] = []
        // By their bytes, as the store compares them.
        var seenIdentities: Set<[UInt8]> = []
        let keys = touched.keys.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
        for key in keys {
            guard let source = sourcesByKind[key.kind] else { continue }
            let before = touched[key] ?? nil
            let record = try record(key)
            let after = identity(key, record, source)
            // Also that of a removed one, whose place another one may take.
            let last = record.flatMap { source.identity(key.id, $0.values) }
            for identity in [before, last].compactMap(\.self) {
                let name = ReplicaKey(kind: key.kind, id: identity)
                if seenIdentities.insert(Array("\(key.kind) \(identity)".utf8)).inserted { identities.append(name) }
            }
            // Before any is set: a name that one gives up may be another one's.
            if record?.isRemoved != false {
                let isReplaced = try before.map { try !members(key.kind, $0).isEmpty } ?? false
                try removeShown(key, isReplaced: isReplaced, source)
            } else if before != nil, after != nil, before != after {
                try removeShown(key, isReplaced: true, source)
            }
        }
        var stays: [(source: any ReplicatedRecords, keys: [ReplicaKey])] = []
        for name in identities {
            guard let source = sourcesByKind[name.kind] else { continue }
            let members = try members(name.kind, name.id)
            // What belonged to one that is gone belongs to the one that stands for its identity now.
            for removed in try self.members(name.kind, name.id, areRemoved: true)
            where try setTarget(members.first?.id, of: removed) {
                retargeted.append(removed)
            }
            guard let first = members.first else { continue }
            for member in members {
                let target = member == first ? nil : first.id
                if try setTarget(target, of: member) { retargeted.append(member) }
                if target != nil { try removeShown(member, isReplaced: true, source) }
            }
            stays.append((source, members))
        }
        // In the order of the sources: a record comes after its owner.
        for source in sources {
            for case (let other, let keys) in stays where other.kind == source.kind { try set(keys, source) }
        }
        for key in retargeted {
            for owned in try owned(by: key) {
                guard let source = sourcesByKind[owned.kind] else { continue }
                try set(try members(owned.kind, identity(owned, try record(owned), source) ?? ""), source)
            }
        }
        touched = [:]
    }

    /// Stores which record another one became. Returns whether that is new.
    private func setTarget(_ target: String?, of key: ReplicaKey) throws -> Bool {
        try connection.run(
            "UPDATE replica_record SET target = ?1 WHERE kind = ?2 AND id = ?3 AND target IS NOT ?1",
            [.text(target), .text(key.kind), .text(key.id)]) > 0
    }

    private func removeShown(_ key: ReplicaKey, isReplaced: Bool, _ source: any ReplicatedRecords) throws {
        // With those that had become this one and go with it, not with those that were gone before.
        let others = try connection.query(
            "SELECT id FROM replica_record WHERE kind = ? AND target = ? ORDER BY id", [.text(key.kind), .text(key.id)]
        ) { ReplicaKey(kind: key.kind, id: try $0.text(0)) }
        let records = try ([key] + others.filter { (touched[$0] ?? nil) != nil }).compactMap { try record($0) }
        try source.remove(Self.value(key, records, source), isReplaced: isReplaced, in: self)
        try setShown(false, key)
    }

    /// Stores whether the app has the record: one that it has had, and has no more, was removed by the user.
    func setShown(_ isShown: Bool, _ key: ReplicaKey) throws {
        try connection.run(
            "UPDATE replica_record SET is_shown = ?1 WHERE kind = ?2 AND id = ?3 AND is_shown <> ?1",
            [.bool(isShown), .text(key.kind), .text(key.id)])
    }

    /// Sets the record that records of one identity are.
    private func set(_ members: [ReplicaKey], _ source: any ReplicatedRecords) throws {
        guard let first = members.first else { return }
        try source.set(Self.value(first, try members.compactMap { try record($0) }, source), in: self)
        let (table, column) = source.table
        let isThere = try connection.first("SELECT 1 FROM \(table) WHERE \(column) = ?", [.text(first.id)]) { _ in true
        }
        try setShown(isThere == true, first)
    }

    private static func value(
        _ key: ReplicaKey, _ records: [ReplicaRecord], _ source: any ReplicatedRecords
    ) -> ReplicaValue {
        ReplicaValue(
            id: key.id, fields: source.united(records.map(\.values)),
            date: Date(millisecondsSince1970: records.map(\.time).max() ?? 0))
    }
}
