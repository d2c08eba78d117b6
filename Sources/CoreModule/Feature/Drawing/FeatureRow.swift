/// A feature in a list of a whole tree.
struct FeatureRow {
    let node: FeatureNode
    /// The index of the parent's row; nil at the top.
    let parent: Int?
    /// How many ancestors it has.
    let depth: Int
    let isLastChild: Bool
    /// Whether the parent leads to it, instead of containing it.
    let isLedTo: Bool
}

extension [FeatureNode] {
    /// All features, parents before their children, in the order of installing. A deep tree needs no deep stack.
    var rows: [FeatureRow] {
        var rows: [FeatureRow] = []
        // The last of the stack is the next row.
        var stack = Self.rows(of: self, under: nil, at: nil, depth: 0)
        while let row = stack.popLast() {
            stack += Self.rows(of: row.node.children, under: row.node, at: rows.count, depth: row.depth + 1)
            rows.append(row)
        }
        return rows
    }

    private static func rows(
        of nodes: [FeatureNode], under parent: FeatureNode?, at index: Int?, depth: Int
    ) -> [FeatureRow] {
        nodes.enumerated().reversed().map { place, node in
            FeatureRow(
                node: node, parent: index, depth: depth, isLastChild: place == nodes.count - 1,
                isLedTo: parent?.leads(to: node) ?? false)
        }
    }
}
