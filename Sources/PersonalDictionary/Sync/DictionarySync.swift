public import CoreModule

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

    init(
        _ database: SQLiteDatabase, _ tables: [OwnTables], words: Vocabulary, reviews: Reviews, settings: AppSettings,
        connection: SyncConnection, clock: WallClock, logger: EventLogger
    ) {
        let scheduler = Locked(ReviewScheduler())
        self.scheduler = scheduler
        self.words = words
        self.reviews = reviews
        self.settings = settings
        self.connection = connection
        self.clock = clock
        self.logger = logger
        replica = Replica(
            database,
            [
                WordRecords(tables: tables, clock: clock),
                ReviewRecords(scheduler: { scheduler.withLock(\.self) }),
            ], clock: clock, logger: logger)
    }

    /// The remembered folder; nil if synchronization is off.
    public func folder() async throws(ReplicaError) -> SyncFolder? {
        do { return try await settings.value(.syncFolder) } catch { throw .store(error) }
    }

    /// Synchronizes with the remembered folder.
    ///
    /// The changes of other devices are published like those of other processes. Throws `ReplicaError.off` without a folder.
    @discardableResult
    public func synchronize() async throws(ReplicaError) -> ReplicaReport {
        guard let folder = try await folder() else { throw .off }
        return try await synchronize(with: folder, acceptsEmptied: false)
    }

    /// Synchronizes with a folder, and remembers it from then on. If it has become empty, it is filled again, unless `acceptsEmptied` is false: then
    /// `ReplicaError.emptied(address:)` is thrown.
    @discardableResult
    public func begin(
        with folder: SyncFolder, acceptsEmptied: Bool = true
    ) async throws(ReplicaError) -> ReplicaReport {
        let report = try await synchronize(with: folder, acceptsEmptied: acceptsEmptied)
        do { try await settings.save(folder, for: .syncFolder) } catch { throw .store(error) }
        return report
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
                    with: place, as: folder.device, acceptsEmptied: acceptsEmptied))
        } catch {
            // What was read before it failed is there.
            result = .failure(error)
        }
        try await publish()
        return try result.get()
    }

    /// Forgets the folder, which stays as it is. What came from it stays too.
    public func turnOff() async throws(ReplicaError) {
        do { try await settings.save(nil, for: .syncFolder) } catch { throw .store(error) }
    }

    /// The devices that take part, this one first; empty as long as nothing was synchronized.
    public func devices() async throws(ReplicaError) -> [ReplicaDevice] { try await replica.devices() }

    /// The values that lost a merge on this device, with the words that they were written for; nil for one that is not there any more. The
    /// newest first.
    public func conflicts() async throws(ReplicaError) -> [(conflict: ReplicaConflict, word: Word?)] {
        var found: [(ReplicaConflict, Word?)] = []
        for conflict in try await replica.conflicts() {
            do {
                found.append((conflict, try await words.word(WordID(conflict.key.id))))
            } catch .store(let error) {
                throw .store(error)
            } catch {
                // It was removed since.
                found.append((conflict, nil))
            }
        }
        return found
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

    private func storing(_ body: () async throws(DictionaryError) -> Void) async throws(ReplicaError) {
        do {
            try await body()
        } catch .store(let error) {
            throw .store(error)
        } catch {
            throw .store(StoreError(wrapping: error, path: nil))
        }
    }
}
