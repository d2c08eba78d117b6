package import Foundation

/// Reads the texts of DICT databases: FreeDict's, Mueller's, and others as lines of text.
package enum DictEntryFormat {
    /// A definition that was read.
    struct Reading {
        let headword: String
        var pronunciation: String?
        var senses: [DictionaryEntry.Sense]
        /// By which the best of several definitions is chosen.
        var weight: Weight = Weight(exactExamples: 0, examples: 0)
    }

    /// The more examples use the headword in exactly its form, the more usual the sense; then the more examples.
    struct Weight: Comparable {
        let exactExamples: Int
        let examples: Int

        static func < (lhs: Weight, rhs: Weight) -> Bool {
            (lhs.exactExamples, lhs.examples) < (rhs.exactExamples, rhs.examples)
        }
    }

    private static let maximumSenses = 50

    /// Makes an entry from a server's definitions. Throws ``TranslationError/notFound`` if none is of the word: servers
    /// ignore punctuation and case when they search.
    package static func entry(
        of text: WordText, _ direction: TranslationDirection, _ definitions: [DictReply.Definition], at date: Date
    ) throws(TranslationError) -> DictionaryEntry {
        let readings = definitions.map(read).filter { !$0.senses.isEmpty }
        let fitting = fitting(text, readings)
        guard let best = fitting.indices.max(by: { (fitting[$0].weight, -$0) < (fitting[$1].weight, -$1) }) else {
            throw .notFound
        }
        let others = fitting[..<best] + fitting[(best + 1)...]
        let senses = fitting[best].senses + others.flatMap(\.senses)
        return try DictionaryEntry(
            headword: fitting[best].headword, direction: direction, pronunciation: fitting[best].pronunciation,
            senses: Array(senses.prefix(maximumSenses)), provider: .dict, date: date)
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

    private static let tails = CharacterSet(charactersIn: "…!. ")

    private static func read(_ definition: DictReply.Definition) -> Reading {
        if definition.database.lowercased().hasPrefix("mueller") { return MuellerFormat.read(definition.lines) }
        let first = definition.lines.first ?? ""
        if definition.database.lowercased().hasPrefix("fd-") || first.contains(" /") {
            return FreeDictFormat.read(definition.lines)
        }
        return plain(definition.lines)
    }

    /// The lines unchanged: the first is the headword, the others are senses.
    private static func plain(_ lines: [String]) -> Reading {
        let texts = lines.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        return Reading(
            headword: texts.first ?? "",
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

    /// A text with single spaces, trimmed.
    static func normalized(_ text: some StringProtocol) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
