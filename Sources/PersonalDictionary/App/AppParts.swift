public import CoreModule
public import TodoList

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
    /// The reviews of the words. Every change made through them is published to ``reviewChanges``.
    public let reviews: Reviews
    /// All changes of reviews.
    public let reviewChanges: any ModelStreamReader<ReviewChange>
    /// Looks words up.
    public let translation: TranslationQueue
    /// The app's settings.
    public let settings: AppSettings
    /// Synchronizes the words and reviews with other devices; nil if the store is no SQLite file.
    public let sync: DictionarySync?
    /// Time, identifiers, language and log.
    public let environment: AppEnvironment

    /// The current direction of translation. A direction that you send is current until the app ends; the language picker also
    /// stores it.
    public let direction: DirectionStream
    /// The text in the search field.
    public let searchText: SearchTextStream
    /// Where words are searched.
    public let searchMode: SearchModeStream

    let searchField: StreamBinding<String>
    private let offered: LanguageStream
    private let dependencies: AppDependencies
    private let services: TranslationServices
    /// Weak: a screen that holds the parts must not keep the app alive.
    private weak var scope: FeatureScope?

    init(_ dependencies: AppDependencies, in scope: FeatureScope) {
        self.dependencies = dependencies
        self.scope = scope
        // One generator of identifiers for all features.
        environment = dependencies.environment.with { $0.identifiers = $0.identifiers }
        let logger = dependencies.environment.logger
        navigation = ScreenStack(linkScheme: environment.linkScheme, logger: logger)
        settings = AppSettings(dependencies.store.settings, logger: logger)
        direction = ValueStream(dependencies.direction).logged(as: "direction", by: logger)
        searchText = ValueStream("").logged(as: "searchText", by: logger)
        searchField = StreamBinding(searchText, in: scope)
        searchMode = ValueStream(SearchMode.both).logged(as: "searchMode", by: logger)
        offered = LanguageStream(dependencies.languages).logged(as: "languages", by: logger)
        let changes = WordStream().logged(as: "words", by: logger, describe: \.logText)
        wordChanges = changes
        services = dependencies.makeTranslation()
        words = Vocabulary(
            dependencies.store.words, changes: changes, onDevice: services.entryOnDevice,
            wordsOfForm: QueryInterpreters.bundled.words, languages: { [offered] in offered.value.languages },
            reviewedWords: { [reviews = dependencies.store.reviews] () throws(DictionaryError) in
                try await reviews.read { reviews throws(DictionaryError) in Set(try reviews.cards().map(\.id.word)) }
            }, clock: environment.clock, logger: logger)
        let reviewed = ReviewStream().logged(as: "reviews", by: logger)
        reviewChanges = reviewed
        reviews = Reviews(
            dependencies.store.reviews, settings: settings, changes: reviewed, clock: environment.clock,
            timeZone: environment.localizer.timeZone, identifiers: environment.identifiers, logger: logger)
        sync = dependencies.store.database.map { [words, reviews, settings] database in
            DictionarySync(
                database, dependencies.store.tables, words: words, reviews: reviews, settings: settings,
                connection: dependencies.sync, clock: dependencies.environment.clock,
                sleeper: dependencies.environment.sleeper, logger: logger.labelled("sync"))
        }
        translation = TranslationQueue(
            services: services, words: words, clock: environment.clock, sleeper: environment.sleeper,
            logger: logger.labelled("translation"))
    }

    var languages: LanguageCatalog { offered.value }

    // MARK: Features for a main screen of your own

    /// The list of all words, newest first.
    public func mainWordList(in scope: FeatureScope) -> NewestWordsGraph {
        MainWordListBuilder(dependencies: rows, parent: scope).build()
    }

    /// A list of words of your own, such as those that are due for review: live, in pages, with the actions of the rows.
    public func wordList(
        _ content: WordListContent, title: Message, emptyMessage: Message, in scope: FeatureScope
    ) -> WordListGraph {
        WordListBuilder(
            dependencies: rows, title: title, emptyMessage: emptyMessage, content: content, parent: scope
        ).build()
    }

    /// The search field.
    public func searchTextInput(in scope: FeatureScope) -> SearchTextInputGraph {
        SearchTextInputBuilder(dependencies: .init(text: searchField), parent: scope).build()
    }

    /// The search in place, as a part of your screen: it finds words while the text in the search field is not blank. It has the
    /// picker of the search mode.
    public func search(in scope: FeatureScope) -> SearchGraph {
        SearchBuilder(dependencies: searchWordList, parent: scope).build()
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
        let rows = rows
        return RouteBuilder(navigator: navigation, as: .favorites, parent: scope) { parent in
            FavoritesBuilder(dependencies: rows, parent: parent)
        }.build()
    }

    /// The navigation to the screen for a new word.
    public func toNewWord(in scope: FeatureScope) -> RouteGraph<Void, NewWordGraph> {
        newWordRoute(in: scope).build()
    }

    /// The navigation to the search screen.
    public func toSearch(in scope: FeatureScope) -> RouteGraph<Void, SearchGraph> {
        let search = searchWordList
        return RouteBuilder(navigator: navigation, as: .search(searchText), parent: scope) { parent in
            SearchBuilder(dependencies: search, parent: parent)
        }.build()
    }

    /// The navigation to the review of the words that are due.
    public func toReview(in scope: FeatureScope) -> RouteGraph<Void, ReviewGraph> {
        let review = review
        usedReviews = reviews
        return RouteBuilder(navigator: navigation, as: .review, parent: scope) { parent in
            ReviewBuilder(dependencies: review, parent: parent)
        }.build()
    }

    /// The navigation to the words that were removed within 30 days.
    public func toBin(in scope: FeatureScope) -> RouteGraph<Void, BinGraph> {
        let bin = BinDependencies(
            words: words, removed: rows.entry.removed, changes: wordChanges, timeZone: environment.localizer.timeZone)
        return RouteBuilder(navigator: navigation, as: .bin, parent: scope) { parent in
            BinBuilder(dependencies: bin, parent: parent)
        }.build()
    }

    /// The navigation to the devices that have the same words.
    public func toDevices(in scope: FeatureScope) -> RouteGraph<Void, DevicesGraph> {
        let devices = DevicesDependencies(sync: sync, changes: wordChanges)
        return RouteBuilder(navigator: navigation, as: .devices, parent: scope) { parent in
            DevicesBuilder(dependencies: devices, parent: parent)
        }.build()
    }

    /// The number of cards to review, for the control that leads to the review.
    public func dueReviews(in scope: FeatureScope) -> DueReviewsGraph {
        DueReviewsBuilder(dependencies: review, parent: scope).build()
    }

    /// The to-do list as a part of your screen, such as a tab. The navigator shows its other screens. From then on the app synchronizes
    /// the tasks automatically, if a server is configured.
    public func todoList(in scope: FeatureScope, navigator: any Navigator) -> TodoListGraph {
        useTodoList()
        return TodoListBuilder(dependencies: todos.with { $0.navigator = navigator }, parent: scope).build()
    }

    /// The navigation to the to-do list. From then on the app synchronizes the tasks automatically, if a server is configured.
    public func toTodoList(in scope: FeatureScope) -> NavToTodoListGraph {
        let todoList = todos
        useTodoList()
        return RouteBuilder(navigator: navigation, as: .todoList, parent: scope) { parent in
            TodoListBuilder(dependencies: todoList, parent: parent)
        }.build()
    }

    /// The navigation to the library's own main screen, with every feature, for an app with another main screen. Its link is
    /// `words`. A link to a screen of the library opens it first. From then on the app synchronizes the tasks automatically, if
    /// a server is configured.
    public func toMainScreen(in scope: FeatureScope) -> RouteGraph<Void, MainScreenGraph> {
        useTodoList()
        let links = RouteLinks(
            ["words"], leadingTo: [.favorites, .newWord, .search, .dictionaryEntry, .review, .bin, .devices, .todoList])
        let name = RouteName<Void, MainScreenGraph>(SavedScreen.mainScreen.route, links: links)
        let mainScreen = MainScreenDependencies(self)
        return RouteBuilder(navigator: navigation, as: name, parent: scope) { parent in
            MainScreenBuilder(dependencies: mainScreen, parent: parent)
        }.build()
    }

    // MARK: Dependencies of the library's features

    private lazy var rows = WordListDependencies(
        entry: DictionaryEntryDependencies(
            words: words, removed: WordRemovalUndo(),
            changes: wordChanges, translator: translation, offered: offered, clock: environment.clock),
        navigator: navigation)

    /// The reviews, if a feature of the app leads to them; otherwise nil, and no reminder speaks of them.
    private(set) var usedReviews: Reviews?

    private var review: ReviewDependencies {
        ReviewDependencies(
            statistics: .init(reviews: reviews, changes: reviewChanges), entry: rows.entry, navigator: navigation)
    }

    private var searchWordList: SearchWordListDependencies {
        SearchWordListDependencies(text: searchText, mode: searchMode, wordList: rows)
    }

    private var langPicker: LangPickerDependencies {
        LangPickerDependencies(offered: offered, words: words, direction: direction, settings: settings)
    }

    private lazy var newWord = NewWordDependencies(
        words: words, changes: wordChanges, langPicker: langPicker,
        liveLookUp: LiveLookUp(
            words: words, cache: dependencies.store.cache, services: services,
            offered: offered),
        clock: environment.clock, sleeper: environment.sleeper, identifiers: environment.identifiers,
        navigator: navigation)

    private func newWordRoute(in scope: FeatureScope) -> RouteBuilder<Void, NewWordBuilder> {
        let newWord = newWord
        return RouteBuilder(navigator: navigation, as: .newWord, parent: scope) { parent in
            NewWordBuilder(dependencies: newWord, parent: parent)
        }
    }

    /// One value for all routes: it has the last removal.
    private lazy var todos = TodoListDependencies(
        todos: dependencies.store.todos, clock: environment.clock, identifiers: environment.identifiers,
        server: dependencies.todoServer, timeZone: environment.localizer.timeZone,
        locale: environment.localizer.locale, navigator: navigation, logger: environment.logger)

    /// The tasks, if a feature of the app leads to them; otherwise nil, and their store is not read.
    private(set) var usedTodos: TaskList?

    private func useTodoList() {
        guard usedTodos == nil else { return }
        usedTodos = todos.todos
        if let scope { dependencies.todoServer?.keepSynchronized(todos.todos, in: scope) }
    }

    var pushNotification: PushNotificationDependencies {
        PushNotificationDependencies(
            repository: ReminderRepository(settings), words: words, reviews: { [weak self] in self?.usedReviews },
            configuration: dependencies.reminder.completed(environment.localizer), toNewWord: newWordRoute,
            clock: environment.clock, sleeper: environment.sleeper,
            logger: environment.logger.labelled("reminder"))
    }

    /// Has the app follow the settings that are changed elsewhere.
    func watchedSettings(_ reminder: DailyReminder) -> SettingsWatcher {
        let watcher = SettingsWatcher(settings)
        let configured = dependencies.languages
        func follow(_ preferred: TranslationDirection?) {
            let current = offered.value.direction(preferring: preferred)
            if current != direction.value { direction.send(current) }
        }
        watcher.follow(.languages) { [offered, direction] saved in
            let current = saved.map { LanguageCatalog($0) } ?? configured
            if current != offered.value { offered.send(current) }
            // One of its languages may have been dropped.
            follow(direction.value)
        }
        watcher.follow(.direction) { follow($0) }
        watcher.follow(.reminder) { [weak reminder] in await reminder?.follow($0) }
        watcher.follow(.syncFolder) { [sync] in sync?.follow($0) }
        watcher.follow(.review) { [reviews] _ in reviews.settingsChanged() }
        return watcher
    }

    var exchange: WordExchange {
        WordExchange(
            words: words, languages: languages, direction: direction, clock: environment.clock,
            identifiers: environment.identifiers, acceptsProvider: services.acceptsProvider)
    }
}

extension MainScreenDependencies {
    /// The features of the library's own main screen, as an app's own main screen has them.
    @MainActor
    init(_ parts: AppParts) {
        self.init(
            navigator: MainNavigatorDependencies(
                toFavorites: parts.toFavorites, toTodoList: parts.toTodoList, toNewWord: parts.toNewWord,
                toSearch: parts.toSearch, toReview: parts.toReview, toBin: parts.toBin, toDevices: parts.toDevices,
                dueReviews: parts.dueReviews,
                searchText: parts.searchTextInput),
            wordList: parts.mainWordList)
    }
}
