public import Foundation

/// Names an installed feature within its tree.
public struct FeatureID: Hashable, Sendable, Comparable, CustomStringConvertible {
    let number: Int

    /// The number of the feature, counted in the order of installing.
    public var description: String { "\(number)" }

    /// The one installed earlier comes first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.number < rhs.number }
}

/// The names of the features from the root of the tree down to one of them.
public struct FeaturePath: Hashable, Sendable, CustomStringConvertible {
    /// The names, the root's child first.
    public let names: [String]

    /// Makes a path of names.
    public init(_ names: [String]) {
        self.names = names
    }

    /// The names with ` / ` between them.
    public var description: String { names.joined(separator: " / ") }

    func appending(_ name: String) -> FeaturePath { FeaturePath(names + [name]) }
}

/// One installed feature, as it stood when the tree was asked.
public struct FeatureNode: Sendable, Identifiable, Hashable {
    /// Its place in the tree.
    public let id: FeatureID
    /// The names from the root down to it.
    public let path: FeaturePath
    /// What it says of itself.
    public let feature: Feature
    /// When it was installed.
    public let since: Date
    /// The names of its dependencies, as its builder takes them.
    public let needs: [String]
    /// The names of what its graph gives, without the scope.
    public let gives: [String]
    /// The features installed under it, in the order of installing.
    public let children: [FeatureNode]
}

extension FeatureNode {
    /// Makes a node that no tree has, for tests of what is done with snapshots.
    package init(
        number: Int, path: FeaturePath, feature: Feature, since: Date, needs: [String], gives: [String],
        children: [FeatureNode]
    ) {
        self.init(
            id: FeatureID(number: number), path: path, feature: feature, since: since, needs: needs, gives: gives,
            children: children)
    }
}

/// An object that outlived its feature.
public struct FeatureLeak: Sendable, Hashable, CustomStringConvertible {
    /// The feature's place when it was installed.
    public let path: FeaturePath
    /// What is still there: `graph`, or the name under which the graph gave it.
    public let object: String
    /// When the feature was detached.
    public let detachedAt: Date

    /// `viewModel of App / MainScreen outlived its feature`.
    public var description: String { "\(object) of \(path) outlived its feature" }
}
