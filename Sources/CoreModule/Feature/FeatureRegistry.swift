@preconcurrency import Dispatch
import Foundation
import Synchronization

/// What the scopes of one tree share: numbers for features, the features that wait to be inspected, and the objects of features
/// that have ended.
final class FeatureRegistry: Sendable {
    let clock: WallClock
    /// Logs features that are installed and detached.
    let logger: Logger
    /// Logs what the user does.
    let actionLogger: Logger
    private let leakDetector: LeakDetector?
    private let lastNumber = Atomic(0)
    private let state = Locked(State())
    @MainActor private var pending: [PendingInspection] = []

    private struct State {
        var ended: [FeatureID: EndedFeature] = [:]
        var isWatching = false
    }

    private struct EndedFeature {
        let path: FeaturePath
        let date: Date
        let objects: [WeakReference]
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
        FeatureID(number: lastNumber.add(1, ordering: .relaxed).newValue)
    }

    // MARK: Inspecting new features

    /// Inspects a feature when the main actor is next free, or earlier by ``inspectPending()``: building need not wait for it.
    /// The graph is held weakly.
    @MainActor
    func inspectSoon(_ graph: any Graph, _ dependencies: Any) {
        pending.append(PendingInspection(graph: graph, dependencies: dependencies))
        if pending.count == 1 { Task { [weak self] in self?.inspectPending() } }
    }

    /// Inspects the features that wait for it, if the caller is on the main actor. Graphs may be read nowhere else.
    func inspectPending() {
        guard MainQueue.isCurrent else { return }
        MainActor.assumeIsolated {
            let features = pending
            pending.removeAll(keepingCapacity: true)
            for feature in features {
                guard let graph = feature.graph else { continue }
                graph.scope.keep(
                    FeatureInspection(graph, dependencies: feature.dependencies, findsLeaks: findsLeaks))
            }
        }
    }

    // MARK: Leaks

    /// Remembers the objects of a feature that has ended.
    func noteEnd(of id: FeatureID, at path: FeaturePath, objects: [WeakReference]) {
        logger.info("feature detached", ["path": "\(path)"])
        guard !objects.isEmpty else { return }
        let ended = EndedFeature(path: path, date: clock.now(), objects: objects)
        state.withLock { $0.ended[id] = ended }
        // From time to time, forget objects that no longer exist, even if leaks() is never called.
        if id.number.isMultiple(of: 64) { _ = leaks() }
        watch()
    }

    /// Whether the objects of features are remembered.
    var findsLeaks: Bool { leakDetector != nil }

    /// The objects that still exist, of those ended features that are wanted.
    func leaks(where isWanted: (FeatureID) -> Bool = { _ in true }) -> [FeatureLeak] {
        precondition(findsLeaks, "A feature tree without a leak detector finds no leaks.")
        // Outside the lock: reading a weak reference holds the object for a moment, and its deinit may come back here.
        let ended = state.withLock(\.ended).filter { isWanted($0.key) }
        var leaks: [FeatureLeak] = []
        var gone: [FeatureID] = []
        for (id, feature) in ended.sorted(by: { $0.key < $1.key }) {
            let alive = feature.objects.filter { $0.object != nil }
            if alive.isEmpty { gone.append(id) }
            leaks += alive.map { FeatureLeak(path: feature.path, object: $0.name, detachedAt: feature.date) }
        }
        state.withLock { state in
            for id in gone { state.ended[id] = nil }
        }
        return leaks
    }

    /// Starts to report leaks, unless that is already running.
    private func watch() {
        guard let report = leakDetector?.report else { return }
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        Task { [weak self] in
            // Ends when nothing is left to check, or the tree no longer exists.
            while let date = self?.nextCheck(report) {
                do { try await report.sleeper.sleep(until: date) } catch { return }
                self?.check(report)
            }
        }
    }

    /// When to check the feature that ended first; nil if none is left, and then the watch has ended.
    private func nextCheck(_ report: LeakDetector.Report) -> Date? {
        state.withLock { state in
            let first = state.ended.values.filter { !$0.isReported }.map(\.date).min()
            state.isWatching = first != nil
            return first?.addingTimeInterval(report.delay.seconds)
        }
    }

    /// Reports what still exists of the features that ended long enough ago.
    private func check(_ report: LeakDetector.Report) {
        let now = clock.now()
        let due = state.withLock { state in
            let due = state.ended.filter {
                // An end in the future is due as well: the clock was set back.
                !$0.value.isReported && !(0..<report.delay.seconds).contains(now.timeIntervalSince($0.value.date))
            }
            for id in due.keys { state.ended[id]?.isReported = true }
            return Set(due.keys)
        }
        for leak in leaks(where: due.contains) { report.send(leak) }
    }
}

/// A feature that waits to be inspected.
private struct PendingInspection {
    weak var graph: (any Graph)?
    let dependencies: Any
}

/// Whether the caller runs on the main actor, whose jobs run on the main queue. On Linux that need not be the main thread.
private enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
