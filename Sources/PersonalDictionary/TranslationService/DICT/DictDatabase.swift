import Foundation

/// One of a server's databases, as SHOW DB lists it.
package struct DictDatabase: Hashable, Sendable {
    package let name: String
    package let title: String

    package init(name: String, title: String) {
        self.name = name
        self.title = title
    }

    init?(_ line: String) {
        let words = DictSyntax.words(line)
        guard let name = words.first, !name.isEmpty else { return nil }
        self.init(name: name, title: words.dropFirst().joined(separator: " "))
    }

    /// Whether it translates in a direction, by its name or its title.
    package func translates(_ direction: TranslationDirection) -> Bool { isNamed(direction) || isTitled(direction) }

    /// Whether its name contains the codes of the languages: `…eng-rus…`, `…en-ru…`.
    func isNamed(_ direction: TranslationDirection) -> Bool {
        let (sources, targets) = (Self.codes(direction.source), Self.codes(direction.target))
        return zip(nameParts, nameParts.dropFirst()).contains { sources.contains($0) && targets.contains($1) }
    }

    /// Whether its title contains their names: `English-Russian …`, `English - Russian`.
    func isTitled(_ direction: TranslationDirection) -> Bool {
        plainTitle.contains("\(Self.englishName(direction.source))-\(Self.englishName(direction.target))")
    }

    /// Whether its name contains the codes of two languages.
    var namesDirection: Bool {
        let areCodes = nameParts.map { Locale.LanguageCode($0).isISOLanguage }
        return zip(areCodes, areCodes.dropFirst()).contains { $0 && $1 }
    }

    /// Whether its title contains the names of two languages.
    var titlesDirection: Bool {
        let parts = plainTitle.split(separator: "-")
        return zip(parts, parts.dropFirst()).contains { source, target in
            Self.languageNames.contains { source.hasSuffix($0) } && Self.languageNames.contains { target.hasPrefix($0) }
        }
    }

    private static let languageNames = Locale.LanguageCode.isoLanguageCodes.filter { $0.identifier.count == 2 }
        .map { englishName(Language(code: $0.identifier)) }

    private var nameParts: [String] { name.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init) }

    private var plainTitle: String { title.lowercased().replacing(" ", with: "").replacing("–", with: "-") }

    /// The language's codes in ISO 639-1, -3 and -2/B.
    private static func codes(_ language: Language) -> [String] {
        let bibliographic = ["de": "ger", "fr": "fre", "nl": "dut", "cs": "cze", "el": "gre", "zh": "chi"]
        let code = Locale.LanguageCode(language.code)
        return [language.code, code.identifier(.alpha3), bibliographic[language.code]].compactMap { $0 }
    }

    private static func englishName(_ language: Language) -> String {
        language.name(in: Locale(identifier: "en")).lowercased().replacing(" ", with: "")
    }
}
