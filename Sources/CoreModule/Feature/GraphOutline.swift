/// What a type of graph gives: found out by reflection at its first feature, and then known.
struct GraphOutline: Sendable {
    /// The names of what it gives, without the scope.
    let gives: [String]
    /// The properties that are objects, by their places. A child's graph is none of them: it is watched as a feature of its own.
    private let objects: [(name: String, place: Int)]

    @MainActor
    init(of graph: some Graph) {
        let properties = Mirror(reflecting: graph).children.enumerated().compactMap { place, child in
            child.label.map { (name: Self.name($0), place: place, value: child.value) }
        }
        gives = properties.map(\.name).filter { $0 != "scope" }
        objects =
            properties.filter { Self.isWatched($0.value) }.map { ($0.name, $0.place) }
    }

    /// The names of the graph itself and of the objects that it gives.
    var names: [String] { ["graph"] + objects.map(\.name) }

    /// A graph and the objects that it gives, as they are named; what is no object this time is none.
    @MainActor
    func references(of graph: some Graph) -> [WeakReference] {
        guard !objects.isEmpty else { return [WeakReference(graph)] }
        var references: [WeakReference] = []
        references.reserveCapacity(objects.count + 1)
        references.append(WeakReference(graph))
        let children = Mirror(reflecting: graph).children
        for (_, place) in objects {
            let value = children[children.index(children.startIndex, offsetBy: place)].value
            references.append(WeakReference(Self.object(value)))
        }
        return references
    }

    private static func isWatched(_ value: Any) -> Bool {
        object(value) != nil && !(value is FeatureScope) && !(value is any Graph)
    }

    /// The value, where it is an object.
    private static func object<Value>(_ value: Value) -> AnyObject? {
        guard Value.self is AnyClass else { return nil }
        // What is of a class is a reference; `as AnyObject` would look for a bridge first, which takes as long as all the rest.
        return unsafeBitCast(value, to: AnyObject.self)
    }

    /// The name of a property as it was declared: that of a lazy one is reflected with what the compiler puts before it.
    private static func name(_ label: String) -> String {
        let mark = "$__lazy_storage_$_"
        return label.hasPrefix(mark) ? String(label.dropFirst(mark.count)) : label
    }
}

/// A graph and the objects that it gives, without keeping them.
struct GivenObjects: Sendable {
    let outline: GraphOutline
    private let references: [WeakReference]

    @MainActor
    init(of graph: some Graph, _ outline: GraphOutline) {
        self.outline = outline
        references = outline.references(of: graph)
    }

    /// The names of those that are still there.
    var alive: [String] { zip(outline.names, references).filter { $1.object != nil }.map(\.0) }
}

/// Whether an object is still there, without keeping it.
struct WeakReference: @unchecked Sendable {
    // Unchecked, because `object` is Sendable for nobody: it is only compared with nil, never used, and reading a weak
    // reference is safe from every thread.
    weak private(set) var object: AnyObject?

    init(_ object: AnyObject?) {
        self.object = object
    }
}
