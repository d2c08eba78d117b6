package import CoreModule
import Foundation

/// Makes snapshots by hand, as no app would give them.
package enum FeatureNodes {
    /// One feature, under nobody.
    package static func node(
        _ feature: Feature, path: [String]? = nil, needs: [String] = [], gives: [String] = [],
        _ children: [FeatureNode] = []
    ) -> FeatureNode {
        FeatureNode(
            number: 1, path: FeaturePath(path ?? [feature.name]), feature: feature,
            since: Date(timeIntervalSince1970: 1_795_255_200), needs: needs, gives: gives, children: children)
    }

    /// The extremes that a tree may come to.
    package enum Shape: CaseIterable, Sendable {
        /// Each feature has one child. Their paths hold their own names only.
        case deep
        /// One feature has all others as its children.
        case wide
    }

    /// A tree of that shape: so many levels, or so many children.
    package static func tree(_ shape: Shape, of count: Int) -> [FeatureNode] {
        switch shape {
        case .deep: (0..<count).reversed().reduce([]) { children, level in [node(.part("Level\(level)"), children)] }
        case .wide: [node(.part("Parent"), (0..<count).map { node(.screen("Child\($0)")) })]
        }
    }
}
