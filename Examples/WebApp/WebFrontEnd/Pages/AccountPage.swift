import CoreModule
import Foundation
import PersonalDictionary

/// What a person can do about their account, on a server for many people.
struct Account: Sendable {
    /// The person's name, as the proxy says it.
    let name: String
    /// The address at which the proxy logs the person out; nil if it has none.
    let logOut: String?
    /// Deletes everything of the person, after their sessions have ended.
    let deleteEverything: @MainActor @Sendable () async throws(DictionaryError) -> Void
}

extension PageWriter {
    /// Who the person is, and the ways out. Nothing if there is one person.
    var account: HTML {
        guard let account = session.account else { return .empty }
        let logOut = account.logOut.map { address -> HTML in
            #"<a class="button" id="log-out" href="\#(address)">\#(self(Message("Log out")))</a>"#
        }
        return """
            <h2>\(self(Message("Account")))</h2>
            <p id="account">\(self(Message("You are “\(account.name)”.")))</p>
            <div class="line">\(logOut)<a id="to-deletion" href="\(Address.deletion.path)">\
            \(self(Message("Delete all my data")))</a></div>
            """
    }
}

extension Pages {
    /// Asks before everything of a person is deleted. Nil if there is one person.
    static func deletion(_ write: PageWriter) -> HTML? {
        guard let account = write.session.account else { return nil }
        return write.document(
            Message("Delete all my data"),
            """
            <p>\(write(Message("All words, reviews, tasks and settings of “\(account.name)” are deleted at once and for good, with what is in the bins.")))</p>
            <p><a id="to-export" href="\(Address.exportFile.path)">\(write(Message("Export them first")))</a></p>
            \(write.form(
                "delete-everything", id: "delete-everything",
                "\(write.field(Message("Your name, to confirm"), "name", ""))\(write.submit(Message("Delete all my data"), style: "bad"))"))
            """)
    }
}

extension Actions {
    /// The form of the deletion.
    func onDeletion(_ action: String) async throws(DictionaryError) -> ActionResult? {
        guard action == "delete-everything", let account = session.account else { return nil }
        guard form["name"]?.trimmingCharacters(in: .whitespaces) == account.name else {
            return await failed(Message("This is not your name, so nothing was deleted."))
        }
        try await account.deleteEverything()
        return .redirect(.main)
    }
}
