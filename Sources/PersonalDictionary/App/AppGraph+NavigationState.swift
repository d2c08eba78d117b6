import CoreModule
import TodoList

extension AppScreen {
    /// The screen of a graph; nil if the app has no such screen.
    @MainActor
    init?(_ graph: any Graph) {
        switch graph {
        case is FavoritesGraph: self = .dictionary(.favorites)
        case is NewWordGraph: self = .dictionary(.newWord)
        case is SearchGraph: self = .dictionary(.search)
        case let entry as DictionaryEntryGraph: self = .dictionary(.dictionaryEntry(entry.viewModel.word.id))
        default:
            guard let screen = TodoScreen(graph) else { return nil }
            self = .todo(screen)
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
            case .dictionary(.favorites): navigator.toFavorites.router.open()
            case .dictionary(.newWord): navigator.toNewWord.router.open()
            case .dictionary(.search): navigator.toSearch.router.open()
            case .dictionary(.dictionaryEntry(let id)): try await openEntry(of: id)
            case .todo(.list): navigator.toTodoList.router.open()
            case .todo(let screen): try await open(screen)
            }
        }
    }

    private func openEntry(of id: WordID) async throws(DictionaryError) {
        let word: Word
        do throws(DictionaryError) { word = try await words.word(id) } catch .notFound { return }
        mainScreen.mainWordList.wordList.toEntry.open(word)
    }

    /// Opens a further screen of the to-do list. A saved state has the list before it.
    private func open(_ screen: TodoScreen) async throws(DictionaryError) {
        let list = navigation.screens.lazy.compactMap { $0 as? TodoListGraph }.last
        do throws(TodoError) { try await list?.open(screen) } catch {
            if case .store(let error) = error { throw .store(error) }
        }
    }
}
