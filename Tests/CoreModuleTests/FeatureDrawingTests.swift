import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("Drawings of the tree", .bounded)
struct FeatureDrawingTests {
    typealias Nodes = FeatureNodes

    /// `App` with a screen and a part in it.
    static let app = Nodes.node(
        .part("App"), roles: [.graph], dependencies: ["clock", "words"], outputs: ["main"],
        [
            Nodes.node(.screen("Main"), roles: [.viewModel], path: ["App", "Main"], dependencies: ["words"]),
            Nodes.node(.part("Reminder"), roles: [.domain], path: ["App", "Reminder"]),
        ])

    /// They cannot stand in a literal.
    static let noncharacters = String(decoding: [0xFFFE, 0xFFFF, 0xFDD0] as [UInt16], as: UTF16.self)

    static let hostile = [
        #""quoted" \back\N slash\"#, "<script>alert('x')</script>", "a]]>b &amp; & #35; ;", "end", "`markdown`", "",
        "nul\u{0}bell\u{7}escape\u{1B}[31m", "line\nbreak\r\n\ttab\u{2028}", noncharacters,
        "שלום \u{202E}gnp",
        "日本語の画面", "Избранное", "👩‍👩‍👧‍👦🇩🇪", "a" + String(repeating: "\u{301}", count: 5000),
        String(repeating: "long ", count: 2000), "style x:#a; classDef y:z#;", "%% comment", "{[(|/\\|)]}",
    ]

    static func hostileTree() -> [FeatureNode] {
        [
            Nodes.node(
                .screen("Top"),
                hostile.map {
                    Nodes.node(.screen($0), roles: [.viewModel], path: ["Top", $0], dependencies: [$0], outputs: [$0])
                })
        ]
    }

    @Test("as text, the details follow a feature on its line")
    func details() {
        #expect(Self.app.drawing() == "App (B G)\n├── [Main] (B MVVM)\n└── Reminder (B D)")
        #expect(
            [Self.app].drawing(.text, showsDetails: true) == """
                App (B G) · since 2026-11-21T10:00:00Z · dependencies clock, words · outputs main
                ├── [Main] (B MVVM) · since 2026-11-21T10:00:00Z · dependencies words
                └── Reminder (B D) · since 2026-11-21T10:00:00Z
                """)
        #expect([Self.app, Self.app].drawing() == "\(Self.app.drawing())\n\(Self.app.drawing())")
    }

    @Test("as Mermaid, it is a flowchart with a class for each kind")
    func mermaid() {
        #expect(
            Self.app.drawing(.mermaid, showsDetails: true) == """
                flowchart LR
                    n0("App<br/>B G<br/>since 2026-11-21T10#58;00#58;00Z<br/>dependencies clock, words<br/>outputs main")
                    n1[["Main<br/>B MVVM<br/>since 2026-11-21T10#58;00#58;00Z<br/>dependencies words"]]
                    n2("Reminder<br/>B D<br/>since 2026-11-21T10#58;00#58;00Z")
                    n0 --- n1
                    n0 --- n2
                    classDef screen fill:#e8f0ff,stroke:#2f6fed,color:#0b2e6f,stroke-width:2px
                    class n1 screen
                    classDef part fill:#f6f8fa,stroke:#afb8c1,color:#1f2328
                    class n0,n2 part

                """)
        #expect(
            Nodes.node(.part("a\"<#;&\n`é")).drawing(.mermaid).contains("n0(\"a#34;#60;#35;#59;#38; #96;é<br/>B\")"))
    }

    @Test("every drawing tells what a feature contains from what it leads to")
    func leading() {
        let way = Nodes.node(
            .part("Way"), roles: [.router],
            [Nodes.node(.part("Button")), Nodes.node(.screen("Next")), Nodes.node(.viewless("Other"))])
        #expect(way.drawing() == "Way (B R)\n├── Button (B)\n├─→ [Next] (B)\n└─→ Other (B)")
        let mermaid = way.drawing(.mermaid)
        #expect(mermaid.contains("n0 --- n1\n") && mermaid.contains("n0 -.-> n2\n") && mermaid.contains("n0 -.-> n3\n"))
        #expect(mermaid.contains("class n3 viewless"))
        let dot = way.drawing(.dot)
        #expect(dot.contains("n0 -> n1;\n") && dot.contains("n0 -> n2 [style=dashed, arrowhead=vee];\n"))
        let svg = way.drawing(.svg)
        // One is in the legend.
        #expect(svg.split(separator: #"class="link dashed""#, omittingEmptySubsequences: false).count == 1 + 2 + 1)
        let contained = Nodes.node(.part("Way"), [Nodes.node(.screen("Next"))])
        #expect(contained.drawing() == "Way (B)\n└── [Next] (B)" && contained.drawing(.mermaid).contains("n0 --- n1"))
    }

    @Test("DOT: every string is closed, whatever it contains")
    func dot() {
        let drawing = Self.app.drawing(.dot)
        #expect(
            drawing.contains(
                "n0 [label=\"App\\nB G\", tooltip=\"App\\npart: builder, graph\\ndependencies clock, words\\noutputs main\", "
            ))
        #expect(drawing.contains("    n0 -> n1;\n    n0 -> n2;\n}\n"))
        #expect(Nodes.node(.part("a\"\\N&\n<b>")).drawing(.dot).contains("label=\"a\\\"\\\\N&amp; <b>\\nB\""))
        for line in Self.hostileTree().drawing(.dot).split(separator: "\n") {
            let quotes = line.replacing("\\\\", with: "").replacing("\\\"", with: "").filter { $0 == "\"" }
            #expect(quotes.count.isMultiple(of: 2), "\(line)")
        }
    }

    @Test("DOT: a screen has a bold edge, a feature without a view a dashed one")
    func dotKinds() {
        let kinds = [Nodes.node(.part("A")), Nodes.node(.screen("B")), Nodes.node(.viewless("C"))]
        let lines = kinds.drawing(.dot).split(separator: "\n").filter { $0.contains("[label=") }
        #expect(lines.map { $0.contains("penwidth=2") } == [false, true, false])
        #expect(lines.map { $0.contains("dashed") } == [false, false, true])
    }

    @Test("the same snapshot gives the same drawing, with dates only on request")
    func determinism() {
        for format in FeatureTreeFormat.allCases {
            #expect(Self.app.drawing(format) == [Self.app].drawing(format))
            #expect(!Self.app.drawing(format).contains("2026-11-21"))
            let detailed = Self.app.drawing(format, showsDetails: true)
            for text in ["2026", "clock", "main"] { #expect(detailed.contains(text), "\(format)") }
        }
    }

    @MainActor
    @Test("the live tree, its snapshot and its only feature have the same drawing")
    func drawables() throws {
        let tree = FeatureTree()
        #expect(tree.drawing() == "" && tree.drawing(.mermaid).contains("nothing is installed"))
        #expect(
            tree.drawing(.dot).contains("nothing is installed") && tree.drawing(.svg).contains("Nothing is installed"))
        let graph = LeafBuilder(dependencies: (), parent: tree.root).build()
        let node = try #require(tree.snapshot().first)
        for format in FeatureTreeFormat.allCases {
            let drawing = tree.drawing(format)
            #expect(drawing.contains("Leaf") && drawing == [node].drawing(format) && drawing == node.drawing(format))
        }
        withExtendedLifetime(graph) {}
    }

    @Test("no drawing contains control characters, and a name stays on its line", arguments: FeatureTreeFormat.allCases)
    func controlCharacters(format: FeatureTreeFormat) {
        let drawing = Self.hostileTree().drawing(format)
        for scalar in drawing.unicodeScalars where scalar != "\n" {
            #expect(scalar.properties.generalCategory != .control && !scalar.properties.isNoncharacterCodePoint)
            #expect(scalar != "\u{202E}" && scalar != "\u{2028}")
        }
        #expect(Self.hostileTree().drawing().split(separator: "\n").count == Self.hostile.count + 1)
    }

    @Test(
        "a deep tree and a wide one are drawn", arguments: FeatureTreeFormat.allCases,
        Nodes.Shape.allCases)
    func size(format: FeatureTreeFormat, shape: Nodes.Shape) throws {
        // As text, a line of a deep tree is as long as its depth.
        let tree = Nodes.tree(shape, of: shape == .deep ? 1000 : 10_000)
        #expect(tree.drawing(format, showsDetails: true).contains(shape == .deep ? "Level999" : "Child9999"))
    }
}

private struct LeafBuilder: Builder {
    static let feature = Feature.screen("Leaf")
    let dependencies: Void
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> LeafGraph { LeafGraph(scope: scope) }
}

private final class LeafGraph: Graph {
    let scope: FeatureScope

    init(scope: FeatureScope) {
        self.scope = scope
    }
}
