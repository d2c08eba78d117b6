import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// What the system's own scheduler is told, and what comes back from it. The notifier itself needs Apple's platforms.
@MainActor
@Suite("Reminders that the system shows", .bounded)
struct PlannedReminderTests {
    private let rig = ReminderRig()
    private let tree = FeatureTree()

    private func build(_ configuration: ReminderConfiguration, language: String = "en") -> AppGraph {
        let dependencies = AppDependencies(
            store: rig.store, translation: .none(clock: rig.time.clock), direction: .englishToRussian,
            reminder: configuration,
            environment: AppEnvironment(
                clock: rig.time.clock, sleeper: rig.time.sleeper,
                localizer: .personalDictionary(locale: Locale(identifier: language))))
        return AppBuilder(dependencies: dependencies, parent: tree.root).build()
    }

    @Test("they have the local time of the reminder's zone, and no zone, so that they follow the user")
    func localTime() async throws {
        let plan = try await rig.reminder().plan(3)
        #expect(plan.map(\.identifier) == ["superapp.reminder.0", "superapp.reminder.1", "superapp.reminder.2"])
        let times = plan.map(\.components)
        #expect(times.map(\.hour) == [19, 19, 19] && times.map(\.minute) == [30, 30, 30])
        #expect(times.map(\.day) == [21, 22, 23] && times.map(\.month) == [11, 11, 11])
        #expect(times.map(\.year) == [2026, 2026, 2026])
        #expect(times.allSatisfy { $0.timeZone == nil && $0.second == nil })
        #expect(times.allSatisfy { $0.calendar?.identifier == .gregorian })
    }

    @Test("a date is planned by the zone's clocks, on both sides of midnight and of summer time")
    func zones() throws {
        let date = try Date("2026-03-29T23:30:00Z", strategy: .iso8601)
        for (zone, day, hour) in [("Europe/Berlin", 30, 1), ("America/New_York", 29, 19), ("Asia/Tokyo", 30, 8)] {
            let timeZone = try #require(TimeZone(identifier: zone))
            let planned = try #require(PlannedReminder.plan([date], in: timeZone).first)
            #expect(planned.components.day == day && planned.components.hour == hour, "\(zone)")
        }
    }

    @Test("there are at most as many as the system keeps, and each has a name that a later plan removes")
    func maximum() async throws {
        let plan = try await rig.reminder().plan(1000)
        #expect(plan.count == 64)
        #expect(plan.map(\.identifier) == PlannedReminder.identifiers)
        #expect(PlannedReminder.plan([Date](repeating: rig.time.clock.now(), count: 70), in: .gmt).count == 64)
    }

    @Test("a new plan removes what is left of the old one at the end, and nothing if the system refuses it")
    func replacing() async throws {
        let plan = try await rig.reminder().plan(3)
        let steps = Locked<[String]>([])
        func replace(refusing refused: String?) async throws {
            steps.withLock { $0 = [] }
            try await PlannedReminder.replace(with: plan) { planned throws(ReminderDeliveryError) in
                if planned.identifier == refused { throw ReminderDeliveryError(.refused, message: Message("no")) }
                steps.withLock { $0.append(planned.identifier) }
            } remove: { identifiers in
                steps.withLock { $0 += identifiers.map { "-" + $0 } }
            }
        }
        try await replace(refusing: nil)
        let left = PlannedReminder.identifiers.dropFirst(3).map { "-" + $0 }
        #expect(steps.withLock { $0 } == plan.map(\.identifier) + left)
        await #expect(throws: ReminderDeliveryError.self) { try await replace(refusing: plan[1].identifier) }
        #expect(steps.withLock { $0 } == [plan[0].identifier])
    }

    @Test("none are planned while the reminder is switched off")
    func switchedOff() async throws {
        let reminder = rig.reminder()
        try await reminder.change { $0.isEnabled = false }
        #expect(try await reminder.plan(14).isEmpty)
    }

    @Test("their text is the configuration's, or the library's in the app's language")
    func text() {
        let russian = build(rig.configuration, language: "ru").pushNotification.reminder.notification
        #expect(russian == .localized(.personalDictionary(locale: Locale(identifier: "ru"))))
        #expect(russian != .english)
        var own = rig.configuration
        own.notification = ReminderNotification(title: "t", body: "b")
        #expect(build(own, language: "ru").pushNotification.reminder.notification.title == "t")
    }

    @Test("a notification that has started the app opens its screen once the app is built; later ones at once")
    func opening() throws {
        let opened = OpenedNotifications()
        let link = try #require(URL(string: ReminderNotification.newWordLink))
        opened.receive(link)
        let app = build(rig.configuration)
        #expect(app.navigation.screens.isEmpty)
        opened.passLinks { [weak app] link in app?.pushNotification.open(link) }
        #expect(app.navigation.top is NewWordGraph)
        app.navigation.pop()
        // The first one is not opened again.
        opened.passLinks { [weak app] link in app?.pushNotification.open(link) }
        #expect(app.navigation.screens.isEmpty)
        opened.receive(link)
        #expect(app.navigation.top is NewWordGraph && app.navigation.screens.count == 1)
    }

    @Test("an app can open the links itself: the one that has started it, and later ones")
    func openingByFunction() throws {
        let opened = OpenedNotifications()
        let link = try #require(URL(string: ReminderNotification.newWordLink))
        opened.receive(link)
        let links = Locked<[URL]>([])
        opened.passLinks { link in links.withLock { $0.append(link) } }
        #expect(links.withLock { $0 } == [link])
        opened.receive(link)
        #expect(links.withLock { $0 } == [link, link])
    }

    @Test("the app is not kept alive")
    func lifetime() async throws {
        let opened = OpenedNotifications()
        var app: AppGraph? = build(rig.configuration)
        opened.passLinks { [weak app] link in app?.pushNotification.open(link) }
        app = nil
        #expect(tree.snapshot().isEmpty)
        opened.receive(try #require(URL(string: ReminderNotification.newWordLink)))
        #expect(tree.snapshot().isEmpty)
    }
}

@Suite("Resources of the dictionary", .bounded)
struct MissingResourcesTests {
    @Test("an app whose resources are missing is told so by a warning")
    func warning() async throws {
        for (table, count) in [(MessageTable(ResourceBundle("superapp_Nothing")), 1), (.personalDictionary, 0)] {
            let log = EventLogger.InMemoryHandler()
            let environment = AppEnvironment(
                localizer: .personalDictionary(locale: Locale(identifier: "en"), tables: [table]),
                logger: EventLogger(label: "app", handler: log))
            let dependencies = try await AppDependencies.open(
                AppConfiguration(storage: .memory, environment: environment))
            await dependencies.close()
            let warnings = log.events.map(\.line).filter { $0.contains("resources are missing") }
            #expect(warnings.count == count)
            #expect(warnings.allSatisfy { $0.contains("warning") && $0.contains("superapp_Nothing.") })
        }
    }

    @Test("a glossary that is not installed fails the look-up and names its folder")
    func glossary() async throws {
        let service = GlossaryTranslationService(clock: .system) {
            throw MissingResources([ResourceBundle("superapp_Nothing")])
        }
        let direction = TranslationDirection.englishToRussian
        do {
            _ = try await service.lookUp(WordText("dog"), direction)
            Issue.record("There is no glossary.")
        } catch {
            #expect("\(error)".contains("superapp_Nothing."))
        }
    }
}
