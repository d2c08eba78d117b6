/// Explains the shapes, lines and badges of the picture.
enum FeatureLegend {
    private static let fontSize = 12
    private static let itemGap = 18

    static func width(_ localizer: Localizer) -> Int { items(x: 0, middle: 0, localizer).width }

    /// The legend, below a line as wide as the picture.
    static func svg(x: Int, y: Int, width: Int, _ localizer: Localizer) -> String {
        #"<g class="legend"><path class="rule" d="M1 \#(y - 28)H\#(width - 1)"/>"#
            + items(x: x, middle: y, localizer).svg + "</g>"
    }

    private static func items(x: Int, middle: Int, _ localizer: Localizer) -> (svg: String, width: Int) {
        var left = x
        var parts: [String] = []
        func add(_ mark: String, _ markWidth: Int, _ label: String) {
            parts.append(mark)
            parts.append(#"<text x="\#(left + markWidth + 6)" y="\#(middle + 4)">\#(label)</text>"#)
            left += markWidth + 6 + TextWidth.room(for: label, size: fontSize) + itemGap
        }
        for kind in [FeatureKind.screen, .part, .viewless] {
            let icon = kind == .screen ? FeatureCard.icon(x: left + 8, y: middle - 6) : ""
            let card =
                #"<rect class="card" x="\#(left)" y="\#(middle - 10)" width="28" height="20" "#
                + #"rx="\#(FeatureCard.radius(kind) / 2 + 1)"/>"#
            add(#"<g class="\#(kind.rawValue)">\#(card)\#(icon)</g>"#, 28, localizer(kind.name))
        }
        add(
            FeaturePicture.arrow("M\(left) \(middle)H\(left + 28)", to: (left + 28, middle)), 28,
            localizer(Message("leads to")))
        for role in FeatureRole.allCases {
            let badge = role.badge(x: left, y: middle - FeatureRole.badgeHeight / 2)
            add(badge, role.badgeWidth, localizer(role.name))
        }
        return (parts.joined(), left - itemGap - x)
    }
}
