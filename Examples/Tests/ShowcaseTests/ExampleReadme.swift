import Foundation
import Testing

/// The page about the examples, whose facts are checked. After a change, run the tests once with `UPDATE_README=1` in the
/// environment.
enum ExampleReadme {
    /// The folder of the project. The tests run where they were compiled.
    static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let file = project.appending(path: "Examples/README.md")

    /// Expects a text between a mark and a line `<!-- end -->`, in a code block or as it is.
    static func expect(_ text: String, after mark: String, _ location: SourceLocation = #_sourceLocation) throws {
        let page = try String(contentsOf: file, encoding: .utf8)
        let parts = page.components(separatedBy: mark + "\n")
        guard parts.count == 2, let end = parts[1].range(of: "\n<!-- end -->") else {
            Issue.record("README.md has no \(mark) with an end", sourceLocation: location)
            return
        }
        let isBlock = parts[1].hasPrefix("```")
        let text = text.trimmingCharacters(in: .newlines)
        let wanted = isBlock ? "```\n\(text)\n```" : text
        if ProcessInfo.processInfo.environment["UPDATE_README"] != nil {
            try (parts[0] + mark + "\n" + wanted + parts[1][end.lowerBound...])
                .write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(String(parts[1][..<end.lowerBound]) == wanted, sourceLocation: location)
        }
    }
}
