public import CoreModule
import Foundation

struct TodoEditorDependencies {
    let session: TodoSession
    let clock: WallClock
    let identifiers: IdentifierGenerator
    let timeZone: TimeZone
    let locale: Locale
    /// Dismisses the editor when the user has finished. Held weakly, because it owns the editor.
    weak let navigator: (any Navigator)?
}

struct TodoEditorBuilder: Builder {
    static let feature = Feature.screen("Editor")
    let dependencies: TodoEditorDependencies
    let todo: Todo?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoEditorGraph {
        let viewModel = TodoEditorViewModel(todo, dependencies, scope: scope)
        scope.observe(dependencies.session.todos.changes.events(), with: viewModel) { $0.apply($1) }
        return TodoEditorGraph(scope: scope, viewModel: viewModel)
    }
}

/// The editor of a task.
public typealias TodoEditorGraph = PartGraph<TodoEditorViewModel>
