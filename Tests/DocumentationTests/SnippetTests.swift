import Foundation
import TestSupport
import Testing

/// The folder that the tests were compiled in. They are run there too, and nowhere else.
let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// `Snippets.swift` holds every Swift snippet of the documentation, so that none of them can fail to compile. After a snippet
/// was changed, run the tests once with `UPDATE_SNIPPETS=1` in the environment.
@Suite("Snippets of the documentation")
struct SnippetTests {
    private static let compiled = project.appending(path: "Tests/DocumentationTests/Snippets.swift")

    /// The README, the pages in Docs and the libraries' DocC pages.
    private static func pages() throws -> [URL] {
        let folders = ["Docs", "Sources"].map { project.appending(path: $0) }
        let paths = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: folder.systemPath).map { folder.appending(path: $0) }
        }
        return [project.appending(path: "README.md")]
            + paths.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    }

    private static func snippets(of page: URL) throws -> [String] {
        var snippets: [String] = []
        var open: [String]?
        for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
            if let lines = open {
                if line == "```" { snippets.append(lines.joined(separator: "\n")) }
                open = line == "```" ? nil : lines + [line]
            } else if line == "```swift" {
                open = []
            }
        }
        return snippets
    }

    /// What `Snippets.swift` must hold: the imports of all once, and then each snippet behind the name of its page.
    private static func source() throws -> String {
        var body = ""
        for page in try pages() {
            let name = page.systemPath.replacing(project.systemPath, with: "")
            for snippet in try snippets(of: page) where snippet.hasPrefix("import ") || !snippet.hasPrefix(".") {
                let lines = snippet.components(separatedBy: "\n").drop { $0.hasPrefix("import ") || $0.isEmpty }
                body += "\n// \(name)\n\n" + lines.joined(separator: "\n") + "\n"
            }
        }
        return """
            // Made from the documentation's snippets: see SnippetTests.swift.
            // swift-format-ignore-file

            import CoreModule
            import Foundation
            import PersonalDictionary
            import TodoList

            """ + body
    }

    @Test("every snippet is compiled as it is shown")
    func snippets() throws {
        let source = try Self.source()
        if ProcessInfo.processInfo.environment["UPDATE_SNIPPETS"] != nil {
            try source.write(to: Self.compiled, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.compiled, encoding: .utf8) == source)
    }

    @Test("the README's snippet does what it says")
    func readme() async throws {
        #expect(try await addAWord() == "собака")
    }
}
