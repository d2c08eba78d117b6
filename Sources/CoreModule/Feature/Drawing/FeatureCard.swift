/// One feature in the picture: a card with its name, and below it a badge for each of its roles.
struct FeatureCard {
    static let height = 46
    private static let margin = 12
    private static let nameSize = 13
    private static let widestName = 260
    private static let iconWidth = 18

    private let node: FeatureNode
    private let name: String
    let width: Int

    init(_ node: FeatureNode) {
        self.node = node
        // XML viewers show several spaces as one.
        let words = node.feature.name.onOneLine().split(separator: " ").joined(separator: " ")
        name = TextWidth.cut(words, to: Self.widestName, size: Self.nameSize)
        let nameWidth =
            TextWidth.room(for: name, size: Self.nameSize) + (node.feature.kind == .screen ? Self.iconWidth : 0)
        let badgesWidth = node.sortedRoles.reduce(-FeatureRole.badgeGap) { $0 + $1.badgeWidth + FeatureRole.badgeGap }
        width = 2 * Self.margin + max(nameWidth, badgesWidth)
    }

    /// The card, with its left edge and its middle at these coordinates.
    func svg(x: Int, middle: Int, _ showsDetails: Bool, _ localizer: Localizer) -> String {
        let tooltip = node.tooltip(isDated: showsDetails, localizer).map(\.xmlEscaped).joined(separator: "\n")
        let top = middle - Self.height / 2
        var parts = [
            #"<g class="\#(node.feature.kind.rawValue)" transform="translate(\#(x) \#(top))"><title>\#(tooltip)</title>"#,
            #"<rect class="card" width="\#(width)" height="\#(Self.height)" rx="\#(Self.radius(node.feature.kind))"/>"#,
        ]
        var left = Self.margin
        if node.feature.kind == .screen {
            parts.append(Self.icon(x: left, y: 9))
            left += Self.iconWidth
        }
        let nameWidth = TextWidth.of(name, size: Self.nameSize)
        if nameWidth > 0 {
            // A viewer that ignores this, and has a wide font, has room enough.
            parts.append(
                #"<text class="name" x="\#(left)" y="19" textLength="\#(nameWidth)" lengthAdjust="spacingAndGlyphs">"#
                    + "\(name.xmlEscaped)</text>")
        }
        left = Self.margin
        for role in node.sortedRoles {
            parts.append(role.badge(x: left, y: 26))
            left += role.badgeWidth + FeatureRole.badgeGap
        }
        return parts.joined() + "</g>"
    }

    /// A part's edges are rounder than a screen's.
    static func radius(_ kind: FeatureKind) -> Int { kind == .screen ? 5 : 12 }

    /// A small window, which marks a screen without colour.
    static func icon(x: Int, y: Int) -> String {
        #"<path class="icon" d="M\#(x + 1) \#(y)h10a1 1 0 0 1 1 1v9a1 1 0 0 1 -1 1h-10a1 1 0 0 1 -1 -1v-9a1 1 0 0 1 1 -1zm-1 3.5h12"/>"#
    }
}

/// A role as a coloured badge.
extension FeatureRole {
    static let badgeHeight = 14
    static let badgeGap = 4

    var badgeWidth: Int { TextWidth.room(for: rawValue, size: 9) + 8 }

    func badge(x: Int, y: Int) -> String {
        #"<g class="badge role-\#(rawValue)"><rect x="\#(x)" y="\#(y)" width="\#(badgeWidth)" height="\#(Self.badgeHeight)" rx="4"/>"#
            + #"<text x="\#(x + badgeWidth / 2)" y="\#(y + 10)">\#(rawValue)</text></g>"#
    }
}
