public import CoreModule
public import Foundation

/// What the daily reminder needs from outside.
public struct PushNotificationDependencies: Sendable {
    /// Remembers the settings, and the days that are settled.
    public let repository: ReminderRepository
    /// Tells whether a word was added.
    public let words: any WordFetching
    /// What the app has decided about the reminder.
    public let configuration: ReminderConfiguration
    /// What the way to the screen for a new word needs.
    public let toNewWord: NavToNewWordDependencies
    /// Tells the time of day.
    public let clock: WallClock
    /// Waits.
    public let sleeper: Sleeper
    /// Is told of reminders and faults.
    public let logger: Logger

    /// Gathers what the reminder needs.
    public init(
        repository: ReminderRepository, words: any WordFetching, configuration: ReminderConfiguration,
        toNewWord: NavToNewWordDependencies, clock: WallClock, sleeper: Sleeper, logger: Logger
    ) {
        self.repository = repository
        self.words = words
        self.configuration = configuration
        self.toNewWord = toNewWord
        self.clock = clock
        self.sleeper = sleeper
        self.logger = logger
    }
}

/// Makes the daily reminder; opening its notification leads to the screen for a new word.
public struct PushNotificationBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.viewless("PushNotification")
    /// What the feature needs.
    public let dependencies: PushNotificationDependencies
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: PushNotificationDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> PushNotificationGraph {
        let screen = NewWordBuilder(dependencies: dependencies.toNewWord.screen, parent: scope)
        return PushNotificationGraph(
            scope: scope,
            reminder: DailyReminder(
                repository: dependencies.repository, words: dependencies.words,
                configuration: dependencies.configuration, clock: dependencies.clock, sleeper: dependencies.sleeper,
                logger: dependencies.logger),
            toNewWord: NotificationRouter(ScreenRouter(navigator: dependencies.toNewWord.navigator, to: screen)))
    }
}

/// The daily reminder as the rest of the app sees it.
public final class PushNotificationGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// Reminds, and keeps the settings.
    public let reminder: DailyReminder
    /// Leads to the screen for a new word.
    public let toNewWord: NotificationRouter

    init(scope: FeatureScope, reminder: DailyReminder, toNewWord: NotificationRouter) {
        self.scope = scope
        self.reminder = reminder
        self.toNewWord = toNewWord
    }

    /// Begins to remind, for as long as the feature lives. More calls do nothing.
    public func start() {
        scope.run { [reminder] in await reminder.run() }
    }

    /// Shows what the notification leads to: to be called when the user has opened it.
    @discardableResult
    public func open() -> NewWordGraph {
        scope.actions.note("open notification")
        return toNewWord.open()
    }

    /// Shows what a link leads to.
    /// - Returns: whether it leads anywhere.
    @discardableResult
    public func open(_ url: URL) -> Bool {
        switch DeepLink(url) {
        case .newWord:
            open()
            return true
        case nil: return false
        }
    }
}
