import Foundation

/// The providers that were asked for a word, as its row stores them: a sorted JSON array of names.
enum AskedProvidersCoding {
    /// Returns the providers of a stored text. Empty if it cannot be decoded, such as one of a newer version.
    static func providers(_ note: String) -> Set<TranslationProvider> {
        do {
            return Set(try JSONDecoder().decode([String].self, from: Data(note.utf8)).map(TranslationProvider.init))
        } catch {
            return []
        }
    }

    /// Returns the text to store.
    static func text(_ providers: Set<TranslationProvider>) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(providers.map(\.rawValue).sorted()), as: UTF8.self)
    }
}
