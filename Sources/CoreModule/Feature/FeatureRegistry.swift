import Foundation

/// What the scopes of one tree write into and the tree reads.
final class FeatureRegistry: Sendable {
    let rootID = FeatureID(number: 0)

    private let clock: WallClock
    private let logger: Logger
    private let state = Locked(State())

    private struct State {
        var lastNumber = 0
        var entries: [FeatureID: Entry] = [:]
        var departed: [FeatureID: Departed] = [:]
    }

    private struct Entry {
        let path: FeaturePath
        let feature: Feature
        let parent: FeatureID
        let since: Date
        let needs: [String]
        var gives: [String] = []
        var watched: [Watched] = []
    }

    private struct Departed {
        let path: FeaturePath
        let date: Date
        let watched: [Watched]
    }

    private struct Watched: Sendable {
        let name: String
        let reference: WeakReference
    }

    init(clock: WallClock, logger: Logger) {
        self.clock = clock
        self.logger = logger
    }

    func newID() -> FeatureID {
        state.withLock { state in
            state.lastNumber += 1
            return FeatureID(number: state.lastNumber)
        }
    }

    func install(_ scope: FeatureScope, under parent: FeatureID, needs: [String]) {
        let entry = Entry(path: scope.path, feature: scope.feature, parent: parent, since: clock.now(), needs: needs)
        state.withLock { $0.entries[scope.id] = entry }
        logger.debug("feature installed", ["path": "\(scope.path)"])
    }

    @MainActor
    func describe(_ id: FeatureID, graph: some Graph) {
        let properties = Self.properties(of: graph)
        // A child's graph is watched as a feature of its own.
        let objects =
            properties
            .filter { type(of: $0.value) is AnyClass && !($0.value is FeatureScope) && !($0.value is any Graph) }
            .map { Watched(name: $0.name, reference: WeakReference($0.value as AnyObject)) }
        let watched = [Watched(name: "graph", reference: WeakReference(graph))] + objects
        state.withLock { state in
            state.entries[id]?.gives = properties.map(\.name).filter { $0 != "scope" }
            state.entries[id]?.watched = watched
        }
    }

    func uninstall(_ id: FeatureID) {
        let date = clock.now()
        let path: FeaturePath? = state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: id) else { return nil }
            state.departed[id] = Departed(path: entry.path, date: date, watched: entry.watched)
            return entry.path
        }
        if let path { logger.debug("feature detached", ["path": "\(path)"]) }
        // Now and then, those that are gone are forgotten, whether or not anybody asks for leaks.
        if id.number.isMultiple(of: 64) { _ = leaks() }
    }

    func snapshot() -> [FeatureNode] {
        let entries = state.withLock(\.entries)
        let children = Dictionary(grouping: entries.keys.sorted()) { entries[$0]?.parent ?? rootID }
        func nodes(under parent: FeatureID) -> [FeatureNode] {
            (children[parent] ?? []).compactMap { id in
                entries[id].map { entry in
                    FeatureNode(
                        id: id, path: entry.path, feature: entry.feature, since: entry.since, needs: entry.needs,
                        gives: entry.gives, children: nodes(under: id))
                }
            }
        }
        return nodes(under: rootID)
    }

    func leaks() -> [FeatureLeak] {
        // Looked at outside the lock: to look at an object keeps it for a moment, and if that was its last, its end may come
        // back here.
        let departed = state.withLock(\.departed)
        var leaks: [FeatureLeak] = []
        var gone: [FeatureID] = []
        for (id, feature) in departed.sorted(by: { $0.key < $1.key }) {
            let alive = feature.watched.filter { $0.reference.object != nil }
            if alive.isEmpty { gone.append(id) }
            leaks += alive.map { FeatureLeak(path: feature.path, object: $0.name, detachedAt: feature.date) }
        }
        state.withLock { state in
            for id in gone { state.departed[id] = nil }
        }
        return leaks
    }

    private static func properties(of graph: some Graph) -> [(name: String, value: Any)] {
        Mirror(reflecting: graph).children.compactMap { child in child.label.map { ($0, child.value) } }
    }
}

/// Whether an object is still there, without keeping it.
private final class WeakReference: @unchecked Sendable {
    // Unchecked, because `object` is Sendable for nobody: it is only compared with nil, never used, and reading a weak
    // reference is safe from every thread.
    weak private(set) var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}
