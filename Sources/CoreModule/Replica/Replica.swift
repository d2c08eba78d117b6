public import Foundation

/// Records of a SQLite database that several devices have in common, through a folder that they share.
///
/// Each device appends files of its own to the folder, and merges those of others: of two changes of one field, the later one wins, and the other
/// one is a ``ReplicaConflict``, unless its writer knew of it. An edit that did not know of a removal brings the record back. Records of one
/// identity that two devices made become one. What was acknowledged is lost by no order of events, and devices that have read the same files
/// have the same records.
///
/// ```swift
/// let database = try await SQLiteDatabase.open(.file(url), schemas: [recipes, Replica.schema])
/// let replica = Replica(database, [Recipes()])
/// try await replica.synchronize(with: LocalFolder(folder), as: "Ann's laptop")
/// ```
public final class Replica: Sendable {
    /// The name of the file that says to people what the folder is.
    static let readme = "README.txt"

    let database: SQLiteDatabase
    private let sources: [any ReplicatedRecords]
    private let clock: WallClock
    /// What distinguishes the store from a copy; nil if nothing does.
    let instance: @Sendable () -> String?
    /// Makes the identity of a device.
    private let makeDevice: @Sendable () -> String
    /// With more files of its own, a device makes one of several.
    let fileLimit: Int
    private let logger: EventLogger
    private let log: OperationLog
    /// The files that could not be read last time.
    private let lastUnreadable = Locked<Set<String>>([])
    private let gate = AsyncMutex()

    /// Makes a replica of records. A record comes after its owner in the order of the sources.
    /// - Parameters:
    ///   - database: was opened with ``schema``, and has the tables of the records.
    ///   - sources: the records.
    ///   - clock: dates files and what is restored.
    ///   - logger: receives each synchronization, and once each file that cannot be read.
    public convenience init(
        _ database: SQLiteDatabase, _ sources: [any ReplicatedRecords], clock: WallClock = .system,
        logger: EventLogger = .disabled
    ) {
        self.init(database, sources, clock: clock, logger: logger) {
            var status = stat()
            guard let path = database.path, stat(path, &status) == 0 else { return nil }
            return String(status.st_ino)
        }
    }

    package init(
        _ database: SQLiteDatabase, _ sources: [any ReplicatedRecords], clock: WallClock,
        logger: EventLogger = .disabled, fileLimit: Int = 16, instance: @escaping @Sendable () -> String?,
        makeDevice: @escaping @Sendable () -> String = { padded(UInt64.random(in: .min ... .max), 16, radix: 16) }
    ) {
        self.fileLimit = fileLimit
        self.makeDevice = makeDevice
        self.database = database
        self.sources = [ReplicaDevices()] + sources
        self.clock = clock
        self.instance = instance
        self.logger = logger
        log = OperationLog(logger)
    }

    // MARK: Synchronizing

    /// Synchronizes the records with a folder, the same one as before or another one. One call at a time does; others wait.
    /// - Parameters:
    ///   - folder: the folder that the devices share.
    ///   - name: this device's name, for people.
    ///   - acceptsEmptied: whether a folder that has become empty is filled again; otherwise ``ReplicaError/emptied(address:)`` is thrown.
    ///   - report: is called with how far it is: before it reads and before it writes, and after each file.
    @discardableResult
    public func synchronize(
        with folder: any SharedFolder, as name: String, acceptsEmptied: Bool = false,
        progress report: (ReplicaProgress) -> Void = { _ in }
    ) async throws(ReplicaError) -> ReplicaReport {
        await gate.enter()
        defer { gate.leave() }
        return try await log.run("synchronize replica") { () throws(ReplicaError) in
            let (instance, device, start) = (instance(), makeDevice(), clock.now())
            try await write { connection in
                let isNew = try connection.run(
                    "INSERT OR IGNORE INTO replica_self(one, device, number, instance) VALUES (1, ?, 0, ?)",
                    [.text(device), .text(instance)])
                if isNew > 0 { try ReplicaDevices.setName(name, of: device, at: start, connection) }
            }
            var progress = ReplicaProgress()
            func advance(_ total: Int, _ completed: Int) {
                progress.total += total
                progress.completed += completed
                report(progress)
            }
            var (listing, result, shared) = (ReplicaListing([]), ReplicaReport(), Int?.none)
            repeat {
                progress = ReplicaProgress()
                let damage: Damage?
                (listing, damage) = try await look(at: folder, acceptsEmptied: acceptsEmptied, shared: shared)
                var repair: Repair?
                if let damage { repair = try await self.repair(damage, listing, folder) }
                let own = try await read { try ReplicaSelf($0) }
                let former = repair?.files == nil ? nil : own?.device
                (result.unreadable, shared) = try await read(
                    listing, folder, own: own, isRenewing: former != nil, progress: advance
                ) { (batches) throws(ReplicaError) in
                    let part = try await exchange(batches, as: name, repair, former)
                    repair = nil
                    result.received += part.received
                    result.conflicts += part.conflicts
                }
            } while shared != nil
            logUnreadable(result.unreadable)
            result.sent = try await writeBatches(to: folder, isNew: !listing.hasReadme, progress: advance)
            // Not before: a folder to which nothing could be written was not filled.
            let (address, now) = (folder.address, clock.now().millisecondsSince1970)
            try await write { connection in
                try connection.run(
                    "UPDATE replica_self SET folder = ?, synchronized = ?", [.text(address), .integer(now)])
            }
            try await compact(listing, folder)
            return result
        }
    }

    /// Reads the files that continue what is known, of each device in their order, and merges them in parts, so that the store is not in use for
    /// long, and the next synchronization goes on if this one breaks off.
    /// - Parameters:
    ///   - own: this device.
    ///   - isRenewing: whether this device's files are another one's from now on.
    ///   - progress: receives by how many operations the total grows, and how many operations have just been read.
    ///   - merge: is called once at least.
    /// - Returns: the names of the files that cannot be read. Or this device's operation from which on others know other ones, as soon as a file
    ///   says so: this device was restored from a backup, and its later files are gone. Then it needs another identity first.
    private func read(
        _ listing: ReplicaListing, _ folder: any SharedFolder, own: ReplicaSelf?, isRenewing: Bool,
        progress: (Int, Int) -> Void, merge: ([(ReplicaBatchName, ReplicaBatch)]) async throws(ReplicaError) -> Void
    ) async throws(ReplicaError) -> (unreadable: [String], shared: Int?) {
        let lastWritten = try await lastWritten(listing)
        var seen = try await read { try ReplicaKnowledge($0) }
        if let own { seen.see(own.device, own.number) }
        var unreadable: [String] = []
        var (batches, size): ([(ReplicaBatchName, ReplicaBatch)], Int) = ([], 0)
        let byDevice = Dictionary(grouping: listing.names, by: \.device)
            .filter { $0.key != own?.device || isRenewing }.sorted { $0.key < $1.key }
        let new = byDevice.map { device, names in max(0, (names.map(\.last).max() ?? 0) - seen[device]) }
        progress(new.reduce(0, +), 0)
        for (device, names) in byDevice {
            var last = seen[device]
            var left = names
            while let next = left.filter({ $0.first <= last + 1 && $0.last > last }).max(by: { $0.last < $1.last }) {
                left.removeAll { $0 == next }
                guard listing.whole.contains(next) else {
                    unreadable.append(next.fileName)
                    continue
                }
                // One that has been removed meanwhile was replaced.
                let data: Data?
                do throws(ReplicaError) {
                    data = try await contents(of: next, folder)
                } catch {
                    try await merge(batches)
                    throw error
                }
                guard let data else { continue }
                guard let batch = ReplicaBatch(next, data) else {
                    unreadable.append(next.fileName)
                    continue
                }
                if let own, !isRenewing, batch.lastNumber(of: own.device) > lastWritten {
                    return (unreadable, lastWritten + 1)
                }
                batches.append((next, batch))
                size += next.last - last
                progress(0, next.last - last)
                last = next.last
                if size >= Self.partSize {
                    try await merge(batches)
                    (batches, size) = ([], 0)
                }
            }
        }
        try await merge(batches)
        return (unreadable, nil)
    }

    /// Logs files that cannot be read, each once as long as it stays so.
    private func logUnreadable(_ names: [String]) {
        let known = lastUnreadable.withLock { known in
            defer { known = Set(names) }
            return known
        }
        for name in names where !known.contains(name) {
            logger.warning("a shared file is not complete or of a newer version", ["file": name])
        }
    }

    /// With so many operations, files are merged.
    private static let partSize = 2000

    /// Stores what this device has changed as operations, and then merges what others have.
    /// - Parameter former: this device's identity before, if it takes a new one.
    private func exchange(
        _ batches: [(ReplicaBatchName, ReplicaBatch)], as name: String, _ repair: Repair?, _ former: String?
    ) async throws(ReplicaError) -> ReplicaReport {
        let (now, instance) = (clock.now(), instance())
        return try await transaction(at: now, as: name, repair) { transaction in
            for (name, batch) in batches { _ = try transaction.merge(name, batch) }
            try transaction.apply()
            // It may have been named in a file that was read now.
            if let former {
                try transaction.remove(ReplicaKey(kind: ReplicaDevices.kind, id: former))
            }
            if try !ReplicaDevices.hasName(transaction.device, transaction.connection) {
                // Another device has retired this one.
                let own = ReplicaKey(kind: ReplicaDevices.kind, id: transaction.device)
                try transaction.restore(ReplicaDevices.name, name, of: own, at: now.millisecondsSince1970)
            }
            try transaction.connection.run("UPDATE replica_self SET instance = ?", [.text(instance)])
        }
    }

    /// Runs a transaction that begins with what the app has changed.
    /// - Parameters:
    ///   - name: this device's name from now on; nil if it keeps its name.
    ///   - repair: what to do before.
    private func transaction(
        at date: Date, as name: String? = nil, _ repair: Repair? = nil,
        _ body: @escaping @Sendable (ReplicaTransaction) throws -> Void
    ) async throws(ReplicaError) -> ReplicaReport {
        try await write { [sources, makeDevice] connection in
            guard let own = try ReplicaSelf(connection) else { return ReplicaReport() }
            let transaction = try ReplicaTransaction(connection, sources, own)
            if let repair {
                if let files = repair.files {
                    try transaction.renew(as: makeDevice(), files, shared: repair.shared?.number)
                }
                try transaction.repeatMissing(repair.stored, shared: repair.shared)
            }
            if let name { try ReplicaDevices.setName(name, of: transaction.device, at: date, connection) }
            try transaction.collect()
            try transaction.applyUnseen()
            try body(transaction)
            try transaction.storeMarks()
            try transaction.storeBatches(named: name ?? own.name, at: date)
            var report = ReplicaReport()
            report.received = transaction.received.count
            report.conflicts = transaction.conflictCount
            return report
        }
    }

    /// Whether the app may have changed records since they were last synchronized, or operations wait to be sent.
    public func hasChanges() async throws(ReplicaError) -> Bool {
        try await read { [sources] connection in
            let waits = try connection.first("SELECT 1 FROM replica_batch WHERE text IS NOT NULL LIMIT 1") { _ in true }
            return try waits == true
                || sources.contains { source in
                    let mark = try source.mark(connection)
                    return try mark == nil || mark != source.storedMark(connection)
                }
        }
    }

    // MARK: Devices and conflicts

    /// When the last synchronization with a folder ended; nil if there was none, or one with another folder since.
    /// - Parameter address: that of the shared folder.
    public func lastSync(with address: String) async throws(ReplicaError) -> Date? {
        try await read { connection in
            try ReplicaSelf(connection).flatMap { $0.folder == address ? $0.synchronized : nil }
        }
    }

    /// The devices that take part, this one first, then by name. Empty as long as nothing was synchronized.
    public func devices() async throws(ReplicaError) -> [ReplicaDevice] {
        try await read { connection in
            guard let own = try ReplicaSelf(connection) else { return [] }
            let others = try connection.query(
                """
                SELECT named.device, named.name, nullif(written, 0) FROM replica_name AS named
                JOIN replica_device AS known ON known.device = named.device
                WHERE named.device <> ? ORDER BY named.name, named.device
                """, [.text(own.device)]
            ) { row in
                ReplicaDevice(
                    id: try row.text(0), name: try row.text(1),
                    lastWrite: row.optionalInteger(2).map { Date(millisecondsSince1970: $0) }, isThis: false)
            }
            return [ReplicaDevice(id: own.device, name: own.name, lastWrite: nil, isThis: true)] + others
        }
    }

    /// Takes another device off the list, on all devices: one that nobody uses any more. What it wrote stays. If it synchronizes again, it is back
    /// on the list. The next synchronization sends it.
    /// - Returns: whether it was on the list.
    @discardableResult
    public func retire(_ device: ReplicaDevice.ID) async throws(ReplicaError) -> Bool {
        try await write { connection in
            guard try ReplicaSelf(connection)?.device != device else { return false }
            return try ReplicaDevices.removeName(of: device, connection)
        }
    }

    /// The values that lost a merge on this device, and that were neither restored nor dismissed; the newest first.
    public func conflicts() async throws(ReplicaError) -> [ReplicaConflict] {
        try await read { [sources] connection in
            guard let own = try ReplicaSelf(connection) else { return [] }
            let transaction = try ReplicaTransaction(connection, sources, own)
            return try connection.query(
                """
                SELECT seq, kind, id, field, text, time, coalesce(
                    (SELECT name FROM replica_name WHERE device = conflict.device),
                    (SELECT name FROM replica_device WHERE device = conflict.device)
                ) FROM replica_conflict AS conflict WHERE is_dismissed = 0 ORDER BY seq DESC
                """
            ) { row in
                let key = ReplicaKey(kind: try row.text(1), id: try row.text(2))
                let field = try row.text(3)
                let current = ReplicaKey(kind: key.kind, id: try transaction.currentID(of: key))
                return ReplicaConflict(
                    id: Int(try row.integer(0)), key: current, field: field, lost: try row.text(4),
                    kept: try transaction.record(current)?.values[field], device: try row.optionalText(6),
                    date: Date(millisecondsSince1970: try row.integer(5)))
            }
        }
    }

    /// Gives a field the value that lost, as an edit of this device, and removes the conflict. The next synchronization sends it.
    /// - Returns: the record; nil if there is no such conflict. Throws ``ReplicaError/copied`` if the store is a copy that was not synchronized yet.
    @discardableResult
    public func restore(_ conflict: ReplicaConflict.ID) async throws(ReplicaError) -> ReplicaKey? {
        await gate.enter()
        defer { gate.leave() }
        let (restored, now, instance) = (Locked<ReplicaKey?>(nil), clock.now(), instance())
        let own = try await read { try ReplicaSelf($0) }
        // What a copy of a store makes as the original would be taken for that.
        guard own == nil || own?.instance == instance else { throw .copied }
        let milliseconds = now.millisecondsSince1970
        let conflictID = SQLiteValue.integer(Int64(conflict))
        _ = try await transaction(at: now) { transaction in
            let found = try transaction.connection.first(
                "SELECT kind, id, field, text FROM replica_conflict WHERE seq = ? AND is_dismissed = 0", [conflictID]
            ) { row in
                (
                    key: ReplicaKey(kind: try row.text(0), id: try row.text(1)), field: try row.text(2),
                    text: try row.text(3)
                )
            }
            guard let (key, field, text) = found else { return }
            let current = ReplicaKey(kind: key.kind, id: try transaction.currentID(of: key))
            try transaction.restore(field, text, of: current, at: milliseconds)
            try transaction.connection.run(Self.dismissal, [conflictID])
            let name = ReplicaKey(kind: key.kind, id: try transaction.currentID(of: current))
            restored.withLock { $0 = name }
        }
        return restored.withLock(\.self)
    }

    /// Leaves fields as they are, and removes the conflicts on this device, also if another one repeats the values that lost.
    /// - Returns: how many of the conflicts there were.
    @discardableResult
    public func dismiss(_ conflicts: [ReplicaConflict.ID]) async throws(ReplicaError) -> Int {
        try await write { connection in
            try conflicts.reduce(0) { try $0 + connection.run(Self.dismissal, [.integer(Int64($1))]) }
        }
    }

    private static let dismissal = "UPDATE replica_conflict SET is_dismissed = 1 WHERE seq = ? AND is_dismissed = 0"

    // MARK: Details

    func attempt<Value>(
        _ body: () async throws(SharedFolderError) -> Value
    ) async throws(ReplicaError) -> Value {
        do { return try await body() } catch { throw .folder(error) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(ReplicaError) -> Value {
        try await storing { try await $0.read(body) }
    }

    @discardableResult
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
    ) async throws(ReplicaError) -> Value {
        try await storing { try await $0.write(body) }
    }

    private func storing<Value: Sendable>(
        _ body: (SQLiteDatabase) async throws -> Value
    ) async throws(ReplicaError) -> Value {
        do { return try await body(database) } catch { throw .store(StoreError(wrapping: error, path: database.path)) }
    }
}
