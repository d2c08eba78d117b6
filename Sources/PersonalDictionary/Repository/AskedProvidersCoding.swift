import Foundation

/// Who was asked for a word, as its row has it: a JSON array of names, in their order.
enum AskedProvidersCoding {
    /// Those that a note names; nobody where it cannot be understood, as one of a newer version.
    static func providers(_ note: String) -> Set<TranslationProvider> {
        do {
            return Set(try JSONDecoder().decode([String].self, from: Data(note.utf8)).map(TranslationProvider.init))
        } catch {
            return []
        }
    }

    /// The note that names them.
    static func text(_ providers: Set<TranslationProvider>) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(providers.map(\.rawValue).sorted()), as: UTF8.self)
    }
}
