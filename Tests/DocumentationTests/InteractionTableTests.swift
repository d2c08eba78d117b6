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
        let tests = try FileManager.default.subpathsOfDirectory(atPath: project.appending(path: "Tests").systemPath)
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: project.appending(path: "Tests/\($0)"), encoding: .utf8) }.joined()
        for row in rows {
            let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            #expect(cells.count == 3, "\(row)")
            let names = (cells.last ?? "").matches(of: /`(?:\w+[.\/])?(\w+)(?:\(\))?`/).map { $0.1 }
            #expect(!names.isEmpty, "\(row)")
            for name in names { #expect(tests.contains("func \(name)("), "\(name)") }
        }
    }
}
