public import CoreModule
public import Foundation
import TodoList

/// The whole app as a front end sees it.
public final class AppGraph: Graph {
    /// The app's lifetime.
    public let scope: FeatureScope
    /// The screens that are open above the main screen. Features of your own open theirs with it too.
    public let navigation: NavigationStack
    /// The main screen, which is always there.
    public let mainScreen: MainScreenGraph

    /// Words the messages of the app's screens, and of its errors, for the user.
    public let localizer: Localizer
    /// The words. Every change made through them shows on every screen and is published to ``wordChanges``.
    public let words: Vocabulary
    /// All changes to words: for what stands beside the app, such as a widget.
    public let wordChanges: any ModelStreamReader<WordChange>
    /// The look-ups in the background.
    public let translation: BackgroundTranslation
    /// Takes words in from files and writes them out.
    public let exchange: WordExchange
    /// Watches what others change in the store, such as another process: what they do then shows on the screens of this app.
    public let externalChanges: ExternalChangeWatcher
    /// Where it is searched: the search screen's choice outlives the screen.
    public let searchMode: SearchModeStream
    /// The app's settings, such as ``SettingKey/navigation`` for a front end that saves and restores its open screens.
    public let settings: Settings
    /// The daily reminder, which does nothing until it is started.
    public let pushNotification: PushNotificationGraph

    /// Reads a task; nil if there is none. Not the store itself, which may outlive the app.
    let todo: @Sendable (TodoID) async throws(TodoError) -> Todo?

    init(
        scope: FeatureScope, navigation: NavigationStack, localizer: Localizer,
        words: Vocabulary, todo: @escaping @Sendable (TodoID) async throws(TodoError) -> Todo?,
        wordChanges: any ModelStreamReader<WordChange>,
        translation: BackgroundTranslation, exchange: WordExchange, externalChanges: ExternalChangeWatcher,
        searchMode: SearchModeStream, settings: Settings,
        pushNotification: PushNotificationGraph, mainScreen: MainScreenGraph
    ) {
        self.scope = scope
        self.navigation = navigation
        self.localizer = localizer
        self.words = words
        self.todo = todo
        self.wordChanges = wordChanges
        self.translation = translation
        self.exchange = exchange
        self.externalChanges = externalChanges
        self.searchMode = searchMode
        self.settings = settings
        self.pushNotification = pushNotification
        self.mainScreen = mainScreen
    }

    /// Shows what a link leads to: `superapp://new-word`.
    /// - Returns: whether it leads anywhere.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        pushNotification.open(url)
    }

    /// Begins to look words up in the background: those that wait, and then each that is added. More calls do nothing.
    public func startTranslating() {
        translation.start()
    }
}
