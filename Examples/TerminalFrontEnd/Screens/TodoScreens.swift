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
        Message(
            "Space tick · Enter edit · a add · d delete · u undo · h done ones · # tag · c conflicts · b bin · y sync · Esc back"
        )
    }

    func load() async {
        await model.load()
        await screen.counter.viewModel.load()
        await screen.networkIndicator.viewModel.load()
    }

    func content(width: Int) -> ScreenContent {
        let top = model.filter.tag.map {
            Rows.text(context.localizer(Message("#\($0) · Esc shows all")), width: width, .dim)
        }
        guard !model.todos.isEmpty else {
            let empty = model.filter.isEmpty ? Message("\(model.emptyMessage); a adds a task") : model.emptyMessage
            return ScreenContent(
                top: top ?? [],
                rows: Rows.placeholder(model.phase, empty: empty, width: width, context.localizer) + later(width))
        }
        let rows = model.rows
        let index = selection.index(in: rows.map(\.id))
        return ScreenContent(
            top: top ?? [],
            rows: Rows.todos(rows, of: model, selection: index, width: width, context.localizer) + later(width),
            selection: index)
    }

    private func later(_ width: Int) -> [StyledText] {
        model.laterMessage.map { Rows.text(context.localizer($0), width: width, .dim) } ?? []
    }

    func press(_ key: Key) -> Bool {
        if let question = model.subtasksQuestion {
            model.dismissFailure()
            if let subtasks = TodoSubtasks(key) {
                complete(question.todo.id, subtasks)
                return true
            }
            if key == .escape { return true }
        }
        let todos = model.rows.map(\.todo)
        if selection.press(key, in: todos.map(\.id), page: context.pageSize) { return true }
        let selected = selection.index(in: todos.map(\.id)).map { todos[$0] }
        switch (key, selected) {
        case (.text("a"), _): screen.toEditor.router.open(nil)
        case (.enter, let todo?):
            if !screen.open(todo) { context.show(.failed(Message("\(todo.completionMessage); Space reopens it"))) }
        case (.text(" "), let todo?) where todo.isCompleted: perform { await $0.setCompleted(false, todo.id) }
        case (.text(" "), let todo?): complete(todo.id)
        case (.text("d"), let todo?), (.delete, let todo?):
            context.perform { [model] in
                await model.remove([todo.id])
                return .failure(model.failure) ?? model.undoMessage.map { .done(Message("\($0); u brings it back")) }
            }
        case (.text("u"), _):
            guard model.canUndo else {
                context.show(.failed(.nothingToUndo))
                return true
            }
            perform { await $0.undo() }
        case (.text("#"), _): showNextTag()
        case (.escape, _) where model.filter.tag != nil: model.filter.tag = nil
        case (.text("h"), _):
            guard screen.showButton.viewModel.canToggle else {
                context.show(.failed(screen.counter.viewModel.message))
                return true
            }
            screen.showButton.viewModel.toggle()
        case (.text("b"), _): screen.toBin.router.open()
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

    /// Shows the tasks with the next tag, and after the last one all.
    private func showNextTag() {
        let tags = model.tags
        guard !tags.isEmpty || model.filter.tag != nil else {
            return context.show(.failed(Message("no task has a tag")))
        }
        let next = model.filter.tag.map { shown in tags.firstIndex(of: shown).map { $0 + 1 } ?? 0 } ?? 0
        model.filter.tag = next < tags.count ? tags[next] : nil
    }

    /// Completes a task, and tells what can be undone then, or asks.
    private func complete(_ id: TodoID, _ subtasks: TodoSubtasks = .asked) {
        context.perform { [model] in
            let last = model.lastChanged
            let todo = await model.setCompleted(true, id, subtasks: subtasks)
            if let question = model.subtasksQuestion { return .failed(question.messageWithKeys) }
            guard todo != nil else { return .failure(model.failure) }
            guard model.lastChanged != last else { return nil }
            return model.lastMessage.map { .done(Message("\($0); u takes it back")) }
        }
    }

    private func perform(_ action: @escaping @MainActor (TodoMainListViewModel) async -> Void) {
        context.perform(on: model, action)
    }
}

extension TodoSubtasksQuestion {
    /// The question, with the keys that answer it.
    var messageWithKeys: Message { Message("\(message) a all · o only this one · Esc cancel") }
}

extension TodoSubtasks {
    /// The answer that a key means; nil if it means none.
    init?(_ key: Key) {
        switch key {
        case .text("a"): self = .completed
        case .text("o"): self = .kept
        default: return nil
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
