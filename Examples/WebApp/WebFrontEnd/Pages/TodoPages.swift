import CoreModule
import Foundation
import PersonalDictionary
import TodoList

extension Pages {
    /// The tasks.
    static func todoList(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let list: TodoListGraph = try await write.session.open(.todo) else { return nil }
        let screen = list.mainScreen
        await write.session.loadOnce(list) {
            await screen.list.viewModel.load()
            await screen.counter.viewModel.load()
            await screen.toConflicts.viewModel.load()
            await screen.networkIndicator.viewModel.load()
        }
        return write.session.draw(write.address, showing: list) { write.todoList(screen) }
    }

    /// The editor of a task. A done task has none.
    static func task(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: TodoEditorGraph = try await write.session.open(write.address) else { return nil }
        await write.session.loadOnce(screen) { await screen.viewModel.load() }
        return write.session.draw(write.address, showing: screen) { write.task(screen.viewModel) }
    }

    /// The edits that lost against others.
    static func conflicts(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: TodoConflictsGraph = try await write.session.open(.conflicts) else { return nil }
        let model = screen.viewModel
        await write.session.loadOnce(screen) { await model.load() }
        return write.session.draw(.conflicts, showing: screen) {
            let rows = model.conflicts.map { conflict -> HTML in
                """
                <li id="conflict-\(conflict.id.rawValue)"><span class="what" dir="auto">\(conflict.text)<br>\
                <span class="quiet">\(write(conflict.message))</span></span>\
                \(write.button(model.restoreTitle, "restore-conflict", ["id": conflict.id.rawValue], of: conflict.text))</li>
                """
            }
            return write.document(
                model.title,
                """
                \(rows.isEmpty ? write.placeholder(model.phase, empty: model.emptyMessage) : .empty)
                <ul class="rows" id="conflicts">\(rows)</ul>
                """)
        }
    }
}

extension PageWriter {
    fileprivate func todoList(_ screen: TodoMainScreenGraph) -> HTML {
        let (model, show) = (screen.list.viewModel, screen.showButton.viewModel)
        let add: HTML = """
            \(once)<div class="line">\(field(model.typedTextHint, "text", model.typedText))\
            \(submit(.save, style: "main", isEnabled: !model.isAdding))</div>
            \(submitWithoutScript(Message("What is understood"), "type-task"))
            \(placedLine(model.typedTextMessage, id: "understood"))
            """
        let all = model.rows
        let (part, places) = address.part.rows(of: Self.tasksOfPage, among: all.count)
        let rows = all[places].map { row($0, in: model) }
        return document(
            model.title,
            answer: undoLine(model.undoMessage, "undo-task")
                + (model.subtasksQuestion.map(question) ?? .empty),
            """
            \(form("add-task", id: "add-task", live: true, adds: true, add))
            \(tags(model))
            \(rows.isEmpty ? placeholder(model.phase, empty: model.emptyMessage) : .empty)
            \(all.isEmpty && model.filter.tag == nil ? line(Message("Type above what you want to do, such as “Read two pages”."), style: "empty", id: "hint") : .empty)
            <ul class="rows" id="tasks">\(rows)</ul>
            \(parts(part, hasMore: places.upperBound < all.count, lastRow: all[places].last.map { "task-\($0.todo.id.rawValue)" }))
            \(line(model.laterMessage, id: "later"))
            <div class="line" id="tools"><span class="quiet" id="counter" data-say>\(self(screen.counter.viewModel.message))</span>\
            \(button(show.title, "toggle-done", isEnabled: show.canToggle))\
            <a class="button" href="\(Address.newTask.path)">\(self(model.typedTextHint))</a></div>
            \(synchronization(screen))
            """)
    }

    /// A longer list is shown in parts, because one page of it would hold up all sessions.
    private static var tasksOfPage: Int { 200 }

    /// The choice of a tag; nothing if no task has one.
    private func tags(_ model: TodoMainListViewModel) -> HTML {
        let (tags, chosen) = (model.tags, model.filter.tag)
        guard !tags.isEmpty || chosen != nil else { return .empty }
        // The chosen tag stays a choice, also if no task has it any more.
        let all =
            [("", self(model.anyTagTitle))]
            + (tags + [chosen].compactMap { $0 }.filter { !tags.contains($0) }).map { ($0, $0) }
        return form(
            "show-tag", id: "tags", live: true,
            """
            <div class="line">\(choice(model.tagTitle, "tag", all, chosen ?? ""))\(submitWithoutScript(.select))</div>
            """)
    }

    /// The question about the open subtasks of a task, with a button for each answer.
    private func question(_ question: TodoSubtasksQuestion) -> HTML {
        let id = question.todo.id.rawValue
        func answer(_ title: Message, _ subtasks: String) -> HTML {
            button(
                title, "complete-task",
                ["id": id, "on": "on", "due": recurringDue(of: question.todo), "subtasks": subtasks])
        }
        return """
            <div class="notice" id="question"><span data-say>\(self(question.message))</span> \
            \(answer(question.completeTitle, "completed"))\(answer(question.keepTitle, "kept"))\
            \(button(.cancel, "keep-open"))</div>
            """
    }

    /// When a recurring task is due. Empty if it does not recur.
    private func recurringDue(of todo: Todo) -> String {
        todo.recurrence == nil ? "" : todo.due?.description ?? ""
    }

    private func row(_ shown: TodoRow, in model: TodoMainListViewModel) -> HTML {
        let todo = shown.todo
        let (text, id) = (todo.text.value, todo.id.rawValue)
        let name: HTML =
            todo.canBeEdited
            ? #"<a href="\#(Address.task(todo.id).path)" dir="auto">\#(text)</a>"#
            : #"<span dir="auto">\#(text)</span>"#
        let priority: HTML? =
            todo.priority == .normal ? nil : #"<span class="quiet">\#(self(todo.priority.title))</span>"#
        let due: HTML? = model.deadlineMessage(of: todo).map {
            #"<span class="\#(model.isOverdue(todo) ? "bad" : "quiet")">\#(self($0))</span>"#
        }
        let notes: HTML? = todo.notes.value.isEmpty ? nil : "✎"
        let recurrence: HTML? = todo.recurrence.map { #"<span class="quiet">↻ \#(self($0.message))</span>"# }
        let tags: HTML? =
            todo.tags.names.isEmpty ? nil : #"<span class="quiet" dir="auto">\#(todo.tags.description)</span>"#
        let styles =
            ([todo.isCompleted ? "done" : nil, shown.depth > 0 ? "part-\(min(shown.depth, 4))" : nil] as [String?])
            .compactMap { $0 }.joined(separator: " ")
        let details = [priority, due, recurrence, tags, notes].compactMap { $0 }.map {
            " <span class=\"quiet\">·</span> " + $0
        }
        return """
            <li id="task-\(id)"\(HTML.attribute("class", styles.isEmpty ? nil : styles))>\
            \(button(TodoField.completion.title, "complete-task",
                ["id": id, "on": todo.isCompleted ? "" : "on", "due": recurringDue(of: todo)],
                icon: todo.isCompleted ? "☑" : "☐", of: text, pressed: todo.isCompleted))\
            <span class="what">\(name)\(details)</span>\
            \(button(.delete, "remove-task", ["id": id], icon: Sign.delete.html, of: text))</li>
            """
    }

    private func synchronization(_ screen: TodoMainScreenGraph) -> HTML {
        let (indicator, conflicts) = (screen.networkIndicator.viewModel, screen.toConflicts.viewModel)
        let accept =
            indicator.mustAcceptDeletions
            ? button(indicator.acceptDeletionsTitle, "accept-deletions", isEnabled: indicator.canSynchronize) : .empty
        let synchronize =
            indicator.status.hasServer
            ? button(indicator.synchronizeTitle, "synchronize", isEnabled: indicator.canSynchronize) : .empty
        return """
            <div class="line" id="synchronization"><span class="quiet" data-say>\(self(indicator.message))</span>\
            \(synchronize)\(accept)\
            <a href="\(Address.conflicts.path)" id="to-conflicts">\(self(conflicts.message))</a> \
            <a href="\(Address.todoBin.path)" id="to-bin">\(self(screen.toBinTitle))</a></div>
            \(line(indicator.report?.message, style: "good", id: "report"))
            \(line(indicator.synchronizationFailure?.explanation, style: "notice bad", id: "sync-failure"))
            """
    }

    /// The values of a task's fields, or of a new task's, as its form has them.
    /// - Parameter parent: the name of the task of which it is a part.
    static func fields(of todo: Todo?, parent: String) -> KeyValuePairs<String, String> {
        [
            "text": inLine(todo?.text.value ?? ""), "priority": (todo?.priority ?? .normal).rawValue,
            "start": todo?.start?.description ?? "", "deadline": todo?.deadline?.description ?? "",
            "repeat": inLine(todo?.recurrence?.typedText ?? ""),
            "tags": inLine(todo?.tags.description ?? ""), "link": todo?.link?.absoluteString ?? "",
            "parent": inLine(parent),
            "notes": inArea(todo?.notes.value ?? ""),
            "completed": todo?.isCompleted == true ? "on" : "",
        ]
    }

    /// The fields of a task, and what each was when the page was made: the action changes only those that the user has
    /// changed, so that two pages may edit one task.
    fileprivate func task(_ model: TodoEditorViewModel) -> HTML {
        let priorities = TodoPriority.allCases.map { ($0.rawValue, self($0.title)) }
        let saved = model.todo
        let content: HTML = """
            \(once)\(field(TodoField.text.title, "text", model.text, hint: model.textHint, focused: saved == nil))
            \(choice(TodoField.priority.title, "priority", priorities, model.priority.rawValue))
            \(field(TodoField.start.title, "start", model.startText, hint: model.deadlineHint))
            \(line(model.startMessage, id: "start-message"))
            \(field(TodoField.deadline.title, "deadline", model.deadlineText, hint: model.deadlineHint))
            \(line(model.deadlineMessage, id: "deadline-message"))
            \(field(TodoField.recurrence.title, "repeat", model.recurrenceText))
            \(line(model.recurrenceMessage, id: "recurrence-message"))
            \(field(TodoField.tags.title, "tags", model.tagsText, hint: Message("at home, shopping")))
            \(field(TodoField.link.title, "link", model.linkText))
            \(field(TodoField.parent.title, "parent", model.parentText))
            \(area(TodoField.notes.title, "notes", model.notes))
            \(box(TodoField.completion.title, "completed", model.isCompleted))
            \(was(Self.fields(of: saved, parent: model.savedParentText)))
            <div class="line">\(submit(.save, style: "main", isEnabled: !model.isSaving))\
            \(model.subtasksQuestion.map {
                submit($0.completeTitle, "save-task-with-subtasks") + submit($0.keepTitle, "save-only-task")
            } ?? .empty)\
            \(submit(.cancel, "cancel-task"))\
            \(model.hasUnsavedChanges ? submit(model.discardTitle, "discard-task") : .empty)</div>
            """
        let details = model.details.map { name, value -> HTML in
            "<li>\(self(name)): \(self(value))</li>"
        }
        let removed: Message? = model.isRemoved ? saved.map { .removed($0.text.value) } : nil
        let problem = notice == nil && model.hasUnsavedChanges ? model.problem : nil
        return document(
            model.title,
            answer: undoLine(removed, "undo-task", isPossible: model.canUndoRemoval, canBeClosed: false)
                + line(problem?.explanation, style: "notice bad", id: "failure"),
            """
            \(form("save-task", id: "task", content))
            \(model.canDelete ? button(.delete, "delete-task", style: "bad") : .empty)
            <ul class="quiet" id="details">\(details)</ul>
            """)
    }
}
