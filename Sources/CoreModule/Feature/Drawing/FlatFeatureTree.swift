/// A tree of features as rows, parents before their children, in the order of installing. Made without recursion, so that depth
/// costs no stack.
struct FlatFeatureTree {
    struct Row {
        let node: FeatureNode
        /// The index of the parent's row; `nil` at the top.
        let parent: Int?
        /// How many rows lead down to this one.
        let depth: Int
        let isLastChild: Bool
    }

    private(set) var rows: [Row] = []

    init(_ features: some FeatureDrawable) {
        // The last of the stack is drawn next.
        var stack = Self.rows(of: features.topFeatures, parent: nil, depth: 0)
        while let row = stack.popLast() {
            stack += Self.rows(of: row.node.children, parent: rows.count, depth: row.depth + 1)
            rows.append(row)
        }
    }

    private static func rows(of nodes: [FeatureNode], parent: Int?, depth: Int) -> [Row] {
        nodes.enumerated().reversed().map { index, node in
            Row(node: node, parent: parent, depth: depth, isLastChild: index == nodes.count - 1)
        }
    }
}
