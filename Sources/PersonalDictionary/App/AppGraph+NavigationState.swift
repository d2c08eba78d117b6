import CoreModule
import TodoList

extension AppScreen {
    /// The screen of a graph; nil if the app has no such screen.
    @MainActor
    init?(_ graph: any Graph) {
        switch graph {
        case is FavoritesGraph: self = .favorites
        case is TodoListGraph: self = .todoList
        case let editor as TodoEditorGraph: self = .todoEditor(editor.viewModel.todo?.id)
        case is TodoConflictsGraph: self = .todoConflicts
        case is NewWordGraph: self = .newWord
        case is SearchGraph: self = .search
        case let entry as DictionaryEntryGraph: self = .dictionaryEntry(entry.viewModel.word.id)
        default: return nil
        }
    }
}

extension AppGraph {
    /// The screens that are open now. It is observable: where changes are tracked, a reader learns of the next one.
    public var navigationState: NavigationState {
        NavigationState(
            screens: navigation.screens.compactMap { AppScreen($0) },
            searchText: mainScreen.mainNavigator.searchTextInput.viewModel.text,
            searchMode: searchMode.value)
    }

    /// Dismisses the open screens, and opens those of a state with their routers. The screen of a word or a task that no longer exists
    /// is skipped.
    ///
    /// Throws if the store cannot be read. The screens before the failure are open then.
    public func restore(_ state: NavigationState) async throws(DictionaryError) {
        navigation.popAll()
        let navigator = mainScreen.mainNavigator
        navigator.searchTextInput.viewModel.text = state.searchText
        searchMode.send(state.searchMode)
        for screen in state.screens {
            switch screen {
            case .favorites: navigator.toFavorites.router.open()
            case .todoList: navigator.toTodoList.router.open()
            case .newWord: navigator.toNewWord.router.open()
            case .search: navigator.toSearch.router.open()
            case .dictionaryEntry(let id): try await openEntry(of: id)
            case .todoEditor(let id): try await openEditor(of: id)
            case .todoConflicts: openTodoList?.mainScreen.toConflicts.router.open()
            }
        }
    }

    private func openEntry(of id: WordID) async throws(DictionaryError) {
        let word: Word
        do throws(DictionaryError) { word = try await words.word(id) } catch .notFound { return }
        mainScreen.mainWordList.wordList.toEntry.open(word)
    }

    /// The to-do list that is open. A saved state has the list before its further screens.
    private var openTodoList: TodoListGraph? { navigation.screens.lazy.compactMap { $0 as? TodoListGraph }.last }

    private func openEditor(of id: TodoID?) async throws(DictionaryError) {
        guard let list = openTodoList else { return }
        guard let id else {
            list.mainScreen.toEditor.router.open(nil)
            return
        }
        let todo: Todo?
        do throws(TodoError) {
            todo = try await self.todo(id)
        } catch {
            guard case .store(let error) = error else { return }
            throw .store(error)
        }
        if let todo { list.mainScreen.toEditor.router.open(todo) }
    }
}
