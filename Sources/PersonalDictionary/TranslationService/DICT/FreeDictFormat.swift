import CoreModule
import Foundation

/// The format of the FreeDict project's databases. The large German ones come from the Ding word list.
///
/// The first line is the headword, its pronunciation between slashes, and its grammar between angle brackets. Then come
/// senses, numbered if there are several, with translations between commas. A translation may be followed by its gender
/// in angle brackets and its subject or style in square ones. Examples (`"…"  - …`), synonyms and notes are indented. The
/// line after a translation that has no number says in the word's own language what is meant (WikDict's databases).
enum FreeDictFormat {
    private static let grammarAtEnd = SharedRegex(/\ <[^<>]+>$/)
    private static let pronunciationOfLine = SharedRegex(/\ \/+([^\/]*)\//)
    private static let exampleOfLine = SharedRegex(/"(.*?)"  - (.*)/)
    private static let narrowExample = SharedRegex(/"(.*?)" - (.*)/)
    private static let number = SharedRegex(/[0-9]+\./)
    private static let numberAtEnd = SharedRegex(/\s[0-9]+\.$/)
    private static let labels = SharedRegex(/(\[[^\]]*\]\s*|<[^>]*>\s*)+/)
    private static let tagAtBeginning = SharedRegex(/<([^>]*)>/)

    /// Whether a first line is of this format: with a pronunciation or grammar after the word.
    static func isHeadword(_ line: String) -> Bool {
        line.contains(" /")
            || (line.hasSuffix(">") && line.firstMatch(of: grammarAtEnd) != nil && grammar(line) != GrammarLabel())
    }

    static func read(_ lines: [String]) -> DictEntryFormat.Reading {
        let first = lines.first ?? ""
        let beforeSlash = first.range(of: " /").map { first[..<$0.lowerBound] } ?? first[...]
        let headword = DictEntryFormat.normalized(beforeSlash.prefix { $0 != "<" })
        let grammar = grammar(first)
        // A gender is of a noun.
        let partOfSpeech = grammar.partOfSpeech ?? grammar.gender.map { _ in "noun" }
        let gender = [grammar.gender].compactMap(\.self)
        var senses: [DictionaryEntry.Sense] = []
        var examples: [DictionaryEntry.Example] = []
        for line in lines.dropFirst() {
            if let example = example(line) {
                examples.append(example)
            } else if let (text, isNumbered) = text(line) {
                if let last = senses.last, !isNumbered {
                    let definition = DictEntryFormat.normalized(text.filter { !"[]{}".contains($0) }.prefix(200))
                    if !definition.isEmpty { senses[senses.count - 1] = last.adding(note: definition) }
                } else if let sense = sense(text, partOfSpeech, gender) {
                    senses.append(sense)
                }
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
        guard let match = line.firstMatch(of: pronunciationOfLine) else { return nil }
        let text = DictEntryFormat.normalized(match.1)
        return text.isEmpty ? nil : text
    }

    /// The part of speech and the gender in `<neut, n, sg>`.
    private static func grammar(_ line: String) -> GrammarLabel {
        guard let start = line.lastIndex(of: "<"), let end = line[start...].firstIndex(of: ">") else {
            return GrammarLabel()
        }
        return GrammarLabel(line[line.index(after: start)..<end], ignoresOthers: true) ?? GrammarLabel()
    }

    /// `      "ein Haus bauen"  - build a house`
    private static func example(_ line: String) -> DictionaryEntry.Example? {
        let text = line.trimmingCharacters(in: .whitespaces)
        guard let match = text.wholeMatch(of: exampleOfLine) ?? text.wholeMatch(of: narrowExample) else { return nil }
        let (source, target) = (DictEntryFormat.normalized(match.1), DictEntryFormat.normalized(match.2))
        return source.isEmpty || target.isEmpty ? nil : DictionaryEntry.Example(source: source, target: target)
    }

    /// The text of a line with translations or a definition, without its number. Nil for other lines.
    private static func text(_ line: String) -> (text: Substring, isNumbered: Bool)? {
        let indentation = line.prefix { $0 == " " }.count
        let text = line.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, indentation < 3 else { return nil }
        for label in ["see:", "Note:", "Synonym:", "Synonyms:"] where text.hasPrefix(label) { return nil }
        let rest = text.trimmingPrefix(number)
        // A number alone is of a further definition.
        return rest.isEmpty ? nil : (rest, rest.startIndex > text.startIndex)
    }

    private static func sense(
        _ text: Substring, _ partOfSpeech: String?, _ gender: [String]
    ) -> DictionaryEntry.Sense? {
        let plain = String(text).replacing("[[", with: "").replacing("]]", with: "").replacing(numberAtEnd, with: "")
        let translations = DictEntryFormat.split(plain, at: [",", ";"]).map(translation).filter { !$0.text.isEmpty }
        if translations.isEmpty { return nil }
        let marks = Dictionary(translations.map { ($0.text, $0.gender) }, uniquingKeysWith: { first, _ in first })
        return DictionaryEntry.Sense(
            partOfSpeech: partOfSpeech, translations: translations.map(\.text), marks: marks, notes: gender)
    }

    /// A translation without the labels before it, the tags after it, and what follows these: `Straße <fem> Str.` is
    /// Straße, of the gender f.
    private static func translation(_ text: String) -> (text: String, gender: [String]) {
        let rest = text.trimmingPrefix(labels)
        let plain = rest.prefix { $0 != "<" && $0 != "[" }
        let tag = rest[plain.endIndex...].prefixMatch(of: tagAtBeginning)
        // Here n is a noun, and the neuter is neut.
        let gender = tag.flatMap { $0.1 == "n" ? nil : GrammarLabel($0.1, isOfTranslation: true) }?.gender
        return (DictEntryFormat.normalized(plain), [gender].compactMap(\.self))
    }
}

extension DictionaryEntry.Sense {
    /// The sense with one more note.
    fileprivate func adding(note: String) -> DictionaryEntry.Sense {
        DictionaryEntry.Sense(
            partOfSpeech: partOfSpeech, translations: translations, examples: examples, marks: marks,
            notes: notes + [note], matched: matched)
    }
}
