import CoreModule
import Observation
import SuperappTesting
import TestSupport
import Testing

private struct Refused: LoggedError, Hashable {
    let code: String
    var logLevel: EventLogger.Level { .info }
}

/// Answers that a test gives one by one, in any order.
private final class Answers<Value: Sendable>: Sendable {
    private let promises = Locked<[Promise<Result<Value, Refused>>]>([])

    /// How many calls have asked.
    var count: Int { promises.withLock(\.count) }

    func next() async throws(Refused) -> Value {
        let promise = Promise<Result<Value, Refused>>()
        promises.withLock { $0.append(promise) }
        return try await promise.value(whenCancelled: .failure(Refused(code: "cancelled"))).get()
    }

    /// Answers the call with this number.
    func give(_ number: Int, _ result: Result<Value, Refused>) {
        promises.withLock { $0[number] }.set(result)
    }
}

@MainActor
@Suite("The parts of view models", .bounded)
struct ViewModelKitTests {
    private let tree = FeatureTree()
    private let graph: KitGraph
    private var scope: FeatureScope { graph.scope }

    init() {
        graph = KitBuilder(parent: tree.root).build()
    }

    // MARK: ActionState

    @Test("a failure stays until an action succeeds")
    func failure() async {
        let actions = ActionState<Refused>(scope.actions)
        let failed: Int? = await actions.perform("a") { () throws(Refused) in throw Refused(code: "x") }
        #expect(failed == nil && actions.failure?.code == "x")
        #expect(await actions.perform(nil) { () throws(Refused) in 2 } == 2)
        #expect(actions.failure == nil)
        let now: Int? = actions.performNow("b") { () throws(Refused) in throw Refused(code: "y") }
        #expect(now == nil && actions.failure?.code == "y")
    }

    @Test("a failure that the user has read is gone, and the next one is shown")
    func dismissedFailure() async {
        let actions = ActionState<Refused>(scope.actions)
        for code in ["x", "y"] {
            let failed: Int? = await actions.perform("a") { () throws(Refused) in throw Refused(code: code) }
            #expect(failed == nil && actions.failure?.code == code)
            actions.dismissFailure()
            #expect(actions.failure == nil)
        }
    }

    @Test("an action that is performed alone refuses a second one until it has ended")
    func alone() async throws {
        let actions = ActionState<Refused>(scope.actions)
        let answers = Answers<Int>()
        let first = Task { await actions.performAlone("save") { () throws(Refused) in try await answers.next() } }
        try await eventually { answers.count == 1 }
        #expect(actions.isRunning)
        #expect(await actions.performAlone("save") { () throws(Refused) in 2 } == nil)
        #expect(actions.isRunning && actions.failure == nil)
        answers.give(0, .success(1))
        #expect(await first.value == 1)
        #expect(!actions.isRunning)
    }

    // MARK: Loader

    @Test("a load never replaces what a later one has shown, whether it succeeds or fails")
    func overtaken() async throws {
        for early in [Result<Int, Refused>.success(1), .failure(Refused(code: "late"))] {
            let answers = Answers<Int>()
            let loader = Loader<Int, Refused>(0) { () throws(Refused) in try await answers.next() }
            #expect(loader.phase == .loading && loader.value == 0)
            let first = Task { await loader.load() }
            try await eventually { answers.count == 1 }
            let second = Task { await loader.load() }
            try await eventually { answers.count == 2 }
            answers.give(1, .success(2))
            await second.value
            answers.give(0, early)
            await first.value
            #expect(loader.value == 2 && loader.phase == .loaded)
        }
    }

    @Test("a loader says that it is loading, the first time and again, until the latest load has ended")
    func isLoading() async throws {
        let answers = Answers<Int>()
        let loader = Loader<Int, Refused>(0) { () throws(Refused) in try await answers.next() }
        #expect(!loader.isLoading)
        let first = Task { await loader.load() }
        try await eventually { answers.count == 1 }
        #expect(loader.isLoading)
        let second = Task { await loader.load() }
        try await eventually { answers.count == 2 }
        answers.give(0, .success(1))
        await first.value
        #expect(loader.isLoading && loader.value == 1)
        answers.give(1, .failure(Refused(code: "x")))
        await second.value
        #expect(!loader.isLoading)
    }

    @Test("a failed load keeps the value, and a cancelled load is no failure")
    func failedLoad() async throws {
        let answers = Answers<Int>()
        let loader = Loader<Int, Refused>(0) { () throws(Refused) in try await answers.next() }
        await loader.reload()
        #expect(answers.count == 0)
        let cancelled = Task { await loader.load() }
        try await eventually { answers.count == 1 }
        cancelled.cancel()
        await cancelled.value
        #expect(loader.phase == .loading)
        let failing = Task { await loader.reload() }
        try await eventually { answers.count == 2 }
        answers.give(1, .failure(Refused(code: "x")))
        await failing.value
        #expect(loader.phase.failure?.code == "x" && loader.value == 0)
    }

    // MARK: ListLoader

    @Test("a list loads page by page and keeps changes that arrive during a load")
    func list() async throws {
        let answers = Answers<[Item]>()
        let list = ListLoader<Item, Refused>(.ordered(by: { $0.id < $1.id }, includes: { _ in true }))
        let first = Task { await list.load(limit: 2) { () throws(Refused) in try await answers.next() } }
        try await eventually { answers.count == 1 }
        list.apply(.put(Item(id: 1)))
        answers.give(0, .success([Item(id: 2), Item(id: 3)]))
        await first.value
        #expect(list.elements.map(\.id) == [1, 2, 3] && list.hasMore && list.phase == .loaded)
        // A load that has failed is over, so that the next page can be loaded.
        await list.load(limit: 2) { () throws(Refused) in throw Refused(code: "x") }
        await list.loadMore(limit: 2) { last throws(Refused) in last?.id == 3 ? [Item(id: 4)] : [] }
        #expect(list.elements.map(\.id) == [1, 2, 3, 4] && !list.hasMore)
        await list.load { () throws(Refused) in throw Refused(code: "x") }
        #expect(list.phase == .failed(Refused(code: "x")) && list.elements.count == 4)
        list.show([])
        #expect(list.isEmpty)
    }

    @Test("a load that a later one has overtaken shows nothing, and its caller waits for the later one")
    func overtakenList() async throws {
        let answers = Answers<[Item]>()
        let list = ListLoader<Item, Refused>(.asLoaded)
        var hasRead = false
        let first = Task {
            await list.load { () throws(Refused) in
                defer { hasRead = true }
                return try await answers.next()
            }
            return list.elements.count
        }
        try await eventually { answers.count == 1 }
        let second = Task { await list.load { () throws(Refused) in try await answers.next() } }
        try await eventually { answers.count == 2 }
        answers.give(0, .success([]))
        // From the end of the reading on, the load goes on without a pause.
        try await eventually { hasRead }
        #expect(list.phase == .loading)
        answers.give(1, .success([Item(id: 1)]))
        #expect(await first.value == 1)
        await second.value
    }

    @Test("a page that is asked for during a reload begins after what the reload brings")
    func pageAfterReload() async throws {
        let answers = Answers<[Item]>()
        let list = ListLoader<Item, Refused>(.asLoaded)
        await list.load(limit: 2) { [Item(id: 1), Item(id: 2)] }
        let reload = Task { await list.load(limit: 2) { () throws(Refused) in try await answers.next() } }
        try await eventually { answers.count == 1 }
        var begins: [Int?] = []
        let isAsked = Latch()
        let page = Task {
            isAsked.open()
            await list.loadMore(limit: 2) { last in
                begins.append(last?.id)
                return [Item(id: 9)]
            }
        }
        await isAsked.wait()
        answers.give(0, .success([Item(id: 7), Item(id: 8)]))
        await reload.value
        await page.value
        #expect(begins == [8] && list.elements.map(\.id) == [7, 8, 9])
    }

    @Test("what is shown from elsewhere ends the load that is under way")
    func shownDuringLoad() async throws {
        let answers = Answers<[Item]>()
        let list = ListLoader<Item, Refused>(.asLoaded)
        var hasEnded = false
        let load = Task {
            await list.load { () throws(Refused) in try await answers.next() }
            hasEnded = true
        }
        try await eventually { answers.count == 1 }
        list.show([Item(id: 1)])
        answers.give(0, .success([Item(id: 2)]))
        try await eventually { hasEnded }
        await load.value
        #expect(list.elements.map(\.id) == [1] && list.phase == .loaded)
    }

    @Test("an element that was removed can come back with the next page")
    func removedAndLoaded() async {
        let list = ListLoader<Item, Refused>(.ordered(by: { $0.id < $1.id }, includes: { _ in true }))
        await list.load(limit: 2) { [Item(id: 1), Item(id: 2)] }
        list.apply(.remove(2))
        await list.loadMore(limit: 2) { _ in [Item(id: 2), Item(id: 3)] }
        #expect(list.elements.map(\.id) == [1, 2, 3])
    }

    @Test("a load that the end of its screen cancels has not failed, and the elements stay")
    func cancelledList() async throws {
        let answers = Answers<[Item]>()
        let list = ListLoader<Item, Refused>(.asLoaded)
        list.show([Item(id: 1)])
        let task = LatestTask(in: scope)
        task.start { await list.load { () throws(Refused) in try await answers.next() } }
        try await eventually { answers.count == 1 }
        scope.detach()
        await task.wait()
        #expect(list.phase == .loaded && list.elements.map(\.id) == [1])
    }

    // MARK: LatestTask

    @Test("a later task cancels the earlier one, and the end of the feature cancels the last")
    func latest() async throws {
        let task = LatestTask(in: scope)
        let ended = Locked<[Int]>([])
        for number in 0..<3 {
            task.start {
                await Promise<Void>().value(whenCancelled: ())
                #expect(Task.isCancelled)
                ended.withLock { $0.append(number) }
            }
        }
        #expect(task.isRunning)
        try await eventually { Set(ended.withLock { $0 }) == [0, 1] }
        scope.detach()
        try await eventually { ended.withLock(\.count) == 3 && !task.isRunning }
        task.start { Issue.record("a feature that has ended must start no task") }
        #expect(!task.isRunning)
    }

    @Test("an overtaken task that ends late does not end the later one")
    func overtakenTask() async throws {
        let task = LatestTask(in: scope)
        let (early, late) = (Promise<Void>(), Promise<Void>())
        let ended = Locked(false)
        task.start {
            // It ignores its cancellation.
            await early.value()
            #expect(Task.isCancelled)
            ended.withLock { $0 = true }
        }
        task.start { await late.value() }
        early.set(())
        try await eventually { ended.withLock { $0 } }
        #expect(task.isRunning)
        late.set(())
        await task.wait()
        #expect(!task.isRunning)
    }

    // MARK: StreamBinding

    @Test("a binding sends what is set, and shows what others send, but nothing older than what was set")
    func binding() async throws {
        let stream = ValueStream("a")
        let binding = StreamBinding(stream, in: scope)
        #expect(binding.value == "a")
        stream.send("b")
        // "b" has not arrived yet, so setting the value that is shown is a change.
        binding.value = "a"
        #expect(stream.value == "a")
        stream.send("b")
        binding.value = "c"
        #expect(binding.value == "c" && stream.value == "c")
        // The events up to "c" are handled before this one.
        stream.send("d")
        try await eventually { binding.value == "d" }
        scope.detach()
        try await eventually { stream.subscriberCount == 0 }
    }

    @Test("a binding shows the stream's value at once, and a view that has read a value is told of each later one")
    func bindingOfOthers() async throws {
        let stream = ValueStream("a")
        let binding = StreamBinding(stream, in: scope)
        stream.send("b")
        #expect(binding.value == "b")
        // Changed back before the event of "b" has arrived: by another, and by the view itself.
        let isTold = Locked(false)
        func observe() {
            isTold.withLock { $0 = false }
            withObservationTracking {
                _ = binding.value
            } onChange: {
                isTold.withLock { $0 = true }
            }
        }
        observe()
        stream.send("a")
        try await eventually { isTold.withLock(\.self) }
        stream.send("b")
        observe()
        binding.value = "a"
        #expect(isTold.withLock(\.self) && binding.value == "a")
    }

    @Test("an action for the end of a feature runs on the main actor, with its object")
    func ending() async throws {
        let stack = ScreenStack()
        stack.show(KitBuilder(parent: tree.root).build())
        scope.onDetach(with: stack) { $0.popAll() }
        scope.detach()
        try await eventually { stack.screens.isEmpty }
    }
}

private struct Item: Identifiable, Sendable {
    let id: Int
}

private struct KitBuilder: Builder {
    static let feature = Feature.screen("Kit")
    let dependencies: Void = ()
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> KitGraph { KitGraph(scope: scope) }
}

private final class KitGraph: Graph {
    let scope: FeatureScope

    init(scope: FeatureScope) {
        self.scope = scope
    }
}
