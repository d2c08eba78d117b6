extension [FeatureNode] {
    func mermaid(_ showsDetails: Bool, _ localizer: Localizer) -> String {
        let rows = rows
        var lines = ["flowchart LR"]
        let nothing = localizer(Message("nothing is installed"))
        if rows.isEmpty { lines.append("    none[\"\(nothing)\"]") }
        for (index, row) in rows.enumerated() {
            let details = showsDetails ? row.node.details(isDated: true, localizer) : []
            let label = ([row.node.feature.name.onOneLine(), row.node.roleLetters] + details)
                .map { $0.escaping(Self.mermaidEntity) }.joined(separator: "<br/>")
            lines.append(
                row.node.feature.kind == .screen ? "    n\(index)[[\"\(label)\"]]" : "    n\(index)(\"\(label)\")")
        }
        for (index, row) in rows.enumerated() {
            if let parent = row.parent { lines.append("    n\(parent) \(row.isLedTo ? "-.->" : "---") n\(index)") }
        }
        for (kind, style) in [
            (FeatureKind.screen, "fill:#e8f0ff,stroke:#2f6fed,color:#0b2e6f,stroke-width:2px"),
            (FeatureKind.part, "fill:#f6f8fa,stroke:#afb8c1,color:#1f2328"),
            (FeatureKind.viewless, "fill:#f6f8fa,stroke:#afb8c1,color:#1f2328,stroke-dasharray:4"),
        ] {
            let members = rows.indices.filter { rows[$0].node.feature.kind == kind }
            guard !members.isEmpty else { continue }
            lines.append("    classDef \(kind.rawValue) \(style)")
            lines.append("    class \(members.map { "n\($0)" }.joined(separator: ",")) \(kind.rawValue)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A character code for all of ASCII but letters, digits and a few others: what Mermaid reads as syntax differs from place to place.
    private static func mermaidEntity(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", ",", ".", "-", "_", "\u{80}"...: nil
        default: "#\(scalar.value);"
        }
    }
}
