import CoreModule
import Foundation
import PersonalDictionary

extension Session {
    /// The daily reminder in the foreground, until a signal ends it.
    func remind(_ arguments: Arguments) async throws -> Presentation? {
        // Before any output: its reader may answer with Ctrl-C.
        let signals = await Signals([SIGINT, SIGTERM])
        let reminder = app.pushNotification.reminder
        let time = try arguments.reminderTime()
        let skips = arguments.value("--unless-added").map { $0 == "on" }
        try await reminder.change { settings in
            settings.isEnabled = true
            settings.time = time ?? settings.time
            settings.skipsDaysWithNewWord = skips ?? settings.skipsDaysWithNewWord
        }
        let changes = reminder.status.events()
        app.pushNotification.start()
        let output = Task { [console] in
            var (shownNext, shownFailure): (Date?, ReminderFailure?)
            for await status in changes {
                if let next = status.next, next != shownNext {
                    console.show(Presentation(nextReminder: next, in: console.localizer))
                }
                if let failure = status.failure, failure != shownFailure {
                    console.show(CommandLineError(code: failure.code, message: failure.explanation))
                }
                // A late reminder in between does not change the next date.
                (shownNext, shownFailure) = (status.next ?? shownNext, status.failure)
            }
        }
        for await _ in signals.arrivals { break }
        output.cancel()
        return nil
    }
}

extension Arguments {
    /// The time of day to remind at.
    func reminderTime() throws -> ReminderTime? {
        guard let text = value("--at") else { return nil }
        guard let time = ReminderTime(text) else {
            throw CommandLineError(
                code: "invalidDate", message: Message("“\(text)” is no time of day; write it as HH:MM"))
        }
        return time
    }
}

extension ReminderConfiguration {
    /// Prints reminders, and shows them on the desktop if there is one.
    static func terminal(_ console: Console, _ environment: [String: String], logger: EventLogger) -> Self {
        var notifiers: [any ReminderNotifying] = [
            ClosureNotifier { notification in console.show(Presentation(notification, in: console.localizer)) }
        ]
        #if os(Linux)
        if let desktop = NotifySendNotifier.find(in: environment) { notifiers.append(desktop) }
        #endif
        return ReminderConfiguration(notifier: CombinedNotifier(notifiers, logger: logger))
    }
}

extension Presentation {
    /// The date of the next reminder, in the system's time zone.
    fileprivate init(nextReminder date: Date, in localizer: Localizer) {
        let zone = ReminderConfiguration.systemTimeZone()
        let day = Localizer(locale: localizer.locale, timeZone: zone, tables: []).day(date)
        let style = Date.ISO8601FormatStyle(timeZone: zone).time(includingFractionalSeconds: false)
        let time = date.formatted(style).prefix(5)
        self.init(
            text: localizer(Message("next reminder: \(day) at \(time) (Ctrl-C ends)")),
            json: ["event": .string("waiting"), "next": .date(date), "timeZone": .string(zone.identifier)])
    }

    init(_ notification: ReminderNotification, in localizer: Localizer) {
        self.init(
            text: "\(notification.title)\n\(notification.body)\nsuperapp add \(localizer(Message("WORD")))",
            json: [
                "event": .string("reminder"), "title": .string(notification.title),
                "body": .string(notification.body), "link": .string(notification.link),
            ])
    }
}
