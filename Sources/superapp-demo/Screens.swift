package import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// One function for each thing that a user does. It opens a screen by a router, calls the screen's view model, shows what that
/// has published, and closes the screen. Every text for the user comes from a view model or from the app's localizer.
extension Demo {
    private var navigator: MainNavigatorGraph { app.mainScreen.mainNavigator }
    private var rows: WordListViewModel { app.mainScreen.mainWordList.viewModel }

    /// Ends the feature of a screen, and those of the screens above it.
    private func close(_ screen: some Graph) { app.navigation.dismiss(screen.scope.id) }

    /// The result of an action of a view model; nil means that its failure says why.
    private func result<Value>(_ value: Value?, _ failure: (any Error)?) throws -> Value {
        guard let value else { throw failure ?? CancellationError() }
        return value
    }

    // MARK: Words

    func add(_ text: String, from source: String? = nil, to target: String? = nil) async throws {
        let screen = navigator.toNewWord.router.open()
        defer { close(screen) }
        let model = screen.viewModel
        guard model.setLanguages(from: source, to: target) else { throw model.failure ?? CancellationError() }
        model.text = text
        _ = try result(await model.save(), model.failure)
        // The word is saved. Its translation arrives later, and the view model publishes it.
        await waitUntil(timeout: .seconds(5)) { model.saved?.translation != .pending }
        if let word = model.saved { show(row(word)) }
    }

    func list() async throws {
        await rows.load()
        show(rows.words, orElse: rows.emptyMessage)
    }

    func favorites() async throws {
        let screen = navigator.toFavorites.router.open()
        defer { close(screen) }
        let model = screen.favoriteWordList.viewModel
        await model.load()
        show(model.words, orElse: model.emptyMessage)
    }

    /// - Parameter name: the text of a word, or the beginning of its identifier.
    func star(_ name: String) async throws {
        let word = try result(await rows.word(named: name), rows.failure)
        show(row(try result(await rows.setFavorite(true, of: word.id), rows.failure)))
    }

    func search(_ text: String) async throws {
        let screen = navigator.toSearch.router.open()
        defer { close(screen) }
        let model = screen.searchWordList.viewModel
        // The field is a feature of its own. Each change of its text starts a search.
        navigator.searchTextInput.viewModel.text = text
        await waitUntil { model.text == text && !model.isSearching && !model.isFindingNearest }
        show(model.words, orElse: model.emptyMessage)
        if let message = model.nearestMessage { show(self.text(message)) }
    }

    func showEntry(_ name: String) async throws {
        let word = try result(await rows.word(named: name), rows.failure)
        let screen = app.mainScreen.mainWordList.wordList.toEntry.open(word)
        defer { close(screen) }
        await screen.viewModel.load()
        show(row(screen.viewModel.word))
        for sense in screen.viewModel.senses { show("  – " + app.localizer.sense(sense)) }
        if let translation = word.translation.translation { show("  " + app.localizer.source(of: translation)) }
    }

    /// Shows a card, then its answer, and says that it was known.
    func review() async throws {
        let screen = navigator.toReview.router.open()
        defer { close(screen) }
        let model = screen.viewModel
        await model.load()
        guard let front = model.front else { return show(model.message.map(text) ?? "") }
        model.reveal()
        show("\(front) → \(model.back ?? "")  (\(model.nextDate(after: .good).map(text) ?? ""))")
        await model.rate(.good)
        show((model.remainingMessage ?? model.message).map(text) ?? "")
    }

    private func show(_ words: [Word], orElse message: Message) {
        for word in words { show(row(word)) }
        if words.isEmpty { show(text(message)) }
    }

    private func row(_ word: Word) -> String {
        "\(word.isFavorite ? "★" : " ") \(word.text.value)  \(word.direction)  \(app.localizer.translation(of: word))"
    }

    // MARK: Tasks

    /// Opens the to-do list, which is a feature of another library in the same tree.
    private func onTodoList(_ body: (TodoListGraph) async throws -> Void) async throws {
        let screen = navigator.toTodoList.router.open()
        defer { close(screen) }
        await screen.mainScreen.list.viewModel.load()
        try await body(screen)
    }

    func addTask(_ text: String, priority: TodoPriority = .normal) async throws {
        try await onTodoList { screen in
            let model = screen.mainScreen.list.viewModel
            show(row(try result(await model.add(text, priority: priority), model.failure)))
        }
    }

    func listTasks() async throws {
        try await onTodoList { screen in
            let model = screen.mainScreen.list.viewModel
            for todo in model.todos { show(row(todo)) }
            if model.isEmpty { show(text(model.emptyMessage)) }
        }
    }

    /// Opens the editor of the first task above the list, and saves another text.
    func editFirstTask(_ newText: String) async throws {
        try await onTodoList { screen in
            let first = screen.mainScreen.list.viewModel.todos.first
            let model = screen.mainScreen.toEditor.router.open(first).viewModel
            show("\(text(model.title)): \(model.text) → \(newText)")
            model.text = newText
            show(row(try result(await model.save(), model.failure)))
        }
    }

    func showConflicts() async throws {
        try await onTodoList { screen in
            let model = screen.mainScreen.toConflicts.router.open().viewModel
            await model.load()
            show(text(model.emptyMessage))
        }
    }

    private func row(_ todo: Todo) -> String {
        "[\(todo.isCompleted ? "x" : " ")] \(todo.text.value)  \(text(todo.priority.name))"
    }

    // MARK: The reminder and the tree

    /// Shows the reminder, and opens the screen that a tap on it opens.
    func showReminder() async throws {
        let settings = try await app.pushNotification.reminder.settings()
        let notification = ReminderNotification.localized(app.localizer)
        show("\(settings.time)  \(notification.title)", "       \(notification.body)")
        let screen = app.pushNotification.open()
        defer { close(screen) }
        show("  → \(text(screen.title))")
    }

    /// Draws the features that live now, with every screen open.
    package func drawTree(_ format: FeatureTreeFormat = .text) throws {
        defer { app.navigation.popAll() }
        navigator.toFavorites.router.open()
        let todoList = navigator.toTodoList.router.open().mainScreen
        todoList.toEditor.router.open(nil)
        todoList.toConflicts.router.open()
        todoList.toBin.router.open()
        navigator.toNewWord.router.open()
        navigator.toSearch.router.open()
        navigator.toReview.router.open().toStatistics.router.open()
        navigator.toBin.router.open()
        navigator.toDevices.router.open()
        app.mainScreen.mainWordList.wordList.toEntry.open(
            Word(
                id: WordID("example"), text: try WordText("example"), direction: .englishToRussian, createdAt: .now,
                updatedAt: .now))
        let drawing = tree.drawing(format, localizer: app.localizer)
        terminal.write(drawing.hasSuffix("\n") ? drawing : drawing + "\n")
    }
}
