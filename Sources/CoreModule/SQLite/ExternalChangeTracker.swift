/// Tells the changes of others from those of one repository, by the numbers that a store gives to its transactions: each that changes
/// something has the next one.
package final class ExternalChangeTracker: Sendable {
    private struct State {
        /// Every transaction up to this number is accounted for: part of the first read, reported, or an own one. Nil before the
        /// first read.
        var seen: Int64?
        /// The own ones after it.
        var own: Set<Int64> = []
        /// Whether some of the own ones were forgotten.
        var isCut = false

        mutating func begin(after latest: Int64) {
            seen = latest
            own = own.filter { $0 > latest }
            isCut = false
            skipOwn()
        }

        mutating func skipOwn() {
            while let next = seen.map({ $0 + 1 }), own.remove(next) != nil { seen = next }
        }
    }

    /// The most own transactions that are remembered behind one of others. After more, nobody can tell them apart any more.
    package static let capacity = 1000

    private let state = Locked(State())

    package init() {}

    /// The number of own transactions that are remembered, for tests.
    package var count: Int { state.withLock { $0.own.count } }

    /// Before the first read nothing has been missed: it includes what was changed until then.
    package func begin(_ latest: () throws -> Int64) throws {
        try state.withLock { state in
            if state.seen == nil { state.begin(after: try latest()) }
        }
    }

    /// Stores that a transaction is the repository's own.
    package func noteOwn(_ number: Int64) {
        state.withLock { state in
            guard number > state.seen ?? .min else { return }
            state.own.insert(number)
            state.skipOwn()
            if state.own.count > Self.capacity { (state.own, state.isCut) = ([], true) }
        }
    }

    /// Returns what others have changed up to the last transaction since the last call that returned: what `read` finds after a number,
    /// without one's own, or `all` if the own transactions were too many to be remembered. Nil if there is nothing, and at first.
    package func changes<Value: Sendable>(
        upTo latest: Int64, all: Value, _ read: (_ after: Int64, _ own: Set<Int64>) throws -> Value
    ) rethrows -> Value? {
        try state.withLock { state in
            guard let seen = state.seen, latest > seen else {
                if state.seen == nil { state.begin(after: latest) }
                return nil
            }
            let value = state.isCut ? all : try read(seen, state.own)
            state.begin(after: latest)
            return value
        }
    }
}
