/// Compares two trees level by level. It does not recurse, so that a deep tree needs no deep stack.
struct FeatureComparison {
    /// A feature before and after; one of them may be missing.
    private struct Pair {
        let name: String
        /// The index of the parent in `visited`.
        let parent: Int?
        var before: FeatureNode?
        var after: FeatureNode?
    }

    /// A name, and the feature's number among the siblings of that name.
    private struct Turn: Hashable {
        let name: String
        let number: Int
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
        for (turn, node) in turns(before) {
            places[turn] = pairs.count
            pairs.append(Pair(name: label(turn), parent: parent, before: node))
        }
        for (turn, node) in turns(after) {
            if let place = places[turn] {
                pairs[place].after = node
            } else {
                pairs.append(Pair(name: label(turn), parent: parent, after: node))
            }
        }
        return pairs.reversed()
    }

    private static func turns(_ nodes: [FeatureNode]) -> [(Turn, FeatureNode)] {
        var counts: [String: Int] = [:]
        return nodes.map { node in
            let number = counts[node.feature.name, default: 0] + 1
            counts[node.feature.name] = number
            return (Turn(name: node.feature.name, number: number), node)
        }
    }

    private static func label(_ turn: Turn) -> String {
        turn.number == 1 ? turn.name : "\(turn.name) (\(turn.number))"
    }

    private func names(down pair: Pair) -> [String] {
        var names = [pair.name]
        var parent = pair.parent
        while let index = parent {
            names.append(visited[index].name)
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
