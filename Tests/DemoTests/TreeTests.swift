import CoreModule
import Foundation
import TestSupport
import Testing
import superapp_demo

/// After a change of the tree, run these tests once with `UPDATE_TREE=1` in the environment. That writes the README's tree and
/// picture.
@Suite("The demo's tree", .bounded)
@MainActor
struct TreeTests {
    private static let project = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let picture = project.appending(path: "Docs/Images/tree.svg")
    private static let readme = project.appending(path: "README.md")
    private static let isUpdate = ProcessInfo.processInfo.environment["UPDATE_TREE"] != nil

    private func tree(_ format: FeatureTreeFormat) async throws -> String {
        let typing = Typing([])
        #expect(await Demo.withApp(typing.terminal) { try $0.drawTree(format) } == 0)
        return typing.output
    }

    @Test("the picture in the README is up to date")
    func picture() async throws {
        let svg = try await tree(.svg)
        if Self.isUpdate { try svg.write(to: Self.picture, atomically: true, encoding: .utf8) }
        #expect(
            try String(contentsOf: Self.picture, encoding: .utf8) == svg,
            "run once: UPDATE_TREE=1 swift test --filter TreeTests")
        #expect(try String(contentsOf: Self.readme, encoding: .utf8).contains("](Docs/Images/tree.svg)"))
    }

    @Test("the tree in the README is up to date, and is what the demo draws")
    func text() async throws {
        let text = try await tree(.text)
        let (start, end) = ("<!-- tree -->\n```\n", "```\n")
        var readme = try String(contentsOf: Self.readme, encoding: .utf8)
        let before = try #require(readme.range(of: start))
        let after = try #require(readme.range(of: end, range: before.upperBound..<readme.endIndex))
        if Self.isUpdate {
            readme.replaceSubrange(before.upperBound..<after.lowerBound, with: text)
            try readme.write(to: Self.readme, atomically: true, encoding: .utf8)
        }
        #expect(readme.contains(start + text + end), "run once: UPDATE_TREE=1 swift test --filter TreeTests")
        let typing = Typing([])
        #expect(await Demo.run(["tree"], typing.terminal) == 0)
        #expect(typing.output == text)
    }
}
