public import CoreModule
import TodoList

/// What the screens of an app share, and the features that a main screen of your own may contain or leave out.
///
/// Each function builds a feature under the scope of the feature that contains it. Hold its graph in your graph.
@MainActor
public final class AppParts {
    /// Shows the screens above the main screen.
    public let navigation: ScreenStack
    /// The words. Every change made through them is published to ``wordChanges``.
    public let words: Vocabulary
    /// All changes of words.
    public let wordChanges: any ModelStreamReader<WordChange>
    /// Looks words up.
    public let translation: TranslationQueue
    /// The app's settings.
    public let settings: AppSettings
    /// Time, identifiers, language and log.
    public let environment: AppEnvironment

    /// The current direction of translation. What is sent is current until the app ends; the language picker also stores it.
    public let direction: DirectionStream
    /// The text in the search field.
    public let searchText: SearchTextStream
    /// Where words are searched.
    public let searchMode: SearchModeStream

    let searchField: StreamBinding<String>
    /// The store of the tasks, which logs. Nil if their repository has none.
    let todoStore: TodoStore?
    private let dependencies: AppDependencies
    /// Weak: a screen that holds the parts must not keep the app alive.
    private weak var scope: FeatureScope?

    init(_ dependencies: AppDependencies, in scope: FeatureScope) {
        self.dependencies = dependencies
        self.scope = scope
        environment = dependencies.environment
        let logger = dependencies.environment.logger
        let streams = logger.labelled("stream")
        navigation = ScreenStack(linkScheme: environment.linkScheme, logger: logger.labelled("screen"))
        settings = AppSettings(dependencies.store.settings, logger: logger.labelled("store"))
        direction = ValueStream(dependencies.direction).logged(as: "direction", by: streams)
        searchText = ValueStream("").logged(as: "searchText", by: streams)
        searchField = StreamBinding(searchText, in: scope)
        searchMode = ValueStream(SearchMode.both).logged(as: "searchMode", by: streams)
        let changes = WordStream().logged(as: "words", by: streams, describe: \.logText)
        wordChanges = changes
        words = Vocabulary(
            dependencies.store.words, changes: WordChangeLog(changes, logger: logger.labelled("change")),
            onDevice: { [services = dependencies.translation] in await services.entryOnDevice($0, $1) },
            logger: logger.labelled("store"))
        todoStore = dependencies.store.todos.logged(by: logger).store
        translation = TranslationQueue(
            services: dependencies.translation, words: words, clock: environment.clock, sleeper: environment.sleeper,
            logger: logger.labelled("translation"))
    }

    var languages: LanguageCatalog { dependencies.languages }

    // MARK: Features for a main screen of your own

    /// The list of all words, newest first.
    public func mainWordList(in scope: FeatureScope) -> NewestWordsGraph {
        MainWordListBuilder(dependencies: wordList, parent: scope).build()
    }

    /// The search field.
    public func searchTextInput(in scope: FeatureScope) -> SearchTextInputGraph {
        SearchTextInputBuilder(dependencies: .init(text: searchField), parent: scope).build()
    }

    /// The picker of the search mode, for a search screen of your own.
    public func searchModePicker(in scope: FeatureScope) -> SearchModePickerGraph {
        SearchModePickerBuilder(dependencies: .init(mode: searchMode), parent: scope).build()
    }

    /// The picker of the languages of words and translations, for a new-word screen of your own.
    public func langPicker(in scope: FeatureScope) -> LangPickerGraph {
        LangPickerBuilder(dependencies: langPicker, parent: scope).build()
    }

    /// The navigation to the favourite words.
    public func toFavorites(in scope: FeatureScope) -> RouteGraph<Void, FavoritesGraph> {
        RouteBuilder(dependencies: favoritesRoute, parent: scope).build()
    }

    /// The navigation to the screen for a new word.
    public func toNewWord(in scope: FeatureScope) -> RouteGraph<Void, NewWordGraph> {
        RouteBuilder(dependencies: newWordRoute, parent: scope).build()
    }

    /// The navigation to the search screen.
    public func toSearch(in scope: FeatureScope) -> RouteGraph<Void, SearchGraph> {
        RouteBuilder(dependencies: searchRoute, parent: scope).build()
    }

    /// The navigation to the to-do list. The app synchronizes the tasks automatically from then on, if it is configured so.
    public func toTodoList(in scope: FeatureScope) -> NavToTodoListGraph {
        NavToTodoListBuilder(dependencies: todoListRoute(), parent: scope).build()
    }

    /// The navigation to the library's own main screen, with every feature, for an app whose main screen leads to it. The app
    /// synchronizes the tasks automatically from then on, if it is configured so.
    public func toMainScreen(in scope: FeatureScope) -> RouteGraph<Void, MainScreenGraph> {
        let mainScreen = mainScreen
        return RouteBuilder(
            dependencies: RouteDependencies(navigator: navigation, repeats: .never, as: .mainScreen) { parent in
                MainScreenBuilder(dependencies: mainScreen, parent: parent)
            }, parent: scope
        ).build()
    }

    // MARK: Dependencies of the library's features

    private lazy var wordList = WordListDependencies(
        entry: DictionaryEntryDependencies(
            words: words, removed: WordRemovalUndo(words: words, identifiers: environment.identifiers),
            changes: wordChanges, translator: translation, languages: dependencies.languages, clock: environment.clock),
        navigator: navigation)

    private var langPicker: LangPickerDependencies {
        LangPickerDependencies(languages: dependencies.languages, direction: direction, settings: settings)
    }

    private lazy var newWord = NewWordDependencies(
        words: words, changes: wordChanges, langPicker: langPicker,
        liveLookUp: LiveLookUp(
            words: words, cache: dependencies.store.cache, services: dependencies.translation,
            languages: dependencies.languages),
        clock: environment.clock, sleeper: environment.sleeper, identifiers: environment.identifiers,
        navigator: navigation)

    private var favoritesRoute: RouteDependencies<Void, FavoritesBuilder> {
        let wordList = wordList
        return RouteDependencies(navigator: navigation, repeats: .never, as: .favorites) { parent in
            FavoritesBuilder(dependencies: wordList, parent: parent)
        }
    }

    private var newWordRoute: RouteDependencies<Void, NewWordBuilder> {
        let newWord = newWord
        return RouteDependencies(navigator: navigation, repeats: .never, as: .newWord) { parent in
            NewWordBuilder(dependencies: newWord, parent: parent)
        }
    }

    private var searchRoute: RouteDependencies<Void, SearchBuilder> {
        let search = SearchWordListDependencies(text: searchText, mode: searchMode, wordList: wordList)
        return RouteDependencies(navigator: navigation, repeats: .never, as: .search(searchText)) { parent in
            SearchBuilder(dependencies: search, parent: parent)
        }
    }

    /// One value for all routes: it has the synchronizer.
    private lazy var todoList = TodoListDependencies(
        todos: dependencies.store.todos, clock: environment.clock, identifiers: environment.identifiers,
        synchronization: dependencies.todoSynchronization, timeZone: environment.localizer.timeZone,
        navigator: navigation, logger: environment.logger)

    private func todoListRoute() -> NavToTodoListDependencies {
        let todoList = todoList
        if let scope { todoList.synchronizeAutomatically(in: scope) }
        return RouteDependencies(navigator: navigation, repeats: .never, as: .todoList) { parent in
            TodoListBuilder(dependencies: todoList, parent: parent)
        }
    }

    /// The library's own main screen, with every feature.
    var mainScreen: MainScreenDependencies {
        MainScreenDependencies(
            navigator: MainNavigatorDependencies(
                toFavorites: favoritesRoute, toTodoList: todoListRoute(), toNewWord: newWordRoute,
                toSearch: searchRoute, searchText: searchField),
            wordList: wordList)
    }

    var pushNotification: PushNotificationDependencies {
        PushNotificationDependencies(
            repository: ReminderRepository(settings), words: words,
            configuration: dependencies.reminder.completed(environment.localizer), toNewWord: newWordRoute,
            clock: environment.clock, sleeper: environment.sleeper,
            logger: environment.logger.labelled("reminder"))
    }

    var exchange: WordExchange {
        WordExchange(
            words: words, languages: dependencies.languages, direction: direction, clock: environment.clock,
            identifiers: environment.identifiers, acceptsProvider: dependencies.translation.acceptsProvider)
    }
}
