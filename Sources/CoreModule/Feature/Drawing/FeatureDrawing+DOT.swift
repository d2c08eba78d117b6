extension [FeatureNode] {
    func dot(_ showsDetails: Bool, _ localizer: Localizer) -> String {
        var lines = [
            "digraph features {",
            "    graph [rankdir=LR, ranksep=0.4, nodesep=0.15];",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica,Arial,sans-serif\", fontsize=11];",
            "    edge [arrowhead=none, color=\"#8c959f\"];",
        ]
        let rows = rows
        let nothing = localizer(Message("nothing is installed"))
        if rows.isEmpty { lines.append("    none [label=\"\(nothing)\", shape=plaintext, style=\"\"];") }
        for (index, row) in rows.enumerated() {
            let label = Self.quoted([row.node.feature.name.onOneLine(), row.node.roleLetters])
            let tooltip = Self.quoted(row.node.tooltip(isDated: showsDetails, localizer))
            let grey = "color=\"#afb8c1\", fillcolor=\"#f6f8fa\", fontcolor=\"#1f2328\""
            let style =
                switch row.node.feature.kind {
                case .screen: "color=\"#2f6fed\", fillcolor=\"#e8f0ff\", fontcolor=\"#0b2e6f\", penwidth=2"
                case .part: grey
                case .viewless: grey + ", style=\"rounded,filled,dashed\""
                }
            lines.append("    n\(index) [label=\(label), tooltip=\(tooltip), \(style)];")
        }
        for (index, row) in rows.enumerated() {
            guard let parent = row.parent else { continue }
            lines.append("    n\(parent) -> n\(index)\(row.isLedTo ? " [style=dashed, arrowhead=vee]" : "");")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// A string with escape sequences. Graphviz reads the entities of HTML in it too.
    private static func quoted(_ lines: [String]) -> String {
        let entities: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "&": "&amp;"]
        let escaped = lines.map { line in line.escaping { entities[$0] } }
        return "\"" + escaped.joined(separator: "\\n") + "\""
    }
}
