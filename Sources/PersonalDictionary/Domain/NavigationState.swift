public import CoreModule
public import TodoList

/// Which screens are open, as a value: to be observed, saved, and restored when the app starts again.
public struct NavigationState: Hashable, Sendable, Codable {
    /// The screens above the main screen, the first shown first.
    public var screens: [AppScreen]
    /// What stands in the search field.
    public var searchText: String
    /// Where it is searched.
    public var searchMode: SearchMode

    /// Describes what is open; without arguments, the main screen alone.
    public init(screens: [AppScreen] = [], searchText: String = "", searchMode: SearchMode = .both) {
        self.screens = screens
        self.searchText = searchText
        self.searchMode = searchMode
    }
}

/// One screen, as it can be saved.
public enum AppScreen: Hashable, Sendable, Codable {
    /// The favourite words.
    case favorites
    /// The to-do list.
    case todoList
    /// The editor of a task; of a new one where there is no identifier.
    case todoEditor(TodoID?)
    /// What lost when edits of tasks met in a synchronization.
    case todoConflicts
    /// The screen for a new word.
    case newWord
    /// The search screen.
    case search
    /// The entry of a word.
    case dictionaryEntry(WordID)
}
