/// A feature's dependency container. Its stored properties are the feature's outputs: what the rest of the project may use of it,
/// such as its view model, its router, and the graphs of its children. It holds no views.
///
/// The live tree shows the outputs' names. Hold the graph while the feature is on screen: the feature lives as long as its graph.
///
/// **What must not outlive the feature.** The tree reports an object that still exists after the feature has ended if it is:
/// the graph itself; a view model (an `Observable` object), a router or a navigator in a stored property of the graph, also if
/// the property is an existential, an optional, lazy, an array, a set or a dictionary; or one of the ``ownedObjects``. It does
/// not report an object that is also in the builder's `dependencies`, because it came from outside, or one that another
/// installed feature owns.
@MainActor
public protocol Graph: AnyObject, Sendable {
    /// The lifetime of the feature. Only the graph and its outputs hold it strongly.
    var scope: FeatureScope { get }

    /// Objects that must not outlive the feature, in addition to its view models, routers and navigators. By default none.
    ///
    /// Name a service that the feature has made for itself, and objects deeper in the values of the graph: in a struct, or behind the
    /// first 64 elements of a collection. Make no objects here: the tree reads it once, soon after the feature was built.
    var ownedObjects: [AnyObject] { get }
}

extension Graph {
    /// None.
    public var ownedObjects: [AnyObject] { [] }

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

    /// The view model, even if it is not observable.
    public var ownedObjects: [AnyObject] { [viewModel] }

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
