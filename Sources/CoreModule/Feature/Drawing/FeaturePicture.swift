/// The cards of a tree, each in its place.
struct FeaturePicture {
    private static let margin = 24
    private static let header = 64
    private static let legendHeight = 56
    private static let columnGap = 40

    private let localizer: Localizer
    private let rows: [FeatureRow]
    private let cards: [FeatureCard]
    private let middles: [Int]
    /// The horizontal extent of each level.
    private let columns: [Range<Int>]
    private let width: Int
    private let height: Int

    init(_ rows: [FeatureRow], _ localizer: Localizer) {
        self.localizer = localizer
        self.rows = rows
        cards = rows.map { FeatureCard($0.node) }
        let layout = TidyTreeLayout(
            rows, siblings: FeatureCard.height + 12, others: FeatureCard.height + 22)
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
        let bottom = (middles.max() ?? top - FeatureCard.height / 2) + FeatureCard.height / 2
        height = bottom + Self.margin + Self.legendHeight
    }

    func svg(_ showsDetails: Bool) -> String {
        let name = localizer(Message("Feature tree")).xmlEscaped
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" class="feature-tree" width="\#(width)" height="\#(height)" "#
                + #"viewBox="0 0 \#(width) \#(height)" role="img" "#
                + #"aria-labelledby="feature-tree-title feature-tree-description">"#,
            #"<title id="feature-tree-title">\#(name)</title>"#,
            #"<desc id="feature-tree-description">\#(description)</desc>"#,
            "<style>\n\(FeaturePictureStyle.css)\n</style>",
            #"<rect class="canvas" x="0.5" y="0.5" width="\#(width - 1)" height="\#(height - 1)" rx="12"/>"#,
            #"<text class="title" x="\#(Self.margin)" y="38">\#(name)</text>"#,
            #"<text class="caption" x="\#(Self.margin)" y="59">\#(localizer(summary).xmlEscaped)</text>"#,
        ]
        lines += links
        for index in rows.indices {
            let column = columns[rows[index].depth]
            lines.append(cards[index].svg(x: column.lowerBound, middle: middles[index], showsDetails, localizer))
        }
        lines.append(FeatureLegend.svg(x: Self.margin, y: height - Self.legendHeight / 2, width: width, localizer))
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// The lines from each card to those of its children: straight out of the column, then along the gap beside it.
    private var links: [String] {
        var contained: [String] = []
        var led: [String] = []
        for (index, row) in rows.enumerated() {
            guard let parent = row.parent else { continue }
            let column = columns[row.depth - 1]
            let start = column.lowerBound + cards[parent].width
            let end = (x: columns[row.depth].lowerBound, y: middles[index])
            let path =
                if end.y == middles[parent] {
                    "M\(start) \(end.y)H\(end.x)"
                } else {
                    Self.elbow(from: (start, middles[parent]), by: column.upperBound + Self.columnGap / 2, to: end)
                }
            if row.isLedTo { led.append(Self.arrow(path, to: end)) } else { contained.append(path) }
        }
        if !contained.isEmpty { led.insert(#"<path class="link" d="\#(contained.joined(separator: " "))"/>"#, at: 0) }
        return led
    }

    /// A dashed line with an arrow at its end, to a feature that another one leads to.
    static func arrow(_ path: String, to end: (x: Int, y: Int)) -> String {
        #"<path class="link dashed" d="\#(path)"/>"#
            + #"<path class="link" d="M\#(end.x - 6) \#(end.y - 4)L\#(end.x - 1) \#(end.y)L\#(end.x - 6) \#(end.y + 4)"/>"#
    }

    private static func elbow(from: (x: Int, y: Int), by turn: Int, to: (x: Int, y: Int)) -> String {
        let direction = to.y > from.y ? 1 : -1
        let radius = min(8, abs(to.y - from.y) / 2)
        return "M\(from.x) \(from.y)H\(turn - radius)Q\(turn) \(from.y) \(turn) \(from.y + direction * radius)"
            + "V\(to.y - direction * radius)Q\(turn) \(to.y) \(turn + radius) \(to.y)H\(to.x)"
    }

    private var summary: Message {
        let counts = Dictionary(grouping: rows, by: \.node.feature.kind).mapValues(\.count)
        let parts: [Message] = [
            counts[.screen].map { Message("\(count: $0) screens") },
            counts[.part].map { Message("\(count: $0) parts") },
            counts[.viewless].map { Message("\(count: $0) features without a view") },
        ].compactMap(\.self)
        guard let last = parts.last else { return Message("Nothing is installed") }
        guard let first = parts.dropLast().first else { return last }
        return Message("\(parts.dropFirst().dropLast().reduce(first) { Message("\($0), \($1)") }) and \(last)")
    }

    private var description: String {
        guard !rows.isEmpty else { return localizer(Message("\(summary).")).xmlEscaped }
        let tops = rows.filter { $0.parent == nil }.prefix(8)
        let top = tops.map { $0.node.feature.name.onOneLine() }.joined(separator: ", ")
        let text = localizer(Message("\(summary), from left to right, each beside its parent; at the top: \(top)."))
        return text.xmlEscaped
    }
}
