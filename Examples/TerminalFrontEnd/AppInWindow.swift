package import CoreModule
package import PersonalDictionary
package import TerminalAppKit

/// An app on the dictionary, with the library's main screen or one of its own.
@MainActor
package protocol AppInWindow: Graph {
    /// The screen below all others.
    var firstScreen: any Graph { get }
    /// The open screens above it.
    var navigation: ScreenStack { get }
    /// The open screens in the form in which they are saved.
    var navigationState: NavigationState { get }
    /// Where that is saved.
    var settings: AppSettings { get }
    /// Looks words up.
    var translation: TranslationQueue { get }
    /// Watches the store for changes of other processes.
    var externalChanges: ExternalChangeWatcher { get }
    /// Starts to look words up in the background.
    func startTranslating()
    /// Starts to synchronize words with the remembered folder.
    func startSynchronizing()
    /// Opens the screens of a saved state.
    func restore(_ state: NavigationState) async throws(DictionaryError)
}

extension CustomAppGraph: AppInWindow {
    package var firstScreen: any Graph { mainScreen }
}

/// A feature that shows screens of its own in its place, such as tabs, each with its stack.
@MainActor
package protocol ScreenContainer: Graph {
    /// The screens from its first one to the one in front.
    var openScreens: [any Graph] { get }
    /// Does what a key means that means nothing on the screen in front.
    /// - Returns: false if the key means nothing here either. Escape then closes the container.
    func press(_ key: Key) -> Bool
}

extension MessageTable {
    /// The texts of the window and its screens.
    package static let terminalFrontEnd = MessageTable(ResourceBundle("Examples_TerminalFrontEnd"))
}
