import CoreModule
import Foundation

extension DictTranslationService: WordSuggesting {
    /// Too many words begin with a single letter.
    static let leastLength = 2

    /// Words that begin with at least two letters, from the databases of the direction; shorter ones first.
    ///
    /// The server lists them as its indexes have them (MATCH), mostly in lower case and without punctuation. The
    /// definition of each (DEFINE) gives the headword and its translation. A word without a fitting definition stays as
    /// it was listed, without a translation. Throws the errors of ``lookUp(_:_:)`` except
    /// ``TranslationError/notFound``.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        guard limit > 0, text.value.count >= Self.leastLength, let beginning = DictSyntax.quoted(text.value) else {
            return []
        }
        let (candidates, definitions) = try await withConnection(direction) {
            connection, databases throws(DictFailure) in
            let matches = try await connection.matches(of: beginning, in: databases)
            let candidates = Candidate.best(matches, beginningWith: text, limit: limit)
            return (candidates, try await connection.definitions(of: candidates.flatMap(\.queries)))
        }
        var rest = definitions[...]
        return candidates.map { candidate in
            let own = rest.prefix(candidate.queries.count).flatMap(\.self)
            rest = rest.dropFirst(candidate.queries.count)
            return candidate.suggestion(direction, own, at: clock.now())
        }
    }

    /// A word that was listed, and the databases that have it.
    private struct Candidate: Sendable {
        let text: WordText
        var queries: [(database: String, word: String)]

        /// The shortest words that begin with a text, each once. Servers ignore punctuation when they search, so they
        /// list others too.
        static func best(
            _ matches: [(database: String, word: String)], beginningWith text: WordText, limit: Int
        ) -> [Candidate] {
            let beginning = TextFolding.fold(text.value, .search)
            var candidates: [String: Candidate] = [:]
            for match in matches {
                guard TextFolding.fold(match.word, .search).hasPrefix(beginning),
                    let quoted = DictSyntax.quoted(match.word)
                else { continue }
                // Empty, or too long for a word.
                let word: WordText
                do throws(DictionaryError) { word = try WordText(match.word) } catch { continue }
                let query = (database: match.database, word: quoted)
                let key = TextFolding.fold(word.value, .letters)
                candidates[key, default: Candidate(text: word, queries: [])].queries.append(query)
            }
            return candidates.sorted { ($0.key.unicodeScalars.count, $0.key) < ($1.key.unicodeScalars.count, $1.key) }
                .prefix(limit).map(\.value)
        }

        func suggestion(
            _ direction: TranslationDirection, _ definitions: [DictReply.Definition], at date: Date
        ) -> Suggestion {
            do throws(TranslationError) {
                let entry = try DictEntryFormat.entry(of: text, direction, definitions, at: date)
                return Suggestion(text: entry.headword, translation: entry.translation.text, source: .provider(.dict))
            } catch {
                return Suggestion(text: text.value, translation: nil, source: .provider(.dict))
            }
        }
    }
}
