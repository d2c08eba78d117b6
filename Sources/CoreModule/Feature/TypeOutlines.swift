/// What is known of types by their identity. To reflect on a value takes microseconds and tells the same of a type each time, to
/// every tree: so it is kept for as long as the program runs.
enum TypeOutlines {
    private static let needs = Locked<[ObjectIdentifier: [String]]>([:])
    private static let graphs = Locked<[ObjectIdentifier: GraphOutline]>([:])

    /// The names of the properties of a feature's dependencies; of a single object, its type.
    static func needs<Dependencies>(of dependencies: () -> Dependencies) -> [String] {
        let type = ObjectIdentifier(Dependencies.self)
        if let known = needs.withLock({ $0[type] }) { return known }
        let dependencies = dependencies()
        // What stands behind a protocol may be of another type each time.
        let actualType = ObjectIdentifier(Swift.type(of: dependencies as Any))
        if let known = needs.withLock({ $0[actualType] }) { return known }
        let mirror = Mirror(reflecting: dependencies)
        let names = mirror.displayStyle == .class ? ["\(mirror.subjectType)"] : mirror.children.compactMap(\.label)
        needs.withLock { $0[actualType] = names }
        return names
    }

    /// What graphs of this one's type give.
    @MainActor
    static func outline(of graph: some Graph) -> GraphOutline {
        let type = ObjectIdentifier(type(of: graph))
        if let known = graphs.withLock({ $0[type] }) { return known }
        let outline = GraphOutline(of: graph)
        graphs.withLock { $0[type] = outline }
        return outline
    }
}
