public import CoreModule
import Foundation

struct TodoMainListDependencies {
    let session: TodoSession
    let isShowingCompleted: ValueStream<Bool>
    let clock: WallClock
    let identifiers: IdentifierGenerator
    let timeZone: TimeZone
    let locale: Locale
}

struct TodoMainListBuilder: Builder {
    static let feature = Feature.part("MainList")
    let dependencies: TodoMainListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoMainListGraph {
        let viewModel = TodoMainListViewModel(dependencies, scope: scope)
        scope.observe(dependencies.session.todos.changes.events(), with: viewModel) { $0.apply($1) }
        return TodoMainListGraph(scope: scope, viewModel: viewModel)
    }
}

/// The list of tasks.
public typealias TodoMainListGraph = PartGraph<TodoMainListViewModel>
