import Foundation

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

    /// When it was installed.
    private let since: Date
    /// The names of its dependencies.
    private let needs: [String]
    private let registry: FeatureRegistry
    private let state: Locked<State>

    private struct State {
        var isDetached = false
        weak var parent: FeatureScope?
        /// The first feature keeps its root, which nobody else may hold: a tree is made, used once, and let go.
        var root: FeatureScope?
        /// In the order of installing.
        var children: [WeakScope] = []
        var tasks: [(number: Int, task: Task<Void, Never>)] = []
        var nextTask = 0
        var subscriptions: [ModelStreamSubscription] = []
        var endings: [@Sendable () -> Void] = []
        /// The names of what its graph gives, once there is a graph.
        var gives: [String] = []
        /// The graph and what it gives, where that is watched.
        var given: GivenObjects?
    }

    private struct WeakScope {
        let id: FeatureID
        weak var scope: FeatureScope?
    }

    /// A scope that stands for the whole tree and is not shown in it.
    init(rootIn registry: FeatureRegistry) {
        self.registry = registry
        id = registry.rootID
        path = FeaturePath([])
        feature = Feature.part("")
        since = .distantPast
        needs = []
        state = Locked(State())
    }

    private init(_ feature: Feature, id: FeatureID, needs: [String], under parent: FeatureScope) {
        registry = parent.registry
        self.id = id
        path = parent.path.appending(feature.name)
        self.feature = feature
        since = registry.clock.now()
        self.needs = needs
        state = Locked(State(parent: parent, root: parent.id == registry.rootID ? parent : nil))
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
    /// ``observe(_:with:_:)-(Events,_,_)`` does so by itself.
    public func run(_ operation: @escaping @MainActor @Sendable () async -> Void) {
        state.withLock { state in
            guard !state.isDetached else { return }
            let number = state.nextTask
            state.nextTask += 1
            let task = Task { @MainActor [weak self] in
                await operation()
                self?.forget(task: number)
            }
            state.tasks.append((number, task))
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

    /// Hands every element of a subscription to an object on the main actor, in order, until the scope, the stream or the object
    /// ends. The object is held weakly. A task runs only while there is something to hand over.
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
            var ended = State(isDetached: true)
            swap(&ended, &state)
            return ended
        }
        guard let ended else { return }
        for child in ended.children.reversed() { child.scope?.detach() }
        for (_, task) in ended.tasks { task.cancel() }
        for subscription in ended.subscriptions { subscription.cancel() }
        for ending in ended.endings.reversed() { ending() }
        if id != registry.rootID { registry.note(ended.given, endedWith: id, at: path) }
        ended.parent?.forget(child: id)
    }

    /// Makes the scope of a child feature and shows it in the tree. ``Builder/build()`` calls it.
    func makeChild<Dependencies>(_ feature: Feature, dependencies: () -> Dependencies) -> FeatureScope {
        let childID = registry.nextID()
        let child = FeatureScope(feature, id: childID, needs: TypeOutlines.needs(of: dependencies), under: self)
        let isInstalled = state.withLock { state in
            guard !state.isDetached else { return false }
            state.children.append(WeakScope(id: childID, scope: child))
            return true
        }
        if isInstalled {
            registry.logger.info("feature installed", ["path": "\(child.path)"])
        } else {
            child.state.withLock { $0.isDetached = true }
        }
        return child
    }

    /// Notes what the graph gives, and has it and the objects that it gives watched for outliving the feature.
    @MainActor
    func adopt(_ graph: some Graph) {
        let outline = TypeOutlines.outline(of: graph)
        let given = registry.findsLeaks ? GivenObjects(of: graph, outline) : nil
        state.withLock { state in
            guard !state.isDetached else { return }
            state.gives = outline.gives
            state.given = given
        }
    }

    /// What is installed in the feature now.
    func snapshot() -> [FeatureNode] {
        // Looked at outside the lock: to look at a scope keeps it for a moment, and if that was its last, its end comes back here.
        let children = state.withLock { $0.children.compactMap(\.scope) }
        return children.compactMap(\.node)
    }

    private var node: FeatureNode? {
        let gives: [String]? = state.withLock { $0.isDetached ? nil : $0.gives }
        return gives.map { gives in
            FeatureNode(
                id: id, path: path, feature: feature, since: since, needs: needs, gives: gives, children: snapshot())
        }
    }

    private func forget(task number: Int) {
        state.withLock { $0.tasks.removeAll { $0.number == number } }
    }

    private func forget(child id: FeatureID) {
        state.withLock { $0.children.removeAll { $0.id == id } }
    }
}
