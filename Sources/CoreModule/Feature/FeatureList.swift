public import Observation

/// Child features by identifier, such as a board for each tag.
///
/// ```swift
/// let boards = FeatureList { BoardBuilder(dependencies: $0, parent: scope) }
/// boards.show(["travel", "work"])
/// // "travel" ends, "work" stays as it is, "home" is built.
/// boards.show(["work", "home"])
/// ```
///
/// Keep it in the graph of the parent. A front end draws ``graphs``.
@MainActor
@Observable
public final class FeatureList<ID: Hashable & Sendable, Child: Graph>: ScreenOwner {
    /// The features, in the order of ``show(_:)``. Observable.
    public var graphs: [Child] { children.map(\.graph) }

    private var children: [(id: ID, graph: Child)] = []
    private let builder: @MainActor (ID) -> any Builder<Child>

    /// Makes an empty list. The closure returns the builder of a new child. It must not hold the graph that keeps the list.
    public init(_ builder: @escaping @MainActor (ID) -> any Builder<Child>) {
        self.builder = builder
    }

    /// Shows the features of these identifiers in this order. A feature that is there stays, unless it has ended; one that is not named
    /// ends. Of equal identifiers the first counts.
    public func show(_ ids: [ID]) {
        let shown = Set(ids)
        for child in children where !shown.contains(child.id) { child.graph.detach() }
        let living = children.filter { !$0.graph.scope.isDetached }
        var graphs = Dictionary(uniqueKeysWithValues: living.map { ($0.id, $0.graph) })
        var seen: Set<ID> = []
        children = ids.filter { seen.insert($0).inserted }.map { id in
            (id, graphs.removeValue(forKey: id) ?? builder(id).build())
        }
    }

    /// The feature of an identifier; nil if it is not shown. Observable.
    public subscript(id: ID) -> Child? { children.first { $0.id == id }?.graph }
}
