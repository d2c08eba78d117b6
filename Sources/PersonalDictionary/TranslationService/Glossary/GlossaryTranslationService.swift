public import CoreModule
import Foundation

/// Looks words up in a glossary: at once, and without a network. It also finds inflected forms in English, Russian,
/// German and Italian, and words with an article.
public actor GlossaryTranslationService: TranslationService {
    private let clock: WallClock
    private let load: @Sendable () throws -> Glossary
    private var glossary: Glossary?
    nonisolated let interpreters = QueryInterpreters.bundled

    /// Makes a service with a glossary. If it is nil, that is the one that comes with the library: everyday concepts in English, Russian,
    /// German and Italian, read at the first look-up.
    public init(_ glossary: Glossary? = nil, clock: WallClock) {
        self.init(clock: clock) { try glossary ?? .bundled() }
    }

    /// Makes a service with a glossary that is read at the first look-up.
    package init(clock: WallClock, load: @escaping @Sendable () throws -> Glossary) {
        self.load = load
        self.clock = clock
    }

    /// Looks a word up. If the text is not a word of the glossary but a form of one, ``DictionaryEntry/matched`` says which. Throws
    /// ``TranslationError/malformedAnswer(_:)`` if the glossary cannot be read.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) throws(TranslationError) -> DictionaryEntry {
        let glossary = try loaded()
        guard let headwords = glossary.headwords(direction.source) else { throw .unsupportedDirection(direction) }
        let interpreter = try interpreters.interpreter(direction.source)
        let interpretations = interpreter.interpretations(of: text, among: headwords)
        let senses = try glossary.senses(of: interpretations, direction, forms: interpreter)
        // Stress alone may tell words apart: му́ка is no flour.
        let stressed = senses.filter { $0.notes.contains { $0.lowercased() == text.value.lowercased() } }
        return try DictionaryEntry(
            headword: text.value, direction: direction,
            senses: stressed + senses.filter { !stressed.contains($0) },
            provider: .glossary, date: clock.now(), matched: interpretations.first?.match)
    }

    /// All translations of a word, or of the words that it is a form of. None if the glossary lacks the word or the
    /// direction, or cannot be read, which its own look-ups report.
    func translations(of text: WordText, _ direction: TranslationDirection) -> UsualTranslations {
        do throws(TranslationError) {
            let glossary = try loaded()
            guard let headwords = glossary.headwords(direction.source) else { return [] }
            let words = headwords.headwords(text.identity, ignoresAccents: false)
            let interpretations =
                try words.isEmpty
                ? interpreters.interpreter(direction.source).interpretations(of: text, among: headwords)
                : words.map { Interpretation(headword: $0, labels: []) }
            return UsualTranslations(
                try glossary.senses(of: interpretations, direction).flatMap(\.translations),
                of: words.isEmpty ? try interpreters.interpreter(direction.target) : nil)
        } catch {
            return []
        }
    }

    func loaded() throws(TranslationError) -> Glossary {
        if let glossary { return glossary }
        do {
            let loaded = try load()
            glossary = loaded
            return loaded
        } catch {
            throw .malformedAnswer(Message("the glossary cannot be used: \(String(describing: error))"))
        }
    }
}

extension GlossaryTranslationService: WordSuggesting {
    /// Words of the glossary that begin with a text. Ignores case and accents.
    public func suggestions(
        beginningWith text: WordText, _ direction: TranslationDirection, limit: Int
    ) throws(TranslationError) -> [Suggestion] {
        try loaded().words(beginningWith: text, direction, limit: limit).map {
            Suggestion(text: $0.word, translation: $0.translation, source: .provider(.glossary))
        }
    }

    /// Words of the glossary that are like a misspelt text, the nearest first. Ignores case and accents. Instead of a form that a word does
    /// not have (goed), the form that it has (went).
    public func suggestions(
        nearestTo text: WordText, _ direction: TranslationDirection, limit: Int
    ) async throws(TranslationError) -> [Suggestion] {
        let glossary = try loaded()
        guard let headwords = glossary.headwords(direction.source) else { throw .unsupportedDirection(direction) }
        let corrections = try interpreters.interpreter(direction.source).corrections(of: text, among: headwords)
        let nearest = headwords.nearest(to: text.value, limit: limit).map { (form: $0.text, word: $0) }
        let others = nearest.filter { near in !corrections.contains { $0.form == near.form } }
        return try suggestions((corrections + others).prefix(limit), direction)
    }

    /// The words of the glossary that a text is made of, the last one first.
    public func suggestions(
        partsOf text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> [Suggestion] {
        let glossary = try loaded()
        guard let headwords = glossary.headwords(direction.source) else { throw .unsupportedDirection(direction) }
        let parts = try interpreters.interpreter(direction.source).parts(of: text, among: headwords)
        return try suggestions(parts.map { (form: $0.text, word: $0) }, direction)
    }

    private func suggestions(
        _ words: some Sequence<(form: String, word: Headword)>, _ direction: TranslationDirection
    ) throws(TranslationError) -> [Suggestion] {
        let glossary = try loaded()
        return try words.map { (form, word) throws(TranslationError) in
            let senses = try glossary.senses(of: [Interpretation(headword: word, labels: [])], direction)
            return Suggestion(
                text: form, translation: senses.first?.translations.first, source: .provider(.glossary))
        }
    }
}

extension Glossary {
    /// The bundled glossary. Throws ``GlossaryError``, `MissingResources` if it was not installed with the program, or Foundation's
    /// error if it cannot be read.
    public static func bundled() throws -> Glossary {
        try Glossary(Data(contentsOf: ResourceBundle.personalDictionary.file("glossary", "tsv")))
    }
}
