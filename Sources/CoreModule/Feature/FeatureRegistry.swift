@preconcurrency import Dispatch
import Foundation

/// What the scopes of one tree share: numbers, features that wait to be inspected, and the objects of those that have ended.
final class FeatureRegistry: Sendable {
    let clock: WallClock
    let logger: EventLogger
    /// Logs what the user does.
    let actionLogger: EventLogger
    private let leakDetector: LeakDetector?
    private let lastNumber = Locked(0)
    private let ended = Locked(Ended())
    private let root = Locked(WeakScope())
    @MainActor private var pending: [FeatureID: PendingInspection] = [:]

    /// The features that have ended and whose objects may still exist.
    private struct Ended {
        var features: [FeatureID: EndedFeature] = [:]
        /// At this count all are checked. It doubles, so a feature costs constant time on average.
        var nextCheckCount = 64
    }

    private struct EndedFeature {
        let path: FeaturePath
        let kind: FeatureLeak.Kind
        let objects: [WeakReference]
    }

    init(clock: WallClock, logger: EventLogger, leakDetector: LeakDetector?) {
        self.clock = clock
        self.logger = logger.labelled("feature")
        actionLogger = logger.labelled("action")
        self.leakDetector = leakDetector
    }

    func nextID() -> FeatureID {
        lastNumber.withLock { number in
            number += 1
            return FeatureID(number: number)
        }
    }

    /// Keeps the root of the tree, weakly.
    func setRoot(_ scope: FeatureScope) {
        root.withLock { $0.scope = scope }
    }

    /// Logs that a feature has ended although something holds its graph: its view model shows no changes any more.
    func warn(ofDead scope: FeatureScope, _ reason: String) {
        logger.warning("a feature that is still held has ended", ["path": "\(scope.path)", "reason": reason])
    }

    // MARK: Inspecting features

    /// Has a feature inspected when the main actor is next free, so that building need not wait for it. Only ``Builder/build()`` calls it.
    @MainActor
    func inspectSoon(_ graph: any Graph, _ dependencies: Any) {
        pending[graph.scope.id] = PendingInspection(graph: graph, dependencies: dependencies)
        if pending.count == 1 { Task { [weak self] in self?.inspectPending() } }
    }

    /// Inspects the features that wait for it, if the caller is on the main actor. Graphs may be read nowhere else.
    func inspectPending() {
        guard MainQueue.isCurrent else { return }
        MainActor.assumeIsolated {
            guard !pending.isEmpty else { return }
            let features = pending
            pending = [:]
            for feature in features.values {
                guard let graph = feature.graph else { continue }
                graph.scope.keep(FeatureInspection(graph, dependencies: feature.dependencies))
            }
        }
    }

    // MARK: Leaks

    /// Remembers the objects of a feature that has ended, and reports those that still exist after the detector's delay.
    func watch(_ objects: [WeakReference], of scope: FeatureScope, _ kind: FeatureLeak.Kind) {
        guard !objects.isEmpty else { return }
        let id = scope.id
        let feature = EndedFeature(path: scope.path, kind: kind, objects: objects)
        let isFull = ended.withLock { ended in
            ended.features[id] = feature
            return ended.features.count >= ended.nextCheckCount
        }
        // Forget objects that no longer exist, even if leaks() is never called.
        if isFull { _ = leaks() }
        guard let leakDetector else { return }
        let due = clock.now().addingTimeInterval(leakDetector.delay.seconds)
        Task { [weak self] in
            do { try await leakDetector.sleeper.sleep(until: due) } catch { return }
            for leak in self?.leaks(of: id) ?? [] { leakDetector.report(leak) }
        }
    }

    /// The objects that still exist of features that have ended: of one of them, or of all.
    func leaks(of id: FeatureID? = nil) -> [FeatureLeak] {
        // Outside the lock: reading a weak reference holds the object for a moment, and its deinit may come back here.
        let wanted = ended.withLock { ended in
            id.map { [$0: ended.features[$0]].compactMapValues(\.self) } ?? ended.features
        }
        var gone: [FeatureID] = []
        var alive: [(feature: EndedFeature, objects: [(object: AnyObject, name: String)])] = []
        for (id, feature) in wanted.sorted(by: { $0.key.number < $1.key.number }) {
            let objects = feature.objects.compactMap { reference in reference.object.map { ($0, reference.name) } }
            if objects.isEmpty { gone.append(id) } else { alive.append((feature, objects)) }
        }
        // An object that an installed feature has as well may live as long as that.
        let living = alive.isEmpty ? [] : root.withLock(\.scope)?.ownedObjects() ?? []
        let leaks = alive.flatMap { feature, objects in
            objects.filter { !living.contains(ObjectIdentifier($0.object)) }.map { object in
                FeatureLeak(kind: feature.kind, path: feature.path, object: object.name)
            }
        }
        ended.withLock { ended in
            for id in gone { ended.features[id] = nil }
            if id == nil { ended.nextCheckCount = max(64, 2 * ended.features.count) }
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
