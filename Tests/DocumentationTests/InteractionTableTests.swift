import Foundation
import TestSupport
import Testing

/// The table of interactions in `Docs/UpstreamMapping.md`.
@Suite("Interactions of the documented app", .timeLimit(.minutes(15)))
struct InteractionTableTests {
    @Test("each row names a test that exists")
    func rows() throws {
        let page = try String(contentsOf: project.appending(path: "Docs/UpstreamMapping.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Interactions\n").last)
        let lines = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
        let rows = lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|---") && !$0.contains("| test |") }
        #expect(rows.count >= 14)
        for row in rows {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            #expect(cells.count == 3, "\(row)")
            let tests = (cells.last ?? "")
                .matches(of: /`(?:\w+[.\/])?(?<name>\w+)(?:\(\))?`(?:\]\(\.\.\/(?<file>[^)]+)\))?/)
            #expect(!tests.isEmpty, "\(row)")
            for test in tests {
                let file = test.file.map(String.init) ?? "Tests/PersonalDictionaryTests/InteractionTests.swift"
                let source = try String(contentsOf: project.appending(path: file), encoding: .utf8)
                #expect(Self.hasTest(test.name, in: source), "\(test.name) in \(file)")
            }
        }
    }

    @Test("only a function with the attribute is a test")
    func attribute() {
        let source = "    @Test(\"a\", arguments: [1])\n    func a() {\n    }\n\n    func b() {\n    }\n"
        #expect(Self.hasTest("a", in: source) && !Self.hasTest("b", in: source) && !Self.hasTest("c", in: source))
    }

    /// Whether a source has a function of this name with the attribute `@Test`.
    private static func hasTest(_ name: some StringProtocol, in source: String) -> Bool {
        source.components(separatedBy: "@Test").dropFirst().contains { text in
            guard let function = text.range(of: "func ") else { return false }
            return text[function.upperBound...].hasPrefix("\(name)(")
        }
    }
}
