package import Foundation

/// Runs a body for the first call of the fault's kind, then for the second, and so on, until a run sees no fault. The body is
/// handed the number of the call, and arms the VFS where its script begins.
/// - Returns: in how many runs the fault came.
package func sweep(
    _ fault: FaultyVFS.Fault, _ body: (_ vfs: FaultyVFS, _ number: Int, _ folder: URL) async throws -> Void
) async throws -> Int {
    let vfs = FaultyVFS()
    for number in 1... {
        let before = vfs.faultCount
        try await withTemporaryFolder { try await body(vfs, number, $0) }
        vfs.lift()
        if vfs.faultCount == before { return number - 1 }
    }
    return 0
}

/// Copies a database with its log as they lie on the disk, as a process leaves them that is killed now.
package func copyAsAfterCrash(_ file: URL, to copy: URL) throws {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.systemPath + suffix) {
        try FileManager.default.copyItem(atPath: file.systemPath + suffix, toPath: copy.systemPath + suffix)
    }
}

/// What SQLite finds wrong in a file; "ok" if nothing.
package func integrity(of file: URL) throws -> String? {
    try SQLiteProbe(file.systemPath).text("PRAGMA integrity_check")
}
