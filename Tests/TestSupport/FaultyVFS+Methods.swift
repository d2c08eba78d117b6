import Foundation
import SuperappSQLite

/// The C side of ``FaultyVFS``: the tables of functions that SQLite calls (<https://www.sqlite.org/vfs.html>).
///
/// A closure for C captures nothing, so each finds its owner through its arguments: a VFS has it in `pAppData`, a file in its
/// header.
extension FaultyVFS {
    func register() {
        guard let system = sqlite3_vfs_find(nil) else { preconditionFailure("SQLite has no VFS.") }
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: vfsFunctions)
        // These are never freed, since the registration lasts as long as the process.
        vfs.pointee.zName = UnsafePointer(strdup(name))
        vfs.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
        vfs.pointee.mxPathname = system.pointee.mxPathname
        vfs.pointee.szOsFile = Int32(MemoryLayout<Header>.stride) + system.pointee.szOsFile
        let code = sqlite3_vfs_register(vfs, 0)
        precondition(code == SQLITE_OK, "SQLite does not take the VFS.")
    }
}

/// The start of a file's memory; the system's own file follows.
private struct Header {
    var base: sqlite3_file
    var owner: Unmanaged<FaultyVFS>
}

// MARK: Calls from C

/// Performs a call to a VFS, or fails it.
private func pass(
    _ vfs: UnsafeMutablePointer<sqlite3_vfs>?, _ call: FaultyVFS.Call? = nil,
    _ body: (UnsafeMutablePointer<sqlite3_vfs>, Unmanaged<FaultyVFS>) -> Int32
) -> Int32 {
    guard let data = vfs?.pointee.pAppData, let system = sqlite3_vfs_find(nil) else { return SQLITE_MISUSE }
    let owner = Unmanaged<FaultyVFS>.fromOpaque(data)
    if let call, let code = owner.takeUnretainedValue().fault(call) { return code }
    return body(system, owner)
}

/// Performs a call to a file, or fails it.
private func pass(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ call: FaultyVFS.Call? = nil,
    onFault: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Void = { _, _ in },
    _ body: (UnsafeMutablePointer<sqlite3_file>, sqlite3_io_methods) -> Int32
) -> Int32 {
    guard let file else { return SQLITE_MISUSE }
    let inner = systemFile(file)
    let owner = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self).pointee.owner
    if let call, let code = owner.takeUnretainedValue().fault(call) {
        onFault(inner, inner.pointee.pMethods.pointee)
        return code
    }
    return body(inner, inner.pointee.pMethods.pointee)
}

private func systemFile(_ file: UnsafeMutablePointer<sqlite3_file>) -> UnsafeMutablePointer<sqlite3_file> {
    (UnsafeMutableRawPointer(file) + MemoryLayout<Header>.stride).assumingMemoryBound(to: sqlite3_file.self)
}

private func openFile(
    _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?, system: UnsafeMutablePointer<sqlite3_vfs>, owner: Unmanaged<FaultyVFS>
) -> Int32 {
    let code = system.pointee.xOpen(system, path, systemFile(file), flags, outFlags)
    if code == SQLITE_OK {
        let header = UnsafeMutableRawPointer(file).assumingMemoryBound(to: Header.self)
        header.initialize(to: Header(base: sqlite3_file(pMethods: fileMethods), owner: owner))
    }
    return code
}

// MARK: The tables

private var vfsFunctions: sqlite3_vfs {
    var vfs = sqlite3_vfs()
    // Version 2 has no replacement of system calls; extensions are not loaded.
    vfs.iVersion = 2
    vfs.xOpen = { vfs, path, file, flags, outFlags in
        guard let file else { return SQLITE_MISUSE }
        // If the call fails, SQLite has nothing to close.
        file.pointee.pMethods = nil
        return pass(vfs, .open) { openFile(path, file, flags, outFlags, system: $0, owner: $1) }
    }
    vfs.xDelete = { vfs, path, isSynced in
        pass(vfs, .delete) { system, _ in system.pointee.xDelete(system, path, isSynced) }
    }
    vfs.xAccess = { vfs, path, flags, result in
        pass(vfs, .access) { system, _ in system.pointee.xAccess(system, path, flags, result) }
    }
    vfs.xFullPathname = { vfs, path, size, result in
        pass(vfs) { system, _ in system.pointee.xFullPathname(system, path, size, result) }
    }
    vfs.xRandomness = { vfs, size, bytes in pass(vfs) { system, _ in system.pointee.xRandomness(system, size, bytes) } }
    vfs.xSleep = { _, microseconds in microseconds }
    vfs.xCurrentTime = { vfs, time in pass(vfs) { system, _ in system.pointee.xCurrentTime(system, time) } }
    vfs.xCurrentTimeInt64 = { vfs, time in pass(vfs) { system, _ in system.pointee.xCurrentTimeInt64(system, time) } }
    vfs.xGetLastError = { vfs, size, text in
        pass(vfs) { system, _ in system.pointee.xGetLastError(system, size, text) }
    }
    return vfs
}

// Safe: written once before its first use, and never changed or freed.
nonisolated(unsafe) private let fileMethods: UnsafePointer<sqlite3_io_methods> = {
    var table = sqlite3_io_methods()
    // Version 2 has shared memory, which the write-ahead log needs, and no memory-mapped reading.
    table.iVersion = 2
    addReadingAndWriting(to: &table)
    addLocking(to: &table)
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: table)
    return UnsafePointer(methods)
}()

private func addReadingAndWriting(to table: inout sqlite3_io_methods) {
    table.xClose = { file in pass(file) { $1.xClose($0) } }
    table.xRead = { file, bytes, size, offset in pass(file, .read) { $1.xRead($0, bytes, size, offset) } }
    table.xWrite = { file, bytes, size, offset in
        // A failed write has often written a part.
        pass(file, .write, onFault: { _ = $1.xWrite($0, bytes, size / 2, offset) }) {
            $1.xWrite($0, bytes, size, offset)
        }
    }
    table.xTruncate = { file, size in pass(file, .truncate) { $1.xTruncate($0, size) } }
    table.xSync = { file, _ in pass(file, .sync) { _, _ in SQLITE_OK } }
    table.xFileSize = { file, size in pass(file, .fileSize) { $1.xFileSize($0, size) } }
    table.xFileControl = { file, operation, argument in pass(file) { $1.xFileControl($0, operation, argument) } }
    table.xSectorSize = { file in pass(file) { $1.xSectorSize($0) } }
    table.xDeviceCharacteristics = { file in pass(file) { $1.xDeviceCharacteristics($0) } }
}

private func addLocking(to table: inout sqlite3_io_methods) {
    table.xLock = { file, level in pass(file, .lock) { $1.xLock($0, level) } }
    table.xUnlock = { file, level in pass(file) { $1.xUnlock($0, level) } }
    table.xCheckReservedLock = { file, result in pass(file) { $1.xCheckReservedLock($0, result) } }
    table.xShmMap = { file, region, size, isExtended, memory in
        pass(file, .sharedMap, onFault: { _, _ in memory?.pointee = nil }) {
            $1.xShmMap($0, region, size, isExtended, memory)
        }
    }
    table.xShmLock = { file, offset, count, flags in
        // Releasing a lock cannot fail.
        pass(file, flags & SQLITE_SHM_LOCK == 0 ? nil : .sharedLock) { $1.xShmLock($0, offset, count, flags) }
    }
    table.xShmBarrier = { file in
        _ = pass(file) { inner, methods in
            methods.xShmBarrier(inner)
            return SQLITE_OK
        }
    }
    table.xShmUnmap = { file, isDeleted in pass(file) { $1.xShmUnmap($0, isDeleted) } }
}
