import CoreModule
import PersonalDictionary

extension Pages {
    /// The reminder, and whether the browser shows it.
    static func settings(_ write: PageWriter) async throws(DictionaryError) -> HTML {
        let reminder = write.session.app.pushNotification.reminder
        let settings = try await reminder.settings()
        let status = reminder.currentStatus
        let content: HTML = """
            \(write.box(Message("Remind me once a day"), "enabled", settings.isEnabled))
            \(write.field(Message("Time"), "time", settings.time.description, type: "time"))
            \(write.box(Message("Not on a day with a new word"), "skips", settings.skipsDaysWithNewWord))
            \(write.was(PageWriter.fields(of: settings)))
            \(write.submit(.save, style: "main"))
            """
        let next = settings.isEnabled ? status.next.map { Message("Next: \($0)") } : nil
        return write.session.draw(.settings) {
            write.document(
                Message("Reminder"),
                """
                \(write.form("set-reminder", id: "reminder", content))
                \(write.line(next, id: "next"))
                \(write.line(status.failure?.explanation, style: "notice bad", id: "failure"))
                \(permission(write))
                """)
        }
    }

    /// The script shows the part that fits what the browser allows. Without it, none is shown: then there are no notifications.
    private static func permission(_ write: PageWriter) -> HTML {
        """
        <div id="permission">
        <p data-when="default" hidden>\(write(Message("The browser shows the reminder if you allow it, while a page is open.")))
        <button type="button" data-ask>\(write(Message("Allow notifications")))</button></p>
        <p data-when="granted" hidden class="good">\(write(Message("The browser shows the reminder while a page is open.")))</p>
        <p data-when="denied" hidden class="bad">\(write(Message("The browser does not allow notifications. You can change that in its settings for this page.")))</p>
        <p data-when="unsupported" hidden class="quiet">\(write(Message("This browser has no notifications.")))</p>
        </div>
        """
    }
}

extension PageWriter {
    /// The values of the fields of the reminder, as its form has them.
    static func fields(of settings: ReminderSettings) -> KeyValuePairs<String, String> {
        [
            "enabled": settings.isEnabled ? "on" : "", "time": settings.time.description,
            "skips": settings.skipsDaysWithNewWord ? "on" : "",
        ]
    }

    /// The values of the fields of how the user learns, as their form has them.
    static func fields(of settings: ReviewSettings) -> KeyValuePairs<String, String> {
        [
            "new": "\(settings.newWordsPerDay)", "order": settings.newOrder.rawValue,
            "retention": "\(settings.retention)",
        ]
    }
}
