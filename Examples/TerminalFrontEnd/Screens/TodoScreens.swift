import CoreModule
import PersonalDictionary
import TerminalAppKit
import TodoList

/// The to-do list.
@MainActor
final class TodoScreen: Screen {
    private let graph: TodoListGraph
    private let screen: TodoMainScreenGraph
    private let context: ScreenContext
    private var selection = Selection<TodoID>()

    init(_ graph: TodoListGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
        screen = graph.mainScreen
    }

    private var model: TodoMainListViewModel { screen.list.viewModel }

    var title: Message { graph.title }
    var hint: Message {
        Message("Space tick · Enter edit · a add · d delete · u undo · h done ones · c conflicts · y sync · Esc back")
    }

    func load() async {
        await model.load()
        await screen.counter.viewModel.load()
        await screen.networkIndicator.viewModel.load()
    }

    func content(width: Int) -> ScreenContent {
        guard !model.todos.isEmpty else {
            let empty = Message("\(model.emptyMessage); a adds a task")
            return ScreenContent(rows: Rows.placeholder(model.phase, empty: empty, width: width, context.localizer))
        }
        let index = selection.index(in: model.todos.map(\.id))
        return ScreenContent(
            rows: Rows.todos(model, selection: index, width: width, context.localizer), selection: index)
    }

    func press(_ key: Key) -> Bool {
        let todos = model.todos
        if selection.press(key, in: todos.map(\.id), page: context.pageSize) { return true }
        let selected = selection.index(in: todos.map(\.id)).map { todos[$0] }
        switch (key, selected) {
        case (.text("a"), _): screen.toEditor.router.open(nil)
        case (.enter, let todo?):
            if !screen.open(todo) { context.show(.failed(Message("\(todo.completionMessage); Space reopens it"))) }
        case (.text(" "), let todo?): perform { await $0.setCompleted(!todo.isCompleted, todo.id) }
        case (.text("d"), let todo?), (.delete, let todo?):
            context.perform { [model] in
                await model.remove([todo.id])
                return .failure(model.failure) ?? model.removalMessage.map { .done(Message("\($0); u brings it back")) }
            }
        case (.text("u"), _):
            guard model.canUndoRemoval else {
                context.show(.failed(.nothingToUndo))
                return true
            }
            perform { await $0.undoRemoval() }
        case (.text("h"), _):
            guard screen.showButton.viewModel.canToggle else {
                context.show(.failed(screen.counter.viewModel.message))
                return true
            }
            screen.showButton.viewModel.toggle()
        case (.text("c"), _): screen.toConflicts.router.open()
        case (.text("y"), _):
            let indicator = screen.networkIndicator.viewModel
            guard indicator.status.hasServer else {
                context.show(.failed(Message("\(indicator.message); “superapp todo sync --url URL” sets a server")))
                return true
            }
            context.perform {
                await indicator.synchronize()
                return .failure(indicator.synchronizationFailure)
            }
        default: return false
        }
        return true
    }

    private func perform(_ action: @escaping @MainActor (TodoMainListViewModel) async -> Void) {
        context.perform { [model] in
            await action(model)
            return .failure(model.failure)
        }
    }
}

/// Edits of one task that lost against others, and their way back.
@MainActor
final class ConflictsScreen: Screen {
    private let graph: TodoConflictsGraph
    private let context: ScreenContext
    private var selection = Selection<TodoConflict.ID>()

    init(_ graph: TodoConflictsGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
    }

    private var model: TodoConflictsViewModel { graph.viewModel }

    var title: Message { graph.title }
    var hint: Message { Message("Enter bring back · Esc back") }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        guard let index = selection.index(in: model.conflicts.map(\.id)) else {
            return ScreenContent(
                rows: Rows.placeholder(model.phase, empty: model.emptyMessage, width: width, context.localizer))
        }
        var content = ScreenContent()
        for (number, conflict) in model.conflicts.enumerated() {
            if number == index { content.selection = content.rows.count }
            content.rows.append(Rows.mark(number == index) + StyledText(conflict.text))
            content.rows += Rows.text("    " + context.localizer(conflict.message).onOneLine, width: width, .dim)
        }
        return content
    }

    func press(_ key: Key) -> Bool {
        let ids = model.conflicts.map(\.id)
        if selection.press(key, in: ids, page: context.pageSize) { return true }
        guard key == .enter, let index = selection.index(in: ids) else { return false }
        context.perform { [model] in
            await model.restore(ids[index])
            return .failure(model.failure)
        }
        return true
    }
}
