import CoreModule
import PersonalDictionary
import TodoList

/// Where in the app one is: a screen, as far as the interactive mode shows it.
@MainActor
enum Place {
    case main(MainScreenGraph)
    case favorites(FavoritesGraph)
    case search(SearchGraph)
    case newWord(NewWordGraph)
    case entry(DictionaryEntryGraph)
    case todo(TodoListGraph)
    case conflicts(TodoConflictsGraph)

    /// A screen of the navigation stack; `nil` where it is none that is shown here.
    init?(_ screen: any Graph) {
        switch screen {
        case let graph as FavoritesGraph: self = .favorites(graph)
        case let graph as SearchGraph: self = .search(graph)
        case let graph as NewWordGraph: self = .newWord(graph)
        case let graph as DictionaryEntryGraph: self = .entry(graph)
        case let graph as TodoListGraph: self = .todo(graph)
        case let graph as TodoConflictsGraph: self = .conflicts(graph)
        default: return nil
        }
    }

    /// The screen, as the frame around it needs it.
    private var screen: any ScreenGraph {
        switch self {
        case .main(let graph): graph
        case .favorites(let graph): graph
        case .search(let graph): graph
        case .newWord(let graph): graph
        case .entry(let graph): graph
        case .todo(let graph): graph
        case .conflicts(let graph): graph
        }
    }

    var id: FeatureID { screen.scope.id }
    var title: Message { screen.title }

    var hint: Message {
        switch self {
        case .main, .favorites: InteractiveText.wordsHint
        case .search: InteractiveText.searchHint
        case .newWord: InteractiveText.newWordHint
        case .entry: InteractiveText.entryHint
        case .todo: InteractiveText.todoHint
        case .conflicts: InteractiveText.conflictsHint
        }
    }

    /// The list of words on the screen.
    var wordList: WordListGraph? {
        switch self {
        case .main(let graph): graph.mainWordList.wordList
        case .favorites(let graph): graph.favoriteWordList.wordList
        case .search(let graph): graph.searchWordList.wordList
        case .newWord, .entry, .todo, .conflicts: nil
        }
    }

    /// What the numbers on the screen stand for.
    var listing: Listing {
        switch self {
        case .main, .favorites, .search: .words(wordList?.viewModel.words ?? [])
        case .newWord(let graph): .suggestions(graph.viewModel.suggestions)
        case .entry(let graph): .entry(graph.viewModel.word)
        case .todo(let graph): .todos(graph.mainScreen.list.viewModel.todos)
        case .conflicts(let graph): .conflicts(graph.viewModel.conflicts)
        }
    }
}

/// What is listed on a screen, in order.
enum Listing {
    case words([Word])
    case todos([Todo])
    case conflicts([TodoConflict])
    case suggestions([Suggestion])
    /// Nothing; but a command may be about the word of the screen.
    case entry(Word)

    /// The identifiers that numbers can stand for.
    var identifiers: [String] {
        switch self {
        case .words(let words): words.map(\.id.rawValue)
        case .todos(let todos): todos.map(\.id.rawValue)
        case .conflicts(let conflicts): conflicts.map(\.id.rawValue)
        case .suggestions, .entry: []
        }
    }
}
