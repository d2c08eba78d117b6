public import CoreModule

/// Why the dictionary could not do what it was asked. It is as it was before.
public enum DictionaryError: LoggedError, Hashable, Sendable {
    /// There is nothing in the text but white space.
    case emptyText
    /// The text has more than ``WordText/maximumLength`` characters.
    case textTooLong(length: Int)
    /// The language is not among those offered.
    case unknownLanguage(String, known: [Language])
    /// A word is not translated into its own language.
    case sameLanguage(Language)
    /// A word of this text and direction is there already.
    case duplicate(of: WordID)
    /// There is no word of this identifier, or beginning of one.
    case notFound(String)
    /// Several words' identifiers begin so.
    case ambiguousID(String, matches: [WordID])
    /// A file to import from or export to cannot be read or written.
    case fileUnreadable(path: String, reason: Message)
    /// A word could not be looked up.
    case translation(TranslationError)
    /// The store failed.
    case store(StoreError)

    /// The error's name, as scripts see it; the store's faults have names of their own.
    public var code: String {
        switch self {
        case .emptyText: "emptyText"
        case .textTooLong: "textTooLong"
        case .unknownLanguage: "unknownLanguage"
        case .sameLanguage: "sameLanguage"
        case .duplicate: "duplicate"
        case .notFound: "notFound"
        case .ambiguousID: "ambiguousID"
        case .fileUnreadable: "fileUnreadable"
        case .translation(let error): error.code
        case .store(let error): error.code.rawValue
        }
    }

    /// A store, a file or a service that fails is a fault; the rest are answers to what was asked.
    public var logLevel: Logger.Level {
        switch self {
        case .emptyText, .textTooLong, .unknownLanguage, .sameLanguage, .duplicate, .notFound, .ambiguousID: .info
        case .fileUnreadable: .warning
        case .translation(let error): error.logLevel
        case .store(let error): error.logLevel
        }
    }
}
