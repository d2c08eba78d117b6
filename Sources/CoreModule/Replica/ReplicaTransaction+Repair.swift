extension ReplicaTransaction {
    /// Takes a new identity, when the store was copied or restored from a backup, or this device's files have disappeared.
    /// - Parameters:
    ///   - name: the new identity.
    ///   - files: the files of its identities that are in the folder.
    ///   - shared: its operation from which on another device has made some of the same numbers.
    func renew(as name: String, _ files: [ReplicaBatchName], shared: Int?) throws {
        let last = min(number, shared.map { $0 - 1 } ?? number)
        try connection.run(
            """
            INSERT OR REPLACE INTO replica_device(device, number, name, written)
            SELECT device, ?, coalesce(name, ''), 0 FROM replica_self LEFT JOIN replica_name USING (device)
            """, [.integer(Int64(last))])
        // If it is still another store's, that names it again.
        try ReplicaDevices.removeName(of: device, connection)
        known.see(device, last)
        seen.see(device, last)
        // The files of the old identity stay this device's: if they disappear, it repeats them.
        try connection.run("DELETE FROM replica_batch")
        for file in files { try file.insert(nil, into: connection) }
        (device, number, lastNumber) = (name, 0, 0)
        try connection.run("UPDATE replica_self SET device = ?, number = 0", [.text(device)])
    }

    /// Repeats what the folder does not have any more.
    /// - Parameters:
    ///   - stored: what it has of each device.
    ///   - shared: the operations from a number on of an identity that another device has too: each has made some of the same numbers.
    func repeatMissing(_ stored: ReplicaKnowledge, shared: (device: String, number: Int)?) throws {
        let keys = try connection.query("SELECT kind, id FROM replica_record") { row in
            ReplicaKey(kind: try row.text(0), id: try row.text(1))
        }
        for key in keys {
            guard let record = try record(key) else { continue }
            // Nobody knows which of two operations with one number another device has read: this device's become new ones.
            let ambiguous = record.fields.filter {
                $0.value.device == shared?.device && $0.value.number >= shared?.number ?? 0
            }
            for (field, version) in ambiguous.sorted(by: { $0.key < $1.key }) {
                try make([field: version.text], of: key, at: version.time)
            }
            let missing = record.fields.filter {
                ambiguous[$0.key] == nil && !stored.covers($0.value.device, $0.value.number)
            }
            for (field, version) in missing.sorted(by: { $0.key < $1.key }) {
                var repeated = ReplicaOperation(
                    key, number: number + 1, time: version.time, fields: [field: version.text])
                repeated.origin = .init(device: version.device, number: version.number)
                try append(repeated)
            }
            let isShared = shared.map { record.removals[$0.device] >= $0.number } ?? false
            if isShared || !record.removals.isCovered(by: stored) || !missing.isEmpty && !record.removals.isEmpty {
                var repeated = ReplicaOperation(key, number: number + 1, time: 0)
                repeated.removals = record.removals
                try append(repeated)
            }
        }
        if !known.isCovered(by: stored) { try repeatConflicts() }
        try connection.run("UPDATE replica_device SET repeated = number")
    }

    /// Repeats what lost a merge: nobody else may have read it.
    private func repeatConflicts() throws {
        let conflicts = try connection.query(
            """
            SELECT kind, id, field, text, device, time FROM replica_conflict WHERE is_dismissed = 0 ORDER BY seq
            """
        ) { row in
            (
                key: ReplicaKey(kind: try row.text(0), id: try row.text(1)),
                lost: ReplicaOperation.Lost(
                    field: try row.text(2), text: try row.text(3), device: try row.text(4), time: try row.integer(5))
            )
        }
        let byKey = Dictionary(grouping: conflicts, by: \.key).mapValues { $0.map(\.lost) }
        for (key, lost) in byKey.sorted(by: { ($0.key.kind, $0.key.id) < ($1.key.kind, $1.key.id) }) {
            var repeated = ReplicaOperation(key, number: number + 1, time: 0)
            repeated.lost = lost
            try append(repeated)
        }
    }
}
