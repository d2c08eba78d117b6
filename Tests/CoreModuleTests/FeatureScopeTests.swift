import CoreModule
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("Features and their scopes", .bounded)
struct FeatureScopeTests {
    private let journal = Journal()

    private func build(_ tree: FeatureTree) -> ParentGraph {
        ParentBuilder(dependencies: .init(journal: journal), parent: tree.root).build()
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

    @Test("handlers of detaching run in reverse order")
    func endings() {
        let graph = build(FeatureTree())
        for number in 1...3 { graph.scope.onDetach { [journal] in journal.note("\(number)") } }
        graph.detach()
        #expect(journal.lines == ["child ends", "3", "2", "1", "parent ends"])
    }

    @Test("a feature whose graph is released ends as well")
    func forgetting() {
        let tree = FeatureTree()
        var graph: ParentGraph? = build(tree)
        graph?.child = nil
        #expect(journal.lines == ["child ends"])
        #expect(tree.drawing() == "Parent (B G)")
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

    @Test("siblings stay in the order of installing, whichever of them end")
    func orderOfSiblings() {
        for seed in 0..<TestScale.count(20, full: 400) {
            var random = SeededGenerator(seed: UInt64(seed))
            let tree = FeatureTree()
            var graphs: [ChildGraph] = []
            for _ in 0..<100 {
                if let index = graphs.indices.randomElement(using: &random), Int.random(in: 0..<5, using: &random) < 2 {
                    // By a call, and by the release of the graph.
                    if Bool.random(using: &random) { graphs[index].detach() }
                    graphs.remove(at: index)
                } else {
                    graphs.append(ChildBuilder(dependencies: journal, parent: tree.root).build())
                }
                #expect(tree.snapshot().map(\.id) == graphs.map(\.scope.id), "seed \(seed)")
            }
        }
    }

    @Test("siblings end newest first with their parent, also if some ended before")
    func endOfSiblings() {
        let parent = ParentBuilder(dependencies: .init(journal: journal), parent: FeatureTree().root).build()
        let siblings = (0..<100).map { number in
            let child = parent.childBuilder.build()
            child.scope.onDetach { [journal] in journal.note("\(number)") }
            return child
        }
        for number in stride(from: 0, to: 100, by: 3) { siblings[number].detach() }
        let early = Set(journal.lines)
        // The optimizer releases graphs after their last use, and then they end.
        withExtendedLifetime(siblings) { parent.detach() }
        let late = journal.lines.compactMap { Int($0) }.filter { !early.contains("\($0)") }
        #expect(late == (0..<100).reversed().filter { !$0.isMultiple(of: 3) })
    }

    @Test("siblings may end on any thread while others are built and the tree is asked")
    func siblingsMeanwhile() async {
        let tree = FeatureTree()
        let kept = (0..<100).map { _ in ChildBuilder(dependencies: journal, parent: tree.root).build() }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                let scope = ChildBuilder(dependencies: journal, parent: tree.root).build().scope
                group.addTask {
                    scope.detach()
                    _ = tree.snapshot()
                }
            }
        }
        #expect(tree.snapshot().map(\.id) == kept.map(\.scope.id))
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

    @Test("a graph that is kept is logged at once as dead if its parent was released, or had ended; no other is")
    func deadGraphs() async throws {
        let log = EventLogger.InMemoryHandler()
        let tree = FeatureTree(logger: EventLogger(label: "t", minimumLevel: .warning, handler: log))
        func reasons() -> [String?] { log.events.map { $0.metadata.first { $0.key == "reason" }?.value } }
        // Its child's graph is released with it.
        var parent: ParentGraph? = build(tree)
        parent = nil
        // What shows a screen may hold the graphs for a while after it was detached.
        parent = build(tree)
        let detached = parent?.child
        parent?.detach()
        parent = build(tree)
        let kept = parent?.childBuilder.build()
        parent = nil
        try await eventually { !log.events.isEmpty }
        #expect(reasons() == ["its parent was released"] && log.events[0].line.contains("path=Parent / Child"))
        let ended = build(tree)
        ended.detach()
        let late = ended.childBuilder.build()
        #expect(reasons() == ["its parent was released", "its parent had ended when it was built"])
        withExtendedLifetime((detached, kept, ended, late)) {}
    }

    @Test("a scope keeps no task that has ended")
    func endedTasks() async {
        let scope = build(FeatureTree()).scope
        for _ in 0..<3 { await scope.run {}?.value }
        #expect(scope.taskCount == 0)
        let latch = Latch()
        let waiting = scope.run { await latch.wait() }
        await scope.run {}?.value
        #expect(scope.taskCount == 1)
        latch.open()
        await waiting?.value
        #expect(scope.taskCount == 0)
    }

    @Test("a task of a scope is cancelled when the scope ends")
    func tasks() async throws {
        let graph = build(FeatureTree())
        graph.scope.run { [journal] in
            journal.note("task begins")
            // Ends only by cancellation: nothing finishes this stream.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            journal.note("task is cancelled: \(Task.isCancelled)")
        }
        try await eventually { journal.lines == ["task begins"] }
        graph.detach()
        try await eventually { journal.lines.last == "task is cancelled: true" }
    }

    @Test("a scope passes a stream's elements to its object in order, and unsubscribes when it ends")
    func observing() async throws {
        let tree = FeatureTree()
        let graph = build(tree)
        let stream = EventStream<Int>()
        let viewModel = ChildViewModel()
        graph.scope.observe(stream.events(), with: viewModel) { viewModel, number in
            viewModel.seen.append(number)
        }
        for number in 1...100 { stream.send(number) }
        try await eventually { viewModel.seen.count >= 100 }
        #expect(viewModel.seen == Array(1...100))
        #expect(stream.subscriberCount == 1)
        graph.detach()
        try await eventually { stream.subscriberCount == 0 }
    }
}
