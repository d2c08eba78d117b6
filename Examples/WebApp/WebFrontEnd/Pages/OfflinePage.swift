import CoreModule
import PersonalDictionary

// Without a server, a worker of the browser shows a page that the server has made before, and keeps new words until the server is back.
// Only for one person: where there are many, the next one to use the browser would see the words.

extension Pages {
    /// What a browser shows without a server. The words are not in it; its script adds those that the browser keeps.
    static func offline(_ write: PageWriter) async throws(DictionaryError) -> HTML? {
        guard write.session.isOfOnlyPerson else { return nil }
        let direction = try await write.session.nextDirection()
        return write.offline(write.session.app.languages.languages, direction)
    }
}

extension WebSession {
    /// The languages of the next words: those that were chosen last, or else the first ones.
    func nextDirection() async throws(DictionaryError) -> TranslationDirection {
        let saved: TranslationDirection?
        do throws(StoreError) { saved = try await app.settings.value(.direction) } catch { throw .store(error) }
        let languages = app.languages.languages
        // A language may have been dropped since it was chosen.
        if let saved, languages.contains(saved.source), languages.contains(saved.target) { return saved }
        return try TranslationDirection(from: languages[0], to: languages[1])
    }
}

extension PageWriter {
    /// The scripts that connect a page with what the browser keeps.
    var deviceScripts: HTML {
        guard session.isOfOnlyPerson else { return .empty }
        return """

            <script src="/kept.js" defer></script>
            <script src="/device.js" defer data-waiting="\(self(Message("Words that wait on this device: \("{count}")")))" \
            data-show="\(self(Message("Show it")))"></script>
            """
    }

    /// The way to go on while the connection is lost.
    var offlineLink: HTML {
        guard session.isOfOnlyPerson else { return .empty }
        return #" <a href="\#(Address.offline.path)">\#(self(Message("Go on offline")))</a>"#
    }

    fileprivate func offline(_ languages: [Language], _ direction: TranslationDirection) -> HTML {
        let names = languages.map { ($0.code, $0.name(in: session.localizer.locale)) }
        return """
            <!DOCTYPE html>
            <html lang="\(language)" data-token="\(session.token)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(self(Message("Offline"))) – \(self(Message("Dictionary")))</title>
            <link rel="icon" href="/icon.svg">
            <link rel="apple-touch-icon" href="/icon-192.png">
            <link rel="stylesheet" href="/style.css">
            <script src="/kept.js" defer></script>
            <script src="/offline.js" defer></script>
            </head>
            <body>
            <main id="main" tabindex="-1" data-address="\(address.path)"\(texts)>
            <h1 id="title">\(self(Message("Offline")))</h1>
            <p id="state" class="notice" role="status"></p>
            <p><a class="button" href="\(Address.main.path)">\(self(Message("To the main page")))</a></p>
            <h2>\(self(Message("New word")))</h2>
            <form method="get" action="\(Address.newWord.path)" id="new-word" autocomplete="off">
            \(field(Message("Word or phrase"), "text", ""))
            <div class="line">\(choice(LanguageSide.source.title, "from", names, direction.source.code))\
            \(choice(LanguageSide.target.title, "to", names, direction.target.code))\
            \(submit(.save, style: "main"))</div></form>
            <p id="said" class="good" role="status"></p>
            <div id="waiting" hidden><h2 id="waiting-title">\(self(Message("Waiting for the server")))</h2>
            <ul class="rows" id="waiting-words" aria-labelledby="waiting-title"></ul></div>
            <div id="list" hidden><h2 id="list-title"></h2><ul class="rows" id="words" aria-labelledby="list-title"></ul></div>
            </main>
            </body>
            </html>
            """
    }

    /// What the script says. It replaces the names in braces.
    private var texts: [HTML] {
        [
            .attribute(
                "data-as-of", self(Message("The server cannot be reached. This is the list as of \("{time}")."))),
            .attribute(
                "data-none", self(Message("The server cannot be reached. This device has no list of words yet."))),
            .attribute("data-back", self(Message("The server answers."))),
            .attribute(
                "data-unable",
                self(
                    Message(
                        "No words can be kept here. Use https or this computer’s own address, not a private window, and make room."
                    ))),
            .attribute("data-kept", self(Message("“\("{word}")” waits on this device until the server has it"))),
            .attribute("data-saved", self(Message("saved “\("{word}")”"))),
            .attribute("data-removed", self(.removed("{word}"))),
            .attribute("data-refused", self(Message("not saved: \("{reason}")"))),
            .attribute("data-unknown", self(Message("This request was refused."))),
            .attribute("data-delete", self(.delete)),
        ]
    }
}
