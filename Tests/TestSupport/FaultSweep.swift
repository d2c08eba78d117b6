package import Foundation

/// Runs a body once for each call of the fault's kind that can fail, until a run has no fault. The body receives the number of
/// the call, from 1, and arms the VFS before its script.
/// - Parameter step: takes every call that is this far from the one before; by default every nineteenth, or each in a full run.
/// - Returns: in how many runs the fault occurred.
package func sweep(
    _ fault: FaultyVFS.Fault, step: Int = TestScale.count(19, full: 1),
    _ body: (_ vfs: FaultyVFS, _ number: Int, _ folder: URL) async throws -> Void
) async throws -> Int {
    let vfs = FaultyVFS()
    var runs = 0
    for number in stride(from: 1, to: Int.max, by: step) {
        let before = vfs.faultCount
        try await withTemporaryFolder { try await body(vfs, number, $0) }
        vfs.lift()
        if vfs.faultCount == before { break }
        runs += 1
    }
    return runs
}

/// Copies a database with its log as they are on the disk, as if the process were killed now.
package func copyAsAfterCrash(_ file: URL, to copy: URL) throws {
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.systemPath + suffix) {
        try FileManager.default.copyItem(atPath: file.systemPath + suffix, toPath: copy.systemPath + suffix)
    }
}

/// The result of SQLite's integrity check: "ok", or what is wrong.
package func integrity(of file: URL) throws -> String? {
    try SQLiteProbe(file.systemPath).text("PRAGMA integrity_check")
}
