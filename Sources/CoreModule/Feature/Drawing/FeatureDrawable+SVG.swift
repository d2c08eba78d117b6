extension FeatureDrawable {
    /// The features as a picture in [SVG](https://www.w3.org/TR/SVG2/), laid out from left to right: a card for each, screens
    /// with a window beside the name, a badge for each role, and a legend. It ends with a line end.
    ///
    /// The picture stands alone: it has no script, no font and no style from elsewhere, and follows the browser's light or
    /// dark colours. What there is to say of a feature is shown while the pointer rests on its card.
    ///
    /// Takes time in proportion to the number of features, whatever the shape of the tree.
    /// - Parameters:
    ///   - details: what to say of each feature, in its tooltip.
    ///   - localizer: words what is said beside the names; in English unless told otherwise.
    public func svg(details: FeatureDetails = FeatureTreeFormat.svg.standardDetails, localizer: Localizer = .english)
        -> String
    {
        FeaturePicture(FlatFeatureTree(self).rows, localizer).svg(details: details)
    }
}

/// The cards of a tree, each in its place.
struct FeaturePicture {
    private static let margin = 24
    private static let header = 64
    private static let legendHeight = 56
    private static let columnGap = 40

    private let localizer: Localizer
    private let rows: [FlatFeatureTree.Row]
    private let cards: [FeatureCard]
    private let middles: [Int]
    /// Where the column of each level begins and ends.
    private let columns: [Range<Int>]
    private let width: Int
    private let height: Int

    init(_ rows: [FlatFeatureTree.Row], _ localizer: Localizer) {
        self.localizer = localizer
        self.rows = rows
        cards = rows.map { FeatureCard($0.node) }
        let layout = TidyTreeLayout(
            rows, distances: .init(siblings: FeatureCard.height + 12, strangers: FeatureCard.height + 22))
        let top = Self.header + Self.margin + FeatureCard.height / 2
        middles = layout.middles.map { $0 + top }
        var widths: [Int] = []
        for (row, card) in zip(rows, cards) {
            if row.depth == widths.count { widths.append(0) }
            widths[row.depth] = max(widths[row.depth], card.width)
        }
        var columns: [Range<Int>] = []
        for width in widths {
            let left = columns.last.map { $0.upperBound + Self.columnGap } ?? Self.margin
            columns.append(left..<left + width)
        }
        self.columns = columns
        width = max(columns.last?.upperBound ?? 0, Self.margin + FeatureLegend.width(localizer)) + Self.margin
        // Where nothing is installed, a line of text says so.
        let bottom = (middles.max() ?? top - FeatureCard.height / 2) + FeatureCard.height / 2
        height = bottom + Self.margin + Self.legendHeight
    }

    func svg(details: FeatureDetails) -> String {
        let name = localizer(Message("Feature tree")).xmlEscaped
        let title = #"<text class="title" x="\#(Self.margin)" y="38">\#(name)</text>"#
        let caption = #"<text class="caption" x="\#(Self.margin)" y="59">\#(localizer(summary).xmlEscaped)</text>"#
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" class="feature-tree" width="\#(width)" height="\#(height)" "#
                + #"viewBox="0 0 \#(width) \#(height)" role="img" "#
                + #"aria-labelledby="feature-tree-title feature-tree-description">"#,
            #"<title id="feature-tree-title">\#(name)</title>"#,
            #"<desc id="feature-tree-description">\#(description)</desc>"#,
            "<style>\n\(FeaturePictureStyle.css)\n</style>",
            #"<rect class="canvas" x="0.5" y="0.5" width="\#(width - 1)" height="\#(height - 1)" rx="12"/>"#,
            title, caption,
        ]
        let links = links
        if !links.isEmpty { lines.append(#"<path class="link" d="\#(links)"/>"#) }
        for index in rows.indices {
            let column = columns[rows[index].depth]
            lines.append(cards[index].svg(x: column.lowerBound, middle: middles[index], details: details, localizer))
        }
        lines.append(FeatureLegend.svg(x: Self.margin, y: height - Self.legendHeight / 2, width: width, localizer))
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// The lines from each card to those of its children: straight out of the column, then along the gap beside it.
    private var links: String {
        var paths: [String] = []
        for (index, row) in rows.enumerated() {
            guard let parent = row.parent else { continue }
            let column = columns[row.depth - 1]
            let start = column.lowerBound + cards[parent].width
            let turn = column.upperBound + Self.columnGap / 2
            let rise = middles[index] - middles[parent]
            let path =
                if rise == 0 {
                    "M\(start) \(middles[parent])H\(columns[row.depth].lowerBound)"
                } else {
                    Self.elbow(
                        from: (start, middles[parent]), by: turn, to: (columns[row.depth].lowerBound, middles[index]))
                }
            paths.append(path)
        }
        return paths.joined(separator: " ")
    }

    private static func elbow(from: (x: Int, y: Int), by turn: Int, to: (x: Int, y: Int)) -> String {
        let direction = to.y > from.y ? 1 : -1
        let radius = min(8, abs(to.y - from.y) / 2)
        return "M\(from.x) \(from.y)H\(turn - radius)Q\(turn) \(from.y) \(turn) \(from.y + direction * radius)"
            + "V\(to.y - direction * radius)Q\(turn) \(to.y) \(turn + radius) \(to.y)H\(to.x)"
    }

    private var summary: Message {
        let count = rows.count { $0.node.feature.kind == .screen }
        let screens = Message("\(count: count) screens")
        let parts = Message("\(count: rows.count - count) parts")
        if rows.isEmpty { return Message("Nothing is installed") }
        if count == 0 { return parts }
        return count == rows.count ? screens : Message("\(screens) and \(parts)")
    }

    private var description: String {
        guard !rows.isEmpty else { return localizer(Message("\(summary).")).xmlEscaped }
        let tops = rows.filter { $0.parent == nil }.prefix(8)
        let top = tops.map { $0.node.feature.name.onOneLine() }.joined(separator: ", ")
        let text = localizer(Message("\(summary), from left to right, each beside its parent; at the top: \(top)."))
        return text.xmlEscaped
    }
}
