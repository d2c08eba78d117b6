public import CoreModule
public import TodoList

/// The open screens as a value, to observe, save, and restore when the app starts again.
public struct NavigationState: Hashable, Sendable, Codable {
    /// The screens above the main screen, from bottom to top.
    public var screens: [AppScreen]
    /// The text in the search field.
    public var searchText: String
    /// The search mode.
    public var searchMode: SearchMode

    /// Creates a state. Without arguments, only the main screen is open.
    public init(screens: [AppScreen] = [], searchText: String = "", searchMode: SearchMode = .both) {
        self.screens = screens
        self.searchText = searchText
        self.searchMode = searchMode
    }
}

/// A screen in a form that can be saved.
public enum AppScreen: Hashable, Sendable, Codable {
    /// The favourite words.
    case favorites
    /// The to-do list.
    case todoList
    /// The editor of a task. Nil: of a new task.
    case todoEditor(TodoID?)
    /// The conflicts of a synchronization.
    case todoConflicts
    /// The screen for a new word.
    case newWord
    /// The search screen.
    case search
    /// The entry of a word.
    case dictionaryEntry(WordID)
}

extension SettingKey<NavigationState> {
    /// The open screens. A state of a newer version, with screens that are unknown here, counts as none.
    public static let navigation = SettingKey("navigation", unreadable: nil)
}
