public import CoreModule

/// The open screens as a value, to observe, save, and restore when the app starts again.
public struct NavigationState: Hashable, Sendable, Codable {
    /// The screens above the main screen, from bottom to top. Screens of your own are among them if their routes have names.
    public var screens: [SavedScreen]
    /// The text in the search field.
    public var searchText: String
    /// The search mode.
    public var searchMode: SearchMode

    /// Creates a state. Without arguments, only the main screen is open.
    public init(screens: [SavedScreen] = [], searchText: String = "", searchMode: SearchMode = .both) {
        self.screens = screens
        self.searchText = searchText
        self.searchMode = searchMode
    }
}

extension SettingKey<NavigationState> {
    /// The open screens. A state that cannot be read counts as none.
    public static let navigation = SettingKey("navigation", unreadable: nil)
}
