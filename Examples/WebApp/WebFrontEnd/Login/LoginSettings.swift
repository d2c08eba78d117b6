import CoreModule
import PersonalDictionary

extension PageWriter {
    /// The browsers that have signed in, and the ways to sign them out.
    func logins(_ logins: [Login]) -> HTML {
        guard let own = session.logins?.own else { return .empty }
        let rows = logins.map { login -> HTML in
            let title = login.title.isEmpty ? self(Message("unknown browser")) : login.title
            let use = login.id == own ? Message("this browser") : Message("last used \(login.lastUse)")
            let begin = Message("signed in \(login.begin)")
            let button = button(Message("Sign out"), "end-login", ["login": login.id], of: title)
            return """
                <li id="login-\(login.id)"><span class="what"><bdi>\(title)</bdi><br>\
                <span class="quiet">\(self(use)), \(self(begin))</span></span>\(button)</li>
                """
        }
        let others = button(Message("Sign out all other browsers"), "end-other-logins", isEnabled: logins.count > 1)
        return """
            <h2 id="logins-title">\(self(Message("Signed-in browsers")))</h2>
            <ul class="rows" id="logins" aria-labelledby="logins-title">\(rows)</ul>
            <div class="line">\(others)</div>
            """
    }
}

extension Actions {
    /// The forms of the signed-in browsers.
    func onLogins(_ action: String) async throws(DictionaryError) -> ActionResult? {
        guard let logins = session.logins else { return nil }
        switch action {
        case "end-login":
            let id = form["login"] ?? ""
            guard try await logins.all().contains(where: { $0.id == id }) else { return await done() }
            try await logins.end([id])
            return id == logins.own ? .signedOut : await done(saying: Message("signed out"))
        case "end-other-logins":
            let others = try await logins.all().map(\.id).filter { $0 != logins.own }
            try await logins.end(Set(others))
            return await done(saying: Message("signed out"))
        default: return nil
        }
    }
}
