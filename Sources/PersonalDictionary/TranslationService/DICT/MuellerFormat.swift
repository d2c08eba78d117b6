import CoreModule
import Foundation

/// The format of Mueller's English-Russian dictionary.
///
/// After the headword, and its pronunciation in square brackets, come parts of speech (`1. _n.`), their senses (`1)
/// …`), and senses of phrases (`а) …`), each wrapped over several lines. In a sense, semicolons separate translations
/// from examples, which begin in English: `стол; to be at table быть за столом`. An example of several senses ends its
/// line, and the senses follow with letters. Remarks are in parentheses, styles begin with an underscore (`_разг.`).
enum MuellerFormat {
    /// Whether a line begins with a part of speech of this format, which no other has.
    static func isFormat(_ lines: [String]) -> Bool {
        lines.dropFirst().contains { line in
            line.contains("_")
                && line.prefixMatch(of: firstPart).map { kinds[String($0.1)] != nil } ?? false
        }
    }

    static func read(_ lines: [String]) -> DictEntryFormat.Reading {
        let head = DictEntryFormat.head(lines.first ?? "")
        var reading = DictEntryFormat.Reading(
            headword: head.headword, pronunciation: head.pronunciation, senses: [])
        var partOfSpeech: String?
        /// Whether translations of the last example follow.
        var isPhraseOpen = false
        for item in items(lines.dropFirst()) {
            var text = item[...]
            if let match = text.prefixMatch(of: pronunciation) {
                if reading.pronunciation == nil, !match.1.isEmpty { reading.pronunciation = String(match.1) }
                text = text[match.range.upperBound...]
            }
            text.trimPrefix(partNumber)
            if let match = text.prefixMatch(of: word), let kind = kinds[String(match.1)] {
                partOfSpeech = kind
                text = text[match.range.upperBound...]
            }
            text.trimPrefix(senseNumber)
            let letter = text.prefixMatch(of: phraseLetter)
            if let letter { text = text[letter.range.upperBound...] }
            if letter != nil, isPhraseOpen, let last = reading.senses.indices.last {
                translatePhrase(of: &reading.senses[last].examples, String(text))
                continue
            }
            if let sense = sense(String(text), partOfSpeech) { reading.senses.append(sense) }
            isPhraseOpen = reading.senses.last?.examples.last?.target.isEmpty == true
        }
        for index in reading.senses.indices {
            // An example without a translation refers to another entry.
            reading.senses[index].examples.removeAll { $0.target.isEmpty }
        }
        return reading
    }

    /// Adds a translation to the last example, and the examples that follow it.
    private static func translatePhrase(of examples: inout [DictionaryEntry.Example], _ text: String) {
        for part in DictEntryFormat.split(text, at: [";"]) {
            if let example = example(part) {
                examples.append(example)
            } else if let last = examples.popLast() {
                let target = last.target.isEmpty ? part : "\(last.target); \(part)"
                examples.append(DictionaryEntry.Example(source: last.source, target: target))
            }
        }
    }

    /// The lines, joined if they were wrapped.
    private static func items(_ lines: ArraySlice<String>) -> [String] {
        var items: [String] = []
        for line in lines {
            let text = DictEntryFormat.normalized(line)
            guard !text.isEmpty else { continue }
            if isBeginning(text) || items.isEmpty {
                items.append(text)
            } else {
                let last = items[items.count - 1]
                items[items.count - 1] = last.hasSuffix("-") ? last + text : last + " " + text
            }
        }
        return items
    }

    /// Whether a line begins an item: `[…`, `_I`, `_n.`, `1. `, `1) `, `а) `.
    private static func isBeginning(_ text: String) -> Bool {
        let first = text.prefix { !$0.isWhitespace }
        return kinds[String(first)] != nil || first.wholeMatch(of: homonym) != nil
            || text.prefixMatch(of: beginning) != nil
    }

    private static let firstPart = SharedRegex(/\s*(?:[0-9]+\.\s*)?(_[a-z]+\.)/)
    private static let pronunciation = SharedRegex(/[_IVX ]*\[([^\]]*)\] ?/)
    private static let partNumber = SharedRegex(/[0-9]+\. ?/)
    private static let word = SharedRegex(/(\S+) ?/)
    private static let senseNumber = SharedRegex(/[0-9]+\) ?/)
    private static let phraseLetter = SharedRegex(/[а-я]\) ?/)
    private static let homonym = SharedRegex(/_[IVX]*/)
    private static let beginning = SharedRegex(/\[|[0-9]+[.)]|\p{Alphabetic}\)/)

    private static let kinds = [
        "_n.": "noun", "_v.": "verb", "_a.": "adjective", "_adv.": "adverb", "_prep.": "preposition",
        "_pron.": "pronoun", "_cj.": "conjunction", "_int.": "interjection", "_num.": "numeral", "_part.": "particle",
    ]

    private static func sense(_ text: String, _ partOfSpeech: String?) -> DictionaryEntry.Sense? {
        var translations: [String] = []
        var examples: [DictionaryEntry.Example] = []
        for part in DictEntryFormat.split(text, at: [";"]) {
            if let example = example(part) {
                if example.target.isEmpty || isTranslation(example.target) { examples.append(example) }
            } else if examples.isEmpty {
                translations += DictEntryFormat.split(part, at: [","]).map(plain).filter(isTranslation)
            }
        }
        return translations.isEmpty
            ? nil
            : DictionaryEntry.Sense(partOfSpeech: partOfSpeech, translations: translations, examples: examples)
    }

    /// English up to the first Cyrillic letter outside of brackets, Russian from there.
    private static func example(_ text: String) -> DictionaryEntry.Example? {
        guard let first = text.first, first.isLetter, first.isASCII else { return nil }
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            guard depth <= 0, isCyrillic(text[index]) else { continue }
            return DictionaryEntry.Example(
                source: DictEntryFormat.normalized(text[..<index]), target: DictEntryFormat.normalized(text[index...]))
        }
        // English only: a reference to another word.
        return DictionaryEntry.Example(source: text, target: "")
    }

    /// A translation without remarks and styles.
    private static func plain(_ text: String) -> String {
        text.removingParentheses().split(separator: " ").filter { !$0.hasPrefix("_") }.joined(separator: " ")
    }

    private static func isTranslation(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        let russian = words.filter { $0.contains(where: isCyrillic) }
        // `= lightsome`, `от run 2`, `см. тж. run`: references to other words.
        let isReference = russian.allSatisfy(referenceWords.contains) && words.contains { $0.first?.isASCII == true }
        return !text.hasPrefix("=") && !russian.isEmpty && !isReference
    }

    private static let referenceWords: Set<Substring> = ["от", "см.", "тж.", "и"]

    private static func isCyrillic(_ character: Character) -> Bool {
        character.unicodeScalars.first.map { (0x0400...0x052F).contains($0.value) } ?? false
    }
}
