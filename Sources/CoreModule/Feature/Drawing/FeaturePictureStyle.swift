/// The colours of the picture, light and dark.
///
/// Plain rules without CSS variables, which only browsers know. Each rule is limited to the picture's own class, so that it changes
/// nothing else in a page.
enum FeaturePictureStyle {
    static let css = rules(light, fonts: true) + "\n@media (prefers-color-scheme: dark) {\n" + rules(dark) + "\n}"

    private struct Palette {
        let canvas: String, edge: String, text: String, caption: String, link: String
        let part: Paint, screen: Paint
        let roles: [FeatureRole: Paint]
    }

    private struct Paint {
        let fill: String
        var stroke = "none"
        let text: String
    }

    private static let light = Palette(
        canvas: "#ffffff", edge: "#d8dee4", text: "#1f2328", caption: "#59636e", link: "#a3adb8",
        part: Paint(fill: "#f6f8fa", stroke: "#c3cad1", text: "#1f2328"),
        screen: Paint(fill: "#e3eeff", stroke: "#2f6fed", text: "#0b2e6f"),
        roles: [
            .builder: Paint(fill: "#dfe3e8", text: "#3d444d"),
            .graph: Paint(fill: "#c9f0e3", text: "#0a5a45"),
            .router: Paint(fill: "#ffe2c2", text: "#7a3d00"),
            .domain: Paint(fill: "#ecdcff", text: "#5b2391"),
            .viewModel: Paint(fill: "#ffd9e6", text: "#8f0f45"),
        ])

    private static let dark = Palette(
        canvas: "#0d1117", edge: "#30363d", text: "#e6edf3", caption: "#9198a1", link: "#4d5661",
        part: Paint(fill: "#1a2029", stroke: "#3d444d", text: "#e6edf3"),
        screen: Paint(fill: "#152c57", stroke: "#5b93ff", text: "#dce9ff"),
        roles: [
            .builder: Paint(fill: "#373e47", text: "#d1d7e0"),
            .graph: Paint(fill: "#0f4638", text: "#86e8c9"),
            .router: Paint(fill: "#55340c", text: "#ffc680"),
            .domain: Paint(fill: "#43286a", text: "#dcc0ff"),
            .viewModel: Paint(fill: "#5a1b38", text: "#ffb3cf"),
        ])

    private static func rules(_ palette: Palette, fonts: Bool = false) -> String {
        var rules: [(selector: String, body: String)] = []
        if fonts {
            rules += [
                ("text", "font: 700 13px Helvetica, Arial, 'Liberation Sans', sans-serif"),
                (".title", "font-size: 17px"), (".caption, .legend > text", "font-size: 12px; font-weight: 400"),
                (".badge text", "font-size: 9px; text-anchor: middle"), (".screen .card", "stroke-width: 2"),
                (".link, .icon, .rule", "fill: none"), (".link, .icon", "stroke-width: 1.5"),
                (".dashed, .viewless .card", "stroke-dasharray: 4 3"),
            ]
        }
        rules += [
            (".canvas", "fill: \(palette.canvas); stroke: \(palette.edge)"), (".rule", "stroke: \(palette.edge)"),
            (".title", "fill: \(palette.text)"), (".caption, .legend > text", "fill: \(palette.caption)"),
            (".link", "stroke: \(palette.link)"), (".icon", "stroke: \(palette.screen.stroke)"),
        ]
        for (kind, paint) in [(FeatureKind.part, palette.part), (.viewless, palette.part), (.screen, palette.screen)] {
            rules.append((".\(kind.rawValue) .card", "fill: \(paint.fill); stroke: \(paint.stroke)"))
            rules.append((".\(kind.rawValue) .name", "fill: \(paint.text)"))
        }
        for role in FeatureRole.allCases {
            guard let paint = palette.roles[role] else { continue }
            rules.append((".role-\(role.rawValue) rect", "fill: \(paint.fill)"))
            rules.append((".role-\(role.rawValue) text", "fill: \(paint.text)"))
        }
        return rules.map { rule in
            let selectors = rule.selector.split(separator: ", ").map { ".feature-tree \($0)" }
            return "\(selectors.joined(separator: ", ")) { \(rule.body) }"
        }.joined(separator: "\n")
    }
}
