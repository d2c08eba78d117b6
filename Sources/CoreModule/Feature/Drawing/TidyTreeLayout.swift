/// Places the nodes of a tree that grows from left to right: nodes keep their distances, a parent is at half the height of its
/// children, and subtrees are as close as their outlines allow.
///
/// After Reingold and Tilford, “Tidier Drawings of Trees” (1981). It takes linear time: pushing a subtree against those before it
/// costs no more than the depth of the shallower side.
struct TidyTreeLayout {
    /// The middle of each row, from the middle of the topmost one.
    private(set) var middles: [Int]

    /// - Parameters:
    ///   - siblings: the distance between the middles of two nodes with the same parent.
    ///   - strangers: the distance between the middles of others.
    init(_ rows: [FlatFeatureTree.Row], siblings: Int, strangers: Int) {
        var children: [[Int]] = Array(repeating: [], count: rows.count)
        var top: [Int] = []
        for (index, row) in rows.enumerated() {
            if let parent = row.parent { children[parent].append(index) } else { top.append(index) }
        }
        // Each row relative to its parent, and the outlines of the subtrees whose parent is not placed yet.
        middles = Array(repeating: 0, count: rows.count)
        var outlines: [Outline] = Array(repeating: Outline(), count: rows.count)
        func join(_ nodes: [Int], _ middles: inout [Int]) -> Outline {
            var joined = Outline()
            for node in nodes {
                var outline = Outline()
                swap(&outline, &outlines[node])
                middles[node] = joined.push(consume outline, siblings, strangers)
            }
            return joined
        }
        // Backwards, so that children come before their parents.
        for index in rows.indices.reversed() {
            var outline = join(children[index], &middles)
            if let first = children[index].first, let last = children[index].last {
                let middle = (middles[first] + middles[last]) / 2
                for child in children[index] { middles[child] -= middle }
                outline.shift(by: -middle)
            }
            outline.addRoot()
            outlines[index] = outline
        }
        let all = join(top, &middles)
        let highest = all.upper.lowestValue
        for (index, row) in rows.enumerated() { middles[index] += row.parent.map { middles[$0] } ?? -highest }
    }
}

/// The first and the last middle on each level of a subtree, from the subtree's own origin.
private struct Outline {
    var upper = Edge()
    var lower = Edge()

    /// Places a subtree below this one, as close as possible.
    /// - Returns: how far down it moved.
    mutating func push(_ other: consuming Outline, _ siblings: Int, _ strangers: Int) -> Int {
        let shared = min(upper.depth, other.upper.depth)
        var distance = 0
        for level in 0..<shared {
            distance = max(distance, lower[level] + (level == 0 ? siblings : strangers) - other.upper[level])
        }
        other.shift(by: distance)
        if other.upper.depth > upper.depth {
            for level in 0..<shared { other.upper[level] = upper[level] }
            self = other
        } else if other.upper.depth == upper.depth {
            lower = other.lower
        } else {
            for level in 0..<shared { lower[level] = other.lower[level] }
        }
        return distance
    }

    mutating func shift(by distance: Int) {
        upper.origin += distance
        lower.origin += distance
    }

    /// Adds the parent of all at the origin.
    mutating func addRoot() {
        upper.prepend(0)
        lower.prepend(0)
    }
}

/// One side of an outline. The deepest level is stored first, so that the shallow ones are quick to change. The origin is stored
/// separately, so that all levels shift at once.
private struct Edge {
    var origin = 0
    private var values: [Int] = []

    var depth: Int { values.count }

    var lowestValue: Int { (values.min() ?? 0) + origin }

    subscript(level: Int) -> Int {
        get { values[values.count - 1 - level] + origin }
        set { values[values.count - 1 - level] = newValue - origin }
    }

    mutating func prepend(_ value: Int) {
        values.append(value - origin)
    }
}
