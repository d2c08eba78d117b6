public import CoreModule
import Foundation

/// Reminds the user once a day to add a word, and remembers in the store that it has.
///
/// The clock, the time zone and the settings are looked at again and again, so that it does not matter how they change: see
/// ``ReminderSchedule`` for when a day's reminder comes. One whose moment has passed is given late, as long as its day lasts. A
/// day is noted in the store before its notification is shown: of several processes one shows it, and none does so twice.
public actor DailyReminder {
    let repository: ReminderRepository
    let words: any WordFetching
    let configuration: ReminderConfiguration
    let clock: WallClock
    private let sleep: InterruptibleSleep
    private let logger: Logger
    private let statuses = ValueStream(ReminderStatus())
    private var isRunning = false
    /// Set while it waits: a change of the settings ends the wait.
    private var changeCount = 0

    /// Makes a reminder that does not run yet.
    /// - Parameters:
    ///   - repository: remembers the settings, and the days that are settled.
    ///   - words: tells whether a word was added.
    ///   - configuration: what the app has decided.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    ///   - logger: is told of reminders and faults.
    public init(
        repository: ReminderRepository, words: any WordFetching, configuration: ReminderConfiguration,
        clock: WallClock, sleeper: Sleeper, logger: Logger
    ) {
        self.repository = repository
        self.words = words
        self.configuration = configuration
        self.clock = clock
        sleep = InterruptibleSleep(sleeper)
        self.logger = logger
    }

    /// What it is at: the present status first, then each change of it.
    public nonisolated var status: any ModelStreamReader<ReminderStatus> { statuses }

    /// What it is at now.
    public nonisolated var currentStatus: ReminderStatus { statuses.value }

    /// What the user has decided, or what holds where nothing was decided yet.
    public func settings() async throws(DictionaryError) -> ReminderSettings {
        try await repository.reminder() ?? ReminderSettings(setAt: clock.now())
    }

    /// Changes what the user has decided, and acts on it at once. The edit may be made on newer settings than the caller has seen.
    @discardableResult
    public func change(
        _ edit: @escaping @Sendable (inout ReminderSettings) -> Void
    ) async throws(DictionaryError) -> ReminderSettings {
        let settings = try await repository.change(at: clock.now(), edit)
        logger.info("reminder set", ["enabled": "\(settings.isEnabled)", "time": "\(settings.time)"])
        changeCount += 1
        sleep.interrupt()
        return settings
    }

    /// Reminds, day after day, until the task is cancelled. While it runs, another call returns at once; so does each where
    /// the configuration has no notifier.
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
            do throws(ReminderFailure) {
                switch try await plan().step(at: clock.now(), in: configuration.currentTimeZone) {
                case .rest: publish(ReminderStatus())
                case .remind(let day):
                    try await settle(day, notifier)
                    continue
                case .wait(let date):
                    publish(ReminderStatus(next: date))
                    deadline = min(deadline, date)
                }
            } catch {
                note(error)
            }
            if seen == changeCount { await sleep.sleep(until: deadline) }
        }
    }

    /// What the store says. At the first run of all there is nothing to make up for, which is noted.
    private func plan() async throws(ReminderFailure) -> ReminderPlan {
        do throws(DictionaryError) {
            var settings = try await repository.reminder()
            if settings == nil { settings = try await repository.change(at: clock.now()) { _ in } }
            return ReminderPlan(
                settings: settings ?? ReminderSettings(setAt: clock.now()), settled: try await repository.settledDays())
        } catch {
            throw .store(error)
        }
    }

    /// Gives a day's reminder, unless a word was added and the user wants none then, or another process gives it.
    private func settle(_ day: CalendarDay, _ notifier: any ReminderNotifying) async throws(ReminderFailure) {
        let isOurs: Bool
        let isSkipped: Bool
        do throws(DictionaryError) {
            let skips = try await settings().skipsDaysWithNewWord
            isSkipped = skips ? try await hasNewWord(on: day) : false
            isOurs = try await repository.settle(day)
        } catch {
            throw .store(error)
        }
        guard isOurs, !isSkipped else {
            logger.info("reminder stays away", ["day": "\(day)", "reason": isOurs ? "a word was added" : "was given"])
            return
        }
        do throws(ReminderDeliveryError) {
            try await notifier.deliver((configuration.messages ?? .english).notification)
            logger.info("reminder shown", ["day": "\(day)"])
        } catch {
            await reopen(day)
            throw .delivery(error)
        }
    }

    /// A reminder that was not shown is owed again. Where it was cut off, it may have been shown; a second one would be worse.
    private func reopen(_ day: CalendarDay) async {
        guard !Task.isCancelled else { return }
        do throws(DictionaryError) { try await repository.reopen(day) } catch { note(.store(error)) }
    }

    private func publish(_ status: ReminderStatus) {
        if status != statuses.value { statuses.send(status) }
    }

    /// A failure stops nothing: it is told, and the reminder tried again after a while.
    private func note(_ failure: ReminderFailure) {
        // One that is told to stop has not failed.
        guard !Task.isCancelled else { return }
        logger.warning("the reminder does not work", ["error": failure.code, "reason": "\(failure)"])
        publish(ReminderStatus(failure: failure))
    }
}
