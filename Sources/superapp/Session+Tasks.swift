import CoreModule
import Foundation
import PersonalDictionary
import TodoList

extension Session {
    /// Carries a command of the to-do list out.
    /// - Returns: what there is to show; `nil` where the command has written it itself.
    func todo(_ command: TodoCommand) async throws(CommandLineError) -> Presentation? {
        let screen = navigator.toTodoList.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let list = screen.mainScreen.list.viewModel
        let today = Presentation.Today(clock.now())
        switch command {
        case .add(let text, let priority, let deadline, let notes):
            let deadline = try Self.deadline(deadline)
            guard let todo = await list.add(text, priority: priority, deadline: deadline, notes: notes) else {
                throw failure(list.failure)
            }
            return Presentation(todo, today: today, in: localizer)
        case .list(let all):
            if all { screen.mainScreen.showButton.viewModel.toggle() }
            await list.load()
            await waitUntil { list.isShowingCompleted == all }
            if case .failed(let error) = list.phase { throw CommandLineError(error) }
            return Presentation(list.todos, empty: list.emptyMessage, today: today, in: localizer)
        case .show(let id):
            return Presentation(details: try await task(id, list), today: today, in: localizer)
        case .edit(let id, let changes):
            let edit = try Self.edit(changes)
            return try await changed(list, id, today) { await list.edit($0, edit) }
        case .complete(let id, let isCompleted):
            return try await changed(list, id, today) { await list.setCompleted(isCompleted, $0) }
        case .remove(let ids):
            var named: [TodoID] = []
            for id in ids {
                let id = try await self.task(id, list).id
                if !named.contains(id) { named.append(id) }
            }
            guard await list.remove(named) else { throw failure(list.failure) }
            hasRemovedTasks = true
            return Presentation(removed: named.map(\.rawValue), in: localizer)
        case .count:
            let counter = screen.mainScreen.counter.viewModel
            await counter.load()
            if let error = counter.failure { throw CommandLineError(error) }
            return Presentation(
                text: localizer(counter.message),
                json: .object([("done", .number(counter.done)), ("total", .number(counter.total))]))
        case .conflicts: return try await conflicts(screen)
        case .restore(let conflict): return try await restore(conflict, screen, today)
        case .importTodos(let file, let format, let isTrial):
            return try await importTodos(file, format, isTrial, screen)
        case .exportTodos(let file, let format): return try await exportTodos(file, format, screen)
        case .sync(let request): return try await synchronize(request, screen)
        }
    }

    /// Brings back the tasks that were removed last; `nil` where there are none.
    func undoTasks() async throws(CommandLineError) -> Presentation? {
        let screen = navigator.toTodoList.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let list = screen.mainScreen.list.viewModel
        guard !list.lastRemoved.isEmpty else { return nil }
        guard let todos = await list.undoRemoval() else { throw failure(list.failure) }
        hasRemovedTasks = false
        return Presentation(todos, empty: list.emptyMessage, today: Presentation.Today(clock.now()), in: localizer)
    }

    private func changed(
        _ list: TodoMainListViewModel, _ id: String, _ today: Presentation.Today, _ change: (TodoID) async -> Todo?
    ) async throws(CommandLineError) -> Presentation {
        guard let todo = await change(try await task(id, list).id) else { throw failure(list.failure) }
        return Presentation(todo, today: today, in: localizer)
    }

    private func task(_ prefix: String, _ list: TodoMainListViewModel) async throws(CommandLineError) -> Todo {
        guard let todo = await list.todo(idPrefix: prefix) else { throw failure(list.failure) }
        return todo
    }

    private static func edit(_ changes: TodoChanges) throws(CommandLineError) -> TodoEdit {
        do { return try changes.edit() } catch { throw CommandLineError(error) }
    }

    private static func deadline(_ text: String?) throws(CommandLineError) -> TodoDeadline? {
        do {
            return try text.map { text throws(TodoError) in try TodoDeadline(text) }
        } catch {
            throw CommandLineError(error)
        }
    }

    // MARK: Conflicts

    private func conflicts(_ list: TodoListGraph) async throws(CommandLineError) -> Presentation {
        let screen = list.mainScreen.toConflicts.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let model = screen.viewModel
        await model.load()
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
        return Presentation(model.conflicts, empty: model.emptyMessage, in: localizer)
    }

    private func restore(
        _ conflict: String, _ list: TodoListGraph, _ today: Presentation.Today
    ) async throws(CommandLineError) -> Presentation {
        let screen = list.mainScreen.toConflicts.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        switch await screen.viewModel.restore(Identifier(conflict)) {
        case .added(let todo)?, .updated(let todo)?: return Presentation(todo, today: today, in: localizer)
        case .removed(let id)?: return Presentation(removed: [id.rawValue], in: localizer)
        case nil: throw failure(screen.viewModel.failure)
        }
    }

    // MARK: Files

    private func importTodos(
        _ path: String, _ format: TodoExchangeFormat?, _ isTrial: Bool, _ list: TodoListGraph
    ) async throws(CommandLineError) -> Presentation {
        let (exchange, format) = try Self.exchange(list, format, path)
        do throws(TodoError) {
            let file: FileHandle
            if path == "-" {
                file = .standardInput
            } else {
                do {
                    file = try FileHandle(forReadingFrom: URL(literalPath: path))
                } catch {
                    throw TodoError.fileUnreadable(path: path, reason: .fileError(error))
                }
            }
            let report = try await exchange.importTodos(from: file, named: path, format: format, isTrial: isTrial)
            return Presentation(report, isTrial: isTrial, in: localizer)
        } catch {
            throw CommandLineError(error)
        }
    }

    /// To standard output nothing but the tasks is written.
    private func exportTodos(
        _ path: String, _ format: TodoExchangeFormat?, _ list: TodoListGraph
    ) async throws(CommandLineError) -> Presentation? {
        let (exchange, format) = try Self.exchange(list, format, path)
        do {
            if path == "-" {
                try await exchange.exportTodos(to: .standardOutput, named: path, format: format)
                return nil
            }
            let report = try await exchange.exportTodos(to: URL(literalPath: path), format: format)
            return Presentation(report, path: path, in: localizer)
        } catch {
            throw CommandLineError(error)
        }
    }

    private static func exchange(
        _ list: TodoListGraph, _ format: TodoExchangeFormat?, _ path: String
    ) throws(CommandLineError) -> (TodoExchange, TodoExchangeFormat) {
        guard let format = format ?? TodoExchangeFormat(fileName: path) else {
            throw .usage(Message("--format is needed: ics or txt"))
        }
        guard let exchange = list.exchange else {
            throw CommandLineError(code: "storeUnreadable", message: Message("this list has no way to files"))
        }
        return (exchange, format)
    }

    // MARK: The server

    private func synchronize(
        _ request: SyncRequest, _ list: TodoListGraph
    ) async throws(CommandLineError) -> Presentation {
        let address = try await todoServer.choose(request)
        let model = list.mainScreen.networkIndicator.viewModel
        let progress = SyncProgress(todoServer.synchronizer.status, localizer)
        let report = await model.synchronize(acceptingDeletions: request.acceptsDeletions)
        await progress.end()
        if case .sync(let error)? = model.synchronizationFailure, error.concernsSomeTasks {
            try await todoServer.remember(address)
        }
        guard let report else { throw failure(model.synchronizationFailure) }
        try await todoServer.remember(address)
        return Presentation(report, in: localizer)
    }
}

/// A line on standard error that tells how far a synchronization has come, once it has gone on for a second.
private struct SyncProgress {
    private let task: Task<Void, Never>

    init(_ status: any ModelStreamReader<TodoSyncStatus>, _ localizer: Localizer) {
        let events = status.events()
        task = Task {
            let line = ProgressLine()
            let start = ContinuousClock.now
            var (requests, inFlight) = (0, 0)
            for await status in events where !Task.isCancelled {
                requests += max(0, status.requestsInFlight - inFlight)
                inFlight = status.requestsInFlight
                guard start.duration(to: .now) > .seconds(1) else { continue }
                line.show(localizer(Message("\(count: requests) requests sent")))
            }
            if start.duration(to: .now) > .seconds(1) { line.clear() }
        }
    }

    func end() async {
        task.cancel()
        await task.value
    }
}
