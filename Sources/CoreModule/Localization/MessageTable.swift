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

    /// The texts of a language, or the English ones if it has none.
    func strings(in language: String) -> Strings {
        Strings(
            bundle: (folders[language] ?? folders["en"]).flatMap(Bundle.init(url:)),
            texts: texts[language] ?? texts["en"] ?? [:])
    }

    /// The texts of one language.
    struct Strings: Sendable {
        let bundle: Bundle?
        let texts: [String: String]
        /// Is in no table.
        private static let missing = "\u{0}"

        subscript(key: String) -> String? {
            if let text = texts[key] { return text }
            let text = bundle?.localizedString(forKey: key, value: Self.missing, table: nil)
            return text == Self.missing ? nil : text
        }
    }
}
