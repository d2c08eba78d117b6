import Foundation

/// The lifetime of one installed feature. Its tasks and subscriptions end with it, and the live tree shows it for as long.
///
/// A scope ends at the first of: ``detach()``, its parent's end, and the release of the last reference to it, which its graph
/// holds. It may be used from any thread.
public final class FeatureScope: Sendable {
    /// The feature's place in the live tree. No other feature gets the same one.
    public let id: FeatureID
    /// The names from the root down to this feature.
    public let path: FeaturePath
    let feature: Feature

    private let since: Date
    let registry: FeatureRegistry
    weak let parent: FeatureScope?
    private let state: Locked<State>

    private struct State {
        var isDetached = false
        /// Whether it was detached because its parent ended.
        var hasEndedWithParent = false
        /// The root, if that is the parent. So a tree exists as long as its first feature, even if nothing else holds it.
        var root: FeatureScope?
        /// In the order of installing.
        var children = LinkedList<WeakScope>()
        /// Its own place among the children of its parent.
        var place: LinkedList<WeakScope>.Place?
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastTask = 0
        var subscriptions: [ModelStreamSubscription] = []
        var endings: [@Sendable () -> Void] = []
        /// What the graph has; nil until it was inspected.
        var inspection: FeatureInspection?
    }

    /// A scope that stands for the whole tree. Snapshots do not show it.
    init(rootIn registry: FeatureRegistry) {
        self.registry = registry
        parent = nil
        id = FeatureID(number: 0)
        path = FeaturePath([])
        feature = Feature.viewless("")
        since = .distantPast
        state = Locked(State())
        registry.setRoot(self)
    }

    private init(_ feature: Feature, under parent: FeatureScope) {
        registry = parent.registry
        self.parent = parent
        id = registry.nextID()
        path = parent.path.appending(feature.name)
        self.feature = feature
        since = registry.clock.now()
        state = Locked(State(root: parent.isRoot ? parent : nil))
    }

    deinit {
        let orphans = isDetached || !registry.logger.isEnabled(.warning) ? [] : children.map(WeakScope.init)
        detach()
        guard !orphans.isEmpty else { return }
        // Graphs of children that the parent's graph held are released after its scope, but before the main actor is free.
        Task { @MainActor [registry] in
            for orphan in orphans.compactMap(\.scope) { registry.warn(ofDead: orphan, "its parent was released") }
        }
    }

    private var isRoot: Bool { path.names.isEmpty }

    /// Logs the user's actions in this feature. Pass it to the view model.
    public var actions: UserActions {
        UserActions(feature: path, logger: registry.actionLogger)
    }

    /// Whether the feature has ended. A detached scope starts no task and is not in the tree.
    public var isDetached: Bool {
        state.withLock(\.isDetached)
    }

    // MARK: What ends with the feature

    /// Runs an operation on the main actor as a task of this scope, which cancels it when the scope ends. The operation should hold its
    /// objects weakly across a long `await`, as `observe(_:with:_:)` does.
    /// - Returns: the task; nil if the scope has ended, and then nothing runs.
    @discardableResult
    public func run(_ operation: @escaping @MainActor @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isDetached else { return nil }
            state.lastTask += 1
            let number = state.lastTask
            let task = Task { @MainActor [weak self] in
                await operation()
                self?.state.withLock { $0.tasks[number] = nil }
            }
            state.tasks[number] = task
            return task
        }
    }

    /// How many tasks of ``run(_:)`` have not ended.
    package var taskCount: Int { state.withLock(\.tasks.count) }

    /// Passes every element of a subscription to an asynchronous handler on the main actor, each after the one before was handled,
    /// until the scope, the stream or the object ends. The object is held weakly. For another sequence use ``run(_:)``.
    public func observe<Element: Sendable, Target: AnyObject & Sendable>(
        _ events: ModelStreamEvents<Element>, with target: Target,
        _ handle: @escaping @MainActor @Sendable (Target, Element) async -> Void
    ) {
        run { [weak target] in
            for await event in events {
                guard let target, !Task.isCancelled else { return }
                await handle(target, event)
            }
        }
    }

    /// Passes every element of a subscription to an object on the main actor, in order, until the scope, the stream or the object
    /// ends. The object is held weakly. A task runs only while there are elements to handle.
    public func observe<Element: Sendable, Target: AnyObject & Sendable>(
        _ events: ModelStreamEvents<Element>, with target: Target,
        _ handle: @escaping @MainActor @Sendable (Target, Element) -> Void
    ) {
        let isObserved = state.withLock { state in
            if !state.isDetached { state.subscriptions.append(events.subscription) }
            return !state.isDetached
        }
        guard isObserved else { return }
        events.handle { [weak target] element in
            guard let target else { return false }
            handle(target, element)
            return true
        }
    }

    /// Adds an action for the end of the scope. If the scope has ended, it runs at once. The last added runs first, on the
    /// thread that ends the scope.
    public func onDetach(_ ending: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isDetached { state.endings.append(ending) }
            return state.isDetached
        }
        if isLate { ending() }
    }

    /// Adds an action with an object for the end of the scope. It runs on the main actor, soon after the scope has ended, if the
    /// object still exists. The object is held weakly.
    public func onDetach<Target: AnyObject & Sendable>(
        with target: Target, _ ending: @escaping @MainActor @Sendable (Target) -> Void
    ) {
        onDetach { [weak target] in
            Task { @MainActor in
                if let target { ending(target) }
            }
        }
    }

    /// Ends the feature: its children first, the newest before the older, then its tasks and subscriptions, then the actions added
    /// with ``onDetach(_:)``. More calls do nothing.
    public func detach() {
        guard !isDetached else { return }
        registry.inspectPending()
        guard let place = end(withParent: false) else { return }
        parent?.state.withLock { _ = $0.children.remove(place) }
    }

    /// Ends the feature and its children, and returns its place among the children of its parent, unless it has ended before.
    @discardableResult
    private func end(withParent: Bool) -> LinkedList<WeakScope>.Place? {
        let ended: State? = state.withLock { state in
            guard !state.isDetached else { return nil }
            var ended = State(isDetached: true, hasEndedWithParent: withParent)
            swap(&ended, &state)
            return ended
        }
        guard let ended else { return nil }
        for child in ended.children.reversed() { child.scope?.end(withParent: true) }
        for task in ended.tasks.values { task.cancel() }
        for subscription in ended.subscriptions { subscription.cancel() }
        for ending in ended.endings.reversed() { ending() }
        if !isRoot {
            registry.logger.info("feature detached", ["path": "\(path)"])
            watch(ended.inspection)
        }
        return ended.place
    }

    /// Watches the objects that must not outlive the feature, which has ended.
    private func watch(_ inspection: FeatureInspection?) {
        guard let owned = inspection?.owned else { return }
        let hasEndedWithParent = state.withLock(\.hasEndedWithParent)
        registry.watch(owned, of: self, hasEndedWithParent ? .endedWithParent : .outlived)
    }

    // MARK: The tree

    /// Makes the scope of a child feature and shows it in the tree. Only ``Builder/build()`` calls it.
    func makeChild(_ feature: Feature) -> FeatureScope {
        let child = FeatureScope(feature, under: self)
        let place = state.withLock { $0.isDetached ? nil : $0.children.append(WeakScope(scope: child)) }
        child.state.withLock { state in
            state.place = place
            if place == nil { (state.isDetached, state.hasEndedWithParent) = (true, true) }
        }
        if place != nil {
            registry.logger.info("feature installed", ["path": "\(child.path)"])
        } else {
            registry.warn(ofDead: child, "its parent had ended when it was built")
        }
        return child
    }

    /// Keeps what was found in the feature's graph. If the feature has ended by then, its objects are watched at once.
    func keep(_ found: FeatureInspection) {
        let isInstalled = state.withLock { state in
            if !state.isDetached { state.inspection = found }
            return !state.isDetached
        }
        if !isInstalled { watch(found) }
    }

    /// What was found in the graph; nil if it was not inspected yet, or the feature has ended.
    var inspection: FeatureInspection? { state.withLock(\.inspection) }

    /// The scopes of the features that are installed under this one, in the order of installing.
    var children: [FeatureScope] {
        // Outside the lock: reading a weak reference holds the scope for a moment, and its deinit comes back here.
        state.withLock { $0.children.compactMap(\.scope) }
    }

    /// The features that are installed under this one.
    func snapshot() -> [FeatureNode] {
        children.compactMap(\.node)
    }

    private var node: FeatureNode? {
        let (isDetached, inspection) = state.withLock { ($0.isDetached, $0.inspection) }
        guard !isDetached else { return nil }
        return FeatureNode(
            number: id.number, path: path, feature: feature, roles: inspection?.roles ?? [.builder], since: since,
            dependencies: inspection?.dependencies ?? [], outputs: inspection?.outputs.map(\.name) ?? [],
            children: snapshot())
    }
}

struct WeakScope {
    weak var scope: FeatureScope?
}
