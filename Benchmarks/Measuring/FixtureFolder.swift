package import Foundation

/// A folder with files that the cases start from, made when they are first asked for.
///
/// Each case runs in a process of its own. So the files lie in the folder that `BENCHMARK_FOLDER` names, where the next process
/// finds them; without one, in a folder of the process's own, which goes with it.
package actor FixtureFolder {
    package static let shared = FixtureFolder()

    private let folder: URL
    private let isOwnFolder: Bool

    private init() {
        let given = ProcessInfo.processInfo.environment["BENCHMARK_FOLDER"]
        isOwnFolder = given == nil
        folder =
            given.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
    }

    /// A database file with a name; not to be written to.
    /// - Parameter make: makes it if it does not exist.
    package func file(_ name: String, make: @Sendable (URL) async throws -> Void) async throws -> URL {
        let file = folder.appending(path: name)
        guard !FileManager.default.fileExists(atPath: file.path()) else { return file }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let draft = folder.appending(path: "draft-\(UUID().uuidString).sqlite")
        try await make(draft)
        try FileManager.default.moveItem(at: draft, to: file)
        return file
    }

    /// A copy of a file of the caller's own.
    package func copy(of file: URL) throws -> URL {
        let copy = folder.appending(path: "\(UUID().uuidString).sqlite")
        try FileManager.default.copyItem(at: file, to: copy)
        return copy
    }

    /// Removes a copy and what SQLite laid beside it.
    package func remove(_ copy: URL) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: copy.path() + suffix) {
            try FileManager.default.removeItem(atPath: copy.path() + suffix)
        }
    }

    /// Removes the folder if it is the process's own.
    package func removeOwnFolder() throws {
        guard isOwnFolder, FileManager.default.fileExists(atPath: folder.path()) else { return }
        try FileManager.default.removeItem(at: folder)
    }
}

/// The sizes that `BENCHMARK_WORDS` names.
package func benchmarkSizes() -> [Int] {
    (ProcessInfo.processInfo.environment["BENCHMARK_WORDS"] ?? "100000,1000000")
        .split(separator: ",").compactMap { Int($0) }
}
