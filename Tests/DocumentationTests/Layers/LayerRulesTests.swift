import TestSupport
import Testing

@Suite("The rules of the layers, on planted sources", .bounded)
struct LayerRulesTests {
    private static let layers = ["M": Layers(["Top"], ["Middle", "Beside"], ["Bottom"])]

    private func rules(_ files: [String: String]) -> LayerRules {
        LayerRules(files.sorted { $0.key < $1.key }.map { SwiftSource(module: "M", path: $0, text: $1) })
    }

    @Test("an arrow that points up is reported with the file and the type, one that points down is not")
    func plantedArrow() {
        let rules = rules([
            "Top/Screen.swift": "struct Screen { let word: Word }",
            "Bottom/Word.swift": "public struct Word { let screen: Screen? }",
        ])
        #expect(rules.forbiddenArrows(Self.layers) == ["M: Bottom/Word.swift names Screen of Top/Screen.swift"])
    }

    @Test("an arrow between folders beside each other is reported, and so is a folder that no layer has")
    func plantedNeighbour() {
        let rules = rules([
            "Middle/A.swift": "struct A { let b: B }", "Beside/B.swift": "struct B {}", "Attic/C.swift": "struct C {}",
        ])
        #expect(
            rules.forbiddenArrows(Self.layers) == [
                "M: the folder Attic is in no layer", "M: Middle/A.swift names B of Beside/B.swift",
            ])
    }

    @Test("a circle of folders is reported with the types that make it")
    func plantedCircle() throws {
        let rules = rules([
            "A/A.swift": "struct A { let b: B }", "B/B.swift": "enum B { case c(C) }",
            "C/C.swift": "protocol C { func a() -> A }", "D/D.swift": "struct D { let a: A }",
        ])
        let circle = try #require(rules.circles().first)
        #expect(rules.circles().count == 1 && circle.hasPrefix("M: A -> B -> C -> A\n"))
        for (file, type) in [("A/A.swift", "B"), ("B/B.swift", "C"), ("C/C.swift", "A")] {
            #expect(circle.contains("\(file) names \(type) of"))
        }
    }

    @Test("a circle of folders inside one folder is reported")
    func plantedInnerCircle() {
        let rules = rules(["A/One/X.swift": "struct X { let y: Y }", "A/Two/Y.swift": "struct Y { let x: X }"])
        #expect(rules.circles().map { $0.prefix(27) } == ["M: A/One -> A/Two -> A/One\n"])
    }

    @Test("a circle of a folder's own files and the folders inside it is reported")
    func folderAndItsPart() {
        let rules = rules(["A/X.swift": "struct X { let y: Y }", "A/Part/Y.swift": "struct Y { let x: X }"])
        #expect(rules.circles().map { $0.prefix(21) } == ["M: A -> A/Part -> A\n "])
    }

    @Test("a file of more than 400 lines is reported")
    func plantedLength() {
        let line = "let x = 1\n"
        let rules = rules([
            "A/Long.swift": String(repeating: line, count: 401), "A/Fits.swift": String(repeating: line, count: 400),
        ])
        #expect(rules.longFiles() == ["M/A/Long.swift has 401 lines"])
    }

    @Test("an import is reported outside of the folders that may have it")
    func plantedImport() {
        let rules = rules([
            "App/A.swift": "import Foundation\npublic import Other", "Way/To/B.swift": "import Other",
            "Domain/C.swift": "@testable import Other", "Domain/D.swift": "// import Other",
        ])
        #expect(rules.forbiddenImports(["M": ["Other": ["App", "Way/To"]]]) == ["M/Domain/C.swift imports Other"])
    }

    @Test("a type of another module is reported outside of the folders that may name it")
    func plantedUse() {
        let core = SwiftSource(module: "Core", path: "SQLite/Row.swift", text: "public struct Row {}")
        let uses = ["Domain", "Repository"].map { folder in
            SwiftSource(module: "M", path: "\(folder)/A.swift", text: "import Core\nstruct A { let row: Row }")
        }
        #expect(
            LayerRules([core] + uses).forbiddenUses(of: "Core", ["SQLite": ["Repository"]])
                == ["M/Domain/A.swift names Row of Core/SQLite/Row.swift"])
        #expect(LayerRules([core] + uses).forbiddenUses(of: "Core", ["SQLite": []], except: ["Row"]).isEmpty)
    }

    @Test(
        "comments, strings, members, inner types and type parameters name no type; interpolations and extensions do",
        arguments: [
            ("// Screen", false), ("/* a /* Screen */ Screen */ let x = 1", false), ("let x = \"Screen\"", false),
            ("let x = \"\"\"\n  Screen \"quoted\"\n  \"\"\"", false), ("let x = #\"\\(Screen()) \" Screen\"#", false),
            ("let x = \"\\(Screen.name)\"", true), ("let x = #\"\\#(Screen.name)\"#", true),
            ("let x = \"\\\"\\(\"Screen\")\"", false), ("extension Screen {}", true),
            ("let x = Other.Screen.self", false),
            ("struct A { enum Screen { case b } ; let x: Screen }", false), ("func f<Screen>(_ x: Screen) {}", false),
            ("struct A<Element, Screen: Sendable> { let x: Screen }", false),
            ("protocol P { associatedtype Screen; func f() -> Screen }", false),
            ("private struct Screen {}\nlet x = Screen()", false), ("let x = [Screen]()", true),
            ("private let y = 1\nlet x: any Screen", true), ("func f(_: some Screen) -> Int { 1 }", true),
        ])
    func names(code: String, isNamed: Bool) {
        let rules = rules(["Top/Screen.swift": "struct Screen {}", "Bottom/File.swift": code])
        #expect(rules.forbiddenArrows(Self.layers).isEmpty == !isNamed, "\(code)")
    }

    @Test("an inner type that another file declares in an extension of the same type hides an outer one")
    func innerTypeOfAnotherFile() {
        let rules = rules([
            "Top/Rank.swift": "struct Rank {}", "Bottom/Index.swift": "struct Index { enum Kind {}; let rank: Rank }",
            "Bottom/Index+Rank.swift": "extension Index { enum Rank { case equal } }",
        ])
        #expect(rules.forbiddenArrows(Self.layers).isEmpty)
    }

    @Test("a type that only its own file can name is not another file's")
    func privateType() {
        let rules = rules([
            "Top/A.swift": "fileprivate enum Kind {}\nfinal class A {}",
            "Bottom/B.swift": "private func f() {}\nstruct B { let kind: Kind; let a: A }",
        ])
        #expect(rules.forbiddenArrows(Self.layers) == ["M: Bottom/B.swift names A of Top/A.swift"])
    }
}
