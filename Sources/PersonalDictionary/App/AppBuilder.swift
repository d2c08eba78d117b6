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
        let navigation = NavigationStack()
        let changes = WordStream()
        let words = PublishingWordRepository(dependencies.store.words, changes: changes)
        let queue = TranslationQueue(
            service: dependencies.translationService, immediate: dependencies.immediateService, words: words,
            clock: dependencies.clock, sleeper: dependencies.sleeper,
            logger: dependencies.logger.labelled("translation"))
        let direction = DirectionStream(dependencies.direction)
        let searchText = SearchTextStream("")
        let searchMode = SearchModeStream(.both)
        let langPicker = LangPickerDependencies(
            languages: dependencies.languages, direction: direction, directions: dependencies.store.directions)
        let wordList = WordListDependencies(
            words: words, removed: RemovedWords(words: words, identifiers: dependencies.identifiers),
            changes: changes, translator: queue, clock: dependencies.clock, navigator: navigation)
        let toNewWord = NavToNewWordDependencies(
            navigator: navigation,
            screen: NewWordDependencies(
                words: words, changes: changes, langPicker: langPicker,
                liveLookUp: LiveLookUp(
                    saved: words, glossary: dependencies.glossary, cache: dependencies.store.cache,
                    service: dependencies.translationService),
                clock: dependencies.clock, sleeper: dependencies.sleeper,
                identifiers: dependencies.identifiers))
        var reminder = dependencies.reminder
        reminder.messages = reminder.messages ?? .localized(dependencies.localizer)
        let pushNotification = PushNotificationBuilder(
            dependencies: PushNotificationDependencies(
                repository: dependencies.store.reminders, words: words, configuration: reminder,
                toNewWord: toNewWord, clock: dependencies.clock, sleeper: dependencies.sleeper,
                logger: dependencies.logger.labelled("reminder")),
            parent: scope
        ).build()
        let todoList = TodoListDependencies(
            todos: dependencies.store.todos, clock: dependencies.clock, identifiers: dependencies.identifiers,
            synchronization: dependencies.todoSynchronization, timeZone: dependencies.timeZone, navigator: navigation)
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
        scope.onDetach { [weak navigation] in
            Task { @MainActor in navigation?.popAll() }
        }
        return AppGraph(
            scope: scope, navigation: navigation, localizer: dependencies.localizer, wordChanges: changes,
            translation: BackgroundTranslation(queue: queue, changes: changes, scope: scope),
            exchange: WordExchange(
                store: dependencies.store, words: words, languages: dependencies.languages, direction: direction,
                clock: dependencies.clock, identifiers: dependencies.identifiers),
            otherProcesses: ForeignChangeWatcher(
                words: words, scope: scope, logger: dependencies.logger.labelled("store")),
            searchMode: searchMode, pushNotification: pushNotification,
            mainScreen: MainScreenBuilder(dependencies: mainScreen, parent: scope).build())
    }
}
