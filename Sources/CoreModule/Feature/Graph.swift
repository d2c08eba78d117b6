/// A feature's dependency container. Its stored properties are the feature's outputs: what the rest of the project may use of it,
/// such as its view model, its router, and the graphs of its children. It holds no views.
///
/// The live tree shows the outputs' names, and reports every object among them that outlives the feature. Hold the graph for as long as the feature is on screen: the feature lives as long as its graph.
@MainActor
public protocol Graph: AnyObject, Sendable {
    /// The lifetime of the feature. Only the graph and its outputs hold it strongly.
    var scope: FeatureScope { get }
}

extension Graph {
    /// Ends the feature now: first its children, then its own tasks and subscriptions. More calls do nothing.
    public func detach() {
        scope.detach()
    }
}

/// The graph of a screen, with a title for a header, a window or a tab.
@MainActor
public protocol ScreenGraph: Graph {
    /// The current title. Observable.
    var title: Message { get }
}

/// The graph of a feature that is only a view model: of a screen if the view model has a title.
public final class PartGraph<ViewModel: AnyObject>: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model to bind to.
    public let viewModel: ViewModel

    /// Makes a graph.
    public init(scope: FeatureScope, viewModel: ViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// A view model with the title of its screen.
@MainActor
public protocol ScreenViewModel: AnyObject {
    /// The current title. Observable.
    var title: Message { get }
}

extension PartGraph: ScreenGraph where ViewModel: ScreenViewModel {
    /// The title of the view model.
    public var title: Message { viewModel.title }
}
