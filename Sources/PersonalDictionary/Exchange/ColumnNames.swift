import CoreModule
import Foundation

/// The names by which files call their columns.
struct ColumnNames: Sendable {
    private static let usual: [(ExchangeColumn, names: String)] = [
        (
            .text,
            "word vocab vocabulary term front expression headword phrase question слово вопрос wort vokabel frage parola domanda"
        ),
        (
            .translation,
            "meaning definition back answer перевод значение ответ übersetzung bedeutung antwort traduzione significato risposta"
        ),
    ]

    private let meanings: [String: ExchangeColumn]
    /// The languages by their codes of two and of three letters, and by their names in each of them.
    private let languages: [String: Language]
    private let current: TranslationDirection?

    init(_ catalog: LanguageCatalog, current: TranslationDirection?) {
        var meanings: [String: ExchangeColumn] = [:]
        for column in ExchangeColumn.allCases { meanings[column.rawValue.lowercased()] = column }
        for (meaning, names) in Self.usual {
            for name in names.split(separator: " ") { meanings[String(name)] = meaning }
        }
        var languages: [String: Language] = [:]
        for language in catalog.languages {
            languages[language.code] = language
            if let code = Locale.LanguageCode(language.code).identifier(.alpha3) { languages[code] = language }
            for other in catalog.languages {
                languages[language.name(in: Locale(identifier: other.code)).lowercased()] = language
            }
        }
        (self.meanings, self.languages, self.current) = (meanings, languages, current)
    }

    func meaning(of name: String) -> ExchangeColumn? { meanings[ExchangeColumn.normalized(name)] }

    func isCurrent(_ language: Language) -> Bool { language == current?.source || language == current?.target }

    /// Whether a word and its translation are each in the letters of the other one's language. Nil if the letters do not say so.
    func isSwapped(_ text: String, _ translation: String) -> Bool? {
        guard let current, current.source.isCyrillic != current.target.isCyrillic else { return nil }
        guard text.contains(where: \.isLetter), translation.contains(where: \.isLetter),
            text.hasCyrillicLetters != translation.hasCyrillicLetters
        else { return nil }
        return text.hasCyrillicLetters != current.source.isCyrillic
    }

    /// The language that a name or a code stands for, also with a region: `English (US)`, `ru-RU`.
    func language(_ name: String) -> Language? {
        let name = ExchangeColumn.normalized(String(name.prefix { $0 != "(" }))
        if let language = languages[name] { return language }
        let parts = name.split(maxSplits: 1, omittingEmptySubsequences: false) { "-_".contains($0) }
        guard parts.count == 2, 2...3 ~= parts[0].count, parts[1].count == 2 else { return nil }
        return languages[String(parts[0])]
    }
}
