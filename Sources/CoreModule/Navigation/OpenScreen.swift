/// A screen that is open, as a value: two are equal if they stand for the same feature.
///
/// It holds the screen's graph, so that a front end can draw the screen until it has moved out of sight.
public struct OpenScreen: Identifiable, Hashable {
    /// The screen's place in the live tree.
    public let id: FeatureID
    /// The screen.
    public let graph: any Graph

    /// Stands for a screen.
    @MainActor
    public init(_ graph: any Graph) {
        id = graph.scope.id
        self.graph = graph
    }

    /// Compares the features.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    /// Hashes the feature.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
