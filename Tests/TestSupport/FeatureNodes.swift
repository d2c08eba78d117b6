package import CoreModule
import Foundation

/// Creates extreme snapshots by hand.
package enum FeatureNodes {
    /// One feature, under no parent.
    package static func node(
        _ feature: Feature, roles: Set<FeatureRole> = [], path: [String]? = nil, dependencies: [String] = [],
        outputs: [String] = [], _ children: [FeatureNode] = []
    ) -> FeatureNode {
        FeatureNode(
            number: 1, path: FeaturePath(path ?? [feature.name]), feature: feature,
            roles: roles.union([.builder]), since: Date(timeIntervalSince1970: 1_795_255_200),
            dependencies: dependencies, outputs: outputs, children: children)
    }

    /// The extreme shapes of a tree.
    package enum Shape: CaseIterable, Sendable {
        /// Each feature has one child. Their paths hold their own names only.
        case deep
        /// One feature has all others as its children.
        case wide
    }

    /// A tree of that shape, with a number of levels or children.
    package static func tree(_ shape: Shape, of count: Int) -> [FeatureNode] {
        switch shape {
        case .deep: (0..<count).reversed().reduce([]) { children, level in [node(.part("Level\(level)"), children)] }
        case .wide: [node(.part("Parent"), (0..<count).map { node(.screen("Child\($0)")) })]
        }
    }
}

extension FeatureNode {
    /// Draws the feature with all under it.
    package func drawing(_ format: FeatureTreeFormat = .text, showsDetails: Bool = false) -> String {
        [self].drawing(format, showsDetails: showsDetails)
    }
}
