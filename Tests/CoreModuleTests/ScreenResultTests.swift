import CoreModule
import SuperappTesting
import TestSupport
import Testing

/// A screen on which the user chooses a number above the input.
private final class NumberGraph: ReturningGraph {
    let scope: FeatureScope
    let result: ScreenResult<Int>
    private let least: Int

    init(scope: FeatureScope, least: Int) {
        self.scope = scope
        self.least = least
        result = ScreenResult(in: scope)
    }

    func choose(_ number: Int) { result.finish(with: least + number) }
}

private struct NumberBuilder: Builder {
    static let feature = Feature.screen("Number")
    let dependencies: Int
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NumberGraph { NumberGraph(scope: scope, least: dependencies) }
}

@MainActor
@Suite("Screens that return a value", .bounded)
struct ScreenResultTests {
    private let tree = FeatureTree()
    private let stack = ScreenStack()

    private func route() -> RouteGraph<Int, NumberGraph> {
        RouteBuilder(navigator: stack, parent: tree.root) { NumberBuilder(dependencies: $0, parent: $1) }.build()
    }

    private func opened(_ count: Int = 1) async throws -> NumberGraph {
        try await eventually { stack.screens.count == count }
        return try #require(stack.top as? NumberGraph)
    }

    @Test("the value is returned, and the screen is dismissed with nothing left of it")
    func value() async throws {
        let route = route()
        let before = tree.snapshot()
        let task = Task { await route.router.openForResult(10) }
        try await opened().choose(3)
        #expect(await task.value == 13)
        try await eventually { stack.screens.isEmpty }
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("a screen that is dismissed returns nil, however it ends, and a value that comes later is ignored")
    func dismissed() async throws {
        let endings: [(RouteGraph<Int, NumberGraph>) -> Void] = [
            { _ in stack.pop() }, { _ in stack.path = [] }, { $0.detach() },
        ]
        for ending in endings {
            let route = route()
            let task = Task { await route.router.openForResult(10) }
            let screen = try await opened()
            ending(route)
            screen.choose(1)
            #expect(await task.value == nil)
            try await eventually { stack.screens.isEmpty }
        }
        let ended = route()
        ended.detach()
        #expect(await ended.router.openForResult(10) == nil, "nothing is shown under a feature that has ended")
    }

    @Test("a cancelled call returns nil and dismisses the screen, also if it was cancelled before")
    func cancelled() async throws {
        let route = route()
        let task = Task { await route.router.openForResult(10) }
        _ = try await opened()
        task.cancel()
        #expect(await task.value == nil)
        try await eventually { stack.screens.isEmpty }
        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await route.router.openForResult(10)
        }
        #expect(await early.value == nil)
        try await eventually { stack.screens.isEmpty }
    }

    @Test("after a double tap, both calls return the value of the one screen")
    func doubleTap() async throws {
        let route = route()
        let tasks = (0..<2).map { _ in Task { await route.router.openForResult(10) } }
        let other = Task { await route.router.openForResult(20) }
        let above = try await opened(2)
        above.choose(1)
        #expect(await other.value == 21)
        try await opened(1).choose(2)
        for task in tasks { #expect(await task.value == 12) }
    }
}
