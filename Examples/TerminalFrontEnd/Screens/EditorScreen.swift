import CoreModule
import PersonalDictionary
import TerminalAppKit
import TodoList

/// The fields of a task. Nothing changes until they are saved.
@MainActor
final class EditorScreen: Screen {
    fileprivate enum Row: CaseIterable {
        case text, priority, deadline, notes, completion, recurrence, tags, link, parent, start
    }

    private let graph: TodoEditorGraph
    private let context: ScreenContext
    private var row = 0
    private var fields: [Row: TextField] = [
        .text: TextField(), .deadline: TextField(), .notes: TextField(), .start: TextField(), .recurrence: TextField(),
        .tags: TextField(), .link: TextField(), .parent: TextField(),
    ]
    private var mayDiscard = false

    init(_ graph: TodoEditorGraph, _ context: ScreenContext) {
        self.graph = graph
        self.context = context
    }

    private var model: TodoEditorViewModel { graph.viewModel }

    var title: Message { graph.title }
    var hint: Message { Message("↑↓ field · ←→ change · Enter save · Esc back") }

    func load() async { await model.load() }

    func content(width: Int) -> ScreenContent {
        fields[.text]?.show(model.text)
        fields[.deadline]?.show(model.deadlineText)
        fields[.notes]?.show(model.notes)
        fields[.start]?.show(model.startText)
        fields[.recurrence]?.show(model.recurrenceText)
        fields[.tags]?.show(model.tagsText)
        fields[.link]?.show(model.linkText)
        fields[.parent]?.show(model.parentText)
        var content = ScreenContent(selection: row)
        let labels = Row.allCases.map { context.localizer($0.name) }
        let labelWidth = labels.map(\.displayWidth).max() ?? 0
        for (index, row) in Row.allCases.enumerated() {
            let mark = Rows.mark(index == self.row)
            let label = labels[index].padded(to: labelWidth)
            switch row {
            case .priority:
                let priority = StyledText("‹ \(context.localizer(model.priority.name)) ›")
                content.rows.append(mark + StyledText("\(label): ", .dim) + priority)
            case .completion:
                content.rows.append(mark + StyledText("\(label): ", .dim) + (model.isCompleted ? "[x]" : "[ ]"))
            case .text, .deadline, .notes, .start, .recurrence, .tags, .link, .parent:
                let (line, column) = ScreenContent.line(label, fields[row] ?? TextField(), width: width - mark.width)
                content.rows.append(mark + line)
                if index == self.row { content.selectionColumn = mark.width + column }
            }
        }
        if let understood = model.understoodMessage {
            content.rows += [""] + Rows.text(context.localizer(understood).onOneLine, width: width, .dim)
        }
        if let problem = model.problem, model.hasUnsavedChanges {
            content.rows += [""] + Rows.text(context.localizer(problem.explanation).onOneLine, width: width, .red)
        }
        let alarms = model.alarms.map { context.localizer(Message("\($0)")) }.joined(separator: ", ")
        if !alarms.isEmpty { content.rows += [""] + Rows.text("⏰ " + alarms, width: width, .dim) }
        return content
    }

    func press(_ key: Key) -> Bool {
        let count = Row.allCases.count
        if key != .escape { mayDiscard = false }
        if model.subtasksQuestion != nil {
            model.dismissFailure()
            if let subtasks = TodoSubtasks(key) { save(subtasks) }
            if key == .escape || TodoSubtasks(key) != nil { return true }
        }
        switch (key, Row.allCases[row]) {
        case (.up, _), (.backTab, _): row = max(0, row - 1)
        case (.down, _), (.tab, _): row = min(count - 1, row + 1)
        case (.enter, _): save()
        case (.escape, _) where model.hasUnsavedChanges && !mayDiscard:
            mayDiscard = true
            context.show(.failed(Message("\(model.unsavedMessage); Esc again leaves")))
        case (.left, .priority): changePriority(by: -1)
        case (.right, .priority), (.text(" "), .priority): changePriority(by: 1)
        case (.left, .completion), (.right, .completion), (.text(" "), .completion): model.isCompleted.toggle()
        case (_, let row): return edit(row, key)
        }
        return true
    }

    private func edit(_ row: Row, _ key: Key) -> Bool {
        guard fields[row]?.press(key) == true, let text = fields[row]?.text else { return false }
        switch row {
        case .text: model.text = text
        case .deadline: model.deadlineText = text
        case .notes: model.notes = text
        case .start: model.startText = text
        case .recurrence: model.recurrenceText = text
        case .tags: model.tagsText = text
        case .link: model.linkText = text
        case .parent: model.parentText = text
        case .priority, .completion: break
        }
        return true
    }

    private func changePriority(by step: Int) {
        let all = TodoPriority.allCases
        let index = (all.firstIndex(of: model.priority) ?? 1) + step
        model.priority = all[min(max(index, 0), all.count - 1)]
    }

    private func save(_ subtasks: TodoSubtasks = .asked) {
        context.perform { [model] in
            await model.save(subtasks: subtasks)
            return model.subtasksQuestion.map { .failed($0.messageWithKeys) } ?? .failure(model.failure)
        }
    }
}

extension EditorScreen.Row {
    fileprivate var name: Message {
        switch self {
        case .text: TodoField.text.name
        case .priority: TodoField.priority.name
        case .deadline: TodoField.deadline.name
        case .notes: TodoField.notes.name
        case .completion: TodoField.completion.name
        case .start: TodoField.start.name
        case .recurrence: TodoField.recurrence.name
        case .tags: TodoField.tags.name
        case .link: TodoField.link.name
        case .parent: TodoField.parent.name
        }
    }
}
