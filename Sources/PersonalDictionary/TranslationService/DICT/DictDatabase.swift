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
        let (sources, targets) = (direction.source.codes, direction.target.codes)
        return zip(nameParts, nameParts.dropFirst()).contains { sources.contains($0) && targets.contains($1) }
    }

    /// Whether its title contains their names, in English or in the language itself: `English-Russian …`, `Deutsch - Русский`.
    func isTitled(_ direction: TranslationDirection) -> Bool {
        let (sources, targets) = (Self.names(direction.source), Self.names(direction.target))
        return sources.contains { source in targets.contains { plainTitle.contains("\(source)-\($0)") } }
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
            Self.allNames.contains { source.hasSuffix($0) } && Self.allNames.contains { target.hasPrefix($0) }
        }
    }

    private static let allNames = Language.withTwoLetters.flatMap(names)

    /// The language with an English name, after which more may follow, as in Lingvo's `GermanNewSpelling`; nil if there is none.
    static func language(named name: String) -> Language? {
        let plain = name.lowercased().replacing(" ", with: "")
        let found = Language.withTwoLetters.map { ($0, self.name($0, in: "en")) }.filter { plain.hasPrefix($0.1) }
        return found.max { $0.1.count < $1.1.count }?.0
    }

    private var nameParts: [String] { name.lowercased().split(whereSeparator: { !$0.isLetter }).map(String.init) }

    private var plainTitle: String { title.lowercased().replacing(" ", with: "").replacing("–", with: "-") }

    /// Its names in English and in itself.
    private static func names(_ language: Language) -> Set<String> {
        [name(language, in: "en"), name(language, in: language.code)]
    }

    private static func name(_ language: Language, in locale: String) -> String {
        language.name(in: Locale(identifier: locale)).lowercased().replacing(" ", with: "")
    }
}
