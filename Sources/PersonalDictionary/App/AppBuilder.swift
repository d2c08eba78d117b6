public import CoreModule
import TodoList

/// Builds the whole app: the root of the feature tree.
///
/// ```swift
/// let dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
/// let tree = FeatureTree()
/// let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
/// ```
public struct AppBuilder: Builder {
    /// The feature's name and kind.
    public static let feature = Feature.viewless("App")
    /// What the app uses from outside.
    public let dependencies: AppDependencies
    /// The scope of the feature that contains the app, or the tree's root.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: AppDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Makes the parts of the app and connects them.
    public func makeGraph(in scope: FeatureScope) -> AppGraph {
        let environment = dependencies.environment
        let (clock, sleeper, identifiers) = (environment.clock, environment.sleeper, environment.identifiers)
        let logger = environment.logger
        let store = dependencies.store

        let navigation = ScreenStack(logger: logger.labelled("screen"))
        scope.onDetach(with: navigation) { $0.popAll() }
        let streams = logger.labelled("stream")
        let settings = AppSettings(store.settings, logger: logger.labelled("store"))
        let direction = ValueStream(dependencies.direction).logged(as: "direction", by: streams)
        let searchText = ValueStream("").logged(as: "searchText", by: streams)
        let searchMode = ValueStream(SearchMode.both).logged(as: "searchMode", by: streams)
        let changes = WordStream().logged(as: "words", by: streams, describe: \.logText)
        let words = Vocabulary(
            store.words, changes: WordChangeLog(changes, logger: logger.labelled("change")),
            logger: logger.labelled("store"))
        let queue = TranslationQueue(
            services: dependencies.translation, words: words, clock: clock, sleeper: sleeper,
            logger: logger.labelled("translation"))

        let wordList = WordListDependencies(
            entry: DictionaryEntryDependencies(
                words: words, removed: WordRemovalUndo(words: words, identifiers: identifiers), changes: changes,
                translator: queue, languages: dependencies.languages, clock: clock),
            navigator: navigation)
        let newWord = NewWordDependencies(
            words: words, changes: changes,
            langPicker: LangPickerDependencies(
                languages: dependencies.languages, direction: direction, settings: settings),
            liveLookUp: LiveLookUp(
                words: words, cache: store.cache, services: dependencies.translation, languages: dependencies.languages),
            clock: clock, sleeper: sleeper, identifiers: identifiers)
        let toNewWord = RouteDependencies(navigator: navigation) { parent in
            NewWordBuilder(dependencies: newWord, parent: parent)
        }
        let search = SearchWordListDependencies(text: searchText, mode: searchMode, wordList: wordList)
        let todoList = TodoListDependencies(
            todos: store.todos, clock: clock, identifiers: identifiers,
            synchronization: dependencies.todoSynchronization, timeZone: environment.localizer.timeZone,
            navigator: navigation, logger: logger)
        todoList.synchronizeAutomatically(in: scope)
        let mainScreen = MainScreenDependencies(
            navigator: MainNavigatorDependencies(
                toFavorites: RouteDependencies(navigator: navigation) { parent in
                    FavoritesBuilder(dependencies: wordList, parent: parent)
                },
                toTodoList: RouteDependencies(navigator: navigation) { parent in
                    TodoListBuilder(dependencies: todoList, parent: parent)
                },
                toNewWord: toNewWord,
                toSearch: RouteDependencies(navigator: navigation) { parent in
                    SearchBuilder(dependencies: search, parent: parent)
                },
                searchText: searchText),
            wordList: wordList)
        let pushNotification = PushNotificationDependencies(
            repository: ReminderRepository(settings), words: words,
            configuration: dependencies.reminder.completed(environment.localizer), toNewWord: toNewWord, clock: clock,
            sleeper: sleeper, logger: logger.labelled("reminder"))

        return AppGraph(
            scope: scope, navigation: navigation, localizer: environment.localizer, words: words,
            wordChanges: changes, translation: queue,
            exchange: WordExchange(
                words: words, languages: dependencies.languages, direction: direction, clock: clock,
                identifiers: identifiers, acceptsProvider: dependencies.translation.acceptsProvider,
                immediateEntry: { await queue.immediateEntry(of: $0) }),
            externalChanges: ExternalChangeWatcher(words: words, scope: scope, logger: logger.labelled("store")),
            searchMode: searchMode, settings: settings,
            pushNotification: PushNotificationBuilder(dependencies: pushNotification, parent: scope).build(),
            mainScreen: MainScreenBuilder(dependencies: mainScreen, parent: scope).build())
    }
}
