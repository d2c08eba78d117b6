import CoreModule
package import Foundation

/// Reads the texts of DICT databases: FreeDict's, Mueller's, and others as lines of text.
package enum DictEntryFormat {
    struct Reading {
        let headword: String
        var pronunciation: String?
        var senses: [DictionaryEntry.Sense]
        /// As the first line says it.
        var partOfSpeech: String?
        /// How many examples use the headword in exactly its form: the more, the more usual the sense.
        var exactExampleCount = 0
        var exampleCount = 0
    }

    /// Also the most translations of a sense.
    static let maximumSenses = 50
    /// No line has more characters that matter.
    static let maximumLine = maximumSenses * WordText.maximumLength

    /// Makes an entry from a server's definitions, as ``entry(of:_:_:known:provider:at:)`` does from readings.
    package static func entry(
        of text: WordText, _ direction: TranslationDirection, _ definitions: [DictReply.Definition],
        known: UsualTranslations = [], at date: Date
    ) throws(TranslationError) -> DictionaryEntry {
        try entry(of: text, direction, definitions.map(read), known: known, provider: .dict, at: date)
    }

    /// Makes an entry from readings, its usual translation first. Throws ``TranslationError/notFound`` if none is of the word: indexes
    /// ignore punctuation and case.
    static func entry(
        of text: WordText, _ direction: TranslationDirection, _ readings: [Reading], known: UsualTranslations,
        provider: TranslationProvider, at date: Date
    ) throws(TranslationError) -> DictionaryEntry {
        let fitting = fitting(text, readings.filter { !$0.senses.isEmpty })
        func rank(_ index: Int) -> (Int, Int, Int) {
            (fitting[index].exactExampleCount, fitting[index].exampleCount, -index)
        }
        guard let best = fitting.indices.max(by: { rank($0) < rank($1) }) else { throw .notFound }
        let ordered = withUsualFirst([fitting[best]] + fitting[..<best] + fitting[(best + 1)...], known: known)
        return try DictionaryEntry(
            headword: ordered[0].headword, direction: direction, pronunciation: ordered[0].pronunciation,
            senses: Array(ordered.flatMap(\.senses).prefix(maximumSenses)), provider: provider, date: date)
    }

    /// The definitions whose headword is the word: exactly, else ignoring case, else ignoring also what follows it
    /// (`Haus…`).
    private static func fitting(_ text: WordText, _ readings: [Reading]) -> [Reading] {
        let wanted = text.value
        func headword(_ reading: Reading) -> String { reading.headword.precomposedStringWithCanonicalMapping }
        let rules: [(Reading) -> Bool] = [
            { headword($0) == wanted },
            { headword($0).lowercased() == wanted.lowercased() },
            { headword($0).trimmingCharacters(in: tails).lowercased() == wanted.lowercased() },
        ]
        for rule in rules {
            let found = readings.filter(rule)
            if !found.isEmpty { return found }
        }
        return []
    }

    /// The headwords that differ from a text in case only, the one with the text's case first. The parts of speech are
    /// known if each reading says its own.
    static func headwords(_ text: String, _ readings: [Reading]) -> [Headword] {
        let fitting = readings.filter {
            $0.headword.precomposedStringWithCanonicalMapping.lowercased() == text.lowercased()
        }
        return Dictionary(grouping: fitting, by: \.headword).map { headword, readings in
            let parts = readings.compactMap(\.partOfSpeech)
            return Headword(headword, partsOfSpeech: parts.count == readings.count ? Set(parts) : [])
        }
        .sorted { ($0.text == text ? "" : $0.text) < ($1.text == text ? "" : $1.text) }
    }

    private static let tails = CharacterSet(charactersIn: "…!. ")

    /// Reads a definition in the format of its database, by its name or by what it has.
    static func read(_ definition: DictReply.Definition) -> Reading {
        let (database, first) = (definition.database.lowercased(), definition.lines.first ?? "")
        if database.hasPrefix("mueller") || MuellerFormat.isFormat(definition.lines) {
            return MuellerFormat.read(definition.lines)
        }
        if database.hasPrefix("fd-") || database.hasPrefix("freedict-") || FreeDictFormat.isHeadword(first) {
            return FreeDictFormat.read(definition.lines)
        }
        return plain(definition.lines)
    }

    private static let headLine = SharedRegex(/(.+?) (?:\[([^\]]*)\]|\/([^\/]*)\/)/)

    /// The headword of a first line, and the transcription after it, in square brackets or between slashes.
    static func head(_ line: String) -> (headword: String, pronunciation: String?) {
        let text = normalized(line)
        guard let match = text.wholeMatch(of: headLine) else { return (text, nil) }
        let pronunciation = normalized(match.2 ?? match.3 ?? "")
        return (String(match.1), pronunciation.isEmpty ? nil : pronunciation)
    }

    /// The lines unchanged: the first is the headword, the others are senses.
    private static func plain(_ lines: [String]) -> Reading {
        let texts = lines.map { normalized($0) }.filter { !$0.isEmpty }
        let head = head(texts.first ?? "")
        return Reading(
            headword: head.headword, pronunciation: head.pronunciation,
            senses: texts.dropFirst().map { DictionaryEntry.Sense(translations: [String($0.prefix(200))]) })
    }

    /// Splits a text at separators outside of brackets.
    static func split(_ text: String, at separators: Set<Character>) -> [String] {
        var parts: [String] = []
        var part = ""
        var depth = 0
        for character in text {
            if "([{<".contains(character) { depth += 1 }
            if ")]}>".contains(character) { depth = max(0, depth - 1) }
            if depth == 0, separators.contains(character) {
                parts.append(part)
                part = ""
            } else {
                part.append(character)
            }
        }
        return (parts + [part]).map { normalized($0) }.filter { !$0.isEmpty }
    }

    /// A text with single spaces, trimmed, without control characters, bidirectional ones too, and no longer than a word, if nothing else is said.
    static func normalized(_ text: some StringProtocol, limit: Int = WordText.maximumLength) -> String {
        let scalars = text.unicodeScalars.filter {
            !$0.properties.isBidiControl && ($0.properties.generalCategory != .control || $0.properties.isWhitespace)
        }
        let words = String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
        return String(words.joined(separator: " ").prefix(limit))
    }
}

extension String {
    /// The text without what stands in parentheses, also in nested ones.
    func removingParentheses() -> String {
        var depth = 0
        return filter { character in
            if character == "(" { depth += 1 }
            defer { if character == ")" { depth = max(0, depth - 1) } }
            return depth == 0
        }
    }
}
