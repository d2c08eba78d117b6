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
public enum AppScreen: Hashable, Sendable {
    /// A screen of the dictionary.
    case dictionary(DictionaryScreen)
    /// A screen of the to-do list.
    case todo(TodoScreen)
}

/// A screen of the dictionary in a form that can be saved.
public enum DictionaryScreen: Hashable, Sendable, Codable {
    /// The favourite words.
    case favorites
    /// The screen for a new word.
    case newWord
    /// The search screen.
    case search
    /// The entry of a word.
    case dictionaryEntry(WordID)
}

extension AppScreen: Codable {
    /// Reads a screen of either kind. Their names in saved data differ.
    public init(from decoder: any Decoder) throws {
        do {
            self = .todo(try TodoScreen(from: decoder))
        } catch is DecodingError {
            self = .dictionary(try DictionaryScreen(from: decoder))
        }
    }

    /// Writes the screen without its kind.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .dictionary(let screen): try screen.encode(to: encoder)
        case .todo(let screen): try screen.encode(to: encoder)
        }
    }
}

extension SettingKey<NavigationState> {
    /// The open screens. A state of a newer version, with screens that are unknown here, counts as none.
    public static let navigation = SettingKey("navigation", unreadable: nil)
}
