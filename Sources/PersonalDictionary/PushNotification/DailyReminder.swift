public import CoreModule
package import Foundation

/// Reminds the user once a day: of the cards that are due for review, or, if none is, to add a word.
///
/// It reads the clock, the time zone and the settings again and again, so that they may change at any time. A reminder whose time has passed is shown late, as long as its day lasts.
/// The day is stored as handled before its notification is shown: of several processes one shows it, once.
public actor DailyReminder {
    private let repository: ReminderRepository
    private let words: Vocabulary
    /// Nil if the app has no review.
    private let reviews: @MainActor @Sendable () -> Reviews?
    private let configuration: ReminderConfiguration
    private let clock: WallClock
    private let sleep: InterruptibleSleep
    private let logger: EventLogger
    private let statuses = ValueStream(ReminderStatus())
    private let changes = EventStream<ReminderSettings>()
    private var isRunning = false
    /// How often the settings have changed. A change ends the wait.
    private var changeCount = 0

    package init(
        repository: ReminderRepository, words: Vocabulary,
        reviews: @escaping @MainActor @Sendable () -> Reviews? = { nil }, configuration: ReminderConfiguration,
        clock: WallClock, sleeper: Sleeper, logger: EventLogger
    ) {
        self.repository = repository
        self.words = words
        self.reviews = reviews
        self.configuration = configuration
        self.clock = clock
        sleep = InterruptibleSleep(sleeper)
        self.logger = logger
    }

    /// The current status first, then each change of it.
    public nonisolated var status: any ModelStreamReader<ReminderStatus> { statuses }

    /// The current status.
    public nonisolated var currentStatus: ReminderStatus { statuses.value }

    /// The settings after each change, here or elsewhere.
    public nonisolated var settingsChanges: any ModelStreamReader<ReminderSettings> { changes }

    /// What it shows if no card is due: the configuration's notification, or the library's own text in the app's language.
    public nonisolated var notification: ReminderNotification { configuration.currentNotification }

    /// The user's settings, or the default ones if none were saved.
    public func settings() async throws(DictionaryError) -> ReminderSettings {
        try await repository.reminder() ?? ReminderSettings(setAt: clock.now())
    }

    /// Changes the user's settings, and follows them at once. The edit may receive newer settings than the caller has seen.
    @discardableResult
    public func change(
        _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        let settings = try await repository.change(at: clock.now(), edit)
        logger.info("reminder set", ["enabled": "\(settings.isEnabled)", "time": "\(settings.time)"])
        follow(settings)
        return settings
    }

    /// Follows settings that were stored; nil for the default ones.
    func follow(_ settings: ReminderSettings?) {
        changeCount += 1
        sleep.interrupt()
        changes.send(settings ?? ReminderSettings(setAt: clock.now()))
    }

    /// Reminds, day after day, until the task is cancelled. It returns at once if it is already running, or if the configuration
    /// has no notifier.
    public func run() async {
        guard !isRunning else { return }
        guard let notifier = configuration.notifier else {
            logger.info("no reminder: there is no notifier")
            return
        }
        isRunning = true
        defer { isRunning = false }
        while !Task.isCancelled {
            let seen = changeCount
            var deadline = clock.now() + configuration.longestWait.seconds
            do {
                switch try await plan().step(at: clock.now(), in: configuration.currentTimeZone) {
                case .switchedOff: publish(ReminderStatus())
                case .remind(let day):
                    try await handle(day, notifier)
                    continue
                case .wait(let date):
                    publish(ReminderStatus(next: date))
                    deadline = min(deadline, date)
                }
            } catch let error as ReminderDeliveryError {
                note(.delivery(error))
            } catch {
                note(.store(DictionaryError(wrapping: error, path: nil)))
            }
            if seen == changeCount { await sleep.sleep(until: deadline) }
        }
    }

    /// The times of the next reminders, for a system that shows them by itself; none if the user has switched the reminder off.
    /// Today's is left out if it was shown, or is skipped because a word was added.
    package func upcoming(_ count: Int) async throws(DictionaryError) -> [Date] {
        let settings = try await settings()
        let now = clock.now()
        let zone = configuration.currentTimeZone
        var handled = try await repository.handledDays()
        let today = ReminderSchedule(time: settings.time, timeZone: zone).day(at: now)
        if settings.skipsDaysWithNewWord, try await hasNewWord(on: today) { handled.insert(today) }
        return ReminderPlan(settings: settings, handled: handled).upcoming(count, after: now, in: zone)
    }

    /// The next reminders by their local times, for a system that shows them by itself.
    package func plan(_ count: Int) async throws(DictionaryError) -> [PlannedReminder] {
        PlannedReminder.plan(
            try await upcoming(min(count, PlannedReminder.maximumCount)), in: configuration.currentTimeZone)
    }

    /// What the store has. The first run of all saves the settings: it must not make up for a time before it.
    private func plan() async throws(DictionaryError) -> ReminderPlan {
        let saved = try await repository.reminder()
        let settings = if let saved { saved } else { try await repository.change(at: clock.now()) { _ in } }
        return ReminderPlan(settings: settings, handled: try await repository.handledDays())
    }

    /// Shows a day's reminder, unless a word was added and the settings skip such days, or another process shows it.
    private func handle(_ day: CalendarDay, _ notifier: any ReminderNotifying) async throws {
        let skips = try await settings().skipsDaysWithNewWord
        let isSkipped = skips ? try await hasNewWord(on: day) : false
        let notification = configuration.currentNotification(due: try await reviews()?.counts().due ?? 0)
        let isOurs = try await repository.markHandled(day)
        guard isOurs, !isSkipped else {
            let reason = isOurs ? "a word was added" : "already handled"
            logger.info("reminder skipped", ["day": "\(day)", "reason": reason])
            return
        }
        do throws(ReminderDeliveryError) {
            try await notifier.deliver(notification)
            logger.info("reminder shown", ["day": "\(day)"])
        } catch {
            // After a cancellation it may have been shown: the day stays handled.
            if !Task.isCancelled { try await repository.reopen(day) }
            throw error
        }
    }

    /// Whether a word was added on a day. Words with a date in the future do not count: the clock was wrong.
    private func hasNewWord(on day: CalendarDay) async throws(DictionaryError) -> Bool {
        let end = WordPosition(createdAt: clock.now() + 0.001, id: WordID(""))
        let newest = try await words.words(WordPage(after: end, limit: 1)).first
        let zone = configuration.currentTimeZone
        return newest.map { CalendarDay($0.createdAt, in: zone) == day } ?? false
    }

    private func publish(_ status: ReminderStatus) {
        if status != statuses.value { statuses.send(status) }
    }

    /// Logs and publishes a failure. The reminder is tried again later.
    private func note(_ failure: ReminderFailure) {
        // A cancelled reminder has not failed.
        guard !Task.isCancelled else { return }
        logger.warning("the reminder does not work", ["error": failure.code, "reason": "\(failure)"])
        publish(ReminderStatus(failure: failure))
    }
}
