public import CoreModule
import Foundation

/// Looks words up in a glossary: at once, and without a network.
public actor GlossaryTranslationService: TranslationService {
    private let clock: WallClock
    private var glossary: Glossary?

    /// Makes a service with a glossary.
    /// - Parameters:
    ///   - glossary: if nil, the one that comes with the library: everyday concepts in English, Russian, German and
    ///     Italian. It is read at the first look-up.
    ///   - clock: dates the entries.
    public init(_ glossary: Glossary? = nil, clock: WallClock) {
        self.glossary = glossary
        self.clock = clock
    }

    /// Looks a word up. Throws ``TranslationError/notFound``, ``TranslationError/unsupportedDirection(_:)``, or
    /// ``TranslationError/malformedAnswer(_:)`` if the glossary cannot be read.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) throws(TranslationError) -> DictionaryEntry {
        let senses = try loaded().senses(of: text, direction)
        return try DictionaryEntry(
            headword: text.value, direction: direction, senses: senses, provider: .glossary, date: clock.now())
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
