/// How a screen is shown.
public enum ScreenStyle: Sendable, Hashable {
    /// It is pushed over the screen below, to which the user goes back.
    case pushed
    /// It is laid over the screen below, as a sheet or a window.
    case presented
}

/// An open screen as a value: two are equal if they stand for the same feature.
///
/// It holds the screen's graph, so that a front end can draw the screen until it has moved out of sight.
public struct OpenScreen: Identifiable, Hashable {
    /// The screen's place in the live tree.
    public let id: FeatureID
    /// The screen.
    public let graph: any Graph
    /// How the screen is shown.
    public let style: ScreenStyle
    private let savedForm: @MainActor () -> SavedScreen?

    /// Stands for a pushed screen that is not saved.
    @MainActor
    public init(_ graph: any Graph) {
        self.init(graph, .pushed)
    }

    @MainActor
    init(_ graph: any Graph, _ style: ScreenStyle, savedForm: @escaping @MainActor () -> SavedScreen? = { nil }) {
        id = graph.scope.id
        self.graph = graph
        self.style = style
        self.savedForm = savedForm
    }

    /// The form in which the screen is saved now; nil if its route has no name. Observable if the screen's input is.
    @MainActor
    public var saved: SavedScreen? { savedForm() }

    /// Compares the features.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    /// Hashes the feature.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
