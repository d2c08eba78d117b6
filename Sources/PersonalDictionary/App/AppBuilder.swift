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
    public static let feature = Feature.viewless("App")
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
        let navigation = NavigationStack(logger: logger.labelled("screen"))
        scope.onDetach(with: navigation) { $0.popAll() }
        let changes = WordStream().logged(as: "words", by: streams, describe: \.logText)
        let words = Vocabulary(
            dependencies.store.words, changes: WordChangeLog(changes, logger: logger.labelled("change")),
            logger: logger.labelled("store"))
        let queue = TranslationQueue(
            services: dependencies.translation, words: words, clock: dependencies.clock, sleeper: dependencies.sleeper,
            logger: logger.labelled("translation"))
        let direction = ValueStream(dependencies.direction).logged(as: "direction", by: streams)
        let searchText = ValueStream("").logged(as: "searchText", by: streams)
        let searchMode = ValueStream(SearchMode.both).logged(as: "searchMode", by: streams)
        let langPicker = LangPickerDependencies(
            languages: dependencies.languages, direction: direction, settings: settings)
        let wordList = WordListDependencies(
            words: words, removed: WordRemovalUndo(words: words, identifiers: dependencies.identifiers),
            changes: changes, translator: queue, clock: dependencies.clock, navigator: navigation)
        let toNewWord = NavToNewWordDependencies(
            navigator: navigation,
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
            synchronization: dependencies.todoSynchronization, timeZone: dependencies.timeZone, navigator: navigation,
            logger: logger)
        todoList.synchronizeAutomatically(in: scope)
        let mainScreen = MainScreenDependencies(
            navigator: MainNavigatorDependencies(
                toFavorites: NavToFavoritesDependencies(
                    navigator: navigation, screen: FavoriteWordListDependencies(words: words, wordList: wordList)),
                toTodoList: NavToTodoListDependencies(navigator: navigation, screen: todoList),
                toNewWord: toNewWord,
                toSearch: NavToSearchDependencies(
                    navigator: navigation,
                    screen: SearchDependencies(
                        mode: searchMode,
                        wordList: SearchWordListDependencies(
                            words: words, text: searchText, mode: searchMode, wordList: wordList))),
                searchText: searchText),
            wordList: MainWordListDependencies(words: words, wordList: wordList))
        return AppGraph(
            scope: scope, navigation: navigation, localizer: dependencies.localizer, words: words,
            // The whole identifier, not the beginning of one, which another task could have.
            todo: { [todos = dependencies.store.todos] id throws(TodoError) in
                try await todos.todos().first { $0.id == id }
            },
            wordChanges: changes,
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
