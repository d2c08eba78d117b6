import CoreModule
import Foundation
import Observation
import TestSupport
import Testing

/// A small tree: `Parent` with a screen `Child` in it.
@MainActor
private struct ParentBuilder: Builder {
    static let feature = Feature.part("Parent")
    let dependencies: Dependencies
    let parent: FeatureScope

    struct Dependencies: Sendable {
        let journal: Journal
    }

    func makeGraph(in scope: FeatureScope) -> ParentGraph {
        scope.onDetach { [journal = dependencies.journal] in journal.note("parent ends") }
        let child = ChildBuilder(dependencies: dependencies.journal, parent: scope)
        return ParentGraph(scope: scope, child: child.build(), childBuilder: child)
    }
}

private final class ParentGraph: Graph {
    let scope: FeatureScope
    var child: ChildGraph?
    let childBuilder: ChildBuilder

    init(scope: FeatureScope, child: ChildGraph, childBuilder: ChildBuilder) {
        self.scope = scope
        self.child = child
        self.childBuilder = childBuilder
    }
}

private struct ChildBuilder: Builder {
    static let feature = Feature.screen("Child")
    let dependencies: Journal
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ChildGraph {
        scope.onDetach { [dependencies] in dependencies.note("child ends") }
        return ChildGraph(scope: scope, viewModel: ChildViewModel())
    }
}

private final class ChildGraph: Graph {
    let scope: FeatureScope
    let viewModel: ChildViewModel

    init(scope: FeatureScope, viewModel: ChildViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

@MainActor
@Observable
private final class ChildViewModel {
    var seen: [Int] = []
}

private final class Journal: Sendable {
    private let stored = Locked<[String]>([])
    var lines: [String] { stored.withLock { $0 } }

    func note(_ line: String) { stored.withLock { $0.append(line) } }
}

@MainActor
@Suite("Features, scopes and the live tree", .timeLimit(.minutes(5)))
struct FeatureTests {
    private let time = ManualTime()
    private let journal = Journal()

    private func build(_ tree: FeatureTree) -> ParentGraph {
        ParentBuilder(dependencies: .init(journal: journal), parent: tree.root).build()
    }

    @Test("the live tree shows what is installed, under which parent, since when, with its dependencies and outputs")
    func snapshot() throws {
        let tree = FeatureTree(clock: time.clock)
        #expect(tree.snapshot().isEmpty)
        let graph = build(tree)
        let parent = try #require(tree.snapshot().first)
        #expect(tree.snapshot().count == 1)
        #expect(parent.feature.name == "Parent")
        #expect(parent.roles == [.builder, .graph])
        #expect(parent.since == time.now)
        #expect(parent.dependencies == ["journal"])
        #expect(parent.outputs == ["child", "childBuilder"])
        #expect(parent.children.map(\.path.description) == ["Parent / Child"])
        #expect(parent.children.first?.feature.kind == .screen)
        #expect(parent.children.first?.outputs == ["viewModel"])
        #expect(tree.text() == "Parent (B G)\n└── [Child] (B G MVVM)")
        graph.detach()
        #expect(tree.text().isEmpty)
    }

    @Test("every feature of a type shows its own dependencies and is watched for leaks")
    func secondOfAType() throws {
        struct NeedsBuilder<Dependencies>: Builder {
            static var feature: Feature { .part("Needs") }
            let dependencies: Dependencies
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> ChildGraph {
                ChildGraph(scope: scope, viewModel: ChildViewModel())
            }
        }
        let tree = FeatureTree()
        let first = NeedsBuilder(dependencies: Journal(), parent: tree.root).build()
        let second = NeedsBuilder(dependencies: Journal(), parent: tree.root).build()
        let third = NeedsBuilder<any Sendable>(dependencies: Journal(), parent: tree.root).build()
        let fourth = NeedsBuilder<any Sendable>(
            dependencies: ParentBuilder.Dependencies(journal: Journal()), parent: tree.root
        )
        .build()
        #expect(tree.snapshot().map(\.dependencies) == [["Journal"], ["Journal"], ["Journal"], ["journal"]])
        for graph in [first, second, third, fourth] { graph.detach() }
        let objects = tree.leaks().map(\.object)
        #expect(objects == Array(repeating: ["graph", "viewModel"], count: 4).flatMap(\.self))
        withExtendedLifetime([first, second, third, fourth]) {}
    }

    @Test("a child that is built lazily is an output from the start, and ends with its parent")
    func lazyChild() throws {
        final class LazyGraph: Graph {
            let scope: FeatureScope
            private(set) lazy var child = ChildBuilder(dependencies: Journal(), parent: scope).build()
            init(scope: FeatureScope) { self.scope = scope }
        }
        struct LazyBuilder: Builder {
            static let feature = Feature.part("Lazy")
            let dependencies: Void
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> LazyGraph { LazyGraph(scope: scope) }
        }
        let tree = FeatureTree()
        let graph = LazyBuilder(dependencies: (), parent: tree.root).build()
        #expect(try #require(tree.snapshot().first).outputs == ["child"])
        #expect(try #require(tree.snapshot().first).children.isEmpty)
        let child = graph.child
        #expect(try #require(tree.snapshot().first).children.map(\.feature.name) == ["Child"])
        graph.detach()
        #expect(child.scope.isDetached)
        #expect(tree.snapshot().isEmpty)
    }

    @Test("the roles are those of the graph's properties")
    func roles() throws {
        final class Service: Sendable {}
        final class MixedGraph: Graph {
            let scope: FeatureScope
            let router: ScreenRouter<Void, ChildGraph>?
            let navigation: NavigationStack?
            let viewModel: ChildViewModel?
            let service: Service?
            let child: ChildGraph?
            init(_ scope: FeatureScope, _ mix: Mix) {
                let stack = NavigationStack()
                let child = ChildBuilder(dependencies: Journal(), parent: scope)
                self.scope = scope
                router = mix.contains(.router) ? ScreenRouter(navigator: stack, to: child) : nil
                navigation = mix.contains(.navigation) ? stack : nil
                viewModel = mix.contains(.viewModel) ? ChildViewModel() : nil
                service = mix.contains(.service) ? Service() : nil
                self.child = mix.contains(.child) ? child.build() : nil
            }
        }
        enum Output { case router, navigation, viewModel, service, child }
        typealias Mix = Set<Output>
        struct MixedBuilder: Builder {
            static let feature = Feature.viewless("Mixed")
            let dependencies: Mix
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> MixedGraph { MixedGraph(scope, dependencies) }
        }
        struct BareBuilder: Builder {
            static let feature = Feature.viewless("Bare")
            let dependencies: Void
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> BareGraph { BareGraph(scope: scope) }
        }
        final class BareGraph: Graph {
            let scope: FeatureScope
            init(scope: FeatureScope) { self.scope = scope }
        }
        let tree = FeatureTree()
        func roles(_ outputs: Output...) throws -> String {
            let graph = MixedBuilder(dependencies: Mix(outputs), parent: tree.root).build()
            defer { graph.detach() }
            return try #require(tree.text().split(separator: "\n").first).split(separator: "Mixed ").joined()
        }
        #expect(try roles(.router) == "(B G R)")
        #expect(try roles(.navigation) == "(B G)")
        #expect(try roles(.viewModel) == "(B G MVVM)")
        #expect(try roles(.service) == "(B G D)")
        #expect(try roles(.service, .router) == "(B G R D)")
        #expect(try roles(.service, .viewModel) == "(B G MVVM)")
        #expect(try roles(.service, .navigation, .child) == "(B G)")
        let bare = BareBuilder(dependencies: (), parent: tree.root).build()
        #expect(tree.text() == "Bare (B)")
        withExtendedLifetime(bare) {}
    }

    @Test("each build makes a fresh feature")
    func freshGraphs() {
        let tree = FeatureTree()
        let graph = build(tree)
        let second = graph.childBuilder.build()
        #expect(second !== graph.child)
        #expect(second.scope.id != graph.child?.scope.id)
        #expect(tree.snapshot().first?.children.count == 2)
    }

    @Test("detaching is depth-first, and a second call does nothing")
    func detaching() {
        let tree = FeatureTree()
        let graph = build(tree)
        graph.detach()
        graph.detach()
        #expect(journal.lines == ["child ends", "parent ends"])
        #expect(graph.scope.isDetached)
        #expect(graph.child?.scope.isDetached == true)
    }

    @Test("a feature whose graph is released ends as well")
    func forgetting() {
        let tree = FeatureTree()
        var graph: ParentGraph? = build(tree)
        graph?.child = nil
        #expect(journal.lines == ["child ends"])
        #expect(tree.text() == "Parent (B G)")
        graph = nil
        #expect(journal.lines == ["child ends", "parent ends"])
        #expect(tree.snapshot().isEmpty)
    }

    @Test("a tree that nothing holds exists as long as its first feature")
    func treeIsKept() {
        let graph = ParentBuilder(dependencies: .init(journal: journal), parent: FeatureTree().root).build()
        #expect(!graph.scope.isDetached)
        graph.detach()
        #expect(journal.lines == ["child ends", "parent ends"])
    }

    @Test("a child whose graph is still held ends with its parent")
    func forgottenParent() {
        let tree = FeatureTree()
        var graph: ParentGraph? = build(tree)
        let child = graph?.child
        graph = nil
        #expect(child?.scope.isDetached == true)
        #expect(tree.snapshot().isEmpty)
    }

    @Test("a feature that is built under an ended parent is detached from the start")
    func bornDetached() {
        let tree = FeatureTree()
        let graph = build(tree)
        graph.detach()
        let late = graph.childBuilder.build()
        #expect(late.scope.isDetached)
        #expect(tree.snapshot().isEmpty)
        #expect(journal.lines.last == "child ends")
        late.scope.run { Issue.record("a detached scope must start no task") }
    }

    @Test("a task of a scope is cancelled when the scope ends")
    func tasks() async {
        let tree = FeatureTree()
        let graph = build(tree)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let isCancelled = await withCheckedContinuation { done in
            graph.scope.run {
                continuation.yield()
                // Ends only by cancellation: nothing finishes this stream.
                for await _ in AsyncStream<Void>.makeStream().stream {}
                done.resume(returning: Task.isCancelled)
            }
            Task {
                for await _ in stream { break }
                graph.detach()
            }
        }
        #expect(isCancelled)
    }

    @Test("a scope passes a stream's elements to its object in order, and unsubscribes when it ends")
    func observing() async throws {
        let tree = FeatureTree()
        let graph = build(tree)
        let stream = EventStream<Int>()
        let viewModel = ChildViewModel()
        await withCheckedContinuation { done in
            graph.scope.observe(stream.events(), with: viewModel) { viewModel, number in
                viewModel.seen.append(number)
                if number == 100 { done.resume() }
            }
            for number in 1...100 { stream.send(number) }
        }
        #expect(viewModel.seen == Array(1...100))
        #expect(stream.subscriberCount == 1)
        graph.detach()
        try await eventually { stream.subscriberCount == 0 }
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
        #expect(tree.leaks().first?.detachedAt == time.now)
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

    @Test("off the main actor a tree shows the same as on it, once the main actor was free")
    func askedElsewhere() async throws {
        let tree = FeatureTree()
        let graph = build(tree)
        #expect(try await tree.outputs(of: "Parent") == ["child", "childBuilder"])
        #expect(await Task.detached { tree.text() }.value == tree.text())
        withExtendedLifetime(graph) {}
    }

    @Test("without a leak detector a tree shows the same")
    func noLeakWatch() {
        let (watched, unwatched) = (FeatureTree(), FeatureTree(leakDetector: nil))
        let graphs = [build(watched), build(unwatched)]
        #expect(watched.snapshot().map(\.outputs) == unwatched.snapshot().map(\.outputs))
        #expect(watched.text() == unwatched.text())
        for graph in graphs { graph.detach() }
        #expect(unwatched.snapshot().isEmpty)
        withExtendedLifetime(graphs) {}
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
        await time.advanceToNextSleep()
        try await eventually { told.lines.count >= 3 }
        #expect(Set(told.lines) == ["Parent: graph", "Parent / Child: graph", "Parent / Child: viewModel"])
        slow = nil
        var other: ParentGraph? = build(tree)
        other?.detach()
        time.advance(by: 1)
        other = nil
        await time.advanceToNextSleep()
        // The feature above reports nothing. A later feature's report shows that its time has passed.
        let last = build(tree)
        last.detach()
        await time.advanceToNextSleep()
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

    @Test("a snapshot can be taken on another thread while features come and go")
    func askedMeanwhile() async {
        let tree = FeatureTree()
        let asking = Task.detached {
            while !Task.isCancelled {
                _ = (tree.snapshot(), tree.leaks())
                await Task.yield()
            }
        }
        for _ in 0..<500 {
            build(tree).detach()
            _ = build(tree)
        }
        asking.cancel()
        await asking.value
        #expect(tree.snapshot().isEmpty)
        #expect(tree.leaks().isEmpty)
    }

    @Test("installing and detaching is logged by path")
    func logging() {
        let log = InMemoryLogHandler()
        let tree = FeatureTree(logger: Logger(label: "feature", minimumLevel: .debug, handler: log))
        build(tree).detach()
        let lines = log.events.map { "\($0.message) \($0.metadata.map(\.value).joined())" }
        #expect(
            lines == [
                "feature installed Parent", "feature installed Parent / Child", "feature detached Parent / Child",
                "feature detached Parent",
            ])
    }
}

extension FeatureTree {
    /// The outputs of the first feature, read off the main actor as soon as they are there.
    @concurrent
    fileprivate func outputs(of name: String) async throws -> [String] {
        while true {
            try Task.checkCancellation()
            let node = try #require(snapshot().first { $0.feature.name == name })
            if !node.outputs.isEmpty { return node.outputs }
            await Task.yield()
        }
    }
}

@MainActor
@Suite("Navigation")
struct NavigationTests {
    private let tree = FeatureTree()

    private func screen() -> ChildGraph {
        ChildBuilder(dependencies: Journal(), parent: tree.root).build()
    }

    @Test("a front end that binds to the path can dismiss screens, but not open any")
    func path() {
        let tree = FeatureTree()
        let stack = NavigationStack()
        let screens = (0..<4).map { _ in ChildBuilder(dependencies: Journal(), parent: tree.root).build() }
        for screen in screens.dropLast() { stack.show(screen) }
        #expect(stack.path == screens.dropLast().map(OpenScreen.init))
        #expect(stack.path.map(\.id) == screens.dropLast().map(\.scope.id))
        stack.path.append(OpenScreen(screens[3]))
        #expect(stack.screens.count == 3)
        stack.path.remove(at: 1)
        #expect(stack.path == [OpenScreen(screens[0])])
        #expect(screens.map(\.scope.isDetached) == [false, true, true, false])
        stack.path = []
        #expect(stack.screens.isEmpty && screens[0].scope.isDetached)
    }

    @Test("a router builds the next screen and shows it; popping ends it")
    func pushAndPop() {
        let stack = NavigationStack()
        let router = ScreenRouter(navigator: stack, to: ChildBuilder(dependencies: Journal(), parent: tree.root))
        let first = router.open()
        let second = router.open()
        #expect(stack.screens.map(\.scope.id) == [first.scope.id, second.scope.id])
        #expect(stack.top === second)
        stack.pop()
        #expect(second.scope.isDetached)
        #expect(!first.scope.isDetached)
        stack.popAll()
        #expect(first.scope.isDetached)
        #expect(stack.screens.isEmpty)
        stack.pop()
    }

    @Test("dismissing a screen dismisses all above it too; a screen that is not shown is ignored")
    func dismiss() {
        let stack = NavigationStack()
        let screens = (0..<4).map { _ in screen() }
        for screen in screens.dropLast() { stack.show(screen) }
        stack.dismiss(screens[3].scope.id)
        #expect(stack.screens.count == 3)
        stack.dismiss(screens[1].scope.id)
        #expect(stack.screens.count == 1)
        #expect(screens[1].scope.isDetached && screens[2].scope.isDetached && !screens[0].scope.isDetached)
    }

    @Test("a screen whose router leads back to the stack that owns it does not keep the stack alive")
    func noCycle() {
        weak var weakStack: NavigationStack?
        do {
            let stack = NavigationStack()
            weakStack = stack
            let router = ScreenRouter(navigator: stack, to: ChildBuilder(dependencies: Journal(), parent: tree.root))
            stack.show(RouteGraph(scope: screen().scope, router: router))
        }
        #expect(weakStack == nil)
    }
}
