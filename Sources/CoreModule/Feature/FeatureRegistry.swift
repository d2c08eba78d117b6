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
    private let ended = Locked<[FeatureID: EndedFeature]>([:])
    @MainActor private var pending: [PendingInspection] = []

    private struct EndedFeature {
        let path: FeaturePath
        let date: Date
        let objects: [WeakReference]
    }

    init(clock: WallClock, logger: Logger, leakDetector: LeakDetector?) {
        self.clock = clock
        self.logger = logger.labelled("feature")
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

    /// Remembers the objects of a feature that has ended, and reports those that still exist after the detector's delay.
    func noteEnd(of id: FeatureID, at path: FeaturePath, objects: [WeakReference]) {
        logger.info("feature detached", ["path": "\(path)"])
        guard !objects.isEmpty else { return }
        let date = clock.now()
        ended.withLock { $0[id] = EndedFeature(path: path, date: date, objects: objects) }
        // From time to time, forget objects that no longer exist, even if leaks() is never called.
        if id.number.isMultiple(of: 64) { _ = leaks() }
        guard let leakDetector, let report = leakDetector.report else { return }
        let due = date.addingTimeInterval(leakDetector.delay.seconds)
        Task { [weak self, sleeper = leakDetector.sleeper] in
            do { try await sleeper.sleep(until: due) } catch { return }
            for leak in self?.leaks(where: { $0 == id }) ?? [] { report(leak) }
        }
    }

    /// Whether the objects of features are remembered.
    var findsLeaks: Bool { leakDetector != nil }

    /// The objects that still exist, of those ended features that are wanted.
    func leaks(where isWanted: (FeatureID) -> Bool = { _ in true }) -> [FeatureLeak] {
        precondition(findsLeaks, "A feature tree without a leak detector finds no leaks.")
        // Outside the lock: reading a weak reference holds the object for a moment, and its deinit may come back here.
        let wanted = ended.withLock { $0 }.filter { isWanted($0.key) }
        var leaks: [FeatureLeak] = []
        var gone: [FeatureID] = []
        for (id, feature) in wanted.sorted(by: { $0.key < $1.key }) {
            let alive = feature.objects.filter { $0.object != nil }
            if alive.isEmpty { gone.append(id) }
            leaks += alive.map { FeatureLeak(path: feature.path, object: $0.name, detachedAt: feature.date) }
        }
        ended.withLock { ended in
            for id in gone { ended[id] = nil }
        }
        return leaks
    }
}

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
