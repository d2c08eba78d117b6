import CoreModule
import Foundation
import Testing

@Suite("The drawn tree", .timeLimit(.minutes(15)))
struct TreeTests {
    private func tree(_ arguments: String...) async throws -> String {
        try await withTemporaryFolder { folder in
            let result = try await Program(folder: folder).run(["tree"] + arguments)
            #expect(result.status == 0 && result.errors.isEmpty)
            return result.output
        }
    }

    /// The names of the features, in the order of the text.
    private func names() async throws -> [String] {
        try await tree().split(separator: "\n").compactMap { line in
            line.split(separator: " (").first?.split { " │├└─→[]".contains($0) }.first.map(String.init)
        }
    }

    @Test("the picture is well formed and has a card with a tooltip for each feature")
    func svg() async throws {
        let names = try await names()
        #expect(names.count > 20 && names.first == "App")
        let picture = try Picture(await tree("--format", "svg"))
        #expect(picture.isSound)
        #expect(
            picture.tooltips.compactMap { $0.split(separator: "\n")[0].components(separatedBy: " / ").last } == names)
        #expect(Set(names).isSubset(of: picture.texts))
    }

    @Test("Mermaid and DOT have every feature, and a line to each from its parent", arguments: ["mermaid", "dot"])
    func graphs(format: String) async throws {
        let names = try await names()
        let lines = try await tree("--format", format).split(separator: "\n")
        let labels = lines.compactMap { line in
            line.contains("[label=") || line.contains("<br/>")
                ? line.split(separator: "\"")[1].split { "<\\".contains($0) }.first.map(String.init) : nil
        }
        #expect(labels == names)
        #expect(lines.count { $0.contains(" -> ") || $0.contains(" --- ") || $0.contains(" -.-> ") } == names.count - 1)
    }

    @Test(
        "as JSON, the tree is an array of features, and a drawing is one string",
        arguments: FeatureTreeFormat.allCases)
    func json(format: FeatureTreeFormat) async throws {
        let output = try await tree("--format", format.rawValue, "--json")
        #expect(output.split(separator: "\n").count == 1)
        let value = try JSONSerialization.jsonObject(with: Data(output.utf8), options: .fragmentsAllowed)
        if format == .text {
            #expect((value as? [[String: Any]])?.first?["name"] as? String == "App")
        } else {
            #expect(try await value as? String == tree("--format", format.rawValue))
        }
    }

    @Test("only a tree with details has dates", arguments: FeatureTreeFormat.allCases)
    func details(format: FeatureTreeFormat) async throws {
        let since = try Regex(#"since \d{4}-\d\d-\d\dT\d\d#58;\d\d|since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"#)
        #expect(try await tree("--format", format.rawValue).contains(since) == false)
        let detailed = try await tree("--format", format.rawValue, "--details")
        #expect(detailed.contains(since) && detailed.contains("outputs ") && detailed.contains("mainScreen"))
    }

    @Test("a session of standard input leaves no screen open, so that its tree has every screen, as the command alone")
    func session() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let alone = try await program.run("tree").output
            #expect(try await program.run(["--ephemeral"], input: "favorites\ntree\n").output.hasSuffix(alone))
        }
    }

    @Test("help names the formats, and so does the error about an unknown one")
    func usage() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let formats = "text|mermaid|dot|svg"
            #expect(try await program.run("help", "tree").output.contains(formats))
            #expect(try await program.run("help").output.contains(formats))
            let result = try await program.run("tree", "--format", "pdf")
            #expect(result.status == 2)
            #expect(result.errors == "superapp: --format is one of text, mermaid, dot, svg, not “pdf”\n")
        }
    }
}
