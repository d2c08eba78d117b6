import CoreModule
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("The live tree", .bounded)
struct FeatureTreeTests {
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
        #expect(tree.drawing() == "Parent (B G)\n└── [Child] (B G MVVM)")
        graph.detach()
        #expect(tree.drawing().isEmpty)
    }

    @Test("a feature is inspected once, when the main actor is free")
    func inspections() async {
        struct CountedBuilder: Builder {
            static let feature = Feature.part("Counted")
            let dependencies: Locked<Int>
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> CountedGraph { CountedGraph(scope: scope, count: dependencies) }
        }
        let count = Locked(0)
        let tree = FeatureTree()
        let builder = CountedBuilder(dependencies: count, parent: tree.root)
        let (kept, ended) = (builder.build(), builder.build())
        // Behind the task that inspects.
        await Task { @MainActor in }.value
        #expect(count.withLock { $0 } == 2)
        ended.detach()
        #expect(count.withLock { $0 } == 2)
        #expect(tree.snapshot().map(\.outputs) == [["count"]])
        #expect(count.withLock { $0 } == 2)
        kept.detach()
    }

    @Test("an ended feature's dependencies are released at once")
    func releasesDependencies() {
        struct HoldingBuilder: Builder {
            static let feature = Feature.part("Holding")
            let dependencies: ChildViewModel
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> ChildGraph {
                ChildGraph(scope: scope, viewModel: ChildViewModel())
            }
        }
        let tree = FeatureTree()
        weak var held: ChildViewModel?
        let graph: ChildGraph
        do {
            let dependency = ChildViewModel()
            held = dependency
            graph = HoldingBuilder(dependencies: dependency, parent: tree.root).build()
        }
        #expect(held != nil)
        graph.detach()
        #expect(held == nil)
    }

    @Test("the end of a feature may end another one that it keeps, before they are inspected")
    func endsAnother() {
        final class Holder: Sendable {
            let graph: Locked<ChildGraph?> = Locked(nil)
        }
        struct HoldingBuilder: Builder {
            static let feature = Feature.part("Holding")
            let dependencies: Holder
            let parent: FeatureScope
            func makeGraph(in scope: FeatureScope) -> ChildGraph {
                ChildGraph(scope: scope, viewModel: ChildViewModel())
            }
        }
        let tree = FeatureTree()
        func build(holding held: ChildGraph?) -> ChildGraph {
            let holder = Holder()
            holder.graph.withLock { $0 = held }
            return HoldingBuilder(dependencies: holder, parent: tree.root).build()
        }
        let graph = build(holding: build(holding: build(holding: nil)))
        graph.detach()
        #expect(tree.snapshot().isEmpty)
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
            let navigation: ScreenStack?
            let viewModel: ChildViewModel?
            let service: Service?
            let child: ChildGraph?
            init(_ scope: FeatureScope, _ mix: Mix) {
                let stack = ScreenStack()
                let child = ChildBuilder(dependencies: Journal(), parent: scope)
                self.scope = scope
                router =
                    mix.contains(.router)
                    ? RouteBuilder(navigator: stack, parent: scope) { _ in child }.buildRouter() : nil
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
            return try #require(tree.drawing().split(separator: "\n").first).split(separator: "Mixed ").joined()
        }
        #expect(try roles(.router) == "(B G R)")
        #expect(try roles(.navigation) == "(B G)")
        #expect(try roles(.viewModel) == "(B G MVVM)")
        #expect(try roles(.service) == "(B G D)")
        #expect(try roles(.service, .router) == "(B G R D)")
        #expect(try roles(.service, .viewModel) == "(B G MVVM)")
        #expect(try roles(.service, .navigation, .child) == "(B G)")
        let bare = BareBuilder(dependencies: (), parent: tree.root).build()
        #expect(tree.drawing() == "Bare (B)")
        withExtendedLifetime(bare) {}
    }

    @Test("off the main actor a tree shows the same as on it, once the main actor was free")
    func askedElsewhere() async throws {
        let tree = FeatureTree()
        let graph = build(tree)
        #expect(try await tree.outputs(of: "Parent") == ["child", "childBuilder"])
        #expect(await Task.detached { tree.drawing() }.value == tree.drawing())
        withExtendedLifetime(graph) {}
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
        let log = EventLogger.InMemoryHandler()
        let tree = FeatureTree(logger: EventLogger(label: "feature", minimumLevel: .debug, handler: log))
        build(tree).detach()
        let lines = log.events.map { "\($0.message) \($0.metadata.map(\.value).joined())" }
        #expect(
            lines == [
                "feature installed Parent", "feature installed Parent / Child", "feature detached Parent / Child",
                "feature detached Parent",
            ])
    }
}
