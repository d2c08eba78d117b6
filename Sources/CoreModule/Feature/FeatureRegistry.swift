import Foundation

/// What the scopes of one tree write into and the tree reads.
final class FeatureRegistry: Sendable {
    let rootID = FeatureID(number: 0)

    private let clock: WallClock
    private let logger: Logger
    /// Is told what the user does.
    let actionLogger: Logger
    private let leakWatch: LeakWatch?
    private let state = Locked(State())

    private struct State {
        var lastNumber = 0
        var entries: [FeatureID: Entry] = [:]
        var departed: [FeatureID: Departed] = [:]
        var isWatching = false
        /// What is known of types by their identity: to reflect on a value takes microseconds, and tells the same each time.
        var needs: [ObjectIdentifier: [String]] = [:]
        var outlines: [ObjectIdentifier: GraphOutline] = [:]
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
        var isReported = false
    }

    private struct Watched: Sendable {
        let name: String
        let reference: WeakReference
    }

    init(clock: WallClock, logger: Logger, leakWatch: LeakWatch?) {
        self.clock = clock
        self.logger = logger
        actionLogger = logger.labelled("action")
        self.leakWatch = leakWatch
    }

    func newID() -> FeatureID {
        state.withLock { state in
            state.lastNumber += 1
            return FeatureID(number: state.lastNumber)
        }
    }

    /// The names of the properties of a feature's dependencies; of a single object, its type.
    func needs<Dependencies>(of dependencies: Dependencies) -> [String] {
        let type = ObjectIdentifier(Dependencies.self)
        if let known = state.withLock({ $0.needs[type] }) { return known }
        let mirror = Mirror(reflecting: dependencies)
        let isObject = mirror.displayStyle == .class
        let needs = isObject ? ["\(mirror.subjectType)"] : mirror.children.compactMap(\.label)
        // What stands behind a protocol may be of another type each time.
        if Dependencies.self == mirror.subjectType { state.withLock { $0.needs[type] = needs } }
        return needs
    }

    func install(_ scope: FeatureScope, under parent: FeatureID, needs: [String]) {
        let entry = Entry(path: scope.path, feature: scope.feature, parent: parent, since: clock.now(), needs: needs)
        state.withLock { $0.entries[scope.id] = entry }
        logger.info("feature installed", ["path": "\(scope.path)"])
    }

    @MainActor
    func describe(_ id: FeatureID, graph: some Graph) {
        let type = ObjectIdentifier(type(of: graph))
        let known = state.withLock { $0.outlines[type] }
        let outline = known ?? GraphOutline(of: graph)
        let objects = outline.objects(of: graph).map { Watched(name: $0.name, reference: WeakReference($0.object)) }
        let watched = [Watched(name: "graph", reference: WeakReference(graph))] + objects
        state.withLock { state in
            if known == nil { state.outlines[type] = outline }
            state.entries[id]?.gives = outline.gives
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
        if let path { logger.info("feature detached", ["path": "\(path)"]) }
        // Now and then, those that are gone are forgotten, whether or not anybody asks for leaks.
        if id.number.isMultiple(of: 64) { _ = leaks() }
        watch()
    }

    /// Begins to watch what has departed, unless that goes on already.
    private func watch() {
        guard let leakWatch else { return }
        let isFirst = state.withLock { state in
            defer { state.isWatching = true }
            return !state.isWatching
        }
        guard isFirst else { return }
        // Until nothing is left to look at. A tree that is gone has nobody to tell.
        Task { [weak self] in
            while let due = self?.nextCheck(leakWatch) {
                do { try await leakWatch.sleeper.sleep(until: due) } catch { return }
                self?.report(leakWatch)
            }
        }
    }

    /// When the feature that departed first is to be looked at; `nil` where there is none, and then the watch has ended.
    private func nextCheck(_ leakWatch: LeakWatch) -> Date? {
        state.withLock { state in
            let first = state.departed.values.filter { !$0.isReported }.map(\.date).min()
            state.isWatching = first != nil
            return first?.addingTimeInterval(leakWatch.delay.seconds)
        }
    }

    /// Tells of what is still there of the features that departed long enough ago.
    private func report(_ leakWatch: LeakWatch) {
        let now = clock.now()
        let due = state.withLock { state in
            let due = state.departed.filter {
                // A clock that is set back holds nothing up for ever: what departed in the future is due as well.
                !$0.value.isReported && !(0..<leakWatch.delay.seconds).contains(now.timeIntervalSince($0.value.date))
            }
            for id in due.keys { state.departed[id]?.isReported = true }
            return due.keys
        }
        for leak in leaks(of: Set(due)) { leakWatch.report(leak) }
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
        leaks(of: nil)
    }

    /// What is still there of the features that have departed: of these, or of all.
    private func leaks(of wanted: Set<FeatureID>?) -> [FeatureLeak] {
        // Looked at outside the lock: to look at an object keeps it for a moment, and if that was its last, its end may come
        // back here.
        let departed = state.withLock(\.departed).filter { wanted?.contains($0.key) ?? true }
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
