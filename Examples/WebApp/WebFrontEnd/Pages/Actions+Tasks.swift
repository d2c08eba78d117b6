import CoreModule
import PersonalDictionary
import TodoList

/// The forms of the to-do list and of its screens.
extension Actions {
    func onTasks(_ action: String) async throws(DictionaryError) -> ActionResult? {
        guard let list: TodoListGraph = try await session.open(.todo) else { return nil }
        let screen = list.mainScreen
        if action == "undo-task" {
            let model = screen.list.viewModel
            let message = model.undoMessage
            await model.undoShown()
            return await done(model.failure, saying: message.map(Self.undone))
        }
        switch page {
        case .todo: return await onList(action, screen)
        case .conflicts:
            guard let conflicts: TodoConflictsGraph = try await session.open(page) else { return nil }
            let model = conflicts.viewModel
            switch action {
            case "restore-conflict":
                await model.restore(TodoConflict.ID(form["id"] ?? ""))
                return await done(model.failure, saying: .saved)
            case "reload": await model.load()
            default: return nil
            }
            return await done(model.failure)
        default:
            guard let editor: TodoEditorGraph = try await session.open(page) else { return nil }
            return await onTask(action, editor.viewModel)
        }
    }

    private func onList(_ action: String, _ screen: TodoMainScreenGraph) async -> ActionResult? {
        let (model, indicator) = (screen.list.viewModel, screen.networkIndicator.viewModel)
        let id = TodoID(form["id"] ?? "")
        switch action {
        case "type-task":
            model.typedText = form["text"] ?? ""
            return await done()
        case "add-task":
            model.typedText = form["text"] ?? ""
            guard model.hasTypedText else { return await done() }
            let added = await model.addTyped()
            // What was refused is on the page that says so, and not on every later one.
            model.typedText = ""
            return await done(model.failure, saying: added.map(Self.saved))
        case "complete-task":
            let due: TodoDeadline?
            do throws(TodoError) { due = try shownDue } catch { return await done(error) }
            await model.setCompleted(form["on"] == "on", id, due: due, subtasks: subtasks)
            // The page asks.
            if model.subtasksQuestion != nil { return await done() }
            return await done(model.failure, row: "task-\(id.rawValue)")
        case "keep-open":
            model.dismissFailure()
            return await done()
        case "show-tag":
            model.filter.tag = form["tag"].flatMap { $0.isEmpty ? nil : $0 }
            return await done()
        case "remove-task": await model.remove([id])
        case "toggle-done":
            screen.showButton.viewModel.toggle()
            return await done()
        case "synchronize": return inBackground { await indicator.synchronize() }
        case "accept-deletions": return inBackground { await indicator.synchronize(acceptingDeletions: true) }
        case "reload":
            await model.load()
            return await done()
        default: return nil
        }
        return await done(model.failure)
    }

    private static func saved(_ todo: Todo) -> Message { Message("saved “\(todo.text)”") }

    /// When the recurring task is due that the page shows; nil if it does not recur. Another page may have moved it on.
    private var shownDue: TodoDeadline? {
        get throws(TodoError) {
            guard let text = form["due"], !text.isEmpty else { return nil }
            return try TodoDeadline(text)
        }
    }

    /// What the user has answered to the question about subtasks.
    private var subtasks: TodoSubtasks {
        switch form["subtasks"] {
        case "completed": .completed
        case "kept": .kept
        default: .asked
        }
    }

    private func onTask(_ action: String, _ model: TodoEditorViewModel) async -> ActionResult? {
        switch action {
        case "save-task", "save-task-with-subtasks", "save-only-task":
            await model.load()
            if let todo = model.todo, !model.isRemoved,
                let conflict = await conflict(PageWriter.fields(of: todo, parent: model.savedParentText))
            {
                return conflict
            }
            model.fill(
                text: changed("text"), notes: changed("notes"),
                priority: changed("priority").flatMap { TodoPriority(rawValue: $0) },
                startText: changed("start"), deadlineText: changed("deadline"), recurrenceText: changed("repeat"),
                tagsText: changed("tags"),
                linkText: changed("link"), parentText: changed("parent"),
                isCompleted: changed("completed").map { $0 == "on" })
            let answers: [String: TodoSubtasks] = ["save-task-with-subtasks": .completed, "save-only-task": .kept]
            guard let saved = await model.save(subtasks: answers[action] ?? .asked) else {
                return await done(model.failure)
            }
            session.answer = (.todo, Self.saved(saved), shown)
        case "cancel-task": model.cancel()
        case "discard-task":
            model.discardChanges()
            return await done()
        case "delete-task":
            guard await model.delete() else { return await done(model.failure) }
        default: return nil
        }
        return .redirect(.todo)
    }
}
