/// A tree of features as rows, parents before their children, in the order of installing. It does not recurse, so that a deep tree
/// needs no deep stack.
struct FlatFeatureTree {
    struct Row {
        let node: FeatureNode
        /// The index of the parent's row; nil at the top.
        let parent: Int?
        /// How many ancestors it has.
        let depth: Int
        let isLastChild: Bool
        /// Whether the parent leads to it, instead of containing it.
        let isLedTo: Bool
    }

    private(set) var rows: [Row] = []

    init(_ features: some FeatureDrawable) {
        // The last of the stack is the next row.
        var stack = Self.rows(of: features.topFeatures, under: nil, at: nil, depth: 0)
        while let row = stack.popLast() {
            stack += Self.rows(of: row.node.children, under: row.node, at: rows.count, depth: row.depth + 1)
            rows.append(row)
        }
    }

    private static func rows(of nodes: [FeatureNode], under parent: FeatureNode?, at index: Int?, depth: Int) -> [Row] {
        nodes.enumerated().reversed().map { place, node in
            Row(
                node: node, parent: index, depth: depth, isLastChild: place == nodes.count - 1,
                isLedTo: parent?.leads(to: node) ?? false)
        }
    }
}
