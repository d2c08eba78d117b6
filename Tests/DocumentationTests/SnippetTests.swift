import Foundation
import TestSupport
import Testing

/// The folder of the package. The tests run where they were compiled.
let project = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// `Snippets.swift` has every Swift snippet of the documentation, so that each of them compiles. After a change of a snippet, run
/// the tests once with `UPDATE_SNIPPETS=1` in the environment.
///
/// A snippet after a line `<!-- from: FILE -->` is a part of a file that is compiled elsewhere.
@Suite("Snippets of the documentation", .bounded)
struct SnippetTests {
    private static let compiled = project.appending(path: "Tests/DocumentationTests/Snippets.swift")

    /// The README and the pages beside it, the pages in Docs and the libraries' DocC pages.
    private static func pages() throws -> [URL] {
        let folders = ["Docs", "Sources"].map { project.appending(path: $0) }
        let paths = try folders.flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: folder.systemPath).map { folder.appending(path: $0) }
        }
        let beside = try FileManager.default.contentsOfDirectory(atPath: project.systemPath)
            .filter { $0 != "README.md" }.map { project.appending(path: $0) }
        return [project.appending(path: "README.md")]
            + (beside + paths).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    }

    private struct Snippet {
        let text: String
        /// The file that it is a part of; nil if there is none.
        let file: String?
    }

    private static func snippets(of page: URL) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var open: [String]?
        var file: String?
        for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
            if let lines = open {
                if line == "```" { snippets.append(Snippet(text: lines.joined(separator: "\n"), file: file)) }
                open = line == "```" ? nil : lines + [line]
            } else if line == "```swift" {
                open = []
            } else {
                file = line.wholeMatch(of: /<!-- from: (.+) -->/).map { String($0.1) }
            }
        }
        return snippets
    }

    /// What `Snippets.swift` must contain: the imports once, and each snippet after the name of its page.
    private static func source() throws -> String {
        var body = ""
        for page in try pages() {
            let name = page.systemPath.replacing(project.systemPath, with: "")
            for snippet in try snippets(of: page) where snippet.file == nil && !snippet.text.hasPrefix(".") {
                let lines = snippet.text.components(separatedBy: "\n").drop { $0.hasPrefix("import ") || $0.isEmpty }
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

    @Test("every snippet is compiled as shown")
    func snippets() throws {
        let source = try Self.source()
        if ProcessInfo.processInfo.environment["UPDATE_SNIPPETS"] != nil {
            try source.write(to: Self.compiled, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.compiled, encoding: .utf8) == source)
    }

    @Test("a snippet of a file is in that file as shown")
    func excerpts() throws {
        var count = 0
        for page in try Self.pages() {
            for snippet in try Self.snippets(of: page) {
                guard let file = snippet.file else { continue }
                let source = try String(contentsOf: project.appending(path: file), encoding: .utf8)
                #expect("\n\(source)\n".contains("\n\(snippet.text)\n"), "\(page.lastPathComponent): \(snippet.text)")
                count += 1
            }
        }
        #expect(count > 0)
    }

    @Test("a snippet that stands alone, or begins a file, shows its imports")
    func imports() throws {
        for page in try Self.pages() where !page.path.contains("/Decisions/") {
            for snippet in try Self.snippets(of: page) where !snippet.text.hasPrefix(".") {
                let start = try snippet.file.map { try Self.text(before: snippet.text, in: $0) } ?? "import"
                let isFirst = start.split(separator: "\n").allSatisfy { line in
                    line.hasPrefix("#if") || line.hasPrefix("//") || line.contains(/^(public |package )?import/)
                }
                guard isFirst, start.contains("import") else { continue }
                #expect(snippet.text.contains("import "), "\(page.lastPathComponent): \(snippet.text.prefix(200))")
            }
        }
    }

    private static func text(before snippet: String, in file: String) throws -> String {
        let source = try String(contentsOf: project.appending(path: file), encoding: .utf8)
        return source.ranges(of: snippet).first.map { String(source[..<$0.lowerBound]) } ?? source
    }

    @Test("code in Swift is marked as such, so that it is compiled")
    func languages() throws {
        for page in try Self.pages() {
            var language: String?
            for line in try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n") {
                if let opened = language {
                    let isSwift = line.contains(/^ *(import [A-Z]|let \w+ = |func \w+\(|struct \w+|@MainActor)/)
                    #expect(opened == "swift" || !isSwift, "\(page.lastPathComponent): \(line)")
                    if line.hasSuffix("```") { language = nil }
                } else if line.trimmingCharacters(in: .whitespaces).hasPrefix("```") {
                    language = String(line.dropFirst(3))
                    let isKnown = ["", "swift", "sh", "dockerfile", "ini"].contains(language)
                    #expect(isKnown, "\(page.lastPathComponent): \(line)")
                }
            }
            #expect(language == nil, "\(page.lastPathComponent) has an open block")
        }
    }

    @Test("lines for a manifest name products that exist")
    func products() throws {
        let manifest = try String(contentsOf: project.appending(path: "Package.swift"), encoding: .utf8)
        var count = 0
        for page in try Self.pages() {
            for snippet in try Self.snippets(of: page) {
                for match in snippet.text.matches(of: /\.product\(name: "(\w+)", package: "superapp"\)/) {
                    #expect(manifest.contains(".library(name: \"\(match.1)\""), "\(page.lastPathComponent): \(match.1)")
                    count += 1
                }
            }
        }
        #expect(count > 0)
    }

    @Test("the README's snippet works")
    func readme() async throws {
        #expect(try await addAWord() == "собака")
    }
}
