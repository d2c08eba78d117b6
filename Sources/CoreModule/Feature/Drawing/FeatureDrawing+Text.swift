extension [FeatureNode] {
    func text(_ details: FeatureDetails, _ localizer: Localizer) -> String {
        var lines: [String] = []
        // The text before the children of each ancestor of the current row.
        var leads: [String] = []
        for row in rows {
            leads.removeLast(leads.count - row.depth)
            let lead = leads.last ?? ""
            let branch = row.depth == 0 ? "" : (row.isLastChild ? "└─" : "├─") + (row.isLedTo ? "→ " : "─ ")
            leads.append(row.depth == 0 ? "" : lead + (row.isLastChild ? "    " : "│   "))
            lines.append(
                lead + branch + ([row.node.caption] + row.node.details(details, localizer)).joined(separator: " · "))
        }
        return lines.joined(separator: "\n")
    }
}

extension FeatureNode {
    /// The feature's name, in brackets if it is a screen, and its roles.
    fileprivate var caption: String {
        let name = feature.name.onOneLine()
        return "\(feature.kind == .screen ? "[\(name)]" : name) (\(roleLetters.joined(separator: " ")))"
    }
}
