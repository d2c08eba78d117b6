import CoreModule
import Foundation
import PersonalDictionary

/// The page on which a browser signs in. It has no session.
struct LoginPage {
    static let path = "/login"

    /// Whether a token is typed, not a password.
    let asksForToken: Bool
    /// The texts in the browser's language.
    let texts: Localizer
    /// Where the browser goes then.
    let next: Destination
    /// Why it was not signed in.
    var failure: Message?
    /// What was typed into a form that was not performed.
    var typed: [String] = []

    /// The path of the page that leads to an address afterwards.
    static func path(to next: String) -> String {
        next == "/" ? path : "\(path)?next=\(PercentEncoding.encoded(next.utf8))"
    }

    /// Reads an address to go to. An address of another site becomes the main page.
    static func next(_ text: String?) -> Destination { text.flatMap { Destination($0) } ?? .main }

    var html: HTML {
        """
        <!DOCTYPE html>
        <html lang="\(texts.locale.identifier)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(texts(Message("Sign in"))) – \(texts(Message("Dictionary")))</title>
        <link rel="icon" href="/icon.svg">
        <link rel="stylesheet" href="/style.css">
        </head>
        <body>
        <main id="main" tabindex="-1">
        <h1 id="title">\(texts(Message("Sign in")))</h1>
        \(failureLine)
        \(hint)
        <form method="post" action="\(Self.path)" id="login">
        <input type="hidden" name="next" value="\(next.path)">
        <label class="field"><span>\(texts(asksForToken ? Message("Token") : Message("Password")))</span>\
        <input type="password" id="field-password" name="password" autocomplete="current-password" required\
        \(HTML.flag("autofocus", failure == nil))></label>
        <button class="main">\(texts(Message("Sign in")))</button>
        </form>
        \(typedFields)
        </main>
        </body>
        </html>
        """
    }

    private var failureLine: HTML {
        failure.map {
            #"<div id="answer"><p class="notice bad" id="notice" role="alert" tabindex="-1" autofocus>\#(texts($0))</p></div>"#
        } ?? .empty
    }

    private var hint: HTML {
        guard asksForToken else { return .empty }
        return
            "<p>\(texts(Message("Open the address that the server has printed, or type the token that is in it.")))</p>"
    }

    /// What was typed is nowhere else, so it can be copied.
    private var typedFields: HTML {
        guard !typed.isEmpty else { return .empty }
        let fields = typed.map { field -> HTML in
            "<textarea readonly aria-labelledby=\"typed-title\" dir=\"auto\">\n\(field)</textarea>"
        }
        return "<h2 id=\"typed-title\">\(texts(Message("What was typed")))</h2>\(fields)"
    }
}

extension Logins.Failure {
    /// What the user reads.
    /// - Parameters:
    ///   - now: the time, of which a wait is counted.
    ///   - asksForToken: whether a token was typed, not a password.
    func explanation(now: Date, asksForToken: Bool) -> Message {
        switch self {
        case .password: asksForToken ? Message("Wrong token.") : Message("Wrong password.")
        case .tries(let end):
            Message(
                "Too many wrong passwords. Try again in \(count: Int(end.timeIntervalSince(now).rounded(.up))) seconds."
            )
        case .store(let error): error.explanation
        case .busy: Message("Other passwords are being compared. Try again in a moment.")
        case .hash: Message("The password cannot be compared. The log of the server says why.")
        }
    }
}
