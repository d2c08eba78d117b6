import CoreModule
import Foundation
import PersonalDictionary

/// The daily reminder in the foreground, until the user ends it.
@MainActor
struct Remind {
    let app: AppGraph
    let console: Console
    /// A time to set and remember.
    let time: ReminderTime?
    /// Whether it is to stay away where a word was added; to be remembered too.
    let skipsDaysWithNewWord: Bool?

    func run() async throws(CommandLineError) {
        // Before anything is said: who reads it may answer with Ctrl-C.
        let signals = await TerminationSignals()
        let reminder = app.pushNotification.reminder
        do throws(DictionaryError) {
            try await reminder.change { [time, skipsDaysWithNewWord] settings in
                // Whoever runs this wants to be reminded.
                settings.isEnabled = true
                settings.time = time ?? settings.time
                settings.skipsDaysWithNewWord = skipsDaysWithNewWord ?? settings.skipsDaysWithNewWord
            }
        } catch {
            throw CommandLineError(error)
        }
        let changes = reminder.status.events()
        app.pushNotification.start()
        let telling = Task { [console] in
            var told = ReminderStatus()
            for await status in changes {
                if let next = status.next, next != told.next {
                    console.show(Presentation(nextReminder: next, in: console.localizer))
                }
                if let failure = status.failure, failure != told.failure { console.show(CommandLineError(failure)) }
                // A late one in between is no change of the next.
                told = ReminderStatus(next: status.next ?? told.next, failure: status.failure)
            }
        }
        await signals.first()
        telling.cancel()
    }
}

extension ReminderConfiguration {
    /// Prints reminders, and shows them on the desktop where there is one.
    static func terminal(_ console: Console, logger: Logger) -> ReminderConfiguration {
        var notifiers: [any ReminderNotifying] = [
            ClosureNotifier { notification in console.show(Presentation(notification, in: console.localizer)) }
        ]
        #if os(Linux)
        if let desktop = NotifySendNotifier.find() { notifiers.append(desktop) }
        #endif
        return ReminderConfiguration(notifier: CombinedNotifier(notifiers, logger: logger))
    }
}

extension Presentation {
    /// When the next reminder comes, by the clock on the wall.
    fileprivate init(nextReminder date: Date, in localizer: Localizer) {
        let zone = ReminderConfiguration.systemTimeZone()
        let style = Date.ISO8601FormatStyle(timeZone: zone)
        self.init(
            text: localizer(
                Message(
                    "next reminder: \(Localizer(locale: localizer.locale, timeZone: zone, tables: []).day(date)) at \(String(date.formatted(style.time(includingFractionalSeconds: false)).prefix(5))) (Ctrl-C ends)"
                )),
            json: .object([
                ("event", .string("waiting")), ("next", .string(date.formatted(.iso8601))),
                ("timeZone", .string(zone.identifier)),
            ]))
    }

    init(_ notification: ReminderNotification, in localizer: Localizer) {
        self.init(
            text: "\(notification.title)\n\(notification.body)\nsuperapp add \(localizer(Message("WORD")))",
            json: .object([
                ("event", .string("reminder")), ("title", .string(notification.title)),
                ("body", .string(notification.body)), ("link", .string(notification.link.rawValue)),
            ]))
    }
}

extension CommandLineError {
    fileprivate init(_ failure: ReminderFailure) {
        switch failure {
        case .store(let error): self.init(error)
        case .delivery(let error): self.init(code: error.code.rawValue, message: error.message)
        }
    }
}
