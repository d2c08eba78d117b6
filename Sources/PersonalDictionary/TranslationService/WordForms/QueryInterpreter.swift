import CoreModule
import Foundation

/// Understands what a user types in one language: articles and particles, punctuation, spellings, and inflected forms.
package struct QueryInterpreter: Sendable {
    let language: Language
    let forms: WordForms

    package init(_ language: Language, _ forms: WordForms) {
        self.language = language
        self.forms = forms
    }

    /// The interpretations of a text among the headwords of a dictionary, in the order in which they are shown: the text as
    /// it is typed, then what it is a form of, the more common word first. A few forms are more common than the word that
    /// is written so, and come first. After an article nouns come before verbs, after “to” verbs.
    package func interpretations<Words: Headwords>(
        of text: WordText, among headwords: Words
    ) throws(Words.Failure) -> [Interpretation] {
        var found = Interpretations(headwords: headwords)
        // No word is so long.
        guard text.value.utf8.count <= 200 else {
            try found.add(text.identity, [], .exact, ignoresAccents: true)
            return found.inOrder
        }
        // A phrase may have a comma of its own.
        if let plain = withoutNotation(text.identity),
            try headwords.headwords(text.identity, ignoresAccents: true).isEmpty
        {
            let interpretations = try interpretations(of: WordText(stored: plain), among: headwords)
            guard interpretations.isEmpty else {
                return interpretations.map {
                    $0.labels.isEmpty ? Interpretation(headword: $0.headword, labels: [.notation]) : $0
                }
            }
        }
        let (wholes, parts) = variants(of: text)
        try addPhrases(wholes, to: &found)
        try add(wholes, to: &found)
        // Of dov'è, dov' is read only if è is a word.
        if !found.isEmpty || language == .german { try add(parts, isPart: true, to: &found) }
        let inOrder = adjectivesFirst(found.inOrder)
        // A German noun has a capital: Ringe is of Ring first, then of ringen.
        guard language == .german, text.value.contains(where: \.isUppercase), let first = inOrder.first?.labels,
            !first.isEmpty, first != [.withoutNoun]
        else { return inOrder }
        func isNoun(_ one: Interpretation) -> Bool { one.headword.text.first?.isUppercase == true }
        return inOrder.filter(isNoun) + inOrder.filter { !isNoun($0) }
    }

    /// A text without the notation of textbooks, what stands before it (an article, a particle, a possessive; not a negation) and
    /// punctuation at its ends, and what was left out. Nil if nothing can be left out.
    package func plainForm(of text: WordText) -> (text: WordText, labels: [DictionaryEntry.Match.Label])? {
        let plain = withoutNotation(text.identity).map { WordText(stored: $0) }
        let shortened = plainVariants(of: plain ?? text).last(where: \.isShortened)
        return shortened.map { (WordText(stored: $0.text), $0.labels) } ?? plain.map { ($0, [.notation]) }
    }

    /// The words that a text may be a form of, whether there are such words or not.
    func bases(of text: String) -> [String] {
        forms.candidates(WordForms.letters(text), .significant).map(\.base)
    }

    /// The words and expressions that a text may be a form of, and what it is without an article. Whether there are such words, the saved
    /// ones say.
    func words(of text: WordText) -> [String] {
        let plain = plainForm(of: text)?.text ?? text
        guard plain.value.utf8.count <= 200 else { return [] }
        let letters = WordForms.letters(plain.value)
        let found = forms.candidates(letters, .significant) + forms.candidates(letters, .ignored)
        return [plain.value] + found.flatMap(bases) + phrases(of: plain.value).joined().map(\.base)
    }

    private func add<Words>(
        _ variants: [QueryVariant], isPart: Bool = false, to found: inout Interpretations<Words>
    ) throws(Words.Failure) {
        found.isPart = isPart
        var isForm = false
        for variant in variants where found.isEmpty || !variant.isFallback {
            found.expected = variant.following
            let likelihood = isForm && variant.isFallback ? Likelihood.otherAccents : .exact
            if try found.add(variant.text, variant.labels, likelihood, ignoresAccents: false) { continue }
            // wurde is not first Würde.
            isForm = isForm || !forms.irregularForms(WordForms.letters(variant.text), .significant).isEmpty
            try found.add(variant.text, variant.labels, isForm ? .otherAccents : .accented, ignoresAccents: true)
        }
        let isWord = !found.isEmpty
        // A German noun has a capital.
        let isNoun = isWord && language == .german && variants.first?.text.first?.isUppercase == true
        for accents in WordForms.Accents.allCases {
            // An abbreviation has no forms.
            for variant in variants where !(isWord && variant.isFallback || variant.text.hasSuffix(".")) {
                let text = WordForms.letters(variant.text)
                // A text with accents has been read with them.
                if accents != .significant, text != TextFolding.fold(text, .search) { continue }
                found.expected = variant.following
                let itself = WordForms.Candidate(
                    base: text, partOfSpeech: "verb", labels: variant.labels.isEmpty ? [.reflexive] : variant.labels)
                for candidate in expected(forms.candidates(text, accents), variant.followingForm) + [itself]
                where !(isWord && candidate.isWeak || isNoun && candidate.partOfSpeech == "verb") {
                    try add(candidate, isTyped: variant.text == text, accents, to: &found)
                }
            }
            guard found.isEmpty else { break }
        }
    }

    /// The right forms instead of one that a word does not have, each with its word: went for goed.
    package func corrections<Words: Headwords>(
        of text: WordText, among headwords: Words
    ) throws(Words.Failure) -> [(form: String, word: Headword)] {
        guard text.value.utf8.count <= 200 else { return [] }
        var found: [(form: String, word: Headword)] = []
        for variant in plainVariants(of: text) {
            let letters = WordForms.letters(variant.text)
            for candidate in forms.wrongForms(letters) {
                for word in try headwords.headwords(candidate.base, ignoresAccents: false)
                where candidate.partOfSpeech.map(word.partsOfSpeech.contains) != false {
                    // Of bessere and besser, the one that ends like gutere.
                    let form = candidate.replacements.max {
                        Self.commonEnding($0, letters) < Self.commonEnding($1, letters)
                    }
                    if let form, !found.contains(where: { $0.form == form }) { found.append((form, word)) }
                }
            }
        }
        return found
    }

    /// The interpretations of a German adjective as such, then as the adverb that every adjective is: fleißig is трудолюбивый. A few words
    /// are first adverbs.
    private func adjectivesFirst(_ interpretations: [Interpretation]) -> [Interpretation] {
        guard language == .german else { return interpretations }
        return interpretations.flatMap { one in
            let (word, parts) = (one.headword.text, one.headword.partsOfSpeech)
            guard parts.isSuperset(of: ["adjective", "adverb"]), !forms.hasRole("adverb", word) else { return [one] }
            return [parts.subtracting(["adverb"]), ["adverb"]].map {
                Interpretation(headword: Headword(word, partsOfSpeech: $0), labels: one.labels)
            }
        }
    }

    /// Candidates with the expected form before others: des Autos is a genitive, die Autos a plural.
    private func expected(
        _ candidates: [WordForms.Candidate], _ form: DictionaryEntry.Match.Label?
    ) -> [WordForms.Candidate] {
        guard let form else { return candidates }
        let expected = candidates.filter { $0.labels.contains(form) }.map { candidate in
            var candidate = candidate
            candidate.labels = [form]
            return candidate
        }
        return expected + candidates
    }

    private static func commonEnding(_ one: String, _ other: String) -> Int {
        zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
    }

    /// Adds what a text of several words is a form of: before its words without what stands before them (mi lavo is lavarsi before lavare).
    private func addPhrases<Words>(
        _ variants: [QueryVariant], to found: inout Interpretations<Words>
    ) throws(Words.Failure) {
        for typed in variants where typed.labels.isEmpty || typed.labels == [.withoutPunctuation] {
            guard try found.headwords.headwords(typed.text, ignoresAccents: true).isEmpty else { return }
        }
        let texts = Set(variants.map { WordForms.letters($0.text) })
        for group in phrases(of: variants[0].text) {
            for phrase in group where !texts.contains(phrase.base) {
                // Of принимает участие, the verb comes first.
                let verb = String(phrase.base.prefix { $0 != " " })
                try found.add(
                    phrase.base, labels(phrase.labels, of: verb, among: found.headwords), .irregularForm,
                    partOfSpeech: phrase.isVerb ? "verb" : nil,
                    ignoresAccents: false)
            }
            guard found.isEmpty else { return }
        }
    }

    /// Adds what a text is a form of; of a contraction also its words: it's is both it and is.
    private func add<Words>(
        _ candidate: WordForms.Candidate, isTyped: Bool, _ accents: WordForms.Accents,
        to found: inout Interpretations<Words>
    ) throws(Words.Failure) {
        var likelihood: Likelihood =
            candidate.isFirst && isTyped
            ? .commonForm : candidate.isRare ? .rareForm : candidate.isIrregular ? .irregularForm : .form
        for base in bases(candidate) {
            let labels = try labels(candidate.labels, of: base, among: found.headwords)
            let isKnown = try found.add(
                base, labels, likelihood, partOfSpeech: candidate.partOfSpeech,
                ignoresAccents: accents != .significant)
            if isKnown { likelihood = .rareForm }
        }
        let words = candidate.base.split(separator: " ").map(String.init)
        guard words.count > 1, candidate.partOfSpeech == nil, candidate.labels != [.abbreviation] else { return }
        // Without its "not", don't would be the opposite.
        for word in words.filter({ $0 == "not" }) + words.filter({ $0 != "not" }) {
            try found.add(word, candidate.labels, .wordOfContraction, ignoresAccents: true)
            for form in forms.candidates(WordForms.letters(word), .significant) {
                try found.add(
                    form.base, candidate.labels, .wordOfContraction, partOfSpeech: form.partOfSpeech,
                    ignoresAccents: false)
            }
        }
    }

    /// What a form is. Of a Russian perfective verb, endings of the present tense are the future tense.
    private func labels<Words: Headwords>(
        _ labels: [DictionaryEntry.Match.Label], of base: String, among headwords: Words
    ) throws(Words.Failure) -> [DictionaryEntry.Match.Label] {
        let tenses: [DictionaryEntry.Match.Label] = ["present tense", "future tense"]
        guard labels == tenses, let isPerfective = try isPerfective(base, among: headwords) else { return labels }
        return [tenses[isPerfective ? 1 : 0]]
    }

    /// Whether a Russian verb is perfective, as the table of forms or a list says, else the glossary, which has imperfective verbs first;
    /// nil if that is unknown.
    private func isPerfective<Words: Headwords>(
        _ verb: String, among headwords: Words
    ) throws(Words.Failure) -> Bool? {
        let irregular = Set(forms.irregular.lines(ofWord: verb).flatMap(\.labels))
        if irregular.contains("future tense") { return true }
        if irregular.contains("present tense") || forms.hasRole("imperfective", verb) { return false }
        return try headwords.headwords(verb, ignoresAccents: false).first?.rarities["verb"]?.isSynonym
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

/// The interpreters of all languages, each made when it is used first.
package final class QueryInterpreters: Sendable {
    /// Those of the library's own tables, which never change: they are read once for all apps and sessions of the process.
    package static let bundled = QueryInterpreters()

    private let made = Locked<[Language: QueryInterpreter]>([:])

    private let load: @Sendable (Language) throws -> WordForms

    /// - Parameter load: reads the forms of a language.
    package init(_ load: @escaping @Sendable (Language) throws -> WordForms = WordForms.bundled) {
        self.load = load
    }

    /// The words that a text may be a form of, whether there are such words or not: folded for search, each once. None if the library's
    /// tables cannot be read, which look-ups report.
    package func words(of text: WordText, _ language: Language) -> [String] {
        do throws(TranslationError) {
            let words = try interpreter(language).words(of: text).map { TextFolding.fold($0, .search) }
            var seen: Set = [TextFolding.fold(text.value, .search), ""]
            return words.filter { seen.insert($0).inserted }
        } catch {
            return []
        }
    }

    /// The interpreter of a language. Throws ``TranslationError/malformedAnswer(_:)`` if the library's tables cannot be
    /// read.
    package func interpreter(_ language: Language) throws(TranslationError) -> QueryInterpreter {
        if let interpreter = made.withLock({ $0[language] }) { return interpreter }
        do {
            let interpreter = QueryInterpreter(language, try load(language))
            made.withLock { $0[language] = interpreter }
            return interpreter
        } catch {
            throw .malformedAnswer(Message("the glossary cannot be used: \(String(describing: error))"))
        }
    }
}
