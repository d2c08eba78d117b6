import Foundation

/// What the scopes of one tree share: their numbers, what is known of types, and what is watched of those that have ended.
final class FeatureRegistry: Sendable {
    let rootID = FeatureID(number: 0)

    let clock: WallClock
    /// Is told who comes and goes.
    let logger: Logger
    /// Is told what the user does.
    let actionLogger: Logger
    private let leakDetector: LeakDetector?
    private let state = Locked(State())

    private struct State {
        var lastNumber = 0
        var departed: [FeatureID: Departed] = [:]
        var isWatching = false
    }

    private struct Departed {
        let path: FeaturePath
        let date: Date
        let given: GivenObjects
        var isReported = false
    }

    init(clock: WallClock, logger: Logger, leakDetector: LeakDetector?) {
        self.clock = clock
        self.logger = logger
        actionLogger = logger.labelled("action")
        self.leakDetector = leakDetector
    }

    /// A new feature's number.
    func nextID() -> FeatureID {
        state.withLock { state in
            state.lastNumber += 1
            return FeatureID(number: state.lastNumber)
        }
    }

    /// Begins to watch what a feature's graph gave, now that the feature has ended.
    func note(_ given: GivenObjects?, endedWith id: FeatureID, at path: FeaturePath) {
        if let given {
            let departed = Departed(path: path, date: clock.now(), given: given)
            state.withLock { $0.departed[id] = departed }
        }
        logger.info("feature detached", ["path": "\(path)"])
        // Now and then, those that are gone are forgotten, whether or not anybody asks for leaks.
        if id.number.isMultiple(of: 64), findsLeaks { _ = leaks() }
        watch()
    }

    /// Begins to tell of leaks among what has departed, unless that goes on already.
    private func watch() {
        guard let report = leakDetector?.report else { return }
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        // Until nothing is left to look at. A tree that is gone has nobody to tell.
        Task { [weak self] in
            while let due = self?.nextCheck(report) {
                do { try await report.sleeper.sleep(until: due) } catch { return }
                self?.tell(report)
            }
        }
    }

    /// When the feature that departed first is to be looked at; `nil` where there is none, and then the watch has ended.
    private func nextCheck(_ report: LeakDetector.Report) -> Date? {
        state.withLock { state in
            let first = state.departed.values.filter { !$0.isReported }.map(\.date).min()
            state.isWatching = first != nil
            return first?.addingTimeInterval(report.delay.seconds)
        }
    }

    /// Tells of what is still there of the features that departed long enough ago.
    private func tell(_ report: LeakDetector.Report) {
        let now = clock.now()
        let due = state.withLock { state in
            let due = state.departed.filter {
                // A clock that is set back holds nothing up for ever: what departed in the future is due as well.
                !$0.value.isReported && !(0..<report.delay.seconds).contains(now.timeIntervalSince($0.value.date))
            }
            for id in due.keys { state.departed[id]?.isReported = true }
            return due.keys
        }
        for leak in leaks(of: Set(due)) { report.tell(leak) }
    }

    /// Whether what graphs give is remembered.
    var findsLeaks: Bool { leakDetector != nil }

    func leaks() -> [FeatureLeak] {
        precondition(findsLeaks, "A feature tree that was made without a leak watch knows of no leaks.")
        return leaks(of: nil)
    }

    /// What is still there of the features that have departed: of these, or of all.
    private func leaks(of wanted: Set<FeatureID>?) -> [FeatureLeak] {
        // Looked at outside the lock: to look at an object keeps it for a moment, and if that was its last, its end may come
        // back here.
        let departed = state.withLock(\.departed).filter { wanted?.contains($0.key) ?? true }
        var leaks: [FeatureLeak] = []
        var gone: [FeatureID] = []
        for (id, feature) in departed.sorted(by: { $0.key < $1.key }) {
            let alive = feature.given.alive
            if alive.isEmpty { gone.append(id) }
            leaks += alive.map { FeatureLeak(path: feature.path, object: $0, detachedAt: feature.date) }
        }
        state.withLock { state in
            for id in gone { state.departed[id] = nil }
        }
        return leaks
    }
}
