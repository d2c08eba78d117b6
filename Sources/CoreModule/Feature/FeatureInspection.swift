import Observation

/// What reflection finds in a feature's graph and dependencies. It takes microseconds, so it happens after building.
struct FeatureInspection: Sendable {
    /// The names of the dependencies; of a single object, its type.
    let dependencies: [String]
    /// The graph's stored properties, without the scope.
    let outputs: [FeatureOutput]
    /// The graph, and the other objects that must not outlive the feature.
    let owned: [WeakReference]

    @MainActor
    init(_ graph: some Graph, dependencies: Any) {
        let mirror = Mirror(reflecting: dependencies)
        self.dependencies =
            mirror.displayStyle == .class ? ["\(mirror.subjectType)"] : mirror.children.compactMap(\.label)
        let graphMirror = Mirror(reflecting: graph)
        outputs = graphMirror.children.compactMap { child in
            guard let name = child.label.map(FeatureOutput.declaredName), name != "scope" else { return nil }
            return FeatureOutput(name, unwrapped(child.value))
        }
        owned = OwnedObjects.of(graph, graphMirror, dependencies: dependencies)
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

    /// The name as it was declared: reflection adds a prefix to the name of a lazy property.
    static func declaredName(_ label: String) -> String {
        let prefix = "$__lazy_storage_$_"
        return label.hasPrefix(prefix) ? String(label.dropFirst(prefix.count)) : label
    }
}
