/// A feature's own dependency container: its properties are what the rest of the project may use of the feature (its view
/// model, the graphs or builders of its children). Nothing of a front end is in it.
///
/// Hold the graph for as long as the feature is on screen: its lifetime is the feature's.
@MainActor
public protocol Graph: AnyObject {
    /// The feature's lifetime. The graph is its only lasting owner.
    var scope: FeatureScope { get }
}

extension Graph {
    /// Ends the feature now: first its children, then its own tasks and subscriptions. Once is enough; more do nothing.
    public func detach() {
        scope.detach()
    }
}
