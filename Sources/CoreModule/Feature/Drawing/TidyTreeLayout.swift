/// Places the nodes of a tree that grows from left to right: nodes keep their distances, a parent is at half the height of its
/// children, and subtrees are as close as their outlines allow (Reingold and Tilford, “Tidier Drawings of Trees”, 1981).
struct TidyTreeLayout {
    /// The middle of each row, from the middle of the topmost one.
    private(set) var middles: [Int]

    /// The distances are those between the middles of two nodes of a level, with the same parent or not.
    init(_ rows: [FeatureRow], siblings: Int, others: Int) {
        var children: [[Int]] = Array(repeating: [], count: rows.count)
        var top: [Int] = []
        for (index, row) in rows.enumerated() {
            if let parent = row.parent { children[parent].append(index) } else { top.append(index) }
        }
        // Each row relative to its parent, and the outlines of the subtrees whose parent is not placed yet.
        var middles = Array(repeating: 0, count: rows.count)
        var outlines = Array(repeating: Outline(), count: rows.count)
        func join(_ nodes: [Int]) -> Outline {
            var joined = Outline()
            for node in nodes {
                middles[node] = joined.push(outlines[node], siblings, others)
                outlines[node] = Outline()
            }
            return joined
        }
        // Backwards, so that children come before their parents.
        for index in rows.indices.reversed() {
            var outline = join(children[index])
            if let first = children[index].first, let last = children[index].last {
                let middle = (middles[first] + middles[last]) / 2
                for child in children[index] { middles[child] -= middle }
                outline.shift(by: -middle)
            }
            outline.addRoot()
            outlines[index] = outline
        }
        let highest = join(top).upper.min() ?? 0
        for (index, row) in rows.enumerated() { middles[index] += row.parent.map { middles[$0] } ?? -highest }
        self.middles = middles
    }
}

/// The first and the last middle on each level of a subtree, from the subtree's own origin.
private struct Outline {
    private(set) var upper: [Int] = []
    private(set) var lower: [Int] = []

    /// Places a subtree below this one, as close as possible, and returns how far down it moved.
    mutating func push(_ other: Outline, _ siblings: Int, _ others: Int) -> Int {
        var distance = 0
        for (level, (above, below)) in zip(lower, other.upper).enumerated() {
            distance = max(distance, above + (level == 0 ? siblings : others) - below)
        }
        var other = other
        other.shift(by: distance)
        upper += other.upper.dropFirst(upper.count)
        lower.replaceSubrange(..<min(lower.count, other.lower.count), with: other.lower)
        return distance
    }

    mutating func shift(by distance: Int) {
        for level in upper.indices {
            upper[level] += distance
            lower[level] += distance
        }
    }

    /// Adds the parent of all at the origin.
    mutating func addRoot() {
        upper.insert(0, at: 0)
        lower.insert(0, at: 0)
    }
}
