/// The graph of a screen, as the frame around screens needs it: with a title for a header, a window or a tab.
@MainActor
public protocol ScreenGraph: Graph {
    /// What the screen is called now. Observable: whoever reads it where changes are tracked is told of the next.
    var title: Message { get }
}
