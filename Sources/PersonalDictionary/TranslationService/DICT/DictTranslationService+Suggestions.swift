import CoreModule
import Foundation

extension DictTranslationService: WordSuggesting {
    /// Too many words begin with a single letter.
    static let leastLength = 2

    /// Words that begin with at least two letters, from the databases of the direction; shorter ones first.
    ///
    /// The server lists them as its indexes have them, mostly in lower case and without punctuation. The definition of each gives the
    /// headword and its translation; without one the word stays as it was listed. Throws the errors of ``lookUp(_:_:)`` except
    /// ``TranslationError/notFound``.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        guard limit > 0, text.value.count >= Self.leastLength, let beginning = DictSyntax.quoted(text.value) else {
            return []
        }
        let (candidates, definitions) = try await withConnection(direction) {
            connection, databases throws(TranslationError) in
            let matches = try await connection.matches(of: beginning, in: databases).compactMap { match in
                DictSyntax.quoted(match.word).map { (word: match.word, query: Query(match.database, $0)) }
            }
            let candidates = DictCandidate.best(matches, beginningWith: text, limit: limit)
            return (candidates, try await connection.definitions(of: candidates.flatMap(\.queries)))
        }
        var rest = definitions[...]
        var suggestions: [Suggestion] = []
        for candidate in candidates {
            let own = rest.prefix(candidate.queries.count).flatMap(\.self)
            rest = rest.dropFirst(candidate.queries.count)
            let known = await known(candidate.text, direction)
            suggestions.append(
                candidate.suggestion(
                    direction, own.map(DictEntryFormat.read), known: known, provider: .dict, at: clock.now()))
        }
        return suggestions
    }

    private typealias Query = (database: String, word: String)
}

/// A word that was listed, and where what is said about it can be read.
struct DictCandidate<Query: Sendable>: Sendable {
    let text: WordText
    private(set) var queries: [Query]

    /// The shortest words that begin with a text, each once. Indexes ignore punctuation, so they list others too, and
    /// some describe the dictionary.
    static func best(
        _ matches: [(word: String, query: Query)], beginningWith text: WordText, limit: Int
    ) -> [DictCandidate] {
        let beginning = TextFolding.fold(text.value, .search)
        var candidates: [String: DictCandidate] = [:]
        for match in matches where TextFolding.fold(match.word, .search).hasPrefix(beginning) {
            if match.word.hasPrefix("00database") || match.word.hasPrefix("00-database") { continue }
            // Empty, or too long for a word.
            let word: WordText
            do throws(DictionaryError) { word = try WordText(match.word) } catch { continue }
            let key = TextFolding.fold(word.value, .letters)
            candidates[key, default: DictCandidate(text: word, queries: [])].queries.append(match.query)
        }
        return candidates.sorted { ($0.key.unicodeScalars.count, $0.key) < ($1.key.unicodeScalars.count, $1.key) }
            .prefix(limit).map(\.value)
    }

    /// The word with its translation, if a reading is of it.
    func suggestion(
        _ direction: TranslationDirection, _ readings: [DictEntryFormat.Reading], known: UsualTranslations,
        provider: TranslationProvider, at date: Date
    ) -> Suggestion {
        do throws(TranslationError) {
            let entry = try DictEntryFormat.entry(
                of: text, direction, readings, known: known, provider: provider, at: date)
            return Suggestion(text: entry.headword, translation: entry.translation.text, source: .provider(provider))
        } catch {
            return Suggestion(text: text.value, translation: nil, source: .provider(provider))
        }
    }
}
