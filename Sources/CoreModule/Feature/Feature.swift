/// Whether a feature fills the screen or is a part of one.
public enum FeatureKind: String, Sendable, Hashable, Codable {
    /// A whole screen, which a router leads to.
    case screen
    /// A part of a screen, or a feature that is not seen at all.
    case part
}

/// The parts that a feature is made of, as the live tree shows them.
public enum FeatureRole: String, Sendable, Hashable, Codable, CaseIterable {
    /// It has a ``Builder``.
    case builder = "B"
    /// It has a ``Graph`` that others use.
    case graph = "G"
    /// It leads to other screens through a ``Router``.
    case router = "R"
    /// It has rules of its own, without a view model.
    case domain = "D"
    /// It has a view model to bind a view to.
    case viewModel = "MVVM"
}

/// What a feature says of itself, once, in its builder.
public struct Feature: Sendable, Hashable {
    /// The name shown in the live tree, unique among its siblings by custom.
    public let name: String
    /// A screen or a part of one.
    public let kind: FeatureKind
    /// What it is made of.
    public let roles: Set<FeatureRole>

    /// Describes a screen.
    public static func screen(_ name: String, _ roles: FeatureRole...) -> Feature {
        Feature(name: name, kind: .screen, roles: Set(roles).union([.builder]))
    }

    /// Describes a part of a screen.
    public static func part(_ name: String, _ roles: FeatureRole...) -> Feature {
        Feature(name: name, kind: .part, roles: Set(roles).union([.builder]))
    }
}
