/// Compares two trees level by level. It does not recurse, so that a deep tree needs no deep stack.
struct FeatureComparison {
    /// A name, and the feature's number among the siblings of that name.
    private struct Turn: Hashable, CustomStringConvertible {
        let name: String
        let number: Int

        var description: String { number == 1 ? name : "\(name) (\(number))" }
    }

    /// A feature before and after; one of them may be missing.
    private struct Pair {
        let turn: Turn
        /// The index of the parent in `visited`.
        let parent: Int?
        var before: FeatureNode?
        var after: FeatureNode?
    }

    private(set) var changes: [FeatureTreeDifference.Change] = []
    private var visited: [Pair] = []

    init(from before: [FeatureNode], to after: [FeatureNode]) {
        // If one feature deep in a tree is compared, its path does not begin with it.
        let lead = (before.first ?? after.first)?.path.names.dropLast() ?? []
        var stack = Self.pairs(before, after, parent: nil)
        while let pair = stack.popLast() {
            if let kind = Self.kind(pair) {
                changes.append(.init(path: FeaturePath(lead + names(down: pair)), kind: kind))
            }
            let children = Self.pairs(pair.before?.children ?? [], pair.after?.children ?? [], parent: visited.count)
            visited.append(pair)
            stack += children
        }
    }

    /// The siblings that correspond, side by side; the first to visit is last.
    private static func pairs(_ before: [FeatureNode], _ after: [FeatureNode], parent: Int?) -> [Pair] {
        var pairs: [Pair] = []
        var places: [Turn: Int] = [:]
        for (nodes, side) in [(before, \Pair.before), (after, \Pair.after)] {
            var counts: [String: Int] = [:]
            for node in nodes {
                counts[node.feature.name, default: 0] += 1
                let turn = Turn(name: node.feature.name, number: counts[node.feature.name, default: 1])
                let place = places[turn, default: pairs.count]
                if place == pairs.count { pairs.append(Pair(turn: turn, parent: parent)) }
                pairs[place][keyPath: side] = node
                places[turn] = place
            }
        }
        return pairs.reversed()
    }

    private func names(down pair: Pair) -> [String] {
        var names = [pair.turn.description]
        var parent = pair.parent
        while let index = parent {
            names.append(visited[index].turn.description)
            parent = visited[index].parent
        }
        return names.reversed()
    }

    private static func kind(_ pair: Pair) -> FeatureTreeDifference.Change.Kind? {
        guard let after = pair.after else { return .removed }
        guard let before = pair.before else { return .added }
        var texts: [String] = []
        if before.feature.kind != after.feature.kind {
            texts.append("\(before.feature.kind.rawValue) → \(after.feature.kind.rawValue)")
        }
        texts += [
            text("roles", before.roleLetters, after.roleLetters),
            text("dependencies", before.dependencies, after.dependencies),
            text("outputs", before.outputs, after.outputs),
        ].compactMap(\.self)
        return texts.isEmpty ? nil : .changed(texts)
    }

    private static func text(_ title: String, _ before: [String], _ after: [String]) -> String? {
        let old = Set(before)
        let new = Set(after)
        let changes =
            after.filter { !old.contains($0) }.map { "+\($0)" } + before.filter { !new.contains($0) }.map { "-\($0)" }
        return changes.isEmpty ? nil : "\(title) \(changes.joined(separator: " "))"
    }
}
