public import CoreModule

/// The whole app as a front end sees it.
public final class AppGraph: Graph {
    /// The app's lifetime.
    public let scope: FeatureScope
    /// The screens that are open above the main screen.
    public let navigation: NavigationStack
    /// The main screen, which is always there.
    public let mainScreen: MainScreenGraph

    private let changes: WordStream
    private let translationQueue: TranslationQueue
    private var isTranslating = false

    init(
        scope: FeatureScope, navigation: NavigationStack, wordChanges: WordStream, translationQueue: TranslationQueue,
        mainScreen: MainScreenGraph
    ) {
        self.scope = scope
        self.navigation = navigation
        changes = wordChanges
        self.translationQueue = translationQueue
        self.mainScreen = mainScreen
    }

    /// All changes to words: for what stands beside the app, such as a widget.
    public var wordChanges: any ModelStreamReader<WordChange> { changes }

    /// Begins to look words up in the background: those that wait, and then each that is added. More calls do nothing.
    public func startTranslating() {
        guard !isTranslating else { return }
        isTranslating = true
        let events = changes.events()
        scope.run { [translationQueue] in await translationQueue.run(on: events) }
    }
}
