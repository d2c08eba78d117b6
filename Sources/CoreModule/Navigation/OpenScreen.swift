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
    /// Nil if no router shows the screen.
    let origin: ScreenOrigin?
    private let savedForm: @MainActor () -> SavedScreen?

    /// Stands for a pushed screen that is not saved.
    @MainActor
    public init(_ graph: any Graph) {
        self.init(graph, .pushed)
    }

    @MainActor
    init(
        _ graph: any Graph, _ style: ScreenStyle, from origin: ScreenOrigin? = nil,
        savedForm: @escaping @MainActor () -> SavedScreen? = { nil }
    ) {
        id = graph.scope.id
        self.graph = graph
        self.style = style
        self.origin = origin
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

/// The route and the input of a screen.
struct ScreenOrigin: Equatable {
    /// The name of the route, or what only its router has.
    let route: AnyHashable
    let input: AnyHashable

    /// Nil for an input that cannot be compared.
    init?(route: AnyHashable, input: some Any) {
        guard let input = Self.comparable(input) else { return nil }
        self.route = route
        self.input = input
    }

    private static func comparable(_ input: some Any) -> AnyHashable? {
        if input is Void { return 0 }
        // Of an identifiable value, such as a word, the rest may have changed since.
        func id(_ value: some Identifiable) -> AnyHashable { value.id }
        return (input as? any Identifiable).map { id($0) } ?? input as? AnyHashable
    }
}
