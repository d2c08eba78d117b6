/// The kind of a feature.
public enum FeatureKind: String, Sendable, Hashable, Codable {
    /// A whole screen.
    case screen
    /// A part of a screen.
    case part
    /// It has no view: the app as a whole, a service that runs beside the screens, or the navigation to another screen.
    case viewless
}

/// The roles of a feature, as the live tree shows them. They are not declared: the tree finds them in the feature's
/// graph, by reflection on its stored properties. The properties other than `scope` are the feature's outputs.
public enum FeatureRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// A ``Builder`` makes it: every feature in the tree.
    case builder = "B"
    /// Its ``Graph`` has at least one output.
    case graph = "G"
    /// One of its outputs is a ``Router``.
    case router = "R"
    /// It is domain logic without a screen: it has an output of another kind than those named here, and neither a view model nor
    /// the graph or builder of a child.
    case domain = "D"
    /// One of its outputs is a view model: an `Observable` object other than a ``ScreenOwner``.
    case viewModel = "MVVM"
}

/// The name and kind of a feature, declared once, in its builder.
public struct Feature: Sendable, Hashable {
    /// The name shown in the live tree, by convention unique among its siblings.
    public let name: String
    /// The kind of the feature.
    public let kind: FeatureKind

    /// Describes a screen.
    public static func screen(_ name: String) -> Feature { Feature(name: name, kind: .screen) }

    /// Describes a part of a screen.
    public static func part(_ name: String) -> Feature { Feature(name: name, kind: .part) }

    /// Describes a feature without a view.
    public static func viewless(_ name: String) -> Feature { Feature(name: name, kind: .viewless) }
}
