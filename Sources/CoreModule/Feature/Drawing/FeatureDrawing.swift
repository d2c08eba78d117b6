/// The languages in which a tree of features can be drawn.
///
/// The same snapshot gives the same drawing, to the byte. A dashed line with an arrow goes from a feature with a router to a child that is
/// no part of it: the feature leads there. Names may be any text: line ends and tabs become spaces, other control characters are left out, and each
/// format escapes what it must. All but the text end with a line end.
public enum FeatureTreeFormat: String, Sendable, Hashable, CaseIterable {
    /// Text, one feature on each line: screens in brackets, then the letters of ``FeatureRole``, and an arrow where a feature leads to
    /// the next, such as `└─→ [Search] (B G) · dependencies words`. Empty if nothing is installed.
    case text
    /// A [Mermaid](https://mermaid.js.org/syntax/flowchart.html) flowchart from left to right: screens with a double edge, the others
    /// rounded; their kind is their class, and the details are lines below their names.
    case mermaid
    /// A directed graph in [DOT](https://graphviz.org/doc/info/lang.html), the language of Graphviz, from left to right: screens
    /// with a bold edge, those without a view with a dashed one; the details are in tooltips.
    case dot
    /// A picture in [SVG](https://www.w3.org/TR/SVG2/), laid out from left to right: a card for each feature, screens with a window
    /// beside the name, a badge for each role, and a legend; the details are in tooltips.
    ///
    /// The picture needs no script, font or style from elsewhere, and follows the browser's light or dark colours. A card has room
    /// for its name in wide fonts too.
    case svg
}

extension FeatureTree {
    /// Draws the installed features: see ``FeatureTreeFormat``.
    ///
    /// ```swift
    /// print(tree.drawing())
    /// try tree.drawing(.svg).write(to: file, atomically: true, encoding: .utf8)
    /// ```
    /// - Parameters:
    ///   - format: the language of the drawing.
    ///   - showsDetails: whether to show since when each feature is installed, its dependencies and its outputs. If false, tooltips
    ///     still show dependencies and outputs.
    ///   - localizer: the language of the texts beside the names.
    public func drawing(
        _ format: FeatureTreeFormat = .text, showsDetails: Bool = false, localizer: Localizer = .english
    ) -> String {
        snapshot().drawing(format, showsDetails: showsDetails, localizer: localizer)
    }
}

extension [FeatureNode] {
    /// Draws the features of a snapshot, like ``FeatureTree/drawing(_:showsDetails:localizer:)``.
    public func drawing(
        _ format: FeatureTreeFormat = .text, showsDetails: Bool = false, localizer: Localizer = .english
    ) -> String {
        switch format {
        case .text: text(showsDetails, localizer)
        case .mermaid: mermaid(showsDetails, localizer)
        case .dot: dot(showsDetails, localizer)
        case .svg: FeaturePicture(rows, localizer).svg(showsDetails)
        }
    }

    private func text(_ showsDetails: Bool, _ localizer: Localizer) -> String {
        var lines: [String] = []
        // The text before the children of each ancestor of the current row.
        var leads: [String] = []
        for row in rows {
            leads.removeLast(leads.count - row.depth)
            let lead = leads.last ?? ""
            let branch = row.depth == 0 ? "" : (row.isLastChild ? "└─" : "├─") + (row.isLedTo ? "→ " : "─ ")
            leads.append(row.depth == 0 ? "" : lead + (row.isLastChild ? "    " : "│   "))
            let name = row.node.feature.name.onOneLine()
            let caption = (row.node.feature.kind == .screen ? "[\(name)]" : name) + " (\(row.node.roleLetters))"
            let details = showsDetails ? row.node.details(isDated: true, localizer) : []
            lines.append(lead + branch + ([caption] + details).joined(separator: " · "))
        }
        return lines.joined(separator: "\n")
    }
}
