public import CoreModule
import Foundation

/// The words and reviews of several devices, through a folder that the devices share: see `Replica`.
///
/// Words, stars, notes, tags, own translations, removals and reviews come together. Two devices that add the same word have one: that with the
/// smaller identifier, with the stars, notes, tags and own translations of both. What others remove goes to the bin.
public final class DictionarySync: Sendable {
    private let replica: Replica
    private let scheduler: Locked<ReviewScheduler>
    private let words: Vocabulary
    private let reviews: Reviews
    private let settings: AppSettings
    private let connection: SyncConnection
    private let clock: WallClock
    private let logger: EventLogger
    private let sleeper: Sleeper

    /// The state of the synchronization: the current one first, then each new one.
    public var status: any ModelStreamReader<SyncStatus> { connection.status }

    init(
        _ database: SQLiteDatabase, _ tables: [OwnTables], words: Vocabulary, reviews: Reviews, settings: AppSettings,
        connection: SyncConnection, clock: WallClock, sleeper: Sleeper, logger: EventLogger
    ) {
        let scheduler = Locked(ReviewScheduler())
        self.scheduler = scheduler
        self.words = words
        self.reviews = reviews
        self.settings = settings
        self.connection = connection
        self.clock = clock
        self.logger = logger
        self.sleeper = sleeper
        replica = Replica(
            database,
            [
                WordRecords(tables: tables, clock: clock),
                ReviewRecords(scheduler: { scheduler.withLock(\.self) }),
            ], clock: clock, logger: logger)
    }

    /// The remembered folder; nil if synchronization is off.
    public func folder() async throws(ReplicaError) -> SyncFolder? { try await folder(isOwn: false) }

    private func folder(isOwn: Bool) async throws(ReplicaError) -> SyncFolder? {
        await connection.choosing.enter()
        defer { connection.choosing.leave() }
        let folder: SyncFolder?
        do { folder = try await settings.value(.syncFolder) } catch { throw .store(error) }
        var lastSync: Date?
        if let address = folder.flatMap(connection.address) { lastSync = try await replica.lastSync(with: address) }
        connection.follow(folder, lastSync: lastSync, isOwn: isOwn)
        return folder
    }

    /// Synchronizes with the remembered folder, when a synchronization that runs has ended.
    ///
    /// The changes of other devices are published like those of other processes. Throws `ReplicaError.off` without a folder.
    @discardableResult
    public func synchronize() async throws(ReplicaError) -> ReplicaReport {
        try await connection.run(clock: clock) { () throws(ReplicaError) in
            guard let folder = try await folder(isOwn: true) else { throw .off }
            return try await synchronize(with: folder, acceptsEmptied: false)
        }
    }

    /// Synchronizes with a folder, and remembers it from then on. If it has become empty, it is filled again, unless `acceptsEmptied` is false: then
    /// `ReplicaError.emptied(address:)` is thrown.
    @discardableResult
    public func begin(
        with folder: SyncFolder, acceptsEmptied: Bool = true
    ) async throws(ReplicaError) -> ReplicaReport {
        try await connection.run(trying: folder, clock: clock) { () throws(ReplicaError) in
            let report = try await synchronize(with: folder, acceptsEmptied: acceptsEmptied)
            try await save(folder)
            return report
        }
    }

    private func synchronize(
        with folder: SyncFolder, acceptsEmptied: Bool
    ) async throws(ReplicaError) -> ReplicaReport {
        let place: any SharedFolder
        do { place = try connection.open(folder, clock: clock, logger: logger) } catch { throw .folder(error) }
        try await readScheduler()
        let result: Result<ReplicaReport, ReplicaError>
        do throws(ReplicaError) {
            result = .success(
                try await replica.synchronize(
                    with: place, as: folder.device, acceptsEmptied: acceptsEmptied, progress: connection.show))
        } catch {
            // What was read before it failed is there.
            result = .failure(error)
        }
        try await publish()
        return try result.get()
    }

    /// Forgets the folder, which stays as it is. What came from it stays too.
    public func turnOff() async throws(ReplicaError) {
        try await save(nil)
    }

    private func save(_ folder: SyncFolder?) async throws(ReplicaError) {
        await connection.choosing.enter()
        defer { connection.choosing.leave() }
        do { try await settings.save(folder, for: .syncFolder) } catch { throw .store(error) }
        connection.follow(folder, isOwn: true)
    }

    // MARK: Automatic

    /// Synchronizes with the remembered folder, if there is one, until the calling task is cancelled; see ``SyncConnection``. A second run of one
    /// object ends at once.
    func run(
        _ words: ModelStreamEvents<WordChange>, _ reviews: ModelStreamEvents<ReviewChange>
    ) async {
        guard let due = connection.join(self, clock: clock, sleeper: sleeper) else { return }
        await withTaskGroup { group in
            group.addTask { for await _ in words { await self.storeChanged() } }
            group.addTask { for await _ in reviews { await self.storeChanged() } }
            group.addTask {
                for await _ in due {
                    // The status has the failure.
                    do { try await self.synchronize() } catch { continue }
                }
            }
        }
        connection.leave(self)
    }

    /// What a synchronization has changed does not cause another one.
    private func storeChanged() async {
        let hasChanges: Bool
        // The synchronization says why the store cannot be read.
        do { hasChanges = try await replica.hasChanges() } catch { hasChanges = true }
        if hasChanges { connection.edited() }
    }

    /// The settings have this folder, or none: another process may have chosen it.
    func follow(_ folder: SyncFolder?) { connection.follow(folder, isOwn: false) }

    // MARK: Devices and conflicts

    /// The devices that take part, this one first; empty as long as nothing was synchronized.
    public func devices() async throws(ReplicaError) -> [ReplicaDevice] { try await replica.devices() }

    /// Takes another device off the list, on all devices: one that nobody uses any more. What it wrote stays. If it synchronizes again, it is back
    /// on the list. The next synchronization tells the others.
    /// - Returns: whether it was on the list.
    @discardableResult
    public func retire(_ device: ReplicaDevice.ID) async throws(ReplicaError) -> Bool {
        let isRetired = try await replica.retire(device)
        if isRetired { connection.edited() }
        return isRetired
    }

    /// The values that lost a merge on this device, and were neither restored nor dismissed, the newest first.
    public func conflicts() async throws(ReplicaError) -> [SyncConflict] {
        let conflicts = try await replica.conflicts()
        return try await storing { () throws(DictionaryError) in
            try await words.read("read words of conflicts", "", { "\($0.count)" }) { words throws(DictionaryError) in
                var found: [SyncConflict] = []
                for conflict in conflicts {
                    let id = WordID(conflict.key.id)
                    let word = try words.word(id)
                    var known = word
                    if known == nil { known = try words.removedWord(id)?.word }
                    found.append(
                        SyncConflict(
                            conflict: conflict, word: word, text: known?.text.value ?? id.rawValue,
                            direction: known?.direction))
                }
                return found
            }
        }
    }

    /// Gives a word the value that lost, as an edit of this device. Returns the word's identifier; nil if there is no such conflict.
    @discardableResult
    public func restore(_ conflict: ReplicaConflict.ID) async throws(ReplicaError) -> WordID? {
        try await readScheduler()
        let key = try await replica.restore(conflict)
        try await publish()
        return key.map { WordID($0.id) }
    }

    /// Leaves words as they are, and removes the conflicts on this device. Returns how many of them there were.
    @discardableResult
    public func dismiss(_ conflicts: [ReplicaConflict.ID]) async throws(ReplicaError) -> Int {
        try await replica.dismiss(conflicts)
    }

    private func readScheduler() async throws(ReplicaError) {
        try await storing { () throws(DictionaryError) in
            let current = try await reviews.settings().scheduler
            scheduler.withLock { $0 = current }
        }
    }

    private func publish() async throws(ReplicaError) {
        try await storing { () throws(DictionaryError) in
            try await words.externalChanges()
            try await reviews.publishExternalChanges()
        }
    }

    private func storing<Value>(
        _ body: () async throws(DictionaryError) -> Value
    ) async throws(ReplicaError) -> Value {
        do { return try await body() } catch { throw ReplicaError(error) }
    }
}

extension ReplicaError {
    /// Of the store.
    fileprivate init(_ error: DictionaryError) {
        if case .store(let error) = error {
            self = .store(error)
        } else {
            self = .store(StoreError(wrapping: error, path: nil))
        }
    }
}
