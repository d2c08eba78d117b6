import Foundation
import PersonalDictionary

/// Files that the cases start from, made when they are first asked for.
///
/// Each case runs in a process of its own. So the files lie in the folder that `BENCHMARK_FOLDER` names, where the next process
/// finds them; without one, in a folder of the process's own, which goes with it.
actor Fixtures {
    static let shared = Fixtures()

    private let folder: URL
    private let isOwnFolder: Bool
    private var samples: [Int: Sample] = [:]

    private init() {
        let given = ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"]
        isOwnFolder = given == nil
        folder =
            given.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    }

    func sample(_ count: Int) throws -> Sample {
        if let sample = samples[count] { return sample }
        let sample = try Sample(count: count)
        samples[count] = sample
        return sample
    }

    /// A file with as many words; not to be written to.
    func store(_ count: Int) async throws -> URL {
        try await file("\(count).sqlite") { file in
            let store = try await DictionaryStore.open(file)
            try await Vocabulary(store.words).add(self.sample(count).words)
            await store.close()
        }
    }

    /// A file with as many words and a column for their folded translations, for `LIKE`; not to be written to.
    func foldedStore(_ count: Int) async throws -> URL {
        let source = try await store(count)
        return try await file("\(count)-folded.sqlite") { file in
            try FileManager.default.copyItem(at: source, to: file)
            let store = try GRDBStore(file)
            try store.addFoldedColumn()
            try store.close()
        }
    }

    /// The same with a full-text index by three letters each; not to be written to.
    func trigramStore(_ count: Int) async throws -> URL {
        let source = try await foldedStore(count)
        return try await file("\(count)-trigram.sqlite") { file in
            try FileManager.default.copyItem(at: source, to: file)
            let store = try GRDBStore(file)
            try store.addTrigrams()
            try store.close()
        }
    }

    /// A file of the caller's own with as many words.
    func copy(_ count: Int) async throws -> URL {
        let source = try await store(count)
        let copy = folder.appending(path: "\(UUID().uuidString).sqlite")
        try FileManager.default.copyItem(at: source, to: copy)
        return copy
    }

    /// Removes a copy and what SQLite laid beside it.
    func remove(_ copy: URL) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: copy.path() + suffix) {
            try FileManager.default.removeItem(atPath: copy.path() + suffix)
        }
    }

    /// Removes the folder if it is the process's own.
    func removeOwnFolder() throws {
        guard isOwnFolder, FileManager.default.fileExists(atPath: folder.path()) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String, make: (URL) async throws -> Void) async throws -> URL {
        let file = folder.appending(path: name)
        guard !FileManager.default.fileExists(atPath: file.path()) else { return file }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let draft = folder.appending(path: "draft-\(UUID().uuidString).sqlite")
        try await make(draft)
        try FileManager.default.moveItem(at: draft, to: file)
        return file
    }
}
