import CoreModule
import Foundation
import PersonalDictionary

extension Pages {
    /// The reminder, whether the browser shows it, and the languages to choose from.
    static func settings(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard let screen: NewWordGraph = try await write.session.open(.newWord) else { return nil }
        let picker = screen.langPicker.viewModel
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
        let logins = try await write.session.logins?.all() ?? []
        let tokens = try await write.tokens()
        let next = settings.isEnabled ? status.next.map { Message("Next: \($0)") } : nil
        return write.session.draw(.settings, showing: screen) {
            write.document(
                Message("Settings"),
                """
                <h2>\(write(Message("Reminder")))</h2>
                \(write.form("set-reminder", id: "reminder", content))
                \(write.line(next, id: "next"))
                \(write.line(status.failure?.explanation, style: "notice bad", id: "failure"))
                \(permission(write))
                \(languages(write, picker.languages))
                \(toDevices(write))
                \(write.logins(logins))
                \(write.programs(tokens))
                \(write.account)
                \(files(write))
                \(about(write))
                """)
        }
    }

    private static func files(_ write: PageWriter) -> HTML {
        """
        <h2>\(write(Message("Files")))</h2>
        <p class="line"><a class="button" href="\(Address.importFile.path)">\(write(Message("Import")))</a>\
        <a class="button" href="\(Address.exportFile.path)">\(write(Message("Export")))</a></p>
        """
    }

    private static func about(_ write: PageWriter) -> HTML {
        """
        <h2>\(write(Message("About")))</h2>
        <p>\(write(Message("For developers, this is what the app is made of now:")))
        <a href="\(Address.tree.path)">\(write(Message("Feature tree")))</a></p>
        """
    }

    /// Only words in a file can be on several devices.
    private static func toDevices(_ write: PageWriter) -> HTML {
        guard write.session.app.sync != nil else { return .empty }
        let title = write(write.session.app.mainScreen.mainNavigator.toDevicesTitle)
        return #"<h2>\#(title)</h2><p><a id="to-devices" href="\#(Address.devices.path)">\#(title)</a></p>"#
    }

    private static func languages(_ write: PageWriter, _ languages: [Language]) -> HTML {
        let locale = write.session.localizer.locale
        let rows = languages.map { language -> HTML in
            let name = language.name(in: locale)
            return """
                <li id="language-\(language.code)"><span class="what">\(name) <span class="quiet">\(language.code)</span></span>\
                \(write.button(Message("Drop"), "drop-language", ["language": language.code], of: name))</li>
                """
        }
        // Codes of two letters; the field takes any other, too.
        let others = Locale.LanguageCode.isoLanguageCodes.map(\.identifier).filter { $0.count == 2 }
            .map { Language(code: $0) }.filter { !languages.contains($0) }
        let options = others.map { language -> HTML in
            #"<option value="\#(language.code)">\#(language.name(in: locale))</option>"#
        }
        let field = write.field(Message("Code of a language"), "language", "", options: "language-codes")
        return """
            <h2 id="languages-title">\(write(Message("Languages of words")))</h2>
            <ul class="rows" id="languages" aria-labelledby="languages-title">\(rows)</ul>
            \(write.form(
                "add-language", id: "add-language",
                "<div class=\"line\">\(field)\(write.submit(Message("Add"), style: "main"))</div>"))
            <datalist id="language-codes">\(options)</datalist>
            """
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
