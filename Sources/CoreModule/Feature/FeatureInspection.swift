import Observation

/// What reflection finds in a feature's graph and dependencies. Reflection takes microseconds, so it happens after building: see
/// ``FeatureRegistry/inspectSoon(_:)``.
struct FeatureInspection: Sendable {
    /// The names of the dependencies; of a single object, its type.
    let dependencies: [String]
    /// The graph's stored properties, without the scope.
    let outputs: [FeatureOutput]
    /// The graph, and the objects among its outputs, if the tree finds leaks. Children are not in it: they are features themselves.
    let objects: [WeakReference]

    @MainActor
    init(_ graph: some Graph, dependencies: Any, findsLeaks: Bool) {
        let mirror = Mirror(reflecting: dependencies)
        self.dependencies =
            mirror.displayStyle == .class ? ["\(mirror.subjectType)"] : mirror.children.compactMap(\.label)
        var outputs: [FeatureOutput] = []
        var objects = findsLeaks ? [WeakReference(graph, name: "graph")] : []
        for child in Mirror(reflecting: graph).children {
            guard let name = child.label.map(Self.declaredName), name != "scope" else { continue }
            let value = Self.unwrapped(child.value)
            let output = FeatureOutput(name, value)
            outputs.append(output)
            if findsLeaks, let value, output.kind != .child, type(of: value) is AnyClass {
                objects.append(WeakReference(value as AnyObject, name: name))
            }
        }
        self.outputs = outputs
        self.objects = objects
    }

    /// The parts that the feature has.
    var roles: Set<FeatureRole> {
        let kinds = Set(outputs.map(\.kind))
        var roles: Set<FeatureRole> = [.builder]
        if !outputs.isEmpty { roles.insert(.graph) }
        if kinds.contains(.router) { roles.insert(.router) }
        if kinds.contains(.viewModel) { roles.insert(.viewModel) }
        if kinds.contains(.other), kinds.isDisjoint(with: [.viewModel, .child]) { roles.insert(.domain) }
        return roles
    }

    /// The name as it was declared: reflection adds a prefix to the name of a lazy property.
    private static func declaredName(_ label: String) -> String {
        let prefix = "$__lazy_storage_$_"
        return label.hasPrefix(prefix) ? String(label.dropFirst(prefix.count)) : label
    }

    /// The value of an optional, or nil if it has none; any other value as it is.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        return mirror.displayStyle == .optional ? mirror.children.first?.value : value
    }
}

/// A stored property of a graph.
struct FeatureOutput: Sendable {
    enum Kind { case child, router, navigator, viewModel, other, absent }

    let name: String
    let kind: Kind

    init(_ name: String, _ value: Any?) {
        self.name = name
        kind =
            switch value {
            case nil: .absent
            case is any Graph, is any Builder: .child
            case is any Router: .router
            case is any ScreenOwner: .navigator
            case is any Observable: .viewModel
            default: .other
            }
    }
}

/// A named object, held weakly.
struct WeakReference: @unchecked Sendable {
    // Unchecked, because AnyObject is not Sendable. The object is only compared with nil, and reading a weak reference is safe
    // from every thread.
    weak private(set) var object: AnyObject?
    let name: String

    init(_ object: AnyObject, name: String) {
        self.object = object
        self.name = name
    }
}
