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

    /// The objects that a graph gives, by their names.
    @MainActor
    func objects(of graph: some Graph) -> [(name: String, object: AnyObject)] {
        guard !objects.isEmpty else { return [] }
        let children = Mirror(reflecting: graph).children
        return objects.compactMap { name, place in
            let value = children[children.index(children.startIndex, offsetBy: place)].value
            return Self.object(value).map { (name, $0) }
        }
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
