extension FeatureTreeDifference {
    /// A feature before and after; one of them may be missing.
    private struct Pair {
        let path: FeaturePath
        var before: FeatureNode?
        var after: FeatureNode?
    }

    /// Compares two trees. It does not recurse, so that a deep tree needs no deep stack.
    init(from before: [FeatureNode], to after: [FeatureNode]) {
        var changes: [Change] = []
        // If one feature deep in a tree is compared, its path does not begin with it.
        let lead = (before.first ?? after.first)?.path.names.dropLast() ?? []
        var stack = Self.pairs(before, after, under: FeaturePath(Array(lead)))
        while let pair = stack.popLast() {
            if let kind = Self.kind(pair) { changes.append(Change(path: pair.path, kind: kind)) }
            stack += Self.pairs(pair.before?.children ?? [], pair.after?.children ?? [], under: pair.path)
        }
        self.changes = changes
    }

    /// The siblings that correspond, side by side; the first to visit is last. Among siblings of one name, the second one of a tree
    /// corresponds to the second one of the other tree.
    private static func pairs(_ before: [FeatureNode], _ after: [FeatureNode], under parent: FeaturePath) -> [Pair] {
        var pairs: [Pair] = []
        var places: [String: [Int]] = [:]
        for (nodes, side) in [(before, \Pair.before), (after, \Pair.after)] {
            var counts: [String: Int] = [:]
            for node in nodes {
                let name = node.feature.name
                let number = counts[name, default: 0]
                counts[name] = number + 1
                if number == places[name, default: []].count {
                    places[name, default: []].append(pairs.count)
                    pairs.append(Pair(path: parent.appending(number == 0 ? name : "\(name) (\(number + 1))")))
                }
                if let place = places[name]?[number] { pairs[place][keyPath: side] = node }
            }
        }
        return pairs.reversed()
    }

    private static func kind(_ pair: Pair) -> Change.Kind? {
        guard let after = pair.after else { return .removed }
        guard let before = pair.before else { return .added }
        let texts = [
            text("roles", before.roleLetters, after.roleLetters),
            text("dependencies", before.dependencies, after.dependencies),
            text("outputs", before.outputs, after.outputs),
        ].compactMap(\.self)
        let (old, new) = (before.feature.kind, after.feature.kind)
        let all = old == new ? texts : ["\(old.rawValue) → \(new.rawValue)"] + texts
        return all.isEmpty ? nil : .changed(all)
    }

    private static func text(_ title: String, _ before: [String], _ after: [String]) -> String? {
        let old = Set(before)
        let new = Set(after)
        let changes =
            after.filter { !old.contains($0) }.map { "+\($0)" } + before.filter { !new.contains($0) }.map { "-\($0)" }
        return changes.isEmpty ? nil : "\(title) \(changes.joined(separator: " "))"
    }
}
