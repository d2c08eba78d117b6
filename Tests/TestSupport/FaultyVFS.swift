package import CoreModule
import Foundation
import SuperappSQLite

/// A SQLite VFS that counts the calls to the system's files, and fails those that a test selects.
///
/// It passes all other calls to the system's VFS, including shared memory and locks, with two exceptions: a sync is only counted,
/// since a test has no power loss, and a sleep takes no time. It stays registered under its own name until the process ends,
/// since a connection may live longer than its test.
package final class FaultyVFS: Sendable {
    /// A kind of call that can fail. Releasing a lock and closing a file cannot.
    package enum Call: String, CaseIterable, Sendable {
        case open, delete, access, read, write, truncate, sync, fileSize, lock, sharedMap, sharedLock
    }

    /// A failure of a kind of call.
    package struct Fault: Sendable, Hashable {
        package let call: Call
        /// SQLite's result code, extended or not.
        package let code: Int32
        /// Whether all later calls of the kind fail too, until the fault is lifted.
        package let isLasting: Bool
        /// The system's `errno`; 0 if there is none.
        package let systemCode: Int32

        package init(_ call: Call, _ code: Int32, isLasting: Bool, systemCode: Int32 = 0) {
            self.call = call
            self.code = code
            self.isLasting = isLasting
            self.systemCode = systemCode
        }
    }

    private struct State {
        var counts: [Call: Int] = [:]
        /// The reads since the last lock, and the most after any lock.
        var reads = (now: 0, most: 0)
        var fault: Fault?
        /// How many calls of the fault's kind still succeed.
        var callsUntilFault = 0
        var faultCount = 0
    }

    /// The name for SQLite, unique.
    package let name = "faulty-\(UUID().uuidString)"
    private let state = Locked(State())

    /// Registers a new VFS without a fault.
    package init() {
        register()
    }

    /// Options that open a database through it.
    package var options: SQLiteDatabase.Options { SQLiteDatabase.Options(vfs: name) }

    /// Makes the n-th call of the fault's kind fail, counted from 1.
    package func arm(_ fault: Fault, at number: Int) {
        state.withLock { state in
            state.fault = fault
            state.callsUntilFault = number - 1
        }
    }

    /// Removes the fault.
    package func lift() {
        state.withLock { $0.fault = nil }
    }

    /// How many calls have failed so far.
    package var faultCount: Int { state.withLock { $0.faultCount } }

    /// How many calls of a kind there were so far, including those that failed.
    package func count(_ call: Call) -> Int {
        state.withLock { $0.counts[call, default: 0] }
    }

    /// The largest number of pages that were read in one transaction since the last call of this method.
    package func longestRead() -> Int {
        state.withLock { state in
            defer { state.reads.most = 0 }
            return state.reads.most
        }
    }

    /// Counts a call, and returns the code with which it must fail, if any.
    func fault(_ call: Call) -> Int32? {
        state.withLock { state in
            state.counts[call, default: 0] += 1
            state.reads.now = call == .sharedLock ? 0 : state.reads.now + (call == .read ? 1 : 0)
            state.reads.most = max(state.reads.most, state.reads.now)
            guard let fault = state.fault, fault.call == call else { return nil }
            guard state.callsUntilFault == 0 else {
                state.callsUntilFault -= 1
                return nil
            }
            state.faultCount += 1
            if !fault.isLasting { state.fault = nil }
            errno = fault.systemCode
            return fault.code
        }
    }
}

extension FaultyVFS.Fault: CustomStringConvertible {
    package var description: String {
        "\(call.rawValue) \(code & 0xFF)/\(code >> 8)\(isLasting ? " lasting" : "")\(systemCode == 0 ? "" : " of \(systemCode)")"
    }

    /// The code of the resulting store error.
    package var storeCode: StoreError.Code {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case _ where code == Self.ioError(19) || systemCode == ENOSPC || systemCode == EDQUOT: .full
        case SQLITE_BUSY: .busy
        default: .unreadable
        }
    }

    /// Whether a call of the store must fail. SQLite can handle the others, depending on the moment: it waits for a lock, and
    /// leaves a log that it cannot move into the file or delete to the next process that opens the file.
    package var isAlwaysFelt: Bool {
        switch call {
        case .open, .read, .write, .sync, .fileSize: true
        case .sharedLock: isLasting || code != SQLITE_BUSY
        default: false
        }
    }

    /// Faults that a disk or another process can cause: for each kind of call one that occurs once and one that lasts.
    package static let all: [FaultyVFS.Fault] =
        [false, true].flatMap { isLasting in
            // Extended codes of SQLITE_IOERR, macros that Swift does not import: https://www.sqlite.org/rescode.html
            [
                (FaultyVFS.Call.open, SQLITE_CANTOPEN), (.delete, ioError(10)), (.access, ioError(13)),
                (.read, ioError(1)),
                (.write, isLasting ? SQLITE_FULL : ioError(3)), (.truncate, ioError(6)), (.sync, ioError(4)),
                (.fileSize, ioError(7)), (.lock, ioError(15)), (.lock, SQLITE_BUSY), (.sharedMap, ioError(21)),
                (.sharedLock, SQLITE_BUSY),
            ].map { FaultyVFS.Fault($0, $1, isLasting: isLasting) }
        } + [
            FaultyVFS.Fault(.sharedLock, ioError(20), isLasting: false),
            // No space for the index of the write-ahead log, in a quota, or for another file.
            noIndex,
            FaultyVFS.Fault(.write, ioError(3), isLasting: true, systemCode: EDQUOT),
            FaultyVFS.Fault(.sync, ioError(4), isLasting: false, systemCode: ENOSPC),
            FaultyVFS.Fault(.open, SQLITE_CANTOPEN, isLasting: true, systemCode: ENOSPC),
        ]

    /// There is no space for the index of the write-ahead log.
    package static let noIndex = FaultyVFS.Fault(.sharedMap, ioError(19), isLasting: true)

    /// The disk is full from then on.
    package static let fullDisk = FaultyVFS.Fault(.write, SQLITE_FULL, isLasting: true)

    private static func ioError(_ detail: Int32) -> Int32 { SQLITE_IOERR | detail << 8 }
}
