import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// The commands of the to-do list.
extension Session {
    /// Opens the to-do list, does something there, and closes it.
    func onTodoList<Value>(_ body: (TodoListGraph) async throws -> Value) async throws -> Value {
        let screen = navigator.toTodoList.router.open()
        defer { close(screen) }
        return try await body(screen)
    }

    func addTask(_ arguments: Arguments) async throws -> Presentation? {
        let none = Set([TodoField.start, .deadline].filter { arguments.value("--\($0)") == "none" })
        func date(_ field: TodoField) throws -> TodoDeadline? {
            none.contains(field) ? nil : try arguments.value("--\(field)").map(deadline(typed:))
        }
        let (start, deadline) = (try date(.start), try date(.deadline))
        let recurrence = try arguments.recurrence(now, localizer.locale)
        let tags = try arguments.tags()
        let link: URL? = if case .set(let link)? = try arguments.link() { link } else { nil }
        return try await onTodoList { screen in
            let list = screen.mainScreen.list.viewModel
            let parent: TodoID? =
                if let name = arguments.value("--parent") { try await task(name, list).id } else { nil }
            let todo = await list.add(
                arguments.text(), priority: arguments.choice("--priority"), start: start,
                deadline: deadline, recurrence: recurrence, tags: tags, link: link, parent: parent,
                notes: arguments.value("--notes") ?? "", none: none)
            guard let todo else { throw CommandLineError(list.failure) }
            return Presentation(
                added: todo, list.lastOutcome, as: TodoQuickEntry(arguments.text(), now: now, locale: localizer.locale),
                now: clock.now(),
                in: localizer)
        }
    }

    func listTasks(_ arguments: Arguments) async throws -> Presentation? {
        var due: Set<TodoFilter.Due> = []
        if arguments.has("--today") { due.insert(.today) }
        if arguments.has("--overdue") { due.insert(.overdue) }
        return try await listTasks(
            TodoFilter(tag: arguments.value("--tag"), due: due), isShowingCompleted: arguments.has("--all"))
    }

    func searchTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await listTasks(TodoFilter(searchText: arguments.text()), isShowingCompleted: true)
    }

    private func listTasks(_ filter: TodoFilter, isShowingCompleted: Bool) async throws -> Presentation? {
        try await onTodoList { screen in
            let list = screen.mainScreen.list.viewModel
            let showButton = screen.mainScreen.showButton.viewModel
            await list.load()
            if isShowingCompleted { showButton.toggle() }
            try await wait { list.isShowingCompleted == showButton.isShowingCompleted }
            list.filter = filter
            try check(list.phase.failure)
            var tasks = Presentation(
                list.rows, json: list.todos, empty: list.emptyMessage, now: clock.now(), in: localizer
            )
            .followed(by: list.laterMessage, in: localizer)
            guard !console.isJSON, let shown = tasks.list else { return tasks }
            do {
                let last = try await app.settings.value(.listedTasks)
                if last != shown { try await app.settings.save(shown, for: .listedTasks) }
            } catch {
                // Later commands would not know the numbers. The list can be read all the same.
                return tasks
            }
            (listed, tasks.hasNumbers) = (shown, true)
            return tasks
        }
    }

    func showTask(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let todo = try await task(arguments.positional[0], screen.mainScreen.list.viewModel)
            let editor = screen.mainScreen.toEditor.router.open(todo).viewModel
            await editor.load()
            return Presentation(details: todo, of: editor, now: clock.now(), in: localizer)
        }
    }

    private var now: LocalDateTime { LocalDateTime(clock.now(), in: localizer.timeZone) }

    private func deadline(typed text: String) throws -> TodoDeadline {
        try TodoDeadline(typed: text, now: now, locale: localizer.locale)
    }

    func editTask(_ arguments: Arguments) async throws -> Presentation? {
        var edit = try arguments.taskEdit(now, localizer.locale, deadline: deadline(typed:))
        switch arguments.value("--parent") {
        case nil: break
        case "none"?: edit.parent = .cleared
        case let name?:
            edit.parent = .set(try await onTodoList { try await task(name, $0.mainScreen.list.viewModel).id })
        }
        return try await changeTask(arguments) { [edit] in await $0.edit($1, edit) }
    }

    func completeTask(_ arguments: Arguments) async throws -> Presentation? {
        let subtasks: TodoSubtasks =
            arguments.has("--with-subtasks") ? .completed : arguments.has("--only") ? .kept : .asked
        return try await changeTask(arguments) { list, id in
            var todo = await list.setCompleted(true, id, subtasks: subtasks)
            if let question = list.subtasksQuestion, let answer = await answer(question) {
                todo = await list.setCompleted(true, id, subtasks: answer)
            }
            return todo
        }
    }

    /// What the user of a terminal answers; nil if there is none, or the answer is neither.
    private func answer(_ question: TodoSubtasksQuestion) async -> TodoSubtasks? {
        guard console.mayAsk else { return nil }
        let names = question.subtasks.prefix(5).map { "“\($0.text)”" }.joined(separator: ", ")
        console.write(Message("\(question.message) \(names)"))
        switch await console.answer(Message("y: all; n: only this one; Enter: nothing")) {
        case "y"?, "д"?: return .completed
        case "n"?, "н"?: return .kept
        default: return nil
        }
    }

    func changeTask(
        _ arguments: Arguments, _ change: (TodoMainListViewModel, TodoID) async -> Todo?
    ) async throws -> Presentation? {
        let screen = navigator.toTodoList.router.open()
        defer { close(screen) }
        let list = screen.mainScreen.list.viewModel
        let (id, last) = (try await task(arguments.positional[0], list).id, list.lastChanged)
        guard let todo = await change(list, id) else { throw CommandLineError(list.failure) }
        guard list.lastChanged != last else { return Presentation(todo, now: clock.now(), in: localizer) }
        changes.append(.tasks)
        return Presentation(todo, list.lastOutcome, now: clock.now(), in: localizer)
    }

    func removeTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let list = screen.mainScreen.list.viewModel
            let ids = try await ids(arguments) { try await self.task($0, list).id }
            guard await list.remove(ids) else { throw CommandLineError(list.failure) }
            changes.append(.tasks)
            return Presentation(removed: ids.map(\.rawValue), list.undoMessage.map { .inBin($0) }, in: localizer)
        }
    }

    func taskBin(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let model = screen.mainScreen.toBin.router.open().viewModel
            switch arguments.positional.first {
            case "restore":
                let ids = try await ids(arguments, from: 1) { name in
                    if let removed = await model.item(named: shownID(name, of: .removedTask) ?? name) {
                        return removed.id
                    }
                    guard case .ambiguousID(_, let todos)? = model.failure else {
                        throw CommandLineError(model.failure)
                    }
                    let matches = Presentation(todos, empty: model.emptyMessage, now: clock.now(), in: localizer)
                    throw CommandLineError.ambiguous(name, matches)
                }
                guard let todos = await model.restore(ids) else { throw CommandLineError(model.failure) }
                return Presentation(todos, empty: model.emptyMessage, now: clock.now(), in: localizer)
            case "empty":
                guard let emptied = await model.empty() else { throw CommandLineError(model.failure) }
                return Presentation(text: localizer(emptied.message), json: ["deleted": .number(emptied.count)])
            default:
                await model.load()
                try check(model.phase.failure)
                return Presentation(model, now: clock.now(), in: localizer)
            }
        }
    }

    /// Takes back the last removal, completion, skip or other edit of tasks.
    func undoTasks() async throws -> Presentation? {
        try await onTodoList { screen in
            let list = screen.mainScreen.list.viewModel
            guard let todos = await list.undo() else { throw CommandLineError(list.failure) }
            return Presentation(
                todos, empty: Message("nothing was taken back: it has been changed since"), now: clock.now(),
                in: localizer)
        }
    }

    func countTasks(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let counter = screen.mainScreen.counter.viewModel
            await counter.load()
            if let error = counter.failure { throw error }
            return Presentation(
                text: localizer(counter.message),
                json: ["done": .number(counter.done), "total": .number(counter.total)])
        }
    }

    /// The task that a number of the last list, the beginning of an identifier, or a text names.
    private func task(_ name: String, _ list: TodoMainListViewModel) async throws -> Todo {
        if listed == nil, Int(name) != nil { listed = try await app.settings.value(.listedTasks) }
        let last = shown?.item == .task ? shown : listed
        let id = last?[name]
        let todo = await list.todo(named: id ?? name)
        // It would be the beginning of nearly every identifier.
        if name == "0", todo?.text.value != name {
            throw CommandLineError(code: "notFound", message: Message("there is no task 0: numbers begin at 1"))
        }
        if let todo { return todo }
        if case .notFound? = list.failure, id != nil { throw CommandLineError.removed(name) }
        guard case .ambiguousID(_, let todos)? = list.failure else { throw CommandLineError(list.failure) }
        throw CommandLineError.ambiguous(
            name, Presentation(todos, empty: list.emptyMessage, now: clock.now(), in: localizer))
    }

    // MARK: Synchronization

    func conflicts(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let model = screen.mainScreen.toConflicts.router.open().viewModel
            await model.load()
            try check(model.phase.failure)
            return Presentation(model.conflicts, empty: model.emptyMessage, in: localizer)
        }
    }

    func restore(_ arguments: Arguments) async throws -> Presentation? {
        try await onTodoList { screen in
            let model = screen.mainScreen.toConflicts.router.open().viewModel
            let name = arguments.positional[0]
            switch await model.restore(Identifier(shownID(name, of: .conflict) ?? name)) {
            case .added(let todo)?, .updated(let todo)?: return Presentation(todo, now: clock.now(), in: localizer)
            case .removed(let id)?: return Presentation(removed: [id.rawValue], .removed("\(id)"), in: localizer)
            case .reloaded?, nil: throw CommandLineError(model.failure)
            }
        }
    }

    func synchronize(_ arguments: Arguments) async throws -> Presentation? {
        let request = try SyncRequest(arguments, passwordIn: "CALDAV_PASSWORD")
        return try await onTodoList { screen in
            let address = try await todoServer.choose(request, app.settings)
            let model = screen.mainScreen.networkIndicator.viewModel
            let report = await ProgressLine.following(
                todoServer.status, localizer, from: (sent: 0, inFlight: 0)
            ) { requests, status in
                requests.sent += max(0, status.requestsInFlight - requests.inFlight)
                requests.inFlight = status.requestsInFlight
                return Message("\(count: requests.sent) requests sent")
            } while: {
                await model.synchronize(
                    acceptingDeletions: arguments.has("--accept-deletions"), comparingAll: arguments.has("--full"))
            }
            if case .sync(let error)? = model.synchronizationFailure, error.concernsSomeTasks {
                try await app.settings.save(address, for: .todoServer)
            }
            guard let report else { throw CommandLineError(model.synchronizationFailure) }
            try await app.settings.save(address, for: .todoServer)
            return Presentation(report, in: localizer)
        }
    }
}

extension SettingKey<ShownList> {
    /// The last list of tasks that showed numbers. One that cannot be read is none.
    fileprivate static let listedTasks = SettingKey("listedTasks", unreadable: nil)
}

extension Arguments {
    fileprivate func recurrence(
        _ now: LocalDateTime, _ locale: Locale
    ) throws -> TodoEdit.Change<TodoRecurrence>? {
        try value("--repeat").map {
            $0 == "none" ? .cleared : .set(try TodoRecurrence($0, now: now, locale: locale))
        }
    }

    /// The tags, or that there are none.
    fileprivate func tags() throws -> TodoTags? {
        let names = values("--tag")
        return names.isEmpty ? nil : names == ["none"] ? TodoTags.none : try TodoTags(names)
    }

    fileprivate func link() throws -> TodoEdit.Change<URL>? {
        try value("--link").map { $0 == "none" ? .cleared : .set(try Todo.link($0)) }
    }

    /// A date of a task, or that it has none.
    fileprivate func date(
        _ name: String, _ deadline: (String) throws -> TodoDeadline
    ) throws -> TodoEdit.Change<TodoDeadline>? {
        try value(name).map { $0 == "none" ? .cleared : .set(try deadline($0)) }
    }

    /// The edit of a task. Options that are not given change nothing.
    fileprivate func taskEdit(
        _ now: LocalDateTime, _ locale: Locale, deadline: (String) throws -> TodoDeadline
    ) throws -> TodoEdit {
        TodoEdit(
            text: try value("--text").map { try TodoText($0) },
            priority: choice("--priority"),
            start: try date("--start", deadline),
            deadline: try date("--deadline", deadline),
            recurrence: try recurrence(now, locale),
            tags: try tags(),
            link: try link(),
            notes: try value("--notes").map { try TodoNotes($0) })
    }
}
