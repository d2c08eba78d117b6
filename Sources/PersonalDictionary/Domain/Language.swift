public import Foundation

/// A language that words are in, known by its BCP 47 code.
public struct Language: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The code in lower case: `en`, `ru`, `zh-hant`.
    public let code: String

    /// Names a language by its code, in whatever case.
    public init(code: String) {
        self.code = code.lowercased()
    }

    /// A code that was in lower case when it was stored.
    init(stored code: String) {
        self.code = code
    }

    /// English.
    public static let english = Language(code: "en")
    /// Russian.
    public static let russian = Language(code: "ru")
    /// German.
    public static let german = Language(code: "de")
    /// Italian.
    public static let italian = Language(code: "it")

    /// The language's name as speakers of a locale's language say it; the code where the system has no name for it.
    public func name(in locale: Locale) -> String {
        locale.localizedString(forIdentifier: code) ?? code
    }

    /// The code.
    public var description: String { code }

    /// Orders by code.
    public static func < (lhs: Language, rhs: Language) -> Bool { lhs.code < rhs.code }
}

extension Language: Codable {
    /// Reads the bare code.
    public init(from decoder: any Decoder) throws {
        self.init(code: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the bare code.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

/// The languages that a dictionary offers, in the order it offers them. More are added by adding data.
public struct LanguageCatalog: Sendable, Hashable {
    /// The languages, each once.
    public let languages: [Language]

    /// Makes a catalog; a language that is named twice is kept once.
    public init(_ languages: [Language]) {
        var seen: Set<Language> = []
        self.languages = languages.filter { seen.insert($0).inserted }
    }

    /// English, Russian, German and Italian.
    public static let everyday = LanguageCatalog([.english, .russian, .german, .italian])

    /// A direction that the catalog offers: the preferred one where it does, else from its first language into its second. A
    /// catalog of fewer than two offers none; then it is from English into Russian.
    func direction(preferring preferred: TranslationDirection?) -> TranslationDirection {
        if let preferred, languages.contains(preferred.source), languages.contains(preferred.target) {
            return preferred
        }
        return languages.count < 2 ? .englishToRussian : TranslationDirection(unchecked: languages[0], languages[1])
    }

    /// The language of a code, in whatever case; throws ``DictionaryError/unknownLanguage(_:known:)`` where it is not offered.
    public func language(code: String) throws(DictionaryError) -> Language {
        let language = Language(code: code)
        guard languages.contains(language) else { throw .unknownLanguage(code, known: languages) }
        return language
    }
}

/// From which language into which a word is translated. The two always differ.
public struct TranslationDirection: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The language of the word.
    public let source: Language
    /// The language of its translation.
    public let target: Language

    /// Makes a direction; throws ``DictionaryError/sameLanguage(_:)`` where the two are one.
    public init(from source: Language, to target: Language) throws(DictionaryError) {
        guard source != target else { throw .sameLanguage(source) }
        self.init(unchecked: source, target)
    }

    fileprivate init(unchecked source: Language, _ target: Language) {
        self.source = source
        self.target = target
    }

    /// From English into Russian, where a new dictionary begins.
    public static let englishToRussian = TranslationDirection(unchecked: .english, .russian)

    /// The opposite direction.
    public var swapped: TranslationDirection { TranslationDirection(unchecked: target, source) }

    /// `en→ru`.
    public var description: String { "\(source)→\(target)" }
}
