/// The lifetime of one installed feature: the tasks and subscriptions that belong to it end with it, and it is seen in the
/// live tree for as long.
///
/// A scope ends at the first of: ``detach()``; its parent's end; the release of the last reference to it, which its graph
/// holds. Ending is idempotent and depth-first. It may be used from any thread.
public final class FeatureScope: Sendable {
    /// The feature's place in the live tree; never used again for another.
    public let id: FeatureID
    /// The names from the root down to this feature.
    public let path: FeaturePath
    /// What the feature says of itself.
    public let feature: Feature

    private let registry: FeatureRegistry
    /// Tells the parent that this scope has ended. It holds the parent weakly, but for the root.
    private let leave: @Sendable (FeatureID) -> Void
    private let state = Locked(State())

    private struct State {
        var isDetached = false
        var children: [FeatureID: WeakScope] = [:]
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
        var endings: [@Sendable () -> Void] = []
    }

    private struct WeakScope {
        weak var scope: FeatureScope?
    }

    /// A scope that stands for the whole tree and is not shown in it.
    init(rootIn registry: FeatureRegistry) {
        self.registry = registry
        leave = { _ in }
        id = registry.rootID
        path = FeaturePath([])
        feature = Feature.part("")
    }

    private init(
        _ feature: Feature, path: FeaturePath, id: FeatureID, registry: FeatureRegistry,
        leave: @escaping @Sendable (FeatureID) -> Void
    ) {
        self.leave = leave
        self.feature = feature
        self.path = path
        self.id = id
        self.registry = registry
    }

    deinit {
        detach()
    }

    /// Tells the tree of what the user does in this feature: to be handed to its view model.
    public var actions: UserActions {
        UserActions(feature: path, logger: registry.actionLogger)
    }

    /// Whether the feature has ended. A detached scope starts no task and has no place in the tree.
    public var isDetached: Bool {
        state.withLock(\.isDetached)
    }

    /// Runs an operation on the main actor as a task of this scope: it is cancelled when the scope ends, and is never
    /// started once it has.
    ///
    /// The operation must hold its objects weakly across an `await` that may last, or they live as long as it does;
    /// ``observe(_:with:_:)`` does so by itself.
    public func run(_ operation: @escaping @MainActor @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isDetached else { return }
            let number = state.nextTask
            state.nextTask += 1
            state.tasks[number] = Task { @MainActor [weak self] in
                await operation()
                self?.forget(task: number)
            }
        }
    }

    /// Hands every element of a sequence to an object on the main actor, in order, until the scope, the sequence or the
    /// object ends. The object is held weakly.
    public func observe<Events: AsyncSequence & Sendable, Target: AnyObject & Sendable>(
        _ events: Events, with target: Target,
        _ handle: @escaping @MainActor @Sendable (Target, Events.Element) async -> Void
    ) where Events.Failure == Never, Events.Element: Sendable {
        run { [weak target] in
            for await event in events {
                guard let target, !Task.isCancelled else { return }
                await handle(target, event)
            }
        }
    }

    /// Adds something to be done when the scope ends, at once if it has. The last added is done first, on the thread that
    /// ends the scope.
    public func onDetach(_ ending: @escaping @Sendable () -> Void) {
        let isLate = state.withLock { state in
            if !state.isDetached { state.endings.append(ending) }
            return state.isDetached
        }
        if isLate { ending() }
    }

    /// Holds an object that nothing else holds for as long as the scope lasts. It must not hold the scope.
    public func keep(_ object: any AnyObject & Sendable) {
        onDetach { withExtendedLifetime(object) {} }
    }

    /// Ends the feature: its children first, the newest before the older, then its tasks, then what ``onDetach(_:)`` added.
    public func detach() {
        let ended: State? = state.withLock { state in
            guard !state.isDetached else { return nil }
            let ended = state
            state = State()
            state.isDetached = true
            return ended
        }
        guard let ended else { return }
        for id in ended.children.keys.sorted().reversed() { ended.children[id]?.scope?.detach() }
        for task in ended.tasks.values { task.cancel() }
        for ending in ended.endings.reversed() { ending() }
        registry.uninstall(id)
        leave(id)
    }

    /// Makes the scope of a child feature and shows it in the tree. ``Builder/build()`` calls it.
    func makeChild(_ feature: Feature, dependencies: some Any) -> FeatureScope {
        let child = FeatureScope(
            feature, path: path.appending(feature.name), id: registry.newID(), registry: registry,
            // The first feature keeps its root, which nobody else may hold: a tree is made, used once, and let go.
            leave: { [weak self, root = id == registry.rootID ? self : nil] id in
                _ = (root ?? self)?.state.withLock { $0.children.removeValue(forKey: id) }
            })
        let isInstalled = state.withLock { state in
            guard !state.isDetached else { return false }
            state.children[child.id] = WeakScope(scope: child)
            return true
        }
        if isInstalled {
            registry.install(child, under: id, needs: registry.needs(of: dependencies))
            // The parent may have ended on another thread since; its end looked for an entry that was not there yet.
            if child.isDetached { registry.uninstall(child.id) }
        } else {
            child.state.withLock { $0.isDetached = true }
        }
        return child
    }

    /// Notes what the graph gives, and watches it and the objects it gives for outliving the feature.
    @MainActor
    func adopt(_ graph: some Graph) {
        registry.describe(id, graph: graph)
    }

    private func forget(task number: Int) {
        _ = state.withLock { $0.tasks.removeValue(forKey: number) }
    }
}
