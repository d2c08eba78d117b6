import CoreModule
import Foundation
import PersonalDictionary

/// Writes the pages of one session at one address: texts in its language, forms with its token.
@MainActor
struct PageWriter {
    let session: WebSession
    /// Where the page is. Its forms lead back there.
    var address: Address
    /// What the last action has to say; nil if the page was just opened.
    let notice: Notice?
    /// The form that was refused: its fields keep what was typed in them.
    let refused: Form?
    /// The cards that wait in the review.
    var due: DueCards

    init(session: WebSession, address: Address, notice: Notice? = nil, refused: Form? = nil) {
        (self.session, self.address, self.notice, self.refused) = (session, address, notice, refused)
        due = DueCards(session)
    }

    /// What an action tells the user on the next page.
    enum Notice {
        case done(Message)
        case failed(Message, seeing: Address? = nil)
    }

    /// A message in the session's language.
    func callAsFunction(_ message: Message) -> String { session.localizer(message) }

    /// Whether the form that was refused has a field.
    func isRefused(_ field: String) -> Bool { refused?[field] != nil }

    // MARK: The frame

    /// A whole page: navigation, main part, and what the script needs.
    /// - Parameters:
    ///   - titleLanguage: the code of the title's language, if it is a user's text in another one than the page.
    ///   - answer: what the last action did, with the ways to take it back or go on. It stays in view wherever the page is scrolled.
    ///   - content: the main part.
    func document(
        _ title: Message, titleLanguage: String? = nil, answer: HTML = .empty, _ content: HTML
    ) -> HTML {
        """
        <!DOCTYPE html>
        <html lang="\(language)" data-token="\(session.token)" data-session="\(session.name)" data-zone="\(session.timeZone)" \
        data-dismiss="\(self(Message("Close")))">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>\(self(title)) – \(self(Message("Dictionary")))</title>
        <link rel="icon" href="/icon.svg">
        <link rel="apple-touch-icon" href="/icon-192.png">
        <link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">
        <link rel="stylesheet" href="/style.css">
        <script src="/app.js" defer></script>\(deviceScripts)
        </head>
        <body>
        <a class="skip" href="#main">\(self(Message("Skip to the content")))</a>
        \(navigation)
        <main id="main" tabindex="-1" data-address="\(address.path)">
        <div id="answer">\(noticeLine)\(answer)</div>
        <h1 id="title"\(HTML.attribute("lang", titleLanguage)) dir="auto">\(self(title))</h1>
        \(content)
        </main>
        <p id="status" class="hidden" role="status" aria-live="polite"></p>
        <p id="connection" role="alert" hidden>\(self(Message("The connection is lost. Trying again …")))\(offlineLink)</p>
        </body>
        </html>
        """
    }

    /// The code of the page's language.
    var language: String { session.localizer.locale.language.languageCode?.identifier ?? "en" }

    private var noticeLine: HTML {
        switch notice {
        case nil: .empty
        case .done(let message): answer(message, style: "good", id: "notice")
        case .failed(let message, let address):
            answer(
                message, style: "bad", id: "notice",
                address.map { #"<a class="button" href="\#($0.path)">\#(self(Message("Show it")))</a>"# } ?? .empty)
        }
    }

    /// What an action did, until the user puts it away. A failure has the focus.
    /// - Parameters:
    ///   - more: what can be done now.
    ///   - canBeClosed: whether it can be put away.
    func answer(
        _ message: Message, style: String = "", id: String, _ more: HTML = .empty, canBeClosed: Bool = true
    ) -> HTML {
        let isFailure = style == "bad"
        return """
            <div class="notice \(style)" id="\(id)"\(HTML.attribute("tabindex", isFailure ? "-1" : nil))\
            \(HTML.flag("autofocus", isFailure))><span data-say>\(self(message))</span> \(more)\
            \(canBeClosed ? button(Message("Close"), "dismiss", ["what": id], icon: "✕") : .empty)</div>
            """
    }

    // MARK: Parts

    /// The fields that every form has: the token, and the address to come back to.
    var formFields: HTML {
        hidden("token", session.token) + hidden("from", address.path)
    }

    /// A field that the user does not see.
    func hidden(_ name: String, _ value: String) -> HTML {
        #"<input type="hidden" name="\#(name)" value="\#(value)">"#
    }

    /// What a field was when the page was made, for ``Actions/changed(_:)``. A refused form keeps that too: what another page has changed
    /// since is no change of this one.
    func was(_ name: String, _ value: String) -> HTML {
        hidden("was-\(name)", refused?["was-\(name)"] ?? value)
    }

    /// What all fields of a form were.
    func was(_ fields: KeyValuePairs<String, String>) -> [HTML] { fields.map { was($0.key, $0.value) } }

    /// A form with several fields for an action.
    /// - Parameters:
    ///   - live: whether it is sent while one types. The session then keeps what is typed.
    ///   - plain: whether the browser sends it, not the script.
    ///   - adds: whether it adds its field “text” to a list: the script empties the field at once.
    ///   - content: its fields.
    func form(
        _ action: String, id: String, live: Bool = false, plain: Bool = false, adds: Bool = false, _ content: HTML
    ) -> HTML {
        """
        <form method="post" action="/action/\(action)" id="\(id)"\(HTML.flag("data-live", live))\
        \(HTML.attribute("autocomplete", live ? "off" : nil))\
        \(HTML.flag("data-plain", plain))\(HTML.flag("data-adds", adds))>\(formFields)\(content)</form>
        """
    }

    /// Tells this form from the same one of a page that is made later: pressed twice, it is performed once.
    var once: HTML {
        #"<input type="hidden" name="once" value="\#(UUID().uuidString)" autocomplete="off">"#
    }

    /// A button that performs an action by itself.
    /// - Parameters:
    ///   - fields: what the action needs to know.
    ///   - icon: a sign in place of the title, which is then read aloud only.
    ///   - subject: what the action is done to, for a reader who does not see the row.
    ///   - pressed: whether it is on, for a button that is switched on and off.
    ///   - key: the key that presses it while no field has the focus.
    func button(
        _ title: Message, _ action: String, _ fields: KeyValuePairs<String, String> = [:], icon: HTML? = nil,
        of subject: String? = nil, pressed: Bool? = nil, style: String = "", isEnabled: Bool = true, key: String? = nil
    ) -> HTML {
        let name = subject.map { "\(self(title)): \($0)" } ?? self(title)
        let label = icon == nil && subject == nil ? nil : name
        return """
            <form method="post" action="/action/\(action)">\(formFields)\(fields.map { hidden($0.key, $0.value) })\
            <button class="\(icon == nil ? "" : "icon ")\(style)"\(HTML.attribute("aria-label", label))\
            \(HTML.attribute("title", icon == nil ? nil : self(title)))\
            \(HTML.attribute("aria-pressed", pressed.map { $0 ? "true" : "false" }))\
            \(HTML.attribute("data-key", key))\(HTML.flag("disabled", !isEnabled))>\(icon ?? HTML(self(title)))</button></form>
            """
    }

    /// A button of a form that performs another action than the form.
    func submit(_ title: Message, _ action: String? = nil, style: String = "", isEnabled: Bool = true) -> HTML {
        """
        <button class="\(style)"\(HTML.attribute("formaction", action.map { "/action/\($0)" }))\
        \(HTML.flag("disabled", !isEnabled))>\(self(title))</button>
        """
    }

    /// A field for one line of text, with its label.
    /// - Parameter options: the identifier of a list of what may be typed.
    func field(
        _ title: Message, _ name: String, _ value: String, hint: Message? = nil, type: String = "text",
        options: String? = nil, focused: Bool = false
    ) -> HTML {
        """
        <label class="field grow"><span>\(self(title))</span>\
        <input type="\(type)" id="field-\(name)" name="\(name)" value="\(refused?[name] ?? value)" dir="auto"\
        \(HTML.attribute("placeholder", hint.map { self($0) }))\(HTML.attribute("list", options))\
        \(HTML.flag("autofocus", focused))></label>
        """
    }

    /// A text as a field for one line has it: the browser leaves line ends out.
    static func inLine(_ text: String) -> String { text.filter { !["\r", "\n", "\r\n"].contains($0) } }

    /// A text as a field for several lines has it: with one kind of line ends.
    static func inArea(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    /// A field for several lines of text. HTML drops a line end right after the tag.
    func area(_ title: Message, _ name: String, _ value: String) -> HTML {
        """
        <label class="field"><span>\(self(title))</span>\
        <textarea id="field-\(name)" name="\(name)" dir="auto">\n\(refused?[name] ?? value)</textarea></label>
        """
    }

    /// A choice of one of several.
    func choice(_ title: Message, _ name: String, _ options: [(String, String)], _ chosen: String) -> HTML {
        let chosen = refused?[name] ?? chosen
        let items = options.map { value, title -> HTML in
            "<option value=\"\(value)\"\(HTML.flag("selected", value == chosen))>\(title)</option>"
        }
        return """
            <label class="field"><span>\(self(title))</span>\
            <select id="field-\(name)" name="\(name)">\(items)</select></label>
            """
    }

    /// A box to tick.
    func box(_ title: Message, _ name: String, _ isTicked: Bool) -> HTML {
        // A box that is not ticked is not sent.
        let isTicked = refused.map { $0[name] == "on" } ?? isTicked
        return """
            <label class="field"><input type="checkbox" id="field-\(name)" name="\(name)" value="on"\
            \(HTML.flag("checked", isTicked))> \(self(title))</label>
            """
    }

    /// A line that is read aloud when it changes. Nothing if there is no message.
    func line(_ message: Message?, style: String = "quiet", id: String) -> HTML {
        message.map { #"<p class="\#(style)" id="\#(id)" data-say>\#(self($0))</p>"# } ?? .empty
    }

    /// A line that keeps its place while it has nothing to say, so that what is below does not move.
    func placedLine(_ message: Message?, style: String = "quiet", id: String) -> HTML {
        #"<p class="\#(style)" id="\#(id)" data-say>\#(message.map { self($0) } ?? "\u{A0}")</p>"#
    }

    /// What an empty list shows: what it waits for, what failed with a way to try again, or that it is empty.
    func placeholder<Failure: ExplainedError>(_ phase: ListPhase<Failure>, empty: Message) -> HTML {
        switch phase {
        case .loading: line(.working, id: "phase")
        case .loaded: line(empty, style: "empty", id: "phase")
        case .failed(let error):
            line(error.explanation, style: "notice bad", id: "phase") + button(.tryAgain, "reload")
        }
    }

    /// The ways to the rows before those that a list shows, and to those after it. The script shows more as one scrolls.
    /// - Parameters:
    ///   - part: what is shown.
    ///   - hasMore: whether there are more rows.
    ///   - lastRow: the identifier of the last row that is shown.
    func parts(_ part: ListPart, hasMore: Bool, lastRow: String?) -> HTML {
        guard hasMore || part.first > 1 else { return .empty }
        let before: HTML =
            part.first == 1
            ? .empty
            : """
            <a class="button" id="before" href="\(address.showing(ListPart(page: part.first - 1)).path)">\
            \(self(Message("Show what comes before")))</a>
            """
        let path = address.showing(part.extended).path
        let more: HTML =
            hasMore
            ? """
            <a class="button" id="more" href="\(path)\(part.canGrow ? "#\(lastRow ?? "")" : "")"\
            \(HTML.flag("data-more", part.canGrow))>\(self(Message("Show more")))</a>
            """ : .empty
        return #"<div class="line" id="parts">\#(before)\#(more)</div>"#
    }

    /// What was removed, and the way to bring it back. Nothing if nothing was.
    /// - Parameters:
    ///   - isPossible: whether it can be brought back. What another program has removed cannot.
    ///   - canBeClosed: whether the page has more to show.
    func undoLine(_ message: Message?, _ action: String, isPossible: Bool = true, canBeClosed: Bool = true) -> HTML {
        guard let message else { return .empty }
        return answer(message, id: "undo", isPossible ? button(.undo, action) : .empty, canBeClosed: canBeClosed)
    }
}
