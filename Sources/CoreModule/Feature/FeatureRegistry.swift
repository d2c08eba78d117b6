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
    private let ended = Locked(Ended())
    @MainActor private var pending: [PendingInspection] = []

    /// The features that have ended and whose objects may still exist.
    private struct Ended {
        var features: [FeatureID: EndedFeature] = [:]
        /// How many of them lead to a look at all of them. As it doubles, each is looked at once on average.
        var limit = 64
    }

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
    /// If the tree finds no leaks, nobody needs the result before the tree is asked, so that many are inspected at once.
    /// The graph is held weakly.
    @MainActor
    func inspectSoon(_ graph: any Graph, _ dependencies: Any) {
        pending.append(PendingInspection(graph: graph, dependencies: dependencies))
        if pending.count == (findsLeaks ? 1 : 64) { Task { [weak self] in self?.inspectPending() } }
    }

    /// Inspects the features that wait for it, if the caller is on the main actor. Graphs may be read nowhere else.
    func inspectPending() {
        guard MainQueue.isCurrent else { return }
        MainActor.assumeIsolated {
            guard !pending.isEmpty else { return }
            let features = pending
            pending = []
            pending.reserveCapacity(min(features.count, 64))
            for feature in features {
                guard let graph = feature.graph, !graph.scope.isDetached else { continue }
                graph.scope.keep(
                    FeatureInspection(graph, dependencies: feature.dependencies, findsLeaks: findsLeaks))
            }
        }
    }

    /// Forgets the features that have ended and wait for inspection, if the caller is on the main actor.
    func dropEnded() {
        guard MainQueue.isCurrent else { return }
        MainActor.assumeIsolated { pending.removeAll { $0.graph?.scope.isDetached ?? true } }
    }

    // MARK: Leaks

    /// Remembers the objects of a feature that has ended, and reports those that still exist after the detector's delay.
    func noteEnd(of id: FeatureID, at path: FeaturePath, objects: [WeakReference]) {
        logger.info("feature detached", ["path": "\(path)"])
        guard !objects.isEmpty else { return }
        let date = clock.now()
        let isFull = ended.withLock { ended in
            ended.features[id] = EndedFeature(path: path, date: date, objects: objects)
            return ended.features.count >= ended.limit
        }
        // Forget objects that no longer exist, even if leaks() is never called.
        if isFull { _ = leaks() }
        guard let leakDetector, let report = leakDetector.report else { return }
        let due = date.addingTimeInterval(leakDetector.delay.seconds)
        Task { [weak self, sleeper = leakDetector.sleeper] in
            do { try await sleeper.sleep(until: due) } catch { return }
            for leak in self?.leaks(of: id) ?? [] { report(leak) }
        }
    }

    /// Whether the objects of features are remembered.
    var findsLeaks: Bool { leakDetector != nil }

    /// The objects that still exist of features that have ended: of one of them, or of all.
    func leaks(of id: FeatureID? = nil) -> [FeatureLeak] {
        precondition(findsLeaks, "A feature tree without a leak detector finds no leaks.")
        // Outside the lock: reading a weak reference holds the object for a moment, and its deinit may come back here.
        let wanted = ended.withLock { ended in
            id.map { [$0: ended.features[$0]].compactMapValues(\.self) } ?? ended.features
        }
        var leaks: [FeatureLeak] = []
        var gone: [FeatureID] = []
        for (id, feature) in wanted.sorted(by: { $0.key < $1.key }) {
            let alive = feature.objects.filter { $0.object != nil }
            if alive.isEmpty { gone.append(id) }
            leaks += alive.map { FeatureLeak(path: feature.path, object: $0.name, detachedAt: feature.date) }
        }
        ended.withLock { ended in
            for id in gone { ended.features[id] = nil }
            ended.limit = max(64, 2 * ended.features.count)
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
