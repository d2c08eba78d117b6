import CoreModule
import Foundation

/// One way to understand what the user typed: as a headword, or as a form of one.
package struct Reading: Hashable, Sendable {
    /// The headword, with the parts of speech in which the text is a form of it.
    package let headword: Headword
    /// What the text is of it: `plural`, `without the article`; nil if it is the headword itself, but for case and
    /// accents.
    package let how: String?

    /// The same for an entry.
    package var match: DictionaryEntry.Match? {
        how.map { .init(form: headword.text, how: $0.replacing("|", with: ", ")) }
    }
}

/// Understands what a user types in one language: articles and particles, punctuation, spellings, and inflected forms.
package struct WordReader: Sendable {
    private let language: Language
    private let forms: WordForms

    package init(_ language: Language, _ forms: WordForms) {
        self.language = language
        self.forms = forms
    }

    /// The readings of a text among the headwords of a dictionary, in the order in which they are shown: the text as it
    /// is typed, then what it is a form of. A few forms are more common than the word that is written so, and come
    /// first.
    package func readings<Words: Headwords>(
        of text: WordText, among headwords: Words
    ) throws(Words.Failure) -> [Reading] {
        var found = Readings(headwords: headwords)
        // No word is so long.
        guard text.value.utf8.count <= 200 else {
            try found.add(text.identity, nil, ignoresAccents: true)
            return found.inOrder
        }
        let (wholes, parts) = spellings(of: text)
        try add(wholes, to: &found)
        // Of dov'è, dov' is read only if è is a word.
        if !found.isEmpty || language == .german { try add(parts, to: &found) }
        // A German noun has a capital: Ringe is of Ring first, then of ringen.
        guard language == .german, found.inOrder.first?.how != nil, text.value.contains(where: \.isUppercase) else {
            return found.inOrder
        }
        func isNoun(_ reading: Reading) -> Bool { reading.headword.text.first?.isUppercase == true }
        return found.inOrder.filter(isNoun) + found.inOrder.filter { !isNoun($0) }
    }

    /// A text without its article or particle, and without punctuation at its ends, and which of them it had: what to
    /// ask a service that only finds its own words. Nil if it has none.
    package func plainForm(of text: WordText) -> (text: WordText, how: String)? {
        for plain in plainSpellings(of: text).reversed() {
            if let how = plain.how, how.hasPrefix("without") { return (WordText(stored: plain.text), how) }
        }
        return nil
    }

    private func add<Words>(_ spellings: [Spelling], to found: inout Readings<Words>) throws(Words.Failure) {
        for spelling in spellings where found.isEmpty || !spelling.isVariant {
            try found.add(spelling.text, spelling.how, ignoresAccents: true)
        }
        let isWord = !found.isEmpty
        // A German noun has a capital.
        let isNoun = isWord && language == .german && spellings.first?.text.first?.isUppercase == true
        for accents in WordForms.Accents.allCases {
            // An abbreviation has no forms.
            for spelling in spellings where !(isWord && spelling.isVariant || spelling.text.hasSuffix(".")) {
                let text = WordForms.letters(spelling.text)
                // A text with accents has been read with them.
                if accents != .significant, text != TextFolding.fold(text, .search) { continue }
                let itself = WordForms.Candidate(base: text, partOfSpeech: "verb", how: spelling.how ?? "reflexive")
                for candidate in forms.candidates(text, accents) + [itself]
                where !(isWord && candidate.isWeak || isNoun && candidate.partOfSpeech == "verb") {
                    try add(candidate, isTyped: spelling.text == text, accents, to: &found)
                }
            }
            guard found.isEmpty else { break }
        }
    }

    /// Adds what a text is a form of; of a contraction also its words: it's is both it and is.
    private func add<Words>(
        _ candidate: WordForms.Candidate, isTyped: Bool, _ accents: WordForms.Accents, to found: inout Readings<Words>
    ) throws(Words.Failure) {
        for base in bases(candidate) {
            try found.add(
                base, candidate.how, partOfSpeech: candidate.partOfSpeech, ignoresAccents: accents != .significant,
                isFirst: candidate.isFirst && isTyped)
        }
        var words = candidate.base.split(separator: " ").map(String.init)
        // What a contraction denies must not come first: don't is not do.
        if words.last == "not" { words.reverse() }
        for word in words where words.count > 1 && candidate.partOfSpeech == nil {
            try found.add(word, candidate.how, ignoresAccents: true)
            for form in forms.candidates(WordForms.letters(word), .significant) {
                try found.add(form.base, candidate.how, partOfSpeech: form.partOfSpeech, ignoresAccents: false)
            }
        }
    }

    /// A verb may be in the dictionary as a reflexive one only.
    private func bases(_ candidate: WordForms.Candidate) -> [String] {
        let base = candidate.base
        guard candidate.partOfSpeech == nil || candidate.partOfSpeech == "verb" else { return [base] }
        return switch language {
        case .german where base.hasSuffix("n"): [base, "sich " + base]
        case .italian where base.hasSuffix("rre"): [base, base.dropLast(2) + "si"]
        case .italian where base.hasSuffix("re"): [base, base.dropLast() + "si"]
        default: [base]
        }
    }
}

/// The readings that were found, each headword once for a part of speech.
private struct Readings<Words: Headwords> {
    let headwords: Words
    var inOrder: [Reading] = []
    var seen: [String: Set<String>] = [:]

    var isEmpty: Bool { inOrder.isEmpty }

    mutating func add(
        _ text: String, _ how: String?, partOfSpeech: String? = nil, ignoresAccents: Bool, isFirst: Bool = false
    ) throws(Words.Failure) {
        var words = try headwords.headwords(text, ignoresAccents: ignoresAccents)
        // The table writes its words as dictionaries do: essen is not Essen.
        if how != nil, partOfSpeech == nil, words.first?.text == text { words = [words[0]] }
        for word in words {
            var parts = word.partsOfSpeech
            if let partOfSpeech, !parts.isEmpty { parts.formIntersection([partOfSpeech]) }
            parts.subtract(seen[word.text] ?? [])
            guard !parts.isEmpty || word.partsOfSpeech.isEmpty && seen[word.text] == nil else { continue }
            seen[word.text, default: []].formUnion(parts)
            let reading = Reading(headword: Headword(word.text, partsOfSpeech: parts), how: how)
            inOrder.insert(reading, at: isFirst ? 0 : inOrder.count)
        }
    }
}

extension WordReader {
    /// A text to look up instead of what was typed.
    private struct Spelling {
        let text: String
        let how: String?
        /// Whether it is looked up only if there is no such word as typed.
        var isVariant = false
    }

    private static let punctuation = CharacterSet(charactersIn: " .,!?;:…\"«»„“”‚‘()[]{}¿¡-–—")

    /// The text, without punctuation at its ends, and then without an article or particle.
    private func plainSpellings(of text: WordText) -> [Spelling] {
        var typed = text.identity
        if language == .italian { typed = typed.replacing("' ", with: "'").replacing("’ ", with: "’") }
        var spellings = [Spelling(text: typed, how: nil)]
        let trimmed = typed.trimmingCharacters(in: Self.punctuation)
        if !trimmed.isEmpty, trimmed != typed {
            spellings.append(Spelling(text: trimmed, how: "without punctuation", isVariant: true))
            typed = trimmed
        }
        let letters = WordForms.letters(typed)
        for beginning in forms.beginnings where letters.hasPrefix(beginning.text) && letters != beginning.text {
            let rest = typed.dropFirst(beginning.text.count)
            spellings.append(Spelling(text: beginning.base + rest, how: beginning.how))
        }
        return spellings
    }

    /// These, and with ä for ae or ß for ss; and what may be a part of the text.
    private func spellings(of text: WordText) -> (wholes: [Spelling], parts: [Spelling]) {
        var spellings = plainSpellings(of: text)
        let typed = (spellings.last { $0.isVariant } ?? spellings[0]).text
        let letters = WordForms.letters(typed)
        for (text, replacement) in replacements where typed.contains(text) {
            spellings += spellings.map { spelling in
                Spelling(
                    text: spelling.text.replacing(text, with: replacement),
                    how: spelling.how ?? "spelling", isVariant: true)
            }
        }
        if !typed.hasSuffix(".") { spellings.append(Spelling(text: typed + ".", how: "spelling", isVariant: true)) }
        // dov'è is dov' and è; kommt's is kommt and s.
        guard [.german, .italian].contains(language), let end = letters.firstIndex(of: "'"), end > letters.startIndex
        else { return (spellings, []) }
        let part = letters[..<end] + (language == .italian ? "'" : "")
        return (spellings, [Spelling(text: String(part), how: "contraction")])
    }

    /// Other spellings of letters.
    private var replacements: [(String, String)] {
        switch language {
        case .german: [("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("Ae", "Ä"), ("Oe", "Ö"), ("Ue", "Ü"), ("ss", "ß")]
        case .italian: [("é", "è"), ("è", "é"), ("ú", "ù"), ("í", "ì"), ("ó", "ò"), ("á", "à")]
        default: []
        }
    }
}

/// The readers of all languages, each made when it is used first.
package final class WordReaders: Sendable {
    private let made = Locked<[Language: WordReader]>([:])

    package init() {}

    /// The reader of a language. Throws ``TranslationError/malformedAnswer(_:)`` if the library's tables cannot be read.
    package func reader(_ language: Language) throws(TranslationError) -> WordReader {
        if let reader = made.withLock({ $0[language] }) { return reader }
        do {
            let reader = WordReader(language, try .bundled(language))
            made.withLock { $0[language] = reader }
            return reader
        } catch {
            throw .malformedAnswer(Message("the glossary cannot be used: \(String(describing: error))"))
        }
    }
}
