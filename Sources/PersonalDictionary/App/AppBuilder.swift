public import CoreModule
import TodoList

/// Makes the whole app: the root of the feature tree.
///
/// ```swift
/// let dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
/// let tree = FeatureTree()
/// let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
/// ```
public struct AppBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("App", .graph)
    /// What the app needs.
    public let dependencies: AppDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: AppDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the app up.
    public func makeGraph(in scope: FeatureScope) -> AppGraph {
        let logger = dependencies.logger
        let streams = logger.labelled("stream")
        let settings = Settings(dependencies.store.settings, logger: logger.labelled("store"))
        let navigation = NavigationStack()
        let navigator = LoggingNavigator(navigation, logger: logger.labelled("screen"))
        // Routers hold it weakly, and the stack does not know who stands before it.
        scope.keep(navigator)
        let changes = LoggingModelStream(WordStream(), name: "words", logger: streams, describe: \.logText)
        let words = Vocabulary(
            dependencies.store.words, changes: WordChangeLog(changes, logger: logger.labelled("change")),
            logger: logger.labelled("store"))
        let queue = TranslationQueue(
            services: dependencies.translation, words: words, clock: dependencies.clock, sleeper: dependencies.sleeper,
            logger: logger.labelled("translation"))
        let direction = LoggingModelStream(ValueStream(dependencies.direction), name: "direction", logger: streams)
        let searchText = LoggingModelStream(ValueStream(""), name: "searchText", logger: streams)
        let searchMode = LoggingModelStream(ValueStream(SearchMode.both), name: "searchMode", logger: streams)
        let langPicker = LangPickerDependencies(
            languages: dependencies.languages, direction: direction, settings: settings)
        let wordList = WordListDependencies(
            words: words, removed: WordRemovalUndo(words: words, identifiers: dependencies.identifiers),
            changes: changes, translator: queue, clock: dependencies.clock, navigator: navigator)
        let toNewWord = NavToNewWordDependencies(
            navigator: navigator,
            screen: NewWordDependencies(
                words: words, changes: changes, langPicker: langPicker,
                liveLookUp: LiveLookUp(
                    saved: words, cache: dependencies.store.cache, services: dependencies.translation),
                clock: dependencies.clock, sleeper: dependencies.sleeper,
                identifiers: dependencies.identifiers))
        let pushNotification = PushNotificationBuilder(
            dependencies: PushNotificationDependencies(
                repository: ReminderRepository(settings), words: words,
                configuration: dependencies.reminder,
                toNewWord: toNewWord, clock: dependencies.clock, sleeper: dependencies.sleeper,
                logger: logger.labelled("reminder")),
            parent: scope
        ).build()
        let todoList = TodoListDependencies(
            todos: dependencies.store.todos, clock: dependencies.clock, identifiers: dependencies.identifiers,
            synchronization: dependencies.todoSynchronization, timeZone: dependencies.timeZone, navigator: navigator,
            logger: logger)
        todoList.synchronizeAutomatically(in: scope)
        let mainScreen = MainScreenDependencies(
            navigator: MainNavigatorDependencies(
                toFavorites: NavToFavoritesDependencies(
                    navigator: navigator, screen: FavoriteWordListDependencies(words: words, wordList: wordList)),
                toTodoList: NavToTodoListDependencies(navigator: navigator, screen: todoList),
                toNewWord: toNewWord,
                toSearch: NavToSearchDependencies(
                    navigator: navigator,
                    screen: SearchDependencies(
                        mode: searchMode,
                        wordList: SearchWordListDependencies(
                            words: words, text: searchText, mode: searchMode, wordList: wordList))),
                searchText: searchText),
            wordList: MainWordListDependencies(words: words, wordList: wordList))
        scope.onDetach { [weak navigation] in
            Task { @MainActor in navigation?.popAll() }
        }
        return AppGraph(
            scope: scope, navigation: navigation, navigator: navigator, localizer: dependencies.localizer, words: words,
            todos: dependencies.store.todos, wordChanges: changes,
            translation: BackgroundTranslation(queue: queue, changes: changes, scope: scope),
            exchange: WordExchange(
                store: dependencies.store, words: words, languages: dependencies.languages, direction: direction,
                clock: dependencies.clock, identifiers: dependencies.identifiers),
            externalChanges: ExternalChangeWatcher(
                words: words, scope: scope, logger: logger.labelled("store")),
            searchMode: searchMode, settings: settings,
            pushNotification: pushNotification,
            mainScreen: MainScreenBuilder(dependencies: mainScreen, parent: scope).build())
    }
}
