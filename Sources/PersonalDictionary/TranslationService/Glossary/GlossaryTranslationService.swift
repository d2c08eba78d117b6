public import CoreModule
import Foundation

/// Looks words up in a glossary: at once, and without a network. It also finds inflected forms in English, Russian,
/// German and Italian, and words with an article.
public actor GlossaryTranslationService: TranslationService {
    private let clock: WallClock
    private var glossary: Glossary?
    nonisolated let readers = WordReaders()

    /// Makes a service with a glossary.
    /// - Parameters:
    ///   - glossary: if nil, the one that comes with the library: everyday concepts in English, Russian, German and
    ///     Italian. It is read at the first look-up.
    ///   - clock: dates the entries.
    public init(_ glossary: Glossary? = nil, clock: WallClock) {
        self.glossary = glossary
        self.clock = clock
    }

    /// Looks a word up. If the text is not a word of the glossary but a form of one, ``DictionaryEntry/matched`` says
    /// which. Throws ``TranslationError/notFound``, ``TranslationError/unsupportedDirection(_:)``, or
    /// ``TranslationError/malformedAnswer(_:)`` if the glossary cannot be read.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) throws(TranslationError) -> DictionaryEntry {
        let glossary = try loaded()
        guard let headwords = glossary.headwords(direction.source) else { throw .unsupportedDirection(direction) }
        let readings = try readers.reader(direction.source).readings(of: text, among: headwords)
        return try DictionaryEntry(
            headword: text.value, direction: direction, senses: try glossary.senses(of: readings, direction),
            provider: .glossary, date: clock.now(), matched: readings.first?.match)
    }

    /// All translations of a word, the usual one first; none if the glossary lacks the word or the direction. Throws
    /// ``TranslationError/malformedAnswer(_:)``.
    func translations(of text: WordText, _ direction: TranslationDirection) throws(TranslationError) -> [String] {
        let glossary = try loaded()
        let words = glossary.headwords(direction.source)?.headwords(text.identity, ignoresAccents: false) ?? []
        do throws(TranslationError) {
            return try glossary.senses(of: words.map { Reading(headword: $0, how: nil) }, direction)
                .flatMap(\.translations)
        } catch {
            guard case .unsupportedDirection = error else { throw error }
            return []
        }
    }

    func loaded() throws(TranslationError) -> Glossary {
        if let glossary { return glossary }
        do {
            let loaded = try Glossary.bundled()
            glossary = loaded
            return loaded
        } catch {
            throw .malformedAnswer(Message("the glossary cannot be used: \(String(describing: error))"))
        }
    }
}

extension Glossary {
    /// The bundled glossary. Throws ``GlossaryError``, or Foundation's error if it cannot be read.
    public static func bundled() throws -> Glossary {
        guard let url = Bundle.module.url(forResource: "glossary", withExtension: "tsv") else {
            throw GlossaryError(line: 0, reason: "the file is missing from the library's resources")
        }
        return try Glossary(Data(contentsOf: url))
    }
}
