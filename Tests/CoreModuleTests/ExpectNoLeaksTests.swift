import CoreModule
import TestSupport
import Testing

/// A screen that can be made to keep itself alive.
private final class SearchGraph: Graph {
    let scope: FeatureScope
    var kept: (any Graph)?

    init(scope: FeatureScope) { self.scope = scope }
}

@MainActor
private struct SearchBuilder: Builder {
    static let feature = Feature.screen("Search")
    let dependencies: Void = ()
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchGraph { SearchGraph(scope: scope) }
}

@MainActor
@Suite("Expecting no leaks", .bounded)
struct ExpectNoLeaksTests {
    private let tree = FeatureTree()
    private let journal = Journal()

    private func buildParent() -> ParentGraph {
        ParentBuilder(dependencies: .init(journal: journal), parent: tree.root).build()
    }

    /// The leaks of the tree, without waiting; nil if there are none.
    private func error(keeping kept: [FeatureNode] = []) async -> FeatureLeaks? {
        do {
            try await tree.expectNoLeaks(keeping: kept, within: .zero)
            return nil
        } catch {
            return error
        }
    }

    private func leaks(keeping kept: [FeatureNode] = []) async -> [FeatureLeak] {
        await error(keeping: kept)?.leaks ?? []
    }

    @Test("a tree whose features were put away has no leaks, without a wait")
    func nothing() async throws {
        try await tree.expectNoLeaks(within: .zero)
        var graph: ParentGraph? = buildParent()
        graph?.detach()
        graph = nil
        try await tree.expectNoLeaks(within: .zero)
        graph = buildParent()
        graph = nil
        try await tree.expectNoLeaks(within: .zero)
    }

    @Test("a feature that nobody detached is reported once, without the features under it")
    func installed() async {
        let graph = buildParent()
        #expect(
            await leaks().map(\.description) == [
                "Parent is still installed: nobody detached it, and its graph is still held, perhaps by itself"
            ])
        #expect(tree.leaks().isEmpty)
        withExtendedLifetime(graph) {}
    }

    @Test("a graph that keeps itself alive is reported, although nobody else holds it")
    func cycle() async {
        var graph: SearchGraph? = SearchBuilder(parent: tree.root).build()
        graph?.kept = graph
        weak let alive = graph
        graph = nil
        #expect(alive != nil)
        let found = await leaks()
        #expect(found.map(\.kind) == [.stillInstalled])
        #expect(found.map(\.path.description) == ["Search"])
        #expect(found.map(\.object) == ["graph"])
        alive?.kept = nil
        #expect(await leaks().isEmpty)
    }

    @Test("a graph that is kept by a closure of its own scope is reported; detaching it is enough")
    func cycleThroughScope() async {
        var graph: SearchGraph? = SearchBuilder(parent: tree.root).build()
        if let graph { graph.scope.onDetach { withExtendedLifetime(graph) {} } }
        weak let scope = graph?.scope
        graph = nil
        #expect(await leaks().map(\.kind) == [.stillInstalled])
        scope?.detach()
        #expect(await leaks().isEmpty)
    }

    @Test("a graph that keeps itself alive is reported when its parent ends, with its own path")
    func cycleUnderParent() async {
        let parent = buildParent()
        var graph: SearchGraph? = SearchBuilder(parent: parent.scope).build()
        graph?.kept = graph
        weak let alive = graph
        graph = nil
        parent.detach()
        #expect(
            tree.leaks().map(\.description).contains(
                "graph of Parent / Search outlived its feature, which ended with its parent: nobody detached it"))
        alive?.kept = nil
        withExtendedLifetime(parent) {}
    }

    @Test("a graph that is kept after its parent was released is reported as one that nobody detached")
    func endedWithParent() async {
        var parent: ParentGraph? = buildParent()
        let detached = parent?.childBuilder.build()
        detached?.detach()
        let child = parent?.child
        _ = tree.snapshot()
        parent = nil
        let graphs = tree.leaks().filter { $0.object == "graph" }
        #expect(graphs.map(\.kind) == [.endedWithParent, .outlived])
        #expect(graphs.map(\.path.description) == ["Parent / Child", "Parent / Child"])
        withExtendedLifetime((child, detached)) {}
    }

    @Test("a feature that was built under an ended parent is reported if it lives on")
    func builtTooLate() {
        let parent = buildParent()
        parent.detach()
        var late: SearchGraph? = SearchBuilder(parent: parent.scope).build()
        #expect(tree.leaks().map(\.path.description).contains("Parent / Search"))
        withExtendedLifetime(late) {}
        late = nil
        #expect(!tree.leaks().map(\.path.description).contains("Parent / Search"))
        withExtendedLifetime(parent) {}
    }

    @Test("a feature that ended on another thread, inspected or not, is reported if it lives on")
    func endedElsewhere() async {
        let graph = SearchBuilder(parent: tree.root).build()
        await Task.detached { [scope = graph.scope] in scope.detach() }.value
        #expect(tree.leaks().map(\.object) == ["graph"])
        withExtendedLifetime(graph) {}
    }

    @Test("a feature whose graph was released is reported if its scope is still held")
    func heldScope() async {
        let router: ScreenRouter<Void, ChildGraph>
        let stack = ScreenStack()
        do {
            let graph = SearchBuilder(parent: tree.root).build()
            router = RouteBuilder(navigator: stack, parent: graph.scope) {
                ChildBuilder(dependencies: journal, parent: $0)
            }.buildRouter()
        }
        let found = await leaks()
        #expect(found.map(\.object) == ["scope"])
        #expect(found.first?.description.hasPrefix("Search is still installed: its graph was released") == true)
        withExtendedLifetime(router) {}
    }

    @Test("features of an earlier snapshot may live, and later ones under them may not")
    func keepingSnapshot() async {
        let parent = buildParent()
        let before = tree.snapshot()
        #expect(await leaks(keeping: before).isEmpty)
        let search = SearchBuilder(parent: parent.scope).build()
        #expect(await leaks(keeping: before).map(\.path.description) == ["Parent / Search"])
        search.detach()
        #expect(await leaks(keeping: before).map(\.description) == ["graph of Parent / Search outlived its feature"])
        withExtendedLifetime((parent, search)) {}
    }

    @Test("an object that is released within the limit is no leak")
    func waiting() async throws {
        var graph: SearchGraph? = SearchBuilder(parent: tree.root).build()
        let held = Locked<SearchGraph?>(graph)
        graph?.detach()
        graph = nil
        // Runs when this test waits.
        Task { held.withLock { $0 = nil } }
        try await tree.expectNoLeaks(within: .seconds(600))
        #expect(held.withLock { $0 == nil })
    }

    @Test("a cancelled caller does not wait")
    func cancelled() async {
        let graph = SearchBuilder(parent: tree.root).build()
        let waiting = Task { try await tree.expectNoLeaks(within: .seconds(100_000)) }
        waiting.cancel()
        await #expect(throws: FeatureLeaks.self) { try await waiting.value }
        withExtendedLifetime(graph) {}
    }

    @Test("the error has a line for each leak")
    func lines() async {
        var parent: ParentGraph? = buildParent()
        let model = parent?.child?.viewModel
        parent?.detach()
        parent = nil
        let search = SearchBuilder(parent: tree.root).build()
        let lines = await error()?.description.split(separator: "\n")
        #expect(
            lines == [
                "viewModel of Parent / Child outlived its feature",
                "Search is still installed: nobody detached it, and its graph is still held, perhaps by itself",
            ])
        withExtendedLifetime((model, search)) {}
    }
}
