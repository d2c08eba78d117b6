import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("The reminder as a feature", .bounded)
struct PushNotificationTests {
    private let rig = ReminderRig()
    private let tree = FeatureTree()

    private func build(
        _ configuration: ReminderConfiguration? = nil, in timeZone: TimeZone = .autoupdatingCurrent
    ) -> AppGraph {
        let dependencies = AppDependencies(
            store: rig.store, translation: .none(clock: rig.time.clock),
            direction: .englishToRussian, reminder: configuration ?? rig.configuration,
            environment: AppEnvironment(
                clock: rig.time.clock, sleeper: rig.time.sleeper, identifiers: .sequence(prefix: "w"),
                localizer: .personalDictionary(timeZone: timeZone)))
        return AppBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    @Test("it follows the app's time zone, unless it has one of its own")
    func timeZone() async throws {
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let following = ReminderConfiguration(notifier: rig.notifier)
        let dates = try await build(following, in: tokyo).pushNotification.reminder.upcoming(1)
        #expect(dates.map { $0.formatted(.iso8601) } == ["2026-11-21T10:30:00Z"])
        let own = try await build(rig.configuration, in: tokyo).pushNotification.reminder.upcoming(1)
        #expect(own.map { $0.formatted(.iso8601) } == ["2026-11-21T18:30:00Z"])
        // The user's own zone may change while the app runs.
        let users = try await build(following).pushNotification.reminder.upcoming(1)
        let there = ReminderSchedule(timeZone: ReminderConfiguration.systemTimeZone()).next(after: rig.time.clock.now())
        #expect(users == [there])
    }

    @Test("the reminder runs after start(), and starting it again changes nothing")
    func start() async throws {
        let app = build()
        #expect(app.pushNotification.reminder.currentStatus == ReminderStatus())
        app.pushNotification.start()
        app.pushNotification.start()
        await rig.waits(app.pushNotification.reminder)
        // It returns, since the reminder runs already.
        await app.pushNotification.reminder.run()
        try await rig.pass(until: "2026-11-22T12:00:00Z")
        #expect(rig.times == ["2026-11-21T18:30:00Z"])
    }

    @Test("the configuration's own notification replaces that of the library, with its link")
    func ownNotification() async throws {
        var configuration = rig.configuration
        configuration.notification = ReminderNotification(title: "t", body: "b", link: "superapp://favorites")
        let app = build(configuration)
        app.pushNotification.start()
        await rig.waits(app.pushNotification.reminder)
        try await rig.pass(until: "2026-11-21T19:00:00Z")
        #expect(rig.notifier.notifications == configuration.notification.map { [$0] })
        let link = try #require(rig.notifier.notifications.first.flatMap { URL(string: $0.link) })
        #expect(try await app.open(link) == .opened)
        #expect(app.navigation.savedPath == [.favorites])
        #expect(!app.pushNotification.open(link))
    }

    @Test("the reminder says how many cards are due, and leads to them; it says nothing of reviews if none is")
    func dueCards() async throws {
        let app = build(in: try #require(TimeZone(identifier: "Europe/Berlin")))
        let day = 86_400.0
        for id in ["a", "b", "c"] {
            try await rig.store.vocabulary.add(.make(id, id, createdAt: rig.time.now))
            try await app.words.setUserTranslations([id], of: WordID(id), at: rig.time.now)
        }
        app.pushNotification.start()
        await rig.waits(app.pushNotification.reminder)
        try await rig.pass(until: "2026-11-21T19:00:00Z")
        // Again is due on this day; good in two days.
        for (id, rating) in [("a", ReviewRating.good), ("b", .good), ("c", .easy)] {
            try await app.reviews.rate(ReviewCardID(WordID(id), .word), rating)
        }
        for evening in 1...2 {
            try await rig.pass(until: rig.time.now.addingTimeInterval(day).formatted(.iso8601))
            #expect(rig.notifier.notifications.count == evening + 1)
        }
        #expect(
            rig.notifier.notifications.map(\.body) == [
                ReminderNotification.english.body, ReminderNotification.english.body, "2 cards are due today.",
            ])
        let link = try #require(rig.notifier.notifications.last.flatMap { URL(string: $0.link) })
        #expect(try await app.open(link) == .opened)
        #expect(app.navigation.savedPath == [.review])
    }

    @Test("the reminder ends with the app and leaves nothing behind")
    func lifetime() async throws {
        var app: AppGraph? = build()
        app?.pushNotification.start()
        let status = try #require(app?.pushNotification.reminder.status)
        for await status in status.events() where status.next != nil { break }
        app?.pushNotification.open()
        app = nil
        #expect(tree.snapshot().isEmpty)
        try await tree.expectNoLeaks(within: .seconds(60))
        #expect(rig.times.isEmpty)
    }

    @Test("its notification opens the screen for a new word, once")
    func opening() async {
        let app = build()
        let screen = app.pushNotification.open()
        #expect(app.navigation.top === screen)
        #expect("\(screen.scope.path)" == "App / PushNotification / NewWord")
        screen.viewModel.text = "half a wo"
        #expect(app.pushNotification.open() === screen)
        #expect(app.navigation.screens.count == 1)
        app.navigation.pop()
        #expect(app.pushNotification.open() !== screen)
    }

    @Test("its link opens the same screen; other links open nothing")
    func links() throws {
        let app = build()
        for text in ["superapp://new-words", "superapp://", "https://new-word", "superapp://new-word/x", "x"] {
            #expect(!app.pushNotification.open(try #require(URL(string: text))))
        }
        #expect(app.navigation.screens.isEmpty)
        #expect(app.pushNotification.open(try #require(URL(string: ReminderNotification.newWordLink))))
        #expect(app.navigation.top is NewWordGraph)
    }

    @Test("without a notifier there is no reminder")
    func noNotifier() async throws {
        let reminder = DailyReminder(
            repository: rig.store.reminders, words: rig.store.vocabulary, configuration: ReminderConfiguration(),
            clock: rig.time.clock, sleeper: rig.time.sleeper, logger: .disabled)
        await reminder.run()
        #expect(reminder.currentStatus.next == nil)
        #expect(try await rig.store.reminders.reminder() == nil)
    }

    @Test("all notifiers are called, and one success is enough")
    func combined() async throws {
        let notification = ReminderNotification(title: "t", body: "b")
        let failing = ClosureNotifier { _ throws(ReminderDeliveryError) in
            throw ReminderDeliveryError(.unavailable, message: Message("no desktop"))
        }
        let other = RecordingNotifier(clock: rig.time.clock)
        let logger = EventLogger(label: "x", handler: rig.log)
        try await CombinedNotifier([failing, rig.notifier, other], logger: logger).deliver(notification)
        #expect(rig.notifier.notifications == [notification] && other.notifications == [notification])
        #expect(rig.log.events.count == 1)
        await #expect(throws: ReminderDeliveryError(.unavailable, message: Message("no desktop"))) {
            try await CombinedNotifier([failing, failing], logger: logger).deliver(notification)
        }
        await #expect(throws: ReminderDeliveryError.self) {
            try await CombinedNotifier([], logger: logger).deliver(notification)
        }
    }
}
