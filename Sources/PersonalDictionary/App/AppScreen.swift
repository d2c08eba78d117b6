public import CoreModule
public import TodoList

/// A screen of the app by its kind, for the views of a front end: a `switch` over it without `default` names every screen of the
/// libraries, and does not compile if one is forgotten.
///
/// ```swift
/// switch AppScreen(screen.graph) {
/// case .newWord(let screen): NewWordView(model: screen.viewModel)
/// // …
/// }
/// ```
public enum AppScreen {
    /// The library's main screen.
    case mainScreen(MainScreenGraph)
    /// The favourite words.
    case favorites(FavoritesGraph)
    /// The screen for a new word.
    case newWord(NewWordGraph)
    /// The search screen.
    case search(SearchGraph)
    /// The entry of a word.
    case dictionaryEntry(DictionaryEntryGraph)
    /// The review of the words that are due.
    case review(ReviewGraph)
    /// The reviews in numbers.
    case reviewStatistics(ReviewStatisticsGraph)
    /// The removed words.
    case bin(BinGraph)
    /// The devices that have the same words.
    case devices(DevicesGraph)
    /// The to-do list.
    case todoList(TodoListGraph)
    /// The editor of a task.
    case todoEditor(TodoEditorGraph)
    /// The conflicts of a synchronization.
    case todoConflicts(TodoConflictsGraph)
    /// The removed tasks.
    case todoBin(TodoBinGraph)
    /// A screen of the app's own.
    case own(any Graph)

    /// Finds the kind of a screen.
    public init(_ graph: any Graph) {
        self =
            switch graph {
            case let graph as MainScreenGraph: .mainScreen(graph)
            case let graph as FavoritesGraph: .favorites(graph)
            case let graph as NewWordGraph: .newWord(graph)
            case let graph as SearchGraph: .search(graph)
            case let graph as DictionaryEntryGraph: .dictionaryEntry(graph)
            case let graph as ReviewGraph: .review(graph)
            case let graph as ReviewStatisticsGraph: .reviewStatistics(graph)
            case let graph as BinGraph: .bin(graph)
            case let graph as DevicesGraph: .devices(graph)
            case let graph as TodoListGraph: .todoList(graph)
            case let graph as TodoEditorGraph: .todoEditor(graph)
            case let graph as TodoConflictsGraph: .todoConflicts(graph)
            case let graph as TodoBinGraph: .todoBin(graph)
            default: .own(graph)
            }
    }
}
