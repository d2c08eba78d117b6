import Foundation

/// The folder: what is in it, what is wrong with it, and this device's files.
extension Replica {
    /// What is wrong with a folder.
    struct Damage {
        /// The files that are not this device's own although they have its name, or not as it wrote them.
        var files: Set<ReplicaBatchName> = []
        /// Whether this device needs another identity.
        var isIdentityLost = false
        /// This device's operation from which on others know other ones of the same numbers.
        var shared: Int?
    }

    /// Lists the folder.
    /// - Parameter shared: this device's operation from which on others know other ones; nil if that has not been seen.
    func look(
        at folder: any SharedFolder, acceptsEmptied: Bool, shared: Int?
    ) async throws(ReplicaError) -> (ReplicaListing, Damage?) {
        var suspicions: [Set<ReplicaBatchName>] = []
        var listing = ReplicaListing([])
        // Twice if something is wrong: another process of this device may be writing.
        while suspicions.count < 2, suspicions.last?.isEmpty != true {
            let before = try await ownFiles()
            listing = ReplicaListing(try await attempt { () throws(SharedFolderError) in try await folder.files() })
            let after = try await ownFiles()
            guard acceptsEmptied || listing.hasReadme || !listing.names.isEmpty || before.folder != folder.address
            else {
                throw .emptied(address: folder.address)
            }
            let unknown = listing.names.filter { $0.device == after.device && !after.all.contains($0) }
            let lost = before.written.intersection(after.written).subtracting(listing.whole)
            suspicions.append(lost.union(unknown))
        }
        let lost = suspicions.dropFirst().reduce(suspicions[0]) { $0.intersection($1) }
        let (own, seen) = try await read { connection in
            let seen = try connection.query("SELECT device, number FROM replica_device WHERE repeated < number") {
                row in
                (try row.text(0), Int(try row.integer(1)))
            }
            return (try ReplicaSelf(connection)?.instance, seen)
        }
        let isIdentityLost = !lost.isEmpty || own != instance() || shared != nil
        let damage = Damage(files: lost, isIdentityLost: isIdentityLost, shared: shared)
        let coverage = ReplicaListing.coverage(of: listing.whole)
        let isComplete = seen.allSatisfy { coverage.covers($0.0, $0.1) }
        return (listing, damage.isIdentityLost || !isComplete ? damage : nil)
    }

    /// What this device does about a damage before it synchronizes.
    struct Repair {
        /// What the folder has of each device.
        let stored: ReplicaKnowledge
        /// This device's operations from which on another one has made some of the same numbers.
        let shared: (device: String, number: Int)?
        /// The files of its identities that are in the folder; nil if it keeps its identity.
        let files: [ReplicaBatchName]?
    }

    func repair(
        _ damage: Damage, _ listing: ReplicaListing, _ folder: any SharedFolder
    ) async throws(ReplicaError) -> Repair {
        let own = try await ownFiles()
        var names: [ReplicaBatchName] = []
        for name in listing.whole where try await batch(name, folder) != nil { names.append(name) }
        let foreign = damage.files.subtracting(own.all).map(\.first) + [damage.shared].compactMap(\.self)
        let files = names.filter { $0.device == own.device || own.written.contains($0) }
        return Repair(
            stored: ReplicaListing.coverage(of: names), shared: foreign.min().map { (own.device, $0) },
            files: damage.isIdentityLost ? files : nil)
    }

    /// Reads a batch. Nil if it has been removed, or does not fit its name.
    func batch(_ name: ReplicaBatchName, _ folder: any SharedFolder) async throws(ReplicaError) -> ReplicaBatch? {
        try await contents(of: name, folder).flatMap { ReplicaBatch(name, $0) }
    }

    func contents(of name: ReplicaBatchName, _ folder: any SharedFolder) async throws(ReplicaError) -> Data? {
        try await attempt { () throws(SharedFolderError) in try await folder.contents(of: name.fileName) }
    }

    /// Writes the operations that wait.
    /// - Parameter progress: receives by how many operations the total grows, and how many operations have just been written.
    /// - Returns: how many of the user's records they change.
    @discardableResult
    func writeBatches(
        to folder: any SharedFolder, isNew: Bool, progress: (Int, Int) -> Void = { _, _ in }
    ) async throws(ReplicaError) -> Int {
        if isNew {
            try await attempt { () throws(SharedFolderError) in
                try await folder.write(Data(Self.readmeText.utf8), to: Self.readme)
            }
        }
        let waiting = try await read { connection in
            try connection.query(
                "SELECT name, text, records FROM replica_batch WHERE text IS NOT NULL ORDER BY name"
            ) { row in (name: try row.text(0), text: try row.text(1), records: Int(try row.integer(2))) }
        }
        let counts = waiting.map { ReplicaBatchName(fileName: $0.name)?.count ?? 0 }
        progress(counts.reduce(0, +), 0)
        for ((name, text, _), count) in zip(waiting, counts) {
            try await attempt { () throws(SharedFolderError) in try await folder.write(Data(text.utf8), to: name) }
            try await write { connection in
                try connection.run("UPDATE replica_batch SET text = NULL WHERE name = ?", [.text(name)])
            }
            progress(0, count)
        }
        return waiting.reduce(0) { $0 + $1.records }
    }

    /// Makes one file of this device's last ones, if it has too many: of those that are not much larger than all after them.
    func compact(_ listing: ReplicaListing, _ folder: any SharedFolder) async throws(ReplicaError) {
        let own = try await ownFiles()
        let written = own.written.filter { $0.device == own.device }
        // A run before this one may have ended before it had removed what it had replaced.
        let replaced = written.filter { name in written.contains { $0 != name && $0.contains(name) } }
        try await removeFiles(
            replaced.union(listing.names.intersection(own.gone)).sorted { $0.fileName < $1.fileName }, folder)
        let names = written.subtracting(replaced).sorted { $0.first < $1.first }
        guard names.count > fileLimit else { return }
        var batches: [(name: ReplicaBatchName, batch: ReplicaBatch)] = []
        var size = 0
        for name in names.reversed() {
            guard batches.count < 2 || name.size < 2 * size, let batch = try await batch(name, folder) else { break }
            size += name.size
            batches.insert((name, batch), at: 0)
        }
        guard let first = batches.first?.name.first, let last = batches.last, batches.count > 1 else { return }
        let header = ReplicaBatch.Header(
            device: own.device, name: last.batch.header.name, written: last.batch.header.written)
        let text: String
        do {
            text = try ReplicaBatch.compacting(batches.map(\.batch), header).text()
        } catch {
            throw .store(StoreError(wrapping: error, path: database.path))
        }
        let name = ReplicaBatchName(device: own.device, first: first, last: last.name.last, text: text)
        // One that cannot be read back replaces nothing.
        guard ReplicaBatch(name, Data(text.utf8)) != nil else { return }
        try await write { try name.insert(text, into: $0) }
        try await writeBatches(to: folder, isNew: false)
        try await removeFiles(batches.map(\.name), folder)
    }

    /// Removes files of this device that another one has replaced.
    private func removeFiles(_ names: [ReplicaBatchName], _ folder: any SharedFolder) async throws(ReplicaError) {
        let names = names.map(\.fileName)
        guard !names.isEmpty else { return }
        try await write { connection in
            for name in names {
                try connection.run("UPDATE replica_batch SET is_gone = 1 WHERE name = ?", [.text(name)])
            }
        }
        for name in names { try await attempt { () throws(SharedFolderError) in try await folder.remove(name) } }
    }

    /// The number of this device's last operation that the folder has, or had.
    func lastWritten(_ listing: ReplicaListing) async throws(ReplicaError) -> Int {
        let own = try await ownFiles()
        // One that waits may have been written just before this process was killed.
        let written = own.written.union(own.gone).union(own.all.intersection(listing.names))
        return written.filter { $0.device == own.device }.map(\.last).max() ?? 0
    }

    private struct OwnFiles {
        var device = ""
        var folder: String?
        /// Those that are in the folder.
        var written: Set<ReplicaBatchName> = []
        /// Those that were replaced.
        var gone: Set<ReplicaBatchName> = []
        /// Also those that are being written.
        var all: Set<ReplicaBatchName> = []
    }

    private func ownFiles() async throws(ReplicaError) -> OwnFiles {
        try await read { connection in
            var files = OwnFiles()
            guard let own = try ReplicaSelf(connection) else { return files }
            (files.device, files.folder) = (own.device, own.folder)
            try connection.forEach("SELECT name, text IS NULL AND NOT is_gone, is_gone FROM replica_batch") { row in
                guard let name = ReplicaBatchName(fileName: try row.text(0)) else { return }
                files.all.insert(name)
                if try row.bool(1) { files.written.insert(name) }
                if try row.bool(2) { files.gone.insert(name) }
            }
            return files
        }
    }

    private static let readmeText = """
        Devices synchronize their data through this folder.

        Each file holds changes of one device, one a line. Please do not edit, rename or remove the files: the programs do that. What they hold
        is private, and not encrypted: whoever can read this folder can read it.

        """
}

/// The files of a folder that are batches.
struct ReplicaListing {
    let names: Set<ReplicaBatchName>
    /// Those that have arrived as a whole, as far as their sizes say.
    let whole: Set<ReplicaBatchName>
    let hasReadme: Bool

    init(_ files: [SharedFile]) {
        let batches = files.compactMap { file in ReplicaBatchName(fileName: file.name).map { ($0, file.size) } }
        names = Set(batches.map(\.0))
        whole = Set(batches.filter { $0.size == $1 }.map(\.0))
        hasReadme = files.contains { $0.name == Replica.readme }
    }

    /// Up to which operation of each device there is no gap.
    static func coverage(of names: some Sequence<ReplicaBatchName>) -> ReplicaKnowledge {
        var known = ReplicaKnowledge()
        for name in names.sorted(by: { $0.first < $1.first }) where name.first <= known[name.device] + 1 {
            known.see(name.device, name.last)
        }
        return known
    }
}
