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
    /// is typed, then what it is a form of, the more common word first. A few forms are more common than the word that
    /// is written so, and come first. After an article nouns come before verbs, after “to” verbs.
    package func readings<Words: Headwords>(
        of text: WordText, among headwords: Words
    ) throws(Words.Failure) -> [Reading] {
        var found = Readings(headwords: headwords)
        // No word is so long.
        guard text.value.utf8.count <= 200 else {
            try found.add(text.identity, nil, .exact, ignoresAccents: true)
            return found.inOrder
        }
        let (wholes, parts) = spellings(of: text)
        try add(wholes, to: &found)
        // Of dov'è, dov' is read only if è is a word.
        if !found.isEmpty || language == .german { try add(parts, isPart: true, to: &found) }
        let inOrder = found.inOrder
        // A German noun has a capital: Ringe is of Ring first, then of ringen.
        guard language == .german, text.value.contains(where: \.isUppercase), let how = inOrder.first?.how,
            how != Self.negation
        else { return inOrder }
        func isNoun(_ reading: Reading) -> Bool { reading.headword.text.first?.isUppercase == true }
        return inOrder.filter(isNoun) + inOrder.filter { !isNoun($0) }
    }

    /// A text without its article or particle, and without punctuation at its ends, and which of them it had: what to
    /// ask a service that only finds its own words. Nil if it has none.
    package func plainForm(of text: WordText) -> (text: WordText, how: String)? {
        for plain in plainSpellings(of: text).reversed() {
            if let how = plain.how, how.hasPrefix("without"), how != Self.negation {
                return (WordText(stored: plain.text), how)
            }
        }
        return nil
    }

    /// What the negation in a text is of it: kein of kein Hund.
    private static let negation = "without the noun"

    private func add<Words>(
        _ spellings: [Spelling], isPart: Bool = false, to found: inout Readings<Words>
    ) throws(Words.Failure) {
        found.isPart = isPart
        var isForm = false
        for spelling in spellings where found.isEmpty || !spelling.isVariant {
            found.expected = spelling.following
            let likelihood = isForm && spelling.isVariant ? Likelihood.otherAccents : .exact
            if try found.add(spelling.text, spelling.how, likelihood, ignoresAccents: false) { continue }
            // wurde is not first Würde.
            isForm = isForm || !forms.irregularForms(WordForms.letters(spelling.text), .significant).isEmpty
            try found.add(spelling.text, spelling.how, isForm ? .otherAccents : .accented, ignoresAccents: true)
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
                found.expected = spelling.following
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
        var likelihood: Likelihood =
            candidate.isFirst && isTyped
            ? .commonForm : candidate.isRare ? .rareForm : candidate.isIrregular ? .irregularForm : .form
        for base in bases(candidate) {
            let isKnown = try found.add(
                base, candidate.how, likelihood, partOfSpeech: candidate.partOfSpeech,
                ignoresAccents: accents != .significant)
            if isKnown { likelihood = .rareForm }
        }
        let words = candidate.base.split(separator: " ").map(String.init)
        guard words.count > 1, candidate.partOfSpeech == nil else { return }
        // Without its "not", don't would be the opposite.
        for word in words.filter({ $0 == "not" }) + words.filter({ $0 != "not" }) {
            try found.add(word, candidate.how, .wordOfContraction, ignoresAccents: true)
            for form in forms.candidates(WordForms.letters(word), .significant) {
                try found.add(
                    form.base, candidate.how, .wordOfContraction, partOfSpeech: form.partOfSpeech,
                    ignoresAccents: false)
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

extension WordReader {
    /// A text to look up instead of what was typed.
    private struct Spelling {
        let text: String
        let how: String?
        /// Whether it is looked up only if there is no such word as typed.
        var isVariant = false
        /// The parts of speech that are expected of it; empty if any.
        var following: Set<String> = []
    }

    private static let punctuation = CharacterSet(charactersIn: " .,!?;:…\"«»„“”‚‘()[]{}¿¡-–—")

    /// The text, without punctuation at its ends, and then without an article or particle.
    private func plainSpellings(of text: WordText) -> [Spelling] {
        var typed = text.identity.replacing("’", with: "'")
        if language == .italian { typed = typed.replacing("' ", with: "'") }
        var spellings = [Spelling(text: typed, how: nil)]
        let trimmed = typed.trimmingCharacters(in: Self.punctuation)
        if !trimmed.isEmpty, trimmed != typed {
            spellings.append(Spelling(text: trimmed, how: "without punctuation", isVariant: true))
            typed = trimmed
        }
        let letters = WordForms.letters(typed)
        for beginning in forms.beginnings where letters.hasPrefix(beginning.text) && letters != beginning.text {
            let rest = String(typed.dropFirst(beginning.text.count))
            let following = beginning.following
            if beginning.kind == "start:not" {
                // First what makes it the opposite: kein Hund is not a dog.
                spellings.append(Spelling(text: beginning.base, how: Self.negation))
                spellings.append(Spelling(text: rest, how: beginning.how, following: following))
            } else {
                spellings.append(Spelling(text: beginning.base + rest, how: beginning.how, following: following))
            }
        }
        return spellings
    }

    /// These, and with ä for ae or ß for ss; and what may be a part of the text.
    private func spellings(of text: WordText) -> (wholes: [Spelling], parts: [Spelling]) {
        var spellings = plainSpellings(of: text)
        let typed = (spellings.last { $0.isVariant } ?? spellings[0]).text
        let letters = WordForms.letters(typed)
        // No word has all of them; each doubles the spellings.
        for (text, replacement) in replacements where typed.contains(text) && spellings.count <= 8 {
            spellings += spellings.map { spelling in
                Spelling(
                    text: spelling.text.replacing(text, with: replacement),
                    how: spelling.how ?? "spelling", isVariant: true, following: spelling.following)
            }
        }
        if !typed.hasSuffix(".") { spellings.append(Spelling(text: typed + ".", how: "spelling", isVariant: true)) }
        // dov'è is dov' and è; kommt's is kommt and s.
        guard [.german, .italian].contains(language), let end = letters.firstIndex(of: "'"), end > letters.startIndex,
            language == .italian
                || ["'", "'s", "'n", "'m", "'r", "'ne", "'nen", "'nem", "'ner"].contains(letters[end...])
        else { return (spellings, []) }
        let part = letters[..<end] + (language == .italian ? "'" : "")
        return (spellings, [Spelling(text: String(part), how: "contraction")])
    }

    /// Other spellings of letters.
    private var replacements: [(String, String)] {
        switch language {
        case .german:
            [("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("Ae", "Ä"), ("Oe", "Ö"), ("Ue", "Ü"), ("ss", "ß"), ("ß", "ss")]
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
