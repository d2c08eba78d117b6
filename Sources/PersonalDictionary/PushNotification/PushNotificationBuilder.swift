import CoreModule

/// What the daily reminder uses from outside.
struct PushNotificationDependencies {
    let repository: ReminderRepository
    let words: Vocabulary
    let reviews: @MainActor @Sendable () -> Reviews?
    let configuration: ReminderConfiguration
    let toNewWord: @MainActor (FeatureScope) -> RouteBuilder<Void, NewWordBuilder>
    let clock: WallClock
    let sleeper: Sleeper
    let logger: EventLogger
}

/// Makes the daily reminder. Its notification leads to the screen for a new word.
struct PushNotificationBuilder: Builder {
    static let feature = Feature.viewless("PushNotification")
    let dependencies: PushNotificationDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PushNotificationGraph {
        let reminder = DailyReminder(
            repository: dependencies.repository, words: dependencies.words, reviews: dependencies.reviews,
            configuration: dependencies.configuration, clock: dependencies.clock, sleeper: dependencies.sleeper,
            logger: dependencies.logger)
        // An app without a screen for a new word has no link to one.
        return PushNotificationGraph(
            scope: scope, reminder: reminder, toNewWord: dependencies.toNewWord(scope).buildRouter(isRegistered: false))
    }
}
