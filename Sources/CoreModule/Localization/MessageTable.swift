public import Foundation

/// The `Localizable.strings` of one module, in all its languages.
public struct MessageTable: Sendable {
    private let folders: [String: URL]

    /// Takes the tables of a module's resources: `MessageTable(.module)`.
    public init(_ bundle: Bundle) {
        folders = Dictionary(
            bundle.localizations.compactMap { language in
                bundle.url(forResource: language, withExtension: "lproj").map { (language, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// What `CoreModule` itself says: the faults of stores, files and networks.
    public static let coreModule = MessageTable(.module)

    /// The languages that there is a table for, by their codes.
    public var languages: Set<String> { Set(folders.keys) }

    /// The texts of a language, or English ones where it has none.
    func strings(in language: String) -> Strings {
        Strings(bundle: (folders[language] ?? folders["en"]).flatMap(Bundle.init(url:)))
    }

    /// The texts of one language.
    struct Strings: Sendable {
        let bundle: Bundle?
        /// Stands in no table.
        private static let missing = "\u{0}"

        subscript(key: String) -> String? {
            let text = bundle?.localizedString(forKey: key, value: Self.missing, table: nil)
            return text == Self.missing ? nil : text
        }
    }
}
