public import CoreModule
import Foundation

struct TodoBinDependencies {
    let session: TodoSession
    let clock: WallClock
    let timeZone: TimeZone
}

struct TodoBinBuilder: Builder {
    static let feature = Feature.screen("Bin")
    let dependencies: TodoBinDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoBinGraph {
        let (todos, clock) = (dependencies.session.todos, dependencies.clock)
        let store = TodoBinViewModel.Store { () throws(TodoError) in
            try await todos.removedTodos(at: clock.now())
        } named: { name throws(TodoError) in
            try await todos.removedTodo(named: name, at: clock.now())
        } restore: { ids throws(TodoError) in
            try await todos.restore(ids, at: clock.now())
        } empty: { () throws(TodoError) in
            try await todos.emptyBin(at: clock.now())
        }
        let viewModel = TodoBinViewModel(
            store, undo: dependencies.session.changes, timeZone: dependencies.timeZone, scope: scope)
        scope.observe(todos.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in await model.reload() }
        return TodoBinGraph(scope: scope, viewModel: viewModel)
    }
}

/// The removed tasks.
public typealias TodoBinViewModel = BinViewModel<RemovedTodo, TodoError>

/// The screen with the removed tasks.
public typealias TodoBinGraph = PartGraph<TodoBinViewModel>
