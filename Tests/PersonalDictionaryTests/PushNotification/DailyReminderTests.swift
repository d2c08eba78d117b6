import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

/// A store with a reminder. A test moves the time; the time zone is Berlin at first.
struct ReminderRig: Sendable {
    let time = SettableTime()
    let zone = Locked("Europe/Berlin")
    let notifier: RecordingNotifier
    let store: DictionaryStore
    let log = EventLogger.InMemoryHandler()

    init(_ store: DictionaryStore = .inMemory()) {
        self.store = store
        notifier = RecordingNotifier(clock: time.clock)
    }

    var configuration: ReminderConfiguration {
        ReminderConfiguration(
            notifier: notifier, timeZone: { [zone] in TimeZone(identifier: zone.withLock { $0 }) ?? .gmt })
    }

    func reminder(_ settings: (any SettingsStore)? = nil) -> DailyReminder {
        DailyReminder(
            repository: ReminderRepository(AppSettings(settings ?? store.settings)), words: store.vocabulary,
            configuration: configuration,
            clock: time.clock, sleeper: time.sleeper, logger: EventLogger(label: "reminder", handler: log))
    }

    /// The times of the notifications so far.
    var times: [String] { notifier.dates.map { $0.formatted(.iso8601) } }

    func pass(until text: String) async throws {
        try await time.pass(until: try Date(text, strategy: .iso8601))
    }

    /// Adds a word with the current date.
    func add(_ id: String, after seconds: TimeInterval = 0) async throws {
        try await store.vocabulary.add(.make(id, id, createdAt: time.now + seconds))
    }

    /// Runs a reminder while something happens.
    func running(_ reminder: DailyReminder, _ body: () async throws -> Void) async throws {
        let task = Task { await reminder.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        task.cancel()
        await task.value
        try result.get()
    }
}

@Suite("The daily reminder", .bounded)
struct DailyReminderTests {
    private let rig = ReminderRig()

    @Test("the reminder comes once a day at its time, across daylight-saving changes")
    func everyDay() async throws {
        rig.time.set(by: 126 * 86_400)
        let reminder = rig.reminder()
        try await rig.running(reminder) {
            try await rig.pass(until: "2027-03-30T12:00:00Z")
            #expect(
                rig.times == [
                    "2027-03-27T18:30:00Z", "2027-03-28T17:30:00Z", "2027-03-29T17:30:00Z",
                ])
            #expect(
                reminder.currentStatus == ReminderStatus(next: try Date("2027-03-30T17:30:00Z", strategy: .iso8601)))
        }
        #expect(rig.notifier.notifications.first?.title == ReminderNotification.english.title)
    }

    @Test("after a clock jumps forward by days, one late reminder comes and the schedule continues")
    func setForwards() async throws {
        try await rig.running(rig.reminder()) {
            try await rig.pass(until: "2026-11-21T12:00:00Z")
            rig.time.set(by: 3 * 86_400 + 7 * 3600)
            try await rig.pass(until: "2026-11-25T19:00:00Z")
            #expect(rig.times == ["2026-11-24T19:05:00Z", "2026-11-25T18:30:00Z"])
        }
    }

    @Test("after a clock jumps forward into the next morning, yesterday's reminder does not come")
    func setForwardsOverNight() async throws {
        try await rig.running(rig.reminder()) {
            try await rig.pass(until: "2026-11-21T18:00:00Z")
            rig.time.set(by: 12 * 3600)
            try await rig.pass(until: "2026-11-22T18:29:00Z")
            #expect(rig.times.isEmpty)
            try await rig.pass(until: "2026-11-22T18:30:00Z")
            try await rig.pass(until: "2026-11-22T18:31:00Z")
            #expect(rig.times == ["2026-11-22T18:30:00Z"])
        }
    }

    @Test(
        "after a clock is set back, no day gets a second reminder",
        arguments: [3600, 2 * 86_400] as [TimeInterval])
    func setBack(by duration: TimeInterval) async throws {
        try await rig.running(rig.reminder()) {
            try await rig.pass(until: "2026-11-23T19:00:00Z")
            #expect(rig.times.count == 3)
            rig.time.set(by: -duration)
            try await rig.pass(until: "2026-11-24T18:00:00Z")
            #expect(rig.times.count == 3)
            try await rig.pass(until: "2026-11-24T19:00:00Z")
            #expect(rig.times.count == 4)
        }
    }

    @Test("a traveller is reminded at local time, at most once a day")
    func travelling() async throws {
        try await rig.running(rig.reminder()) {
            try await rig.pass(until: "2026-11-21T12:00:00Z")
            // It is 21:00 there: the reminder is late, and comes within five minutes.
            rig.zone.withLock { $0 = "Asia/Tokyo" }
            try await rig.pass(until: "2026-11-21T12:10:00Z")
            #expect(rig.times == ["2026-11-21T12:05:00Z"])
            // The same day again.
            rig.zone.withLock { $0 = "Pacific/Honolulu" }
            try await rig.pass(until: "2026-11-23T05:29:00Z")
            #expect(rig.times.count == 1)
            try await rig.pass(until: "2026-11-23T05:35:00Z")
            #expect(rig.times.last == "2026-11-23T05:30:00Z")
        }
    }

    @Test("a restart on the same day does not repeat the reminder; one that was missed comes late")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let first = ReminderRig(try await DictionaryStore.open(file))
            try await first.running(first.reminder()) { try await first.pass(until: "2026-11-21T18:45:00Z") }
            #expect(first.times == ["2026-11-21T18:30:00Z"])
            await first.store.close()
            let second = ReminderRig(try await DictionaryStore.open(file))
            second.time.set(by: 9 * 3600)
            try await second.running(second.reminder()) { try await second.pass(until: "2026-11-22T18:00:00Z") }
            #expect(second.times.isEmpty)
            second.time.set(by: 2 * 3600)
            try await second.running(second.reminder()) { try await second.pass(until: "2026-11-22T20:01:00Z") }
            #expect(second.times == ["2026-11-22T20:00:00Z"])
            await second.store.close()
        }
    }

    @Test("of several processes that share a store, one shows the reminder")
    func severalProcesses() async throws {
        let reminders = (0..<5).map { _ in rig.reminder() }
        let tasks = reminders.map { reminder in Task { await reminder.run() } }
        for reminder in reminders { await rig.waits(reminder) }
        rig.time.set(by: 10 * 3600)
        try await rig.pass(until: "2026-11-21T20:05:00Z")
        let tomorrow = try Date("2026-11-22T18:30:00Z", strategy: .iso8601)
        for reminder in reminders {
            for await status in reminder.status.events() where status.next == tomorrow { break }
        }
        #expect(rig.times.count == 1)
        for task in tasks { task.cancel() }
    }

    @Test("a reminder that another process shows at the same moment is not repeated")
    func beaten() async throws {
        let settings = FaultySettingsStore(rig.store.settings)
        let day = try CalendarDay("2026-11-21")
        settings.beforeChange { [rig] in _ = try await rig.store.reminders.markHandled(day) }
        try await rig.running(rig.reminder(settings)) {
            try await rig.pass(until: "2026-11-22T12:00:00Z")
            #expect(try await rig.store.reminders.handledDays().count == 1)
            #expect(rig.times.isEmpty)
        }
    }

    @Test("the dates of the next reminders are available for a system that shows them itself")
    func upcoming() async throws {
        let reminder = rig.reminder()
        func times() async throws -> [String] { try await reminder.upcoming(3).map { $0.formatted(.iso8601) } }
        let all = ["2026-11-21T18:30:00Z", "2026-11-22T18:30:00Z", "2026-11-23T18:30:00Z", "2026-11-24T18:30:00Z"]
        #expect(try await times() == Array(all.prefix(3)))
        try await rig.add("today")
        #expect(try await times() == Array(all.prefix(3)))
        try await reminder.change { $0.skipsDaysWithNewWord = true }
        #expect(try await times() == Array(all.suffix(3)))
        try await rig.store.vocabulary.remove([WordID("today")])
        _ = try await rig.store.reminders.markHandled(CalendarDay("2026-11-21"))
        #expect(try await times() == Array(all.suffix(3)))
        try await reminder.change { $0.isEnabled = false }
        #expect(try await times().isEmpty)
    }

    @Test("if the user wants so, there is no reminder on a day with a new word")
    func newWord() async throws {
        let reminder = rig.reminder()
        try await reminder.change { $0.skipsDaysWithNewWord = true }
        try await rig.running(reminder) {
            try await rig.add("today")
            try await rig.pass(until: "2026-11-21T20:00:00Z")
            // Removing the word later changes nothing.
            try await rig.store.vocabulary.remove([WordID("today")])
            try await rig.pass(until: "2026-11-21T22:30:00Z")
            #expect(rig.times.isEmpty)
            try await rig.add("yesterday", after: -3600 * 5)
            try await rig.add("in the future", after: 86_400)
            try await rig.pass(until: "2026-11-22T20:00:00Z")
            #expect(rig.times == ["2026-11-22T18:30:00Z"])
        }
    }

    @Test("by default, a new word does not suppress the reminder")
    func newWordByDefault() async throws {
        try await rig.running(rig.reminder()) {
            try await rig.add("today")
            try await rig.pass(until: "2026-11-21T20:00:00Z")
            #expect(rig.times.count == 1)
        }
    }

    @Test("a reminder that cannot be shown is reported and tried again")
    func failingDelivery() async throws {
        let refused = ReminderDeliveryError(.refused, message: Message("no"))
        rig.notifier.fail(refused, refused)
        let reminder = rig.reminder()
        try await rig.running(reminder) {
            try await rig.pass(until: "2026-11-21T18:34:00Z")
            #expect(reminder.currentStatus == ReminderStatus(failure: .delivery(refused)))
            #expect(try await rig.store.reminders.handledDays().isEmpty)
            try await rig.pass(until: "2026-11-21T19:00:00Z")
            #expect(rig.times == ["2026-11-21T18:40:00Z"])
            #expect(reminder.currentStatus.failure == nil)
        }
        #expect(rig.log.events.count { $0.level == .warning } == 2)
    }

    @Test("a day stays handled if its notification was cancelled, because it may have been shown")
    func cancelledDelivery() async throws {
        let asked = Latch()
        var configuration = rig.configuration
        configuration.notifier = ClosureNotifier { _ throws(ReminderDeliveryError) in
            asked.open()
            await Latch().wait()
            throw ReminderDeliveryError(.cancelled, message: Message("cancelled"))
        }
        let reminder = DailyReminder(
            repository: rig.store.reminders, words: rig.store.vocabulary, configuration: configuration,
            clock: rig.time.clock, sleeper: rig.time.sleeper, logger: .disabled)
        try await reminder.change { _ in }
        rig.time.set(by: 10 * 3600)
        try await rig.running(reminder) { await asked.wait() }
        #expect(try await rig.store.reminders.handledDays() == [CalendarDay("2026-11-21")])
    }

    @Test("a failing store is reported, and no reminder is shown that could not be recorded")
    func failingStore() async throws {
        let settings = FaultySettingsStore(rig.store.settings)
        let reminder = rig.reminder(settings)
        try await rig.running(reminder) {
            try await rig.pass(until: "2026-11-21T18:00:00Z")
            settings.error = StoreError(.full, path: nil, message: Message("full"))
            try await rig.pass(until: "2026-11-21T19:00:00Z")
            #expect(rig.times.isEmpty)
            #expect(reminder.currentStatus.failure?.code == "storeFull")
            settings.error = nil
            try await rig.pass(until: "2026-11-21T19:10:00Z")
            #expect(rig.times.count == 1)
            #expect(reminder.currentStatus.failure == nil)
        }
    }

    @Test("a change of the settings takes effect at once, without a reminder for a time that has passed")
    func changes() async throws {
        let reminder = rig.reminder()
        try await rig.running(reminder) {
            try await rig.pass(until: "2026-11-21T12:00:00Z")
            for (time, next) in [
                ("12:59", "2026-11-22T11:59:00Z"), ("13:02", "2026-11-21T12:02:00Z"), ("08:00", "2026-11-22T07:00:00Z"),
            ] {
                let time = try #require(ReminderTime(time))
                try await reminder.change { $0.time = time }
                let date = try Date(next, strategy: .iso8601)
                for await status in reminder.status.events() where status.next == date { break }
            }
            try await reminder.change { $0.isEnabled = false }
            for await status in reminder.status.events() where status.next == nil { break }
            try await rig.pass(until: "2026-11-23T12:00:00Z")
            try await reminder.change { $0.isEnabled = true }
            for await status in reminder.status.events() where status.next != nil { break }
            try await rig.pass(until: "2026-11-24T08:00:00Z")
            #expect(rig.times == ["2026-11-24T07:00:00Z"])
        }
    }

    @Test("a change of the settings while they are being read takes effect at once too")
    func changedWhileRead() async throws {
        let held = HeldSettingsStore(rig.store.settings)
        let reminder = rig.reminder(held)
        try await reminder.change { $0.time = .standard }
        try await rig.running(reminder) {
            await held.isReading.wait()
            let time = try #require(ReminderTime(hour: 21, minute: 15))
            try await reminder.change { $0.time = time }
            held.mayAnswer.open()
            let date = try Date("2026-11-21T20:15:00Z", strategy: .iso8601)
            for await status in reminder.status.events() where status.next == date { break }
            #expect(reminder.currentStatus.next == date)
        }
    }

    @Test("there is no late reminder at the first start")
    func firstStart() async throws {
        rig.time.set(by: 10 * 3600)
        try await rig.running(rig.reminder()) {
            try await rig.pass(until: "2026-11-21T22:00:00Z")
            #expect(rig.times.isEmpty)
        }
        #expect(try await rig.store.reminders.reminder()?.setAt == Date("2026-11-21T20:00:00Z", strategy: .iso8601))
    }
}

extension ReminderRig {
    /// Waits until a reminder waits.
    func waits(_ reminder: DailyReminder) async {
        for await status in reminder.status.events() where status.next != nil { return }
    }
}

/// Reads at once, and returns what it has read when a test allows it.
private final class HeldSettingsStore: SettingsStore {
    let isReading = Latch()
    let mayAnswer = Latch()
    private let base: any SettingsStore

    init(_ base: any SettingsStore) {
        self.base = base
    }

    func text(_ key: String) async throws(StoreError) -> String? {
        let text = try await base.text(key)
        isReading.open()
        await mayAnswer.wait()
        return text
    }

    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        try await base.change(key, edit)
    }
}
