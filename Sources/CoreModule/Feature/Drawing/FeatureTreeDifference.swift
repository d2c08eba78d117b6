/// What changed from one snapshot of a tree to another.
///
/// Its description has one line for each change, and is empty if there is none. So a test can say what a user's step installs, and
/// that going back leaves nothing behind: `#expect(before.difference(to: tree).description == "")`.
public struct FeatureTreeDifference: Sendable, Hashable, CustomStringConvertible {
    /// One feature that was added, removed or changed.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// What happened to a feature.
        public enum Kind: Sendable, Hashable {
            /// It is in the later snapshot only.
            case added
            /// It is in the earlier snapshot only.
            case removed
            /// It is in both, and differs: one text for each difference, such as `dependencies +clock -words`.
            case changed([String])
        }

        /// The names from the root down to it. Among siblings of one name, the second is `Name (2)`, and so on.
        public let path: FeaturePath
        /// What happened to it.
        public let kind: Kind

        /// `+ App / X`, `- App / Y` or `~ App / Z: dependencies +clock -words; outputs +viewModel`.
        public var description: String {
            switch kind {
            case .added: "+ \(path.description.onOneLine())"
            case .removed: "- \(path.description.onOneLine())"
            case .changed(let texts): "~ \(path.description.onOneLine()): \(texts.joined(separator: "; ").onOneLine())"
            }
        }
    }

    /// The changes, parents before their children; among siblings those of the earlier snapshot first, in its order.
    public let changes: [Change]

    /// Whether nothing changed.
    public var isEmpty: Bool { changes.isEmpty }

    /// The changes, one on each line; empty if there are none.
    public var description: String { changes.map(\.description).joined(separator: "\n") }
}

extension FeatureDrawable {
    /// What changed from these features to others.
    ///
    /// A feature is identified by its path, and among siblings of one name by its position. Compared are its presence, kind, roles,
    /// dependencies and outputs; not the date of installing, nor the order of siblings or names. So trees of two runs of a program
    /// can be compared too.
    public func difference(to other: some FeatureDrawable) -> FeatureTreeDifference {
        FeatureTreeDifference(from: topFeatures, to: other.topFeatures)
    }
}
