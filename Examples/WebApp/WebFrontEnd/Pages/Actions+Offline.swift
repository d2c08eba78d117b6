import CoreModule
import Foundation
import PersonalDictionary

extension Actions {
    /// Adds a word that a browser has kept while it did not reach the server. The browser sends it until it has an answer, always with
    /// the same identifier. So a word that is there is an answer too, and one that was removed meanwhile stays removed.
    func onOffline(_ action: String) async -> ActionResult? {
        let id = form["id"] ?? ""
        // As the identifiers of words are: in lower case.
        guard action == "add-waiting-word", UUID(uuidString: id)?.uuidString.lowercased() == id else { return nil }
        do throws(DictionaryError) {
            try await addWord(WordID(id))
        } catch {
            switch error {
            case .duplicate: break
            // Another try may succeed.
            case .store: return .text(session.localizer(error.explanation), status: 503)
            default: return .text(session.localizer(error.explanation), status: 422)
            }
        }
        return .text("", status: 204)
    }

    /// Adds the word of a form, in its languages.
    func addWord(_ id: WordID) async throws(DictionaryError) {
        let catalog = session.app.languages
        let direction = try TranslationDirection(
            from: catalog.language(code: form["source"] ?? ""), to: catalog.language(code: form["target"] ?? ""))
        let typed = form["time"].flatMap(Int64.init).map(Date.init(millisecondsSince1970:))
        try await session.app.words.addUnlessRemoved(
            id, text: WordText(form["text"] ?? ""), direction: direction, typedAt: typed)
    }
}
