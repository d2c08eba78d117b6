/// The objects that must not outlive a feature, held weakly: see ``Graph`` for the rule.
struct OwnedObjects: Sendable {
    /// The graph, and what it owns. Children are not among them: they are features themselves.
    private(set) var references: [WeakReference]
    /// Objects of the dependencies, if the graph may be inspected again.
    private let outside: [WeakReference]
    /// Whether the graph may have more objects later.
    private let mayGrow: Bool
    weak private(set) var graph: (any Graph)?

    /// Looks at a graph through its mirror.
    @MainActor
    init(of graph: any Graph, _ mirror: Mirror, dependencies: Any) {
        self.graph = graph
        let inside = Self.search(mirror)
        let declared = graph.ownedObjects
        mayGrow = inside.mayChange
        references = [WeakReference(graph, name: "graph")]
        let candidates = Self.candidates(inside, declared)
        guard !candidates.isEmpty || mayGrow else {
            outside = []
            return
        }
        var finder = ObjectFinder()
        finder.search(dependencies)
        let mayGrow = mayGrow
        let mayReappear = finder.objects.filter { !declared.isEmpty || mayGrow && $0.isPart }
        outside = mayReappear.map { WeakReference($0.object, name: $0.name) }
        add(candidates, except: finder.objects.map(\.object) + graph.sharedObjects)
    }

    /// Looks at the graph again, for objects that were made since: of lazy properties, optionals, collections, and declared ones.
    /// - Returns: nil if there are none.
    @MainActor
    func updated() -> OwnedObjects? {
        guard let graph else { return nil }
        let declared = graph.ownedObjects
        guard mayGrow || !declared.isEmpty else { return nil }
        let inside = mayGrow ? Self.search(Mirror(reflecting: graph)) : ObjectFinder()
        let known = references.compactMap(\.object) + outside.compactMap(\.object)
        var updated = self
        updated.add(Self.candidates(inside, declared), except: known + graph.sharedObjects)
        return updated.references.count > references.count ? updated : nil
    }

    @MainActor
    private static func search(_ mirror: Mirror) -> ObjectFinder {
        var finder = ObjectFinder()
        var ancestor: Mirror? = mirror
        while let mirror = ancestor {
            for child in mirror.children {
                guard let name = child.label.map(ObjectFinder.declaredName), name != "scope" else { continue }
                finder.search(child.value, name: name)
            }
            ancestor = mirror.superclassMirror
        }
        return finder
    }

    /// The objects that were found and belong to a feature by their kind, and those that the graph declares.
    @MainActor
    private static func candidates(_ finder: ObjectFinder, _ declared: [AnyObject]) -> [FoundObject] {
        guard !declared.isEmpty else { return finder.objects.filter(\.isPart) }
        let ids = Set(declared.map(ObjectIdentifier.init))
        let found = finder.objects.filter { $0.isPart || ids.contains(ObjectIdentifier($0.object)) }
        let names = Set(found.map { ObjectIdentifier($0.object) })
        let others = declared.filter { !names.contains(ObjectIdentifier($0)) }
        return found + others.map { FoundObject(object: $0, name: "\(type(of: $0))", isPart: false) }
    }

    private mutating func add(_ candidates: [FoundObject], except known: [AnyObject]) {
        guard !candidates.isEmpty else { return }
        var known = Set(known.map(ObjectIdentifier.init))
        for candidate in candidates where known.insert(ObjectIdentifier(candidate.object)).inserted {
            references.append(WeakReference(candidate.object, name: candidate.name))
        }
    }
}

/// A named object, held weakly.
struct WeakReference: @unchecked Sendable {
    // Unchecked, because AnyObject is not Sendable. The object is only compared with nil and with other objects, and reading a
    // weak reference is safe from every thread.
    weak private(set) var object: AnyObject?
    let name: String

    init(_ object: AnyObject, name: String) {
        self.object = object
        self.name = name
    }
}
