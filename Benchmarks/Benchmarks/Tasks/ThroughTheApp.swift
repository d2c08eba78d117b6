import Benchmark
import CoreModule
import Foundation
import Measuring
import PersonalDictionary
import TodoList

/// What the user does with many tasks, until the view models show it.
func throughTheApp(_ size: Int) {
    var some = Benchmark.defaultConfiguration
    some.maxIterations = 300
    Benchmark("\(size) tasks | adding one, until it is shown | superapp", configuration: some) { benchmark, app in
        try await app.measureAdding(benchmark.currentIteration, Stopwatch(benchmark))
    } setup: {
        try await TasksApp(size)
    }

    var few = Benchmark.defaultConfiguration
    few.maxIterations = 10
    let count = min(1000, size / 2)
    Benchmark("\(size) tasks | removing \(count), until they are gone | superapp", configuration: few) {
        benchmark, app in
        try await app.measureRemoving(count, Stopwatch(benchmark))
    } setup: {
        try await TasksApp(size)
    }
}

/// The app with tasks in a file of its own, all of which are shown.
@MainActor
private final class TasksApp {
    private let app: AppGraph
    private let screen: TodoListGraph
    private let list: TodoMainListViewModel

    init(_ count: Int) async throws {
        let full = try await FixtureFolder.shared.file("\(count)-tasks.sqlite") { try await Self.make($0, count) }
        let file = try await FixtureFolder.shared.copy(of: full)
        app = Self.build(try await AppDependencies.open(AppConfiguration(storage: .file(file))))
        screen = app.mainScreen.mainNavigator.toTodoList.router.open()
        list = screen.mainScreen.list.viewModel
        await list.load()
        guard list.todos.count == count else { throw NeverShown() }
    }

    private static func make(_ file: URL, _ count: Int) async throws {
        let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(file)))
        let lines = (0..<count).map { "(A) 2026-01-01 Task number \($0) of many +project @home\n" }.joined()
        let app = build(dependencies)
        let exchange = app.mainScreen.mainNavigator.toTodoList.router.open().exchange
        _ = try await exchange.importTodos(Array(lines.utf8), named: "tasks", format: .txt)
        app.detach()
        await dependencies.close()
    }

    private static func build(_ dependencies: AppDependencies) -> AppGraph {
        AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    }

    func measureAdding(_ number: Int, _ stopwatch: Stopwatch) async throws {
        let count = list.todos.count
        stopwatch.start()
        _ = await list.add("new task \(number)")
        try await waitUntilShown { list.todos.count == count + 1 }
        stopwatch.stop()
    }

    /// Removes tasks in the middle of the list, waits until they are neither shown nor counted, and then restores them.
    func measureRemoving(_ removed: Int, _ stopwatch: Stopwatch) async throws {
        let (counter, count) = (screen.mainScreen.counter.viewModel, list.todos.count)
        let ids = list.todos.dropFirst(count / 4).prefix(removed).map(\.id)
        stopwatch.start()
        _ = await list.remove(ids)
        try await waitUntilShown { list.todos.count == count - removed && counter.total == count - removed }
        stopwatch.stop()
        _ = await list.undo()
        try await waitUntilShown { list.todos.count == count && counter.total == count }
    }
}
