import Foundation

/// The format of the FreeDict project's databases. The large German ones come from the Ding word list.
///
/// The first line is the headword, its pronunciation between slashes, and its grammar between angle brackets. Then come
/// senses, numbered if there are several, with translations between commas. A translation may be followed by its gender
/// in angle brackets and its subject or style in square ones. Examples (`"…"  - …`), synonyms and notes are indented.
enum FreeDictFormat {
    static func read(_ lines: [String]) -> DictEntryFormat.Reading {
        let first = lines.first ?? ""
        let beforeSlash = first.range(of: " /").map { first[..<$0.lowerBound] } ?? first[...]
        let headword = DictEntryFormat.normalized(beforeSlash.prefix { $0 != "<" })
        let partOfSpeech = grammar(first)
        var senses: [DictionaryEntry.Sense] = []
        var examples: [DictionaryEntry.Example] = []
        for line in lines.dropFirst() {
            if let example = example(line) {
                examples.append(example)
            } else if let sense = sense(line, partOfSpeech) {
                senses.append(sense)
            }
        }
        if let last = senses.indices.last { senses[last].examples = examples }
        return DictEntryFormat.Reading(
            headword: headword, pronunciation: pronunciation(first), senses: senses, partOfSpeech: partOfSpeech,
            exactExampleCount: examples.count { uses(headword, $0.source) }, exampleCount: examples.count)
    }

    /// Whether a text contains a word in exactly this form: `Haus` in “ein Haus bauen”, not in “zu Hause”.
    private static func uses(_ word: String, _ text: String) -> Bool {
        guard !word.isEmpty else { return false }
        return text.ranges(of: word).contains { range in
            let before = range.lowerBound == text.startIndex ? nil : text[text.index(before: range.lowerBound)]
            let after = range.upperBound == text.endIndex ? nil : text[range.upperBound]
            return ![before, after].contains { $0?.isLetter == true || $0?.isNumber == true }
        }
    }

    private static func pronunciation(_ line: String) -> String? {
        guard let match = line.firstMatch(of: /\ \/([^\/]*)\//) else { return nil }
        let text = DictEntryFormat.normalized(match.1)
        return text.isEmpty ? nil : text
    }

    /// The part of speech in `<neut, n, sg>`.
    private static func grammar(_ line: String) -> String? {
        guard let start = line.lastIndex(of: "<"), let end = line[start...].firstIndex(of: ">") else { return nil }
        let kinds = [
            "n": "noun", "v": "verb", "adj": "adjective", "adv": "adverb", "prep": "preposition", "pron": "pronoun",
            "conj": "conjunction", "int": "interjection", "interj": "interjection", "num": "numeral",
            "m": "noun", "f": "noun", "pl": "noun", "masc": "noun", "fem": "noun", "neut": "noun",
        ]
        let words = line[line.index(after: start)..<end].split(whereSeparator: { ", ".contains($0) }).map(String.init)
        return words.lazy.compactMap { kinds[$0] }.first
    }

    /// `      "ein Haus bauen"  - build a house`
    private static func example(_ line: String) -> DictionaryEntry.Example? {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard let match = text.wholeMatch(of: /"(.*?)"  - (.*)/) ?? text.wholeMatch(of: /"(.*?)" - (.*)/) else {
            return nil
        }
        let (source, target) = (DictEntryFormat.normalized(match.1), DictEntryFormat.normalized(match.2))
        return source.isEmpty || target.isEmpty ? nil : DictionaryEntry.Example(source: source, target: target)
    }

    private static func sense(_ line: String, _ partOfSpeech: String?) -> DictionaryEntry.Sense? {
        let indentation = line.prefix { $0 == " " }.count
        var text = line.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, indentation < 3 else { return nil }
        for label in ["see:", "Note:", "Synonym:", "Synonyms:"] where text.hasPrefix(label) { return nil }
        text.trimPrefix(/[0-9]+\./)
        let translations = DictEntryFormat.split(text, at: [",", ";"]).map(translation).filter { !$0.isEmpty }
        return translations.isEmpty
            ? nil : DictionaryEntry.Sense(partOfSpeech: partOfSpeech, translations: translations)
    }

    /// A translation without the labels before it, the tags after it, and what follows these: `Straße <fem> Str.` is
    /// Straße.
    private static func translation(_ text: String) -> String {
        let rest = text.trimmingPrefix(/(\[[^\]]*\]\s*|<[^>]*>\s*)+/)
        return DictEntryFormat.normalized(rest.prefix { $0 != "<" && $0 != "[" })
    }
}
