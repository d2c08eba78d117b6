extension FeatureDrawable {
    /// The features as a directed graph in [DOT](https://graphviz.org/doc/info/lang.html), the language of Graphviz, from left
    /// to right: screens with a bold edge on blue, parts on grey. It ends with a line end.
    /// - Parameters:
    ///   - details: what else to say of each feature, in its tooltip.
    ///   - localizer: words what is said beside the names; in English unless told otherwise.
    public func dot(details: FeatureDetails = FeatureTreeFormat.dot.standardDetails, localizer: Localizer = .english)
        -> String
    {
        var lines = [
            "digraph features {",
            "    graph [rankdir=LR, ranksep=0.4, nodesep=0.15];",
            "    node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica,Arial,sans-serif\", fontsize=11];",
            "    edge [arrowhead=none, color=\"#8c959f\"];",
        ]
        let rows = FlatFeatureTree(self).rows
        let nothing = localizer(Message("nothing is installed"))
        if rows.isEmpty { lines.append("    none [label=\"\(nothing)\", shape=plaintext, style=\"\"];") }
        for (index, row) in rows.enumerated() {
            let label = Self.quoted([row.node.feature.name.onOneLine(), row.node.roleLetters.joined(separator: " ")])
            let style =
                row.node.feature.kind == .screen
                ? "color=\"#2f6fed\", fillcolor=\"#e8f0ff\", fontcolor=\"#0b2e6f\", penwidth=2"
                : "color=\"#afb8c1\", fillcolor=\"#f6f8fa\", fontcolor=\"#1f2328\""
            lines.append(
                "    n\(index) [label=\(label), tooltip=\(Self.quoted(row.node.tooltip(details, localizer))), \(style)];"
            )
        }
        for (index, row) in rows.enumerated() {
            if let parent = row.parent { lines.append("    n\(parent) -> n\(index);") }
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// A string with escape sequences, in which Graphviz understands the entities of HTML too.
    private static func quoted(_ lines: [String]) -> String {
        let escaped = lines.map { line in
            line.escaping { scalar in
                switch scalar {
                case "\"": "\\\""
                case "\\": "\\\\"
                case "&": "&amp;"
                default: nil
                }
            }
        }
        return "\"" + escaped.joined(separator: "\\n") + "\""
    }
}
