import Foundation
import Synchronization

/// What the scopes of one tree write into and the tree reads.
final class FeatureRegistry: Sendable {
    let rootID = FeatureID(number: 0)

    private let clock: WallClock
    private let logger: Logger
    private let state = Mutex(State())

    private struct State {
        var lastNumber = 0
        var entries: [FeatureID: Entry] = [:]
        var departed: [Departed] = []
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
        var watched: [Watched]
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
            state.departed.removeAll { $0.watched.allSatisfy { $0.reference.object == nil } }
            state.departed.append(Departed(path: entry.path, date: date, watched: entry.watched))
            return entry.path
        }
        if let path { logger.debug("feature detached", ["path": "\(path)"]) }
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
        state.withLock { state in
            state.departed.removeAll { $0.watched.allSatisfy { $0.reference.object == nil } }
            return state.departed.flatMap { departed in
                departed.watched.filter { $0.reference.object != nil }.map {
                    FeatureLeak(path: departed.path, object: $0.name, detachedAt: departed.date)
                }
            }
        }
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
