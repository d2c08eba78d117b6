import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("The tree as a picture", .bounded)
struct FeaturePictureTests {
    typealias Nodes = FeatureNodes

    @Test("with any name, the picture is XML, and its tooltip contains the name")
    func escaping() throws {
        let picture = try Picture(FeatureDrawingTests.hostileTree().drawing(.svg, showsDetails: true))
        #expect(picture.cards.count == FeatureDrawingTests.hostile.count + 1)
        for text in [#""quoted" \back\N slash\"#, "<script>alert('x')</script>", "a]]>b &amp; & #35; ;"] {
            #expect(picture.tooltips.contains { $0.hasPrefix("Top / \(text)\n") })
            #expect(picture.tooltips.contains { $0.contains("dependencies \(text)\noutputs \(text)") })
        }
        #expect(!picture.elements.contains("script"))
    }

    @Test("a tooltip has the path, kind, roles, date, dependencies and outputs")
    func tooltip() throws {
        let picture = try Picture(FeatureDrawingTests.app.drawing(.svg, showsDetails: true))
        #expect(
            picture.tooltips == [
                "App\npart: builder, graph\nsince 2026-11-21T10:00:00Z\ndependencies clock, words\noutputs main",
                "App / Main\nscreen: builder, view model\nsince 2026-11-21T10:00:00Z\ndependencies words",
                "App / Reminder\npart: builder, domain\nsince 2026-11-21T10:00:00Z",
            ])
    }

    @Test("the picture needs nothing else, has a title and a description, and follows dark mode")
    func standsAlone() throws {
        let svg = FeatureDrawingTests.app.drawing(.svg)
        let picture = try Picture(svg)
        #expect(picture.root["role"] == "img")
        #expect(picture.root["aria-labelledby"] == "feature-tree-title feature-tree-description")
        #expect(svg.contains(">Feature tree</title>") && svg.contains("1 screen and 2 parts"))
        #expect(svg.contains("prefers-color-scheme: dark"))
        let foreign = svg.replacing("http://www.w3.org/2000/svg", with: "")
        for text in ["http", "url(", "@import", "href", "<script", "onload"] { #expect(!foreign.contains(text)) }
        #expect(picture.elements.isSubset(of: ["svg", "title", "desc", "style", "rect", "text", "path", "g"]))
    }

    @Test("the picture of an empty tree says that it is empty")
    func empty() throws {
        let picture = try Picture([FeatureNode]().drawing(.svg))
        #expect(picture.cards.isEmpty && picture.texts.contains("Nothing is installed"))
    }

    @Test("in random trees, no two cards touch and all are inside the picture", arguments: 0..<100 as Range<UInt64>)
    func layout(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let tree = (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.randomNode(depth: 0, &random) }
        let picture = try Picture(tree.drawing(.svg))
        #expect(picture.isSound)
    }

    @Test("a parent is in the middle of its first and last child, and to their left")
    func parents() throws {
        let cards = try Picture(FeatureDrawingTests.app.drawing(.svg)).cards
        try #require(cards.count == 3)
        #expect(cards[0].y * 2 == cards[1].y + cards[2].y)
        #expect(cards[1].x == cards[2].x && cards[1].x > cards[0].x + cards[0].width)
    }

    @Test("a small tree uses the space beside a large one")
    func tidiness() throws {
        // Drawn in rows of their own, the leaves of Deep and of Wide would take five.
        let deep = Nodes.node(.part("Deep"), [Nodes.node(.part("A"), (0..<3).map { Nodes.node(.part("B\($0)")) })])
        let small = Nodes.node(.part("Small"))
        let picture = try Picture(Nodes.node(.part("Top"), [small, deep, small]).drawing(.svg))
        let ys = Set(picture.cards.map(\.y))
        #expect(ys.max().map { $0 - (ys.min() ?? 0) } == 2 * 58)
    }

    @Test(
        "cards of deep and wide trees do not touch",
        arguments: Nodes.Shape.allCases)
    func size(shape: Nodes.Shape) throws {
        let picture = try Picture(Nodes.tree(shape, of: 1000).drawing(.svg))
        #expect(picture.cards.count >= 1000 && picture.isSound)
    }

    @Test("a card has room for its name: East Asian characters are squares, and long names are cut")
    func widths() throws {
        func width(_ name: String) throws -> Int {
            try #require(Picture(Nodes.node(.part(name)).drawing(.svg)).cards.first).width
        }
        #expect(try width("iiiiiiiiii") < width("mmmmmmmmmm"))
        #expect(try width("语言选择器的画面") == 8 * 13 + 24)
        #expect(try width("жжжжжжжжжж") > width("гггггггггг"))
        #expect(try width("e\u{301}e\u{301}e\u{301}e\u{301}") == width("eeee"))
        #expect(try width("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦") == width("👦👦👦👦"))
        let long = try Picture(Nodes.node(.part(String(repeating: "long ", count: 1000))).drawing(.svg))
        #expect(
            long.cards[0].width <= 260 + 24 && long.texts.contains { $0.hasPrefix("long long") && $0.hasSuffix("…") })
        #expect(long.tooltips[0].count > 5000)
    }

    @Test(
        "a name fits on its card in any font: its length is fixed, and there is room for a wide font that ignores that")
    func anyFont() throws {
        for name in ["NavToFavorites", "NavToTodoList", "DictionaryEntry", "ПоискСлов"] {
            let svg = Nodes.node(.part(name)).drawing(.svg)
            let length = try #require(try /textLength="(\d+)" lengthAdjust="spacingAndGlyphs">/.firstMatch(in: svg)).1
            let width = try #require(Picture(svg).cards.first).width - 2 * 12
            // Bold DejaVu Sans and bold Verdana are a fifth wider than bold Helvetica.
            #expect(Double(width) >= Double(try #require(Int(length))) * 1.2)
        }
    }

    private static func randomNode(depth: Int, _ random: inout SeededGenerator) -> FeatureNode {
        let count = depth < 6 ? Int.random(in: 0...Int.random(in: 0...4, using: &random), using: &random) : 0
        let name = String(repeating: "x", count: Int.random(in: 0...30, using: &random))
        let feature: Feature = Bool.random(using: &random) ? .screen(name) : .part(name)
        return Nodes.node(feature, roles: [.viewModel], (0..<count).map { _ in randomNode(depth: depth + 1, &random) })
    }
}
