import CoreModule

/// What a dictionary says about a word, as lines of plain text.
struct DictionaryArticle: Sendable {
    /// How a text is marked up.
    enum Markup: Sendable { case none, pronunciation, pango, html, xdxf }

    /// How many elements are open at most: deeper ones are no markup that somebody wrote.
    static let maximumDepth = 64

    struct Line: Hashable, Sendable {
        /// The text, in which grammar is between ``GrammarLabel/start`` and ``GrammarLabel/end``.
        var text = ""
        /// Remarks, which are no translations.
        var notes: [String] = []
        var isExample = false
        /// Whether it is the first one of a text, which may be the word itself.
        var isFirst = false
    }

    var lines: [Line] = []
    var pronunciation: String?
    /// The words that it is of, as it says itself.
    var names: [String] = []

    /// Adds a text.
    mutating func append(_ text: String, _ markup: Markup) {
        let count = lines.count
        defer { if count < lines.count { lines[count].isFirst = true } }
        let text = GrammarLabel.unmarked(text)
        switch markup {
        case .none: lines += text.split(whereSeparator: \.isNewline).map { Line(text: String($0)) }
        case .pronunciation: notePronunciation(text)
        case .pango, .html, .xdxf: MarkupReader(markup).read(text, into: &self)
        }
    }

    /// Keeps the first pronunciation, without brackets.
    mutating func notePronunciation(_ text: some StringProtocol) {
        let sound = DictEntryFormat.normalized(text).trimming { "[/] ".contains($0) }
        if pronunciation == nil, !sound.isEmpty { pronunciation = String(sound) }
    }

    /// The senses of the lines: each has translations between commas and semicolons.
    /// - Parameter name: the dictionary's own word, if the article was found by another one; a note says so.
    func reading(of word: String, isNamed name: String? = nil) -> DictEntryFormat.Reading {
        var reader = SenseReader(names: [word] + names)
        reader.pronunciation = pronunciation
        for line in lines { reader.take(line) }
        var senses = reader.senses
        if let name, !senses.isEmpty {
            let first = senses[0]
            senses[0] = DictionaryEntry.Sense(
                partOfSpeech: first.partOfSpeech, translations: first.translations, examples: first.examples,
                marks: first.marks, notes: ["→ \(DictEntryFormat.normalized(name))"] + first.notes)
        }
        return DictEntryFormat.Reading(
            headword: DictEntryFormat.normalized(word), pronunciation: reader.pronunciation, senses: senses,
            partOfSpeech: reader.firstPartOfSpeech)
    }
}

extension StringProtocol {
    /// The text without such characters at both ends.
    func trimming(_ isTrimmed: (Character) -> Bool) -> SubSequence {
        let rest = drop(while: isTrimmed)
        return rest.lastIndex { !isTrimmed($0) }.map { rest[...$0] } ?? rest.prefix(0)
    }
}

/// Makes senses of lines.
private struct SenseReader {
    let names: [String]
    var pronunciation: String?
    private(set) var senses: [DictionaryEntry.Sense] = []
    private(set) var firstPartOfSpeech: String?
    private var grammar = GrammarLabel()
    /// Remarks of lines before the next sense.
    private var notes: [String] = []

    init(names: [String]) {
        self.names = names.map { DictEntryFormat.normalized($0).lowercased() }
    }

    mutating func take(_ line: DictionaryArticle.Line) {
        var text = DictEntryFormat.normalized(line.text, limit: DictEntryFormat.maximumLine)
        let lineNotes = line.notes.map { DictEntryFormat.normalized($0) }.filter { !$0.isEmpty }
        if line.isExample {
            if let example = DictionaryArticle.example(text), let last = senses.indices.last {
                senses[last].examples.append(example)
            }
            return
        }
        notes += lineNotes
        // After the word itself only grammar is of interest.
        if line.isFirst, names.contains(Self.withoutLabels(text).lowercased()) {
            text = String(text.drop { $0 != GrammarLabel.start })
        }
        for part in Self.numbered(text) { takeSense(part[...]) }
    }

    private static func withoutLabels(_ text: String) -> String {
        DictEntryFormat.normalized(GrammarLabel.removed(from: text) { _ in })
    }

    private static let sound = SharedRegex(/\[([^\]]+)\]|\/([^\/ ]+)\//)
    private static let mark = SharedRegex(/\s*(?:\(?(?:[0-9]{1,2}|[a-zа-я])[.)]|[•·◆▪▸–—-])\s+/)
    private static let reference = SharedRegex(/(?:see:?|see also:?|см\.|→|=)\s/)
    private static let number = SharedRegex(/(?:(?:[IVX]+|[0-9]+|\p{Lu})[.)]?|\p{L}[.)])\s*/)
    private static let numberInLine = SharedRegex(/(?:^|\s)[0-9]{1,2}[.)]\s/)

    private mutating func takeSense(_ part: Substring) {
        var rest = takeGrammar(part)
        if let match = rest.prefixMatch(of: Self.sound), senses.isEmpty, pronunciation == nil {
            let sound = DictEntryFormat.normalized(match.1 ?? match.2 ?? "")
            if match.2 != nil || DictionaryArticle.isSound(sound) {
                pronunciation = sound
                rest = takeGrammar(rest[match.range.upperBound...])
            }
        }
        rest.trimPrefix(Self.mark)
        rest = takeGrammar(rest)
        if rest.prefixMatch(of: Self.reference) != nil { return }
        let (texts, marks) = DictionaryArticle.translations(rest)
        // A number without a sense is none.
        guard !texts.isEmpty,
            rest.wholeMatch(of: Self.number) == nil
                || texts[0] != rest.trimming(\.isWhitespace)
        else { return }
        firstPartOfSpeech = firstPartOfSpeech ?? grammar.partOfSpeech
        senses.append(
            DictionaryEntry.Sense(
                partOfSpeech: grammar.partOfSpeech, translations: texts, marks: marks,
                notes: [grammar.gender].compactMap(\.self) + notes))
        notes = []
    }

    /// Removes grammar from the beginning of a text. A part of speech counts until the next one.
    private mutating func takeGrammar(_ text: Substring) -> Substring {
        var rest = text.drop(while: \.isWhitespace)
        while let (label, after) = GrammarLabel.leading(rest, isWhole: senses.isEmpty) {
            if label.partOfSpeech != nil { grammar = label } else { grammar.gender = label.gender }
            rest = after.drop { $0.isWhitespace || $0 == "," }
        }
        return rest
    }

    /// The senses that are numbered in one line.
    private static func numbered(_ text: String) -> [String] {
        let numbers = text.ranges(of: numberInLine)
        guard numbers.count > 1 else { return [text] }
        let starts = numbers.map(\.lowerBound)
        let ends = starts.dropFirst() + [text.endIndex]
        return [String(text[..<starts[0]])].filter { !$0.isEmpty } + zip(starts, ends).map { String(text[$0..<$1]) }
    }
}

extension DictionaryArticle {
    private static let labels = SharedRegex(/(\[[^\]]*\]\s+)+/)
    private static let dash = SharedRegex(/\s[—–|-]\s/)

    /// The translations of a line, and their genders: between commas and semicolons, or the line as it is if it is a sentence.
    fileprivate static func translations(_ line: Substring) -> (texts: [String], marks: [String: [String]]) {
        let parts = DictEntryFormat.split(String(line), at: [",", ";"])
        let isSentence = parts.contains { $0.split(separator: " ").count > 5 }
        var (texts, marks): ([String], [String: [String]]) = ([], [:])
        for part in isSentence ? [String(line)] : parts {
            var labels: [String] = []
            let text = GrammarLabel.removed(from: part) { labels += [$0.gender].compactMap(\.self) }
            let plain = String(DictEntryFormat.normalized(text.trimmingPrefix(Self.labels)).prefix(200))
            guard !plain.isEmpty, texts.count < DictEntryFormat.maximumSenses, !texts.contains(plain) else { continue }
            texts.append(plain)
            if !labels.isEmpty { marks[plain] = labels }
        }
        return (texts, marks)
    }

    /// A phrase and its translation: between dashes, or where another script begins.
    fileprivate static func example(_ text: String) -> DictionaryEntry.Example? {
        let plain = GrammarLabel.removed(from: text) { _ in }
        func example(_ source: Substring, _ target: Substring) -> DictionaryEntry.Example? {
            let (source, target) = (DictEntryFormat.normalized(source), DictEntryFormat.normalized(target))
            return source.isEmpty || target.isEmpty ? nil : DictionaryEntry.Example(source: source, target: target)
        }
        if let dash = plain.firstMatch(of: dash) {
            return example(plain[..<dash.range.lowerBound], plain[dash.range.upperBound...])
        }
        guard let first = plain.first(where: \.isLetter) else { return nil }
        let isLatin = first.isLatin
        guard let other = plain.firstIndex(where: { $0.isLetter && $0.isLatin != isLatin }) else { return nil }
        return example(plain[..<other], plain[other...])
    }

    /// Whether a text in brackets is a pronunciation, and no label such as `зоол.`: it has other letters than A to Z, but not Cyrillic ones.
    fileprivate static func isSound(_ text: String) -> Bool {
        !text.unicodeScalars.contains { (0x400...0x52F).contains($0.value) }
            && text.unicodeScalars.contains { !$0.isASCII || $0 == "'" }
    }
}

extension Character {
    fileprivate var isLatin: Bool { unicodeScalars.first.map { $0.value < 0x250 || $0.value >= 0x1E00 } ?? false }
}
