public import Foundation

/// Identifies an installed feature within its tree.
public struct FeatureID: Hashable, Sendable, CustomStringConvertible {
    let number: Int

    /// The feature's number, in the order of installing.
    public var description: String { "\(number)" }
}

/// The names of the features from the root of the tree down to one of them.
public struct FeaturePath: Hashable, Sendable, CustomStringConvertible {
    /// The names, the root's child first.
    package let names: [String]

    package init(_ names: [String]) {
        self.names = names
    }

    /// The names with ` / ` between them.
    public var description: String { names.joined(separator: " / ") }

    func appending(_ name: String) -> FeaturePath { FeaturePath(names + CollectionOfOne(name)) }
}

/// One installed feature, at the moment of a snapshot.
public struct FeatureNode: Sendable, Identifiable, Hashable {
    /// Its place in the tree.
    public let id: FeatureID
    /// The names from the root down to it.
    public let path: FeaturePath
    /// Its name and kind.
    public let feature: Feature
    /// Its roles.
    public let roles: Set<FeatureRole>
    /// When it was installed.
    public let since: Date
    /// The names of what it uses from outside: the properties of its builder's dependencies.
    public let dependencies: [String]
    /// The names of what it offers: the stored properties of its graph, without the scope.
    public let outputs: [String]
    /// The features installed under it, in the order of installing.
    public let children: [FeatureNode]

    /// Makes a node that is in no tree, to test what is done with snapshots.
    package init(
        number: Int, path: FeaturePath, feature: Feature, roles: Set<FeatureRole>, since: Date, dependencies: [String],
        outputs: [String], children: [FeatureNode]
    ) {
        id = FeatureID(number: number)
        self.path = path
        self.feature = feature
        self.roles = roles
        self.since = since
        self.dependencies = dependencies
        self.outputs = outputs
        self.children = children
    }

    /// Whether this feature leads to a child of it, instead of containing it: it has a router, and the child is no part of it.
    func leads(to child: FeatureNode) -> Bool {
        roles.contains(.router) && child.feature.kind != .part
    }
}
