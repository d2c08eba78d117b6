import CoreModule
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("Leaks of features", .bounded)
struct LeakDetectorTests {
    private let time = ManualTime()
    private let journal = Journal()

    private func build(_ tree: FeatureTree) -> ParentGraph {
        ParentBuilder(dependencies: .init(journal: journal), parent: tree.root).build()
    }

    @Test("an object that outlives its feature is reported by name and path; one that does not is not")
    func leaks() {
        let tree = FeatureTree(clock: time.clock)
        var graph: ParentGraph? = build(tree)
        let leaked = graph?.child?.viewModel
        graph?.detach()
        graph = nil
        #expect(
            tree.leaks().map(\.description) == ["viewModel of Parent / Child outlived its feature"])
        withExtendedLifetime(leaked) {}
        var other: ParentGraph? = build(tree)
        other?.detach()
        other = nil
        #expect(tree.leaks().filter { $0.object == "graph" }.isEmpty)
    }

    @Test("an object that is kept while its graph is released without a detach is reported too")
    func leakOfReleasedGraph() async throws {
        let tree = FeatureTree()
        var graph: ChildGraph? = ChildBuilder(dependencies: journal, parent: tree.root).build()
        let kept = graph?.viewModel
        // The main actor was free meanwhile, and the graph was inspected.
        #expect(try await tree.outputs(of: "Child") == ["viewModel"])
        graph = nil
        #expect(tree.leaks().map(\.description) == ["viewModel of Child outlived its feature"])
        withExtendedLifetime(kept) {}
    }

    @Test("a leak is reported once, after the delay; an object that was released by then is not reported")
    func leakDetector() async throws {
        let told = Journal()
        let tree = FeatureTree(
            clock: time.clock,
            leakDetector: LeakDetector(after: .seconds(3), sleeper: time.sleeper) {
                told.note("\($0.path): \($0.object)")
            })
        var slow: ParentGraph? = build(tree)
        let kept = slow?.child?.viewModel
        slow?.detach()
        try await time.advanceToNextSleep()
        try await eventually { told.lines.count >= 3 }
        #expect(Set(told.lines) == ["Parent: graph", "Parent / Child: graph", "Parent / Child: viewModel"])
        slow = nil
        var other: ParentGraph? = build(tree)
        other?.detach()
        time.advance(by: 1)
        other = nil
        try await time.advanceToNextSleep()
        // The feature above reports nothing. A later feature's report shows that its time has passed.
        let last = build(tree)
        last.detach()
        try await time.advanceToNextSleep()
        try await eventually { told.lines.count >= 6 }
        #expect(told.lines.count == 6)
        withExtendedLifetime((kept, last)) {}
    }

    @Test("a tree that is released while it watches for leaks is deallocated")
    func forgottenWatch() async {
        var tree: FeatureTree? = FeatureTree(
            clock: time.clock, leakDetector: LeakDetector(sleeper: time.sleeper) { _ in })
        weak let weakTree = tree
        var graph = tree.map { build($0) }
        graph?.detach()
        _ = await time.nextSleep()
        graph = nil
        tree = nil
        #expect(weakTree == nil)
    }
}
