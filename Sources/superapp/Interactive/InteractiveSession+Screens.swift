import CoreModule
import PersonalDictionary
import Terminal
import TodoList

/// What lines do on the app's screens.
extension InteractiveSession {
    private var rows: WordListViewModel { app.mainScreen.mainWordList.wordList.viewModel }

    // MARK: Screens

    func openMain(_ limit: Int?, _ offset: Int) async throws(CommandLineError) -> Reply {
        closeAll()
        return try await load(rows, limit, offset)
    }

    func openFavorites(_ limit: Int?, _ offset: Int) async throws(CommandLineError) -> Reply {
        try await load(reopen(navigator.toFavorites).favoriteWordList.wordList.viewModel, limit, offset)
    }

    private func load(
        _ rows: WordListViewModel, _ limit: Int?, _ offset: Int
    ) async throws(CommandLineError) -> Reply {
        let (count, isTooLarge) = (limit ?? WordListViewModel.pageSize).addingReportingOverflow(offset)
        await rows.load(first: isTooLarge ? .max : count)
        if case .failed(let error) = rows.phase { throw CommandLineError(error) }
        return Reply(firstRow: offset)
    }

    func search(_ text: String, _ by: Command.SearchBy, _ limit: Int?) async throws(CommandLineError) {
        let screen = reopen(navigator.toSearch)
        let mode: SearchMode =
            switch by {
            case .word: .word
            case .translation: .translation
            case .both: .both
            }
        let model = screen.searchWordList.viewModel
        if let limit { model.limit = limit }
        screen.modePicker.viewModel.mode = mode
        navigator.searchTextInput.viewModel.text = text
        await waitUntil { model.text == text && model.mode == mode && !model.isSearching }
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
    }

    func openNewWord() {
        _ = reopen(navigator.toNewWord)
    }

    func openTodoList(_ all: Bool?) async throws(CommandLineError) {
        let screen = reopen(navigator.toTodoList).mainScreen
        let button = screen.showButton.viewModel
        if let all, all != button.isShowingCompleted { button.toggle() }
        await screen.list.viewModel.load()
        await screen.counter.viewModel.load()
        await screen.networkIndicator.viewModel.load()
        await waitUntil { screen.list.viewModel.isShowingCompleted == button.isShowingCompleted }
        if case .failed(let error) = screen.list.viewModel.phase { throw CommandLineError(error) }
    }

    func openConflicts() async throws(CommandLineError) {
        let model = reopen(navigator.toTodoList).mainScreen.toConflicts.router.open().viewModel
        await model.load()
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
    }

    func openEntry(_ word: Word) async throws(CommandLineError) {
        if case .entry(let screen) = place, screen.viewModel.word.id == word.id { return }
        let list = place.wordList ?? app.mainScreen.mainWordList.wordList
        let model = list.toEntry.open(word).viewModel
        await model.load()
        if case .failed(let error) = model.phase { throw CommandLineError(error) }
    }

    func word(_ name: String) async throws(CommandLineError) -> Word {
        if let word = await rows.word(named: name) { return word }
        throw failure(rows.failure)
    }

    /// Reads what a screen shows that was opened by itself. What fails is shown on the screen.
    func load(_ screen: any Graph) async {
        switch Place(screen) {
        case .favorites(let graph): await graph.favoriteWordList.viewModel.load()
        case .entry(let graph): await graph.viewModel.load()
        case .todo(let graph):
            await graph.mainScreen.list.viewModel.load()
            await graph.mainScreen.counter.viewModel.load()
            await graph.mainScreen.networkIndicator.viewModel.load()
        case .conflicts(let graph): await graph.viewModel.load()
        case .search(let graph):
            let model = graph.searchWordList.viewModel
            let text = navigator.searchTextInput.viewModel.text
            await waitUntil { model.text == text && !model.isSearching }
        case .main, .newWord, nil: break
        }
    }

    // MARK: What is on them

    /// Does with what has a number what one most likely wants.
    func choose(_ number: Int) async throws(CommandLineError) -> Reply {
        let noNumber = CommandLineError(code: "notFound", message: InteractiveText.noNumber(number))
        switch place.listing {
        case .words(let words):
            guard words.indices.contains(number - 1) else { throw noNumber }
            try await openEntry(words[number - 1])
        case .todos(let todos):
            guard todos.indices.contains(number - 1) else { throw noNumber }
            let todo = todos[number - 1]
            return try await run(.todo(.complete(id: todo.id.rawValue, !todo.isCompleted)))
        case .conflicts(let conflicts):
            guard conflicts.indices.contains(number - 1) else { throw noNumber }
            return try await run(.todo(.restore(conflict: conflicts[number - 1].id.rawValue)))
        case .suggestions(let suggestions):
            guard suggestions.indices.contains(number - 1) else { throw noNumber }
            return Reply(line: suggestions[number - 1].text)
        case .entry:
            throw noNumber
        }
        return Reply()
    }

    /// Saves a word on the screen for new ones.
    func save(_ text: String) async throws(CommandLineError) -> Reply {
        guard case .newWord(let screen) = place else { return Reply() }
        screen.viewModel.text = text
        guard let word = await screen.viewModel.save() else { throw failure(screen.viewModel.failure) }
        return Reply(text: localizer(InteractiveText.added(word.text.value.onOneLine)))
    }

    /// Carries out a command that stays on the screen.
    func run(_ command: Command) async throws(CommandLineError) -> Reply {
        switch command {
        case .add(let text, _, _, wait: 0):
            _ = try await session.run(command)
            return Reply(text: localizer(InteractiveText.added(text.onOneLine)))
        case .remove(let ids):
            var words: [Word] = []
            for id in ids { words.append(try await word(id)) }
            _ = try await session.run(.remove(ids: words.map(\.id.rawValue)))
            let names = words.map { localizer(InteractiveText.quoted($0.text.value.onOneLine)) }
            return Reply(text: localizer(InteractiveText.removed(names.joined(separator: ", "))))
        case .tree(let format, let isDetailed):
            let picture = session.picture(format ?? .text, details: isDetailed ? .all : nil, isLive: true)
            return Reply(text: picture.text)
        case .help(of: nil):
            let own = help
            return Reply(text: [own, try await session.run(command)?.text ?? ""].joined(separator: "\n\n"))
        default:
            return Reply(text: try await session.run(command)?.text)
        }
    }

    /// What can be typed here besides the commands.
    private var help: String {
        let entries = InteractiveText.help.map { (usage: Help.localized($0.usage, in: localizer), text: $0.text) }
        let width = entries.map(\.usage.displayWidth).max() ?? 0
        return entries.map { entry in
            "\(entry.usage.padded(to: width))  \(localizer(entry.text))"
        }.joined(separator: "\n")
    }

    private func failure(_ error: DictionaryError?) -> CommandLineError {
        error.map { CommandLineError($0) } ?? CommandLineError(code: "storeBusy", message: InteractiveText.busy)
    }
}
