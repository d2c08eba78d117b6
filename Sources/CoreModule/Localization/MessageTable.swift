public import Foundation

/// What one module, or one feature, says in all its languages: its `Localizable.strings`, or a dictionary for each.
public struct MessageTable: Sendable {
    private let folders: [String: URL]
    private let texts: [String: [String: String]]

    /// Takes the tables of a module's resources: `MessageTable(.module)`.
    public init(_ bundle: Bundle) {
        folders = Dictionary(
            bundle.localizations.compactMap { language in
                bundle.url(forResource: language, withExtension: "lproj").map { (language, $0) }
            }, uniquingKeysWith: { first, _ in first })
        texts = [:]
    }

    /// Takes texts that stand in the source, so that a feature has its own in its folder. Each language's dictionary has the keys
    /// that its `Localizable.strings` would have; English needs but those that depend on a count.
    ///
    /// ```swift
    /// let table = MessageTable(["ru": ["No words yet": "Слов пока нет"]])
    /// ```
    public init(_ texts: [String: [String: String]]) {
        folders = [:]
        self.texts = texts
    }

    /// What `CoreModule` itself says: the faults of stores, files and networks.
    public static let coreModule = MessageTable(.module)

    /// The languages that there is a table for, by their codes.
    public var languages: Set<String> { Set(folders.keys).union(texts.keys) }

    /// The texts of a language, or English ones where it has none.
    func strings(in language: String) -> Strings {
        Strings(
            bundle: (folders[language] ?? folders["en"]).flatMap(Bundle.init(url:)),
            texts: texts[language] ?? texts["en"] ?? [:])
    }

    /// The texts of one language.
    struct Strings: Sendable {
        let bundle: Bundle?
        let texts: [String: String]
        /// Stands in no table.
        private static let missing = "\u{0}"

        subscript(key: String) -> String? {
            if let text = texts[key] { return text }
            let text = bundle?.localizedString(forKey: key, value: Self.missing, table: nil)
            return text == Self.missing ? nil : text
        }
    }
}
