public import Foundation

/// A language, identified by its BCP 47 code.
public struct Language: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The code in lower case: `en`, `ru`, `zh-hant`.
    public let code: String

    /// Creates a language from its code, in any case.
    public init(code: String) {
        self.code = code.lowercased()
    }

    /// Creates a language from a stored code, which is in lower case.
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

    /// The language's name in a locale's language. The code if the system has no name.
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

/// The languages that a dictionary offers, in order.
public struct LanguageCatalog: Sendable, Hashable {
    /// The languages, each once.
    public let languages: [Language]

    /// Creates a catalog. Duplicates are removed.
    public init(_ languages: [Language]) {
        var seen: Set<Language> = []
        self.languages = languages.filter { seen.insert($0).inserted }
    }

    /// English, Russian, German and Italian.
    public static let everyday = LanguageCatalog([.english, .russian, .german, .italian])

    /// Returns the preferred direction if the catalog has both languages, otherwise from its first language to its second. With fewer
    /// than two languages: from English to Russian.
    func direction(preferring preferred: TranslationDirection?) -> TranslationDirection {
        if let preferred, languages.contains(preferred.source), languages.contains(preferred.target) {
            return preferred
        }
        return languages.count < 2 ? .englishToRussian : TranslationDirection(unchecked: languages[0], languages[1])
    }

    /// Returns the language with a code, in any case. Throws ``DictionaryError/unknownLanguage(_:known:)``.
    public func language(code: String) throws(DictionaryError) -> Language {
        let language = Language(code: code)
        guard languages.contains(language) else { throw .unknownLanguage(code, known: languages) }
        return language
    }
}

/// The direction of a translation: from one language to a different one.
public struct TranslationDirection: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The language of the word.
    public let source: Language
    /// The language of its translation.
    public let target: Language

    /// Creates a direction. Throws ``DictionaryError/sameLanguage(_:)``.
    public init(from source: Language, to target: Language) throws(DictionaryError) {
        guard source != target else { throw .sameLanguage(source) }
        self.init(unchecked: source, target)
    }

    fileprivate init(unchecked source: Language, _ target: Language) {
        self.source = source
        self.target = target
    }

    /// From English to Russian, the default.
    public static let englishToRussian = TranslationDirection(unchecked: .english, .russian)

    /// The opposite direction.
    public var swapped: TranslationDirection { TranslationDirection(unchecked: target, source) }

    /// `en→ru`.
    public var description: String { "\(source)→\(target)" }
}
