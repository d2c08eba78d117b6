public import Foundation

/// The texts of one module or feature in all its languages, from `Localizable.strings` or from dictionaries.
public struct MessageTable: Sendable {
    private let folders: [String: URL]
    private let texts: [String: [String: String]]

    /// Uses the tables in a module's resources: `MessageTable(.module)`.
    public init(_ bundle: Bundle) {
        folders = Dictionary(
            bundle.localizations.compactMap { language in
                bundle.url(forResource: language, withExtension: "lproj").map { (language, $0) }
            }, uniquingKeysWith: { first, _ in first })
        texts = [:]
    }

    /// Uses texts in the source code, so that a feature can keep its own in its folder. Each language has the keys that its
    /// `Localizable.strings` would have; English needs only those that depend on a count.
    ///
    /// ```swift
    /// let table = MessageTable(["ru": ["No words yet": "Слов пока нет"]])
    /// ```
    public init(_ texts: [String: [String: String]]) {
        folders = [:]
        self.texts = texts
    }

    /// The messages of `CoreModule`: errors of stores, files and networks.
    public static let coreModule = MessageTable(.module)

    /// The codes of the languages that have a table.
    public var languages: Set<String> { Set(folders.keys).union(texts.keys) }

    /// Looks keys up in a language, or in English if the table does not have the language.
    func strings(in language: String) -> @Sendable (_ key: String) -> String? {
        let bundle = (folders[language] ?? folders["en"]).flatMap(Bundle.init(url:))
        let texts = texts[language] ?? texts["en"] ?? [:]
        // A text that no table has.
        let missing = "\u{0}"
        return { key in
            if let text = texts[key] { return text }
            let text = bundle?.localizedString(forKey: key, value: missing, table: nil)
            return text == missing ? nil : text
        }
    }
}
