/// A feature's own dependency container: its properties are what the rest of the project may use of the feature (its view
/// model, the graphs or builders of its children). Nothing of a front end is in it, and nothing that it does not give: the live
/// tree shows every stored property as given, and reports every object among them that outlives the feature.
///
/// Hold the graph for as long as the feature is on screen: its lifetime is the feature's.
@MainActor
public protocol Graph: AnyObject {
    /// The feature's lifetime. Besides the graph, only what the graph gives holds it.
    var scope: FeatureScope { get }
}

extension Graph {
    /// Ends the feature now: first its children, then its own tasks and subscriptions. Once is enough; more do nothing.
    public func detach() {
        scope.detach()
    }
}
