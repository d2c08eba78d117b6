import Foundation
import TestSupport
import Testing

/// The table of interactions in `Docs/UpstreamMapping.md`: what the app does, what it is here, and links to the tests.
@Suite("Interactions of the documented app", .bounded)
struct InteractionTableTests {
    @Test("each row names tests that exist, in one form")
    func rows() throws {
        let page = try String(contentsOf: project.appending(path: "Docs/UpstreamMapping.md"), encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## Interactions\n").last)
        let lines = section.components(separatedBy: "\n## ")[0].components(separatedBy: "\n")
        let rows = lines.filter { $0.hasPrefix("|") }
        #expect(rows.prefix(2) == ["| in the app | here | test |", "|---|---|---|"])
        #expect(rows.count > 28)
        for row in rows.dropFirst(2) {
            let problem = Self.problem(in: row) { file in
                FileManager.default.contents(atPath: project.appending(path: file).systemPath)
                    .map { String(decoding: $0, as: UTF8.self) }
            }
            #expect(problem == nil, "\(row)")
        }
    }

    private static let source = """
        struct ATests {
            @Test("a", arguments: [1])
            func a(number: Int) {
            }

            func helper() {
            }

            // @Test("old")
            func old() {
            }
        }

        private struct Other {
            func a() {
            }
        }
        """

    @Test(
        "a row whose tests exist is accepted",
        arguments: [
            "| the list is empty | `phase` | [`ATests.a`](../Tests/ATests.swift) |",
            "| | `phase` | [`ATests.a`](../Tests/ATests.swift), [`ATests.a`](../Tests/ATests.swift) |",
        ])
    func accepted(row: String) {
        #expect(Self.problem(in: row) { $0 == "Tests/ATests.swift" ? Self.source : nil } == nil)
    }

    @Test(
        "a row in another form, without a test, or with one that does not exist is refused",
        arguments: [
            ("| the list is empty | `phase` | |", "“” links to no test"),
            ("| the list is empty | `phase` | `a` |", "“`a`” links to no test"),
            ("| the list is empty | `phase` | [`a`](../Tests/ATests.swift) |", "links to no test"),
            ("| the list is empty | `phase` | [`ATests.a`](../Tests/ATests.swift), `b` |", "“`b`” links to no test"),
            ("| the list is empty | `phase` | [`ATests.a`](../Tests/BTests.swift) |", "Tests/BTests.swift is missing"),
            ("| the list is empty | `phase` | [`ATests.b`](../Tests/ATests.swift) |", "ATests.b is no test"),
            ("| the list is empty | `phase` | [`ATests.helper`](../Tests/ATests.swift) |", "ATests.helper is no test"),
            ("| the list is empty | `phase` | [`ATests.old`](../Tests/ATests.swift) |", "ATests.old is no test"),
            ("| the list is empty | `phase` | [`Other.a`](../Tests/ATests.swift) |", "Other.a is no test"),
            ("| The list is empty | `phase` | [`ATests.a`](../Tests/ATests.swift) |", "begins with a capital"),
            ("| the list is empty | | [`ATests.a`](../Tests/ATests.swift) |", "says nothing of this package"),
            ("| the list is empty | [`ATests.a`](../Tests/ATests.swift) |", "has 2 cells"),
        ])
    func refused(row: String, reason: String) {
        let problem = Self.problem(in: row) { $0 == "Tests/ATests.swift" ? Self.source : nil }
        #expect(problem?.contains(reason) == true, "\(problem ?? "accepted")")
    }

    /// What is wrong with a row; nil if it is in the form of the table and its tests exist.
    private static func problem(in row: String, sourceOf: (String) -> String?) -> String? {
        let cells = row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard cells.count == 3 else { return "it has \(cells.count) cells" }
        if cells[0].first?.isUppercase == true { return "it begins with a capital" }
        if cells[1].isEmpty { return "it says nothing of this package" }
        for test in cells[2].components(separatedBy: ", ") {
            let link = /\[`(?<suite>\w+)\.(?<name>\w+)`\]\(\.\.\/(?<file>Tests\/[\w\/+]+\.swift)\)/
            guard let match = test.wholeMatch(of: link) else { return "“\(test)” links to no test" }
            guard let source = sourceOf(String(match.file)) else { return "\(match.file) is missing" }
            guard hasTest(match.name, of: match.suite, in: source) else {
                return "\(match.suite).\(match.name) is no test"
            }
        }
        return nil
    }

    /// Whether a suite in a source has a function with the attribute `@Test`.
    private static func hasTest(_ name: Substring, of suite: Substring, in source: String) -> Bool {
        var type: Substring = ""
        var isTest = false
        for line in source.split(separator: "\n") {
            if let declaration = line.firstMatch(of: /^(?:\w+ )*(?:struct|class|extension) (?<name>\w+)/) {
                type = declaration.name
            }
            if line.firstMatch(of: /^ *@Test\b/) != nil { isTest = true }
            guard let function = line.firstMatch(of: /^ *(?:@Test(?:\(.*\))? )?(?:\w+ )*func (?<name>\w+)/) else {
                continue
            }
            if isTest, type == suite, function.name == name { return true }
            isTest = false
        }
        return false
    }
}
