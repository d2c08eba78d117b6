public import CoreModule

/// The whole app with the library's main screen, for a front end.
public typealias AppGraph = CustomAppGraph<MainScreenGraph>

/// The whole app, for a front end.
public final class CustomAppGraph<MainScreen: Graph>: Graph {
    /// The lifetime of the app.
    public let scope: FeatureScope
    /// The screens that are open above the main screen. Features of your own open theirs with it too.
    public let navigation: ScreenStack
    /// The main screen. It is always there, below the others.
    public let mainScreen: MainScreen

    /// Translates the messages of the app's screens and errors.
    public let localizer: Localizer
    /// The languages that the app offers.
    public var languages: LanguageCatalog { parts.languages }
    /// The words. Every change made through them shows on every screen and is published to ``wordChanges``.
    public let words: Vocabulary
    /// All changes of words, for parts beside the app such as a widget.
    public let wordChanges: any ModelStreamReader<WordChange>
    /// The reviews of the words. Every change made through them shows on every screen and is published to ``reviewChanges``.
    public let reviews: Reviews
    /// Exports and imports the events of reviews.
    public var reviewLog: ReviewLog { ReviewLog(reviews) }
    /// All changes of reviews.
    public let reviewChanges: any ModelStreamReader<ReviewChange>
    /// Looks words up: in the background after ``startTranslating()``, and on request.
    public let translation: TranslationQueue
    /// Imports words from files and exports them.
    public var exchange: WordExchange { parts.exchange }
    /// Watches the store for changes of other processes, and publishes them, so that the app's screens show them.
    public let externalChanges: ExternalChangeWatcher
    /// Where words are searched. The search screen's choice outlives the screen.
    public let searchMode: SearchModeStream
    /// The app's settings, such as `SettingKey.navigation` for a front end that saves and restores its open screens.
    public let settings: AppSettings
    /// Synchronizes the words and reviews with other devices; nil if the store is no SQLite file.
    public var sync: DictionarySync? { parts.sync }
    /// The daily reminder. It does nothing until it is started.
    public let pushNotification: PushNotificationGraph

    /// The objects that work in the background. They end with the app.
    public var ownedObjects: [AnyObject] { [translation, externalChanges] }

    let parts: AppParts

    init(
        scope: FeatureScope, parts: AppParts, externalChanges: ExternalChangeWatcher,
        pushNotification: PushNotificationGraph, mainScreen: MainScreen
    ) {
        self.scope = scope
        self.navigation = parts.navigation
        self.localizer = parts.environment.localizer
        self.words = parts.words
        self.wordChanges = parts.wordChanges
        self.reviews = parts.reviews
        self.reviewChanges = parts.reviewChanges
        self.translation = parts.translation
        self.externalChanges = externalChanges
        self.searchMode = parts.searchMode
        self.settings = parts.settings
        self.pushNotification = pushNotification
        self.mainScreen = mainScreen
        self.parts = parts
    }

    /// Starts to look words up in the background: those that wait, then each that is added. More calls do nothing.
    public func startTranslating() {
        let events = wordChanges.events()
        scope.run { [translation] in await translation.run(on: events) }
    }

    /// Starts to synchronize words and reviews with the remembered folder, if there is one, until the app ends: at once, after changes, every few
    /// minutes as ``AppConfiguration/sync`` says, and again after failures that may pass. More calls do nothing.
    ///
    /// Of several apps that share a ``SyncConnection``, one does it.
    public func startSynchronizing() {
        guard let sync else { return }
        let (words, reviews) = (wordChanges.events(), reviewChanges.events())
        scope.run { await sync.run(words, reviews) }
    }
}
