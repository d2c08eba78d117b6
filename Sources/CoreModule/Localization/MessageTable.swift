public import Foundation

/// The texts of one module or feature in all its languages, from `Localizable.strings` or from dictionaries.
public struct MessageTable: Sendable {
    /// Whether the English texts are the keys, so that only those that depend on a count are looked up.
    let englishIsKeys: Bool
    /// Where the tables are, if their folder may be missing.
    let source: ResourceBundle?
    private let resources: Resources?
    private let texts: [String: [String: String]]

    /// Uses the tables in a module's resources: `MessageTable(.module)`. The bundle is evaluated with the first look-up, on any thread.
    ///
    /// `englishIsKeys` says whether the English texts are the keys, except those that depend on a count. They are then not looked up,
    /// and a later table of the same localizer may replace them.
    public init(_ bundle: @autoclosure @escaping @Sendable () -> Bundle, englishIsKeys: Bool = false) {
        self.englishIsKeys = englishIsKeys
        resources = Resources(open: bundle)
        source = nil
        texts = [:]
    }

    /// Uses the tables in a module's resources, but does not end the process if they were not installed with the program: the
    /// texts are then the English ones in the source code, and ``Localizer/missingResources`` names the folder.
    public init(_ source: ResourceBundle, englishIsKeys: Bool = false) {
        self.englishIsKeys = englishIsKeys
        resources = Resources { source.bundle }
        self.source = source
        texts = [:]
    }

    /// Uses texts in the source code, so that a feature can keep its own in its folder. Each language has the keys that its
    /// `Localizable.strings` would have; English needs only those that depend on a count.
    ///
    /// ```swift
    /// let table = MessageTable(["ru": ["No words yet": "Слов пока нет"]])
    /// ```
    public init(_ texts: [String: [String: String]]) {
        englishIsKeys = false
        resources = nil
        source = nil
        self.texts = texts
    }

    /// The messages of `CoreModule`: errors of stores, files and networks.
    public static let coreModule = MessageTable(.coreModule, englishIsKeys: true)

    /// The codes of the languages that have a table.
    package var languages: Set<String> { Set(resources?.languages ?? []).union(texts.keys) }

    /// Whether there is a table in a language.
    func has(_ language: String) -> Bool { texts[language] != nil || resources?.bundle(language) != nil }

    /// The text of a key in a language, or in English if the table does not have the language.
    func text(forKey key: String, in language: String) -> String? {
        if let text = (texts[language] ?? texts["en"])?[key] { return text }
        let bundle = resources?.bundle(language) ?? resources?.bundle("en")
        // A text that no table has.
        let missing = "\u{0}"
        let text = bundle?.localizedString(forKey: key, value: missing, table: nil)
        return text == missing ? nil : text
    }
}

/// The folders of languages in a module's resources. Each is opened when first needed, which takes longer than to look up a text.
private final class Resources: Sendable {
    private let open: @Sendable () -> Bundle?
    private let bundles = Locked<[String: Bundle?]>([:])

    init(open: @escaping @Sendable () -> Bundle?) { self.open = open }

    var languages: [String] { open()?.localizations ?? [] }

    func bundle(_ language: String) -> Bundle? {
        bundles.withLock { bundles in
            if let known = bundles[language] { return known }
            let bundle = open()?.url(forResource: language, withExtension: "lproj").flatMap(Bundle.init(url:))
            bundles[language] = .some(bundle)
            return bundle
        }
    }
}
