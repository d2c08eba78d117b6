package import CoreModule
import Foundation
import SuperappSQLite

/// A way from SQLite to the system's files that counts the calls, and fails those that a test picks.
///
/// Everything else is passed on to the system's own, shared memory and locks included, with two exceptions: a sync is counted
/// but not done, since a test loses no power; and to sleep takes no time, so that a lock is waited for without waiting.
/// It stays registered, under a name of its own, until the process ends: a connection may outlive its test.
package final class FaultyVFS: Sendable {
    /// A kind of call that can fail. To let a lock go or to close a file cannot.
    package enum Call: String, CaseIterable, Sendable {
        case open, delete, access, read, write, truncate, sync, fileSize, lock, sharedMap, sharedLock
    }

    /// What goes wrong.
    package struct Fault: Sendable, Hashable {
        package let call: Call
        /// SQLite's result code, extended or not.
        package let code: Int32
        /// Whether all later calls of the kind fail too, until the fault is lifted.
        package let isLasting: Bool
        /// Why the system refused, as `errno` has it; 0 where nobody says so.
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
        var fault: Fault?
        /// How many calls of the fault's kind are still let through.
        var callsUntilFault = 0
        var faultCount = 0
    }

    /// What to ask SQLite for; unique.
    package let name = "faulty-\(UUID().uuidString)"
    private let state = Locked(State())

    /// Registers a new one, in which nothing fails yet.
    package init() {
        register()
    }

    /// Options that open a database through it.
    package var options: SQLiteDatabase.Options { SQLiteDatabase.Options(vfs: name) }

    /// Lets the n-th call from now on fail, counted from 1 among those of the fault's kind.
    package func arm(_ fault: Fault, at number: Int) {
        state.withLock { state in
            state.fault = fault
            state.callsUntilFault = number - 1
        }
    }

    /// Lets nothing fail any more.
    package func lift() {
        state.withLock { $0.fault = nil }
    }

    /// How many calls have failed since it was made.
    package var faultCount: Int { state.withLock { $0.faultCount } }

    /// How many calls of a kind there were since it was made, those that failed included.
    package func count(_ call: Call) -> Int {
        state.withLock { $0.counts[call, default: 0] }
    }

    /// Counts a call, and says with which code it is to fail, if it is.
    func fault(_ call: Call) -> Int32? {
        state.withLock { state in
            state.counts[call, default: 0] += 1
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

    /// The code of the store's error that must come of it.
    package var storeCode: StoreError.Code {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case _ where code == Self.ioError(19) || systemCode == ENOSPC || systemCode == EDQUOT: .full
        case SQLITE_BUSY: .busy
        default: .unreadable
        }
    }

    /// Whether some call of the store must fail of it. Others SQLite gets over, depending on when they come: it waits for a lock,
    /// and leaves a log that it cannot fold into the file or delete to the next who opens it.
    package var isAlwaysFelt: Bool {
        switch call {
        case .open, .read, .write, .sync, .fileSize: true
        case .sharedLock: isLasting || code != SQLITE_BUSY
        default: false
        }
    }

    /// Faults that a disk or another process can cause: of each kind of call one that comes once and one that lasts.
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
            // No room for the index of the write-ahead log, for what a quota allows, for another file.
            FaultyVFS.Fault(.sharedMap, ioError(19), isLasting: true),
            FaultyVFS.Fault(.write, ioError(3), isLasting: true, systemCode: EDQUOT),
            FaultyVFS.Fault(.sync, ioError(4), isLasting: false, systemCode: ENOSPC),
            FaultyVFS.Fault(.open, SQLITE_CANTOPEN, isLasting: true, systemCode: ENOSPC),
        ]

    /// The disk has no room for what is written from then on.
    package static let fullDisk = FaultyVFS.Fault(.write, SQLITE_FULL, isLasting: true)

    private static func ioError(_ detail: Int32) -> Int32 { SQLITE_IOERR | detail << 8 }
}
