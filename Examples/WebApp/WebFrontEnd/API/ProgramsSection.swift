import CoreModule
import Foundation
import PersonalDictionary

extension PageWriter {
    /// The tokens that the page shows.
    func tokens() async throws(DictionaryError) -> [ProgramToken] {
        do throws(StoreError) { return try await session.tokens.all() } catch { throw .store(error) }
    }

    /// The programs that have a token, and the ways to make and to end one.
    func programs(_ tokens: [ProgramToken]) -> HTML {
        let rows = tokens.map { token -> HTML in
            let use = token.lastUse.map { Message("last used \($0)") } ?? Message("never used")
            let button = button(Message("End"), "end-token", ["id": token.id], of: token.name)
            return """
                <li id="token-\(token.id)"><span class="what"><bdi>\(token.name)</bdi><br>\
                <span class="quiet">\(self(use)), \(self(Message("made \(token.made)")))</span></span>\(button)</li>
                """
        }
        let field = field(Message("Name of a program"), "program", "")
        return """
            <h2 id="programs-title">\(self(Message("Programs")))</h2>
            <p class="quiet">\(self(Message("A program with a token reads and changes everything that is yours.")))
            <a id="to-api" href="/api/openapi.json">\(self(Message("What programs can do")))</a></p>
            <ul class="rows" id="programs" aria-labelledby="programs-title">\(rows)</ul>
            \(form(
                "make-token", id: "make-token",
                "\(once)<div class=\"line\">\(field)\(submit(Message("Make a token"), style: "main"))</div>"))
            """
    }
}

extension Actions {
    /// The forms of the programs.
    func onPrograms(_ action: String) async throws(DictionaryError) -> ActionResult? {
        do throws(StoreError) {
            switch action {
            case "make-token":
                let name = (form["program"] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
                guard 1...ProgramTokens.longestName ~= name.count, name.utf8.count <= 1000 else {
                    return await failed(
                        Message("The name of a program has 1 to \(ProgramTokens.longestName) characters."))
                }
                let secret = ProgramTokens.Secret(session.owner)
                try await session.tokens.add(secret, name: name)
                return await done(
                    saying: Message("Copy this token now. It is not shown again. “\(name)”: \(secret.text)"))
            case "end-token":
                let ended = try await session.tokens.end(form["id"] ?? "")
                return await done(saying: ended.map { Message("the token of “\($0.name)” has ended") })
            default: return nil
            }
        } catch {
            throw .store(error)
        }
    }
}
