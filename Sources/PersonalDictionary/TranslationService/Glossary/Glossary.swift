import CoreModule
public import Foundation

/// A list of everyday concepts, each with its words in several languages: a small dictionary in every direction between
/// them.
///
/// Its file is UTF-8 text with tab-separated columns. The first line names them: `partOfSpeech`, then a BCP 47 code for
/// each language. Every other line is a concept. A cell contains the usual word, and other words of the same sense
/// after `|`.
public struct Glossary: Sendable {
    /// One concept: its part of speech, and its words in each language, the usual one first.
    package struct Concept: Sendable {
        package let partOfSpeech: String
        package let words: [[String]]
    }

    /// The languages, in the order of the columns.
    public let languages: [Language]
    package let concepts: [Concept]
    private let headwords: [Language: [String: [Int]]]

    /// The number of concepts.
    public var count: Int { concepts.count }

    /// Reads a glossary. Throws ``GlossaryError`` with the number of the line that is wrong.
    public init(_ data: Data) throws(GlossaryError) {
        guard let text = String(validating: data, as: UTF8.self) else {
            throw GlossaryError(line: 1, reason: "not UTF-8")
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let columns = lines.first.map { $0.split(separator: "\t").map(String.init) } ?? []
        guard columns.first == "partOfSpeech", columns.count >= 3 else {
            throw GlossaryError(line: 1, reason: "the first line must name partOfSpeech and two languages or more")
        }
        var concepts: [Concept] = []
        for (number, line) in lines.enumerated().dropFirst() where !line.isEmpty {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            let words = cells.dropFirst().map { $0.split(separator: "|").map(String.init) }
            guard cells.count == columns.count, !words.contains([]), !cells[0].isEmpty else {
                throw GlossaryError(
                    line: number + 1, reason: "there must be \(columns.count) cells, none of them empty")
            }
            concepts.append(Concept(partOfSpeech: String(cells[0]), words: words))
        }
        languages = columns.dropFirst().map { Language(code: $0) }
        self.concepts = concepts
        var headwords: [Language: [String: [Int]]] = [:]
        for (column, language) in languages.enumerated() {
            for (number, concept) in concepts.enumerated() {
                for word in concept.words[column] {
                    headwords[language, default: [:]][TextFolding.fold(word, .search), default: []].append(number)
                }
            }
        }
        self.headwords = headwords
    }

    /// The senses of a word in a direction: those that contain it exactly as typed first (Sie before sie), then those
    /// in which it is the usual word, otherwise in the order of the file. Accents may be left out (strasse finds
    /// Straße), but if the glossary has the word as typed (schon), words with accents (schön) are left out, and a word
    /// typed with accents finds no other.
    func senses(
        of text: WordText, _ direction: TranslationDirection
    ) throws(TranslationError) -> [DictionaryEntry.Sense] {
        let (source, target) = try columns(direction)
        let key = TextFolding.fold(text.value, .search)
        let candidates = headwords[direction.source]?[key] ?? []
        let exact = candidates.compactMap { number in
            rank(of: text, in: concepts[number].words[source]).map { (rank: $0, number: number) }
        }
        let isPlain = key == TextFolding.fold(text.value, .letters)
        let found = exact.isEmpty && isPlain ? candidates : exact.sorted { $0 < $1 }.map(\.number)
        return found.map { number in
            .init(partOfSpeech: concepts[number].partOfSpeech, translations: concepts[number].words[target])
        }
    }

    /// Words that begin with a text, each with its usual translation, shorter ones first. Ignores case and accents.
    /// O(n).
    func words(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) throws(TranslationError) -> [(word: String, translation: String)] {
        let (source, target) = try columns(direction)
        let key = TextFolding.fold(text.value, .search)
        guard !key.isEmpty else { return [] }
        let keys = headwords[direction.source, default: [:]].keys.filter { $0.hasPrefix(key) }
            .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(max(0, limit))
        let found = keys.flatMap { key in
            (headwords[direction.source]?[key] ?? []).compactMap { number in
                let concept = concepts[number]
                return concept.words[source].first { TextFolding.fold($0, .search) == key }
                    .map { (word: $0, translation: concept.words[target][0]) }
            }
        }
        // A word may belong to several concepts.
        return Array(found.prefix(max(0, limit)))
    }

    private func columns(_ direction: TranslationDirection) throws(TranslationError) -> (source: Int, target: Int) {
        guard let source = languages.firstIndex(of: direction.source),
            let target = languages.firstIndex(of: direction.target)
        else { throw .unsupportedDirection(direction) }
        return (source, target)
    }

    /// The rank of a word among the words of a concept, 0 is best; nil if they do not contain it as typed.
    private func rank(of text: WordText, in words: [String]) -> Int? {
        let letters = TextFolding.fold(text.value, .letters)
        guard let place = words.firstIndex(where: { TextFolding.fold($0, .letters) == letters }) else { return nil }
        return (words[place] == text.value ? 0 : 2) + min(place, 1)
    }
}

/// An invalid line of a glossary.
public struct GlossaryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line's number, from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: String

    /// The number and the reason.
    public var description: String { "glossary, line \(line): \(reason)" }
}
