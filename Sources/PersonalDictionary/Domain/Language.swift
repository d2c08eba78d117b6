public import CoreModule
public import Foundation

/// A language, identified by its BCP 47 code.
public struct Language: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The code in lower case: `en`, `ru`, `zh-hant`.
    public let code: String

    /// Creates a language from its code, in any case.
    public init(code: String) {
        self.code = code.lowercased()
    }

    /// Creates a language from its code, of which the one of two letters is taken: `eng` and `ger` become `en` and `de`.
    init(anyCode code: String) {
        let language = Language(code: code)
        self = Self.byAnyCode[language.code] ?? language
    }

    /// A table, because an import asks for the languages of each row.
    private static let byAnyCode = Dictionary(
        withTwoLetters.flatMap { language in language.codes.map { ($0, language) } },
        uniquingKeysWith: { first, _ in first })

    /// All languages that have a code in ISO 639-1.
    static let withTwoLetters = Locale.LanguageCode.isoLanguageCodes.filter { $0.identifier.count == 2 }
        .map { Language(code: $0.identifier) }

    /// Its codes in ISO 639-1, -3 and -2/B.
    var codes: [String] {
        let bibliographic = ["de": "ger", "fr": "fre", "nl": "dut", "cs": "cze", "el": "gre", "zh": "chi"]
        return [code, Locale.LanguageCode(code).identifier(.alpha3), bibliographic[code]].compactMap { $0 }
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

    /// Whether the language is written in Cyrillic letters.
    var isCyrillic: Bool { ["be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "uk"].contains(code) }

    private static let form = SharedRegex(/[a-z]{2,3}(?:-[a-z0-9]{2,8})*/)

    /// Whether the code begins with one of ISO 639, so that a dictionary can offer it.
    public var isKnown: Bool {
        code.wholeMatch(of: Self.form) != nil
            && Locale.LanguageCode(String(code.prefix { $0 != "-" })).isISOLanguage
    }

    /// The code.
    public var description: String { code }

    /// Orders by code.
    public static func < (lhs: Language, rhs: Language) -> Bool { lhs.code < rhs.code }
}

extension String {
    /// Whether there are Cyrillic letters.
    var hasCyrillicLetters: Bool { unicodeScalars.contains { (0x400...0x52F).contains($0.value) } }
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
///
/// The user adds and drops languages with ``LangPickerViewModel/add(_:)`` and ``LangPickerViewModel/drop(_:)``.
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

    /// Every direction between two of the languages.
    var directions: [TranslationDirection] {
        languages.flatMap { source in
            languages.filter { $0 != source }.map { TranslationDirection(unchecked: source, $0) }
        }
    }

    /// The preferred direction if the catalog has both languages, else from its first language to its second. From English to Russian
    /// if it has fewer than two.
    func direction(preferring preferred: TranslationDirection?) -> TranslationDirection {
        if let preferred, languages.contains(preferred.source), languages.contains(preferred.target) {
            return preferred
        }
        return languages.count < 2 ? .englishToRussian : TranslationDirection(unchecked: languages[0], languages[1])
    }

    /// The directions in which a text may be meant: the preferred one, its reverse, those into the same languages, and
    /// then the others.
    /// - Parameters:
    ///   - text: if it has Cyrillic letters, its language is one that is written so, otherwise one that is not.
    ///   - source: its language, if that is known, whatever its letters are.
    ///   - target: the language of the translation, if only that is wanted.
    ///   - preferred: the direction that comes first.
    package func directions(
        for text: WordText, from source: Language? = nil, to target: Language? = nil,
        preferring preferred: TranslationDirection
    ) -> [TranslationDirection] {
        let isCyrillic = text.value.hasCyrillicLetters
        let own = [preferred.target, preferred.source]
        let inOrder =
            [preferred, preferred.swapped] + own.flatMap { target in directions.filter { $0.target == target } }
            + directions
        return inOrder.filter { direction in
            (source.map { $0 == direction.source } ?? (direction.source.isCyrillic == isCyrillic))
                && (target ?? direction.target) == direction.target
        }
        .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns a direction with other languages, by their codes. A language whose code is nil stays, known or not.
    func direction(
        from source: String?, to target: String?, insteadOf direction: TranslationDirection
    ) throws(DictionaryError) -> TranslationDirection {
        try TranslationDirection(
            from: language(source) ?? direction.source, to: language(target) ?? direction.target)
    }

    /// Returns the language with a code; nil if that is nil. Throws like ``language(code:)``.
    func language(_ code: String?) throws(DictionaryError) -> Language? {
        guard let code else { return nil }
        return try language(code: code)
    }

    /// Returns the language with a code of two or three letters, in any case. Throws ``DictionaryError/unknownLanguage(_:known:)``.
    public func language(code: String) throws(DictionaryError) -> Language {
        let language = Language(anyCode: code)
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

    init(unchecked source: Language, _ target: Language) {
        self.source = source
        self.target = target
    }

    /// From English to Russian, the default.
    public static let englishToRussian = TranslationDirection(unchecked: .english, .russian)

    /// The opposite direction.
    public var swapped: TranslationDirection { TranslationDirection(unchecked: target, source) }

    /// `en→ru`.
    public var description: String { "\(source)→\(target)" }

    /// The direction by its codes, with the word for it.
    public var message: Message { Message("direction: \(self)") }
}
