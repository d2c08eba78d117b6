import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("The words of the to-do list's controls", .bounded)
struct TodoControlTextTests {
    private let tree = FeatureTree()

    private func build() -> TodoListGraph {
        let dependencies = TodoListDependencies(
            todos: TaskList.inMemory(), clock: ManualTime().clock,
            identifiers: IdentifierGenerator.sequence(prefix: "t"))
        return TodoListBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    private func expect(
        _ message: Message, _ english: String, _ russian: String, _ location: SourceLocation = #_sourceLocation
    ) {
        let texts = ["en", "ru"].map {
            Localizer(locale: Locale(identifier: $0), tables: [.todoList, .coreModule])(message)
        }
        #expect(texts == [english, russian], sourceLocation: location)
        #expect(texts[0] != texts[1], sourceLocation: location)
    }

    @Test("the main screen has the words of its controls in both languages")
    func mainScreen() async throws {
        let graph = build()
        let screen = graph.mainScreen
        let (list, button, counter) = (screen.list.viewModel, screen.showButton.viewModel, screen.counter.viewModel)
        await list.load()
        expect(list.title, "To-do", "Задачи")
        expect(graph.title, "To-do", "Задачи")
        expect(list.typedTextHint, "New task", "Новая задача")
        expect(list.emptyMessage, "Nothing to do", "Задач нет")
        expect(button.title, "Show done", "Показать сделанные")
        let milk = try #require(await list.add("milk"))
        expect(milk.completionMessage, "not done", "не сделана")
        let done = try #require(await list.setCompleted(true, milk.id))
        #expect("\(done.completionMessage)".hasPrefix("done "))
        #expect(await waitUntil { list.hasCompleted && counter.done == 1 })
        expect(list.emptyMessage, "Nothing to do: everything is done", "Задач нет: всё сделано")
        expect(counter.message, "1 of 1 done", "сделано 1 из 1")
        button.toggle()
        expect(button.title, "Hide done", "Скрыть сделанные")
        let indicator = screen.networkIndicator.viewModel
        expect(indicator.synchronizeTitle, "Synchronize", "Синхронизировать")
        expect(indicator.acceptDeletionsTitle, "Accept the deletions", "Принять удаление")
        graph.detach()
    }

    @Test("the last removal is named, or counted, in both languages")
    func removal() async throws {
        let graph = build()
        let list = graph.mainScreen.list.viewModel
        var ids: [TodoID] = []
        for text in ["milk", "bread", "salt"] { ids.append(try #require(await list.add(text)).id) }
        #expect(list.undoMessage == nil)
        await list.remove([ids[0]])
        expect(try #require(list.undoMessage), "removed “milk”", "удалено: «milk»")
        await list.remove([ids[1], ids[2]])
        expect(try #require(list.undoMessage), "2 tasks removed", "удалены 2 задачи")
        await list.undo()
        expect(try #require(list.undoMessage), "removed “milk”", "удалено: «milk»")
        await list.undo()
        #expect(list.undoMessage == nil)
        expect(.nothingToUndo, "there is nothing to undo", "отменять нечего")
        graph.detach()
    }

    @Test("a task's deadline, and what is known beside its fields, are worded in both languages")
    func details() throws {
        let date = Date(timeIntervalSince1970: 0)
        var todo = Todo(
            id: TodoID("1"), text: try TodoText("milk"), deadline: try TodoDeadline("1969-12-31"), createdAt: date,
            updatedAt: date)
        let localizer = Localizer(
            locale: Locale(identifier: "ru"), timeZone: .gmt, tables: [.todoList, .coreModule])
        let day = localizer.day(try CalendarDay("1969-12-31"))
        #expect(localizer.deadline(of: todo, now: date) == "\(day) (просрочен)")
        todo.isCompleted = true
        #expect(localizer.deadline(of: todo, now: date) == day)
        todo.deadline = nil
        #expect(localizer.deadline(of: todo, now: date) == nil)
        let names = todo.metadata.map(\.name)
        for (name, texts) in zip(names, [("added", "добавлена"), ("changed", "изменена"), ("server", "сервер")]) {
            expect(name, texts.0, texts.1)
        }
        #expect(names.count == 3)
        expect(try #require(todo.metadata.last?.value), "never synchronized", "ещё не синхронизирована")
    }

    @Test("what a synchronization has found and could not read is worded in both languages")
    func report() throws {
        var report = TodoSyncReport()
        #expect(report.details.isEmpty)
        report.unreadable = ["/a.ics"]
        report.list = WebDAVResource(url: try #require(URL(string: "https://host/list/")), name: "Home")
        try #require(report.details.count == 2)
        let list = "\(try #require(report.list))"
        expect(report.details[0], "found the list \(list)", "найден список \(list)")
        expect(report.details[1], "cannot be read: /a.ics", "не удаётся прочитать: /a.ics")
    }

    @Test("the editor has the words of its fields in both languages")
    func editor() async throws {
        let graph = build()
        let editor = graph.mainScreen.toEditor.router.open(nil).viewModel
        expect(editor.title, "New task", "Новая задача")
        expect(editor.textHint, "What is to be done?", "Что нужно сделать?")
        expect(TodoField.notes.title, "Notes", "Заметки")
        expect(TodoField.priority.title, "Priority", "Приоритет")
        expect(TodoField.deadline.title, "Deadline", "Срок")
        expect(editor.deadlineMessage, "No deadline", "Без срока")
        expect(TodoField.completion.title, "Done", "Сделано")
        expect(TodoField.text.title, "Text", "Текст")
        #expect(TodoPriority.allCases == [.low, .normal, .high])
        let priorities = [("Low", "Низкий"), ("Normal", "Обычный"), ("High", "Высокий")]
        for (priority, texts) in zip(TodoPriority.allCases, priorities) { expect(priority.title, texts.0, texts.1) }
        editor.hasDeadline = true
        expect(editor.deadlineMessage, "today", "сегодня")
        expect(editor.discardTitle, "Discard changes", "Отменить изменения")
        expect(editor.unsavedMessage, "not saved", "не сохранено")
        editor.text = "milk"
        await editor.save(closes: false)
        expect(editor.title, "Task", "Задача")
        graph.detach()
    }

    @Test("the conflicts have the words of their controls in both languages")
    func conflicts() {
        let graph = build()
        let conflicts = graph.mainScreen.toConflicts.router.open().viewModel
        expect(conflicts.title, "Conflicts", "Расхождения")
        expect(conflicts.emptyMessage, "No conflicts", "Расхождений нет")
        expect(conflicts.restoreTitle, "Restore", "Восстановить")
        expect(graph.mainScreen.toConflicts.viewModel.message, "No conflicts", "Расхождений нет")
        graph.detach()
    }

    @Test(
        "the controls that most screens have are worded in both languages",
        arguments: [
            (Message.ok, "OK", "ОК"), (.cancel, "Cancel", "Отмена"), (.select, "Select", "Выбрать"),
            (.save, "Save", "Сохранить"), (.delete, "Delete", "Удалить"), (.undo, "Undo", "Отменить"),
            (.back, "Back", "Назад"), (.tryAgain, "Try again", "Повторить"), (.working, "Working…", "Выполняется…"),
        ])
    func controls(message: Message, english: String, russian: String) {
        expect(message, english, russian)
    }
}
