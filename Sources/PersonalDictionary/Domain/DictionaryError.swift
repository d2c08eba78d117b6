public import CoreModule

/// The error of an operation on the dictionary. The dictionary has not changed.
public enum DictionaryError: LoggedError, ExplainedError, Hashable, Sendable {
    /// The text contains only white space.
    case emptyText
    /// The text has more characters than are allowed: ``WordText/maximumLength``, or ``WordNote/maximumLength`` for a note and for all
    /// of the user's translations of a word together.
    case textTooLong(length: Int, maximum: Int = WordText.maximumLength)
    /// The dictionary does not offer the language.
    case unknownLanguage(String, known: [Language])
    /// Words are in the language, so it cannot be dropped.
    case languageInUse(Language, words: Int)
    /// A dictionary offers two languages at least.
    case tooFewLanguages
    /// Both languages of a direction are the same.
    case sameLanguage(Language)
    /// There is a word with this text and direction, or with this identifier.
    case duplicate(of: WordID)
    /// No word has this identifier or matches this name.
    case notFound(String)
    /// A card of the word with this text is not asked until it is resumed.
    case suspended(String)
    /// Several words match this name.
    case ambiguousID(String, matches: [Word])
    /// A file to import cannot be read.
    case fileUnreadable(path: String, reason: Message)
    /// A file to export to cannot be written.
    case fileUnwritable(path: String, reason: Message)
    /// A word could not be looked up.
    case translation(TranslationError)
    /// The store failed.
    case store(StoreError)

    /// The error's name for scripts. An error of the store has the store's own code.
    public var code: String { traits.code }

    /// A warning for errors of the store, of files and of services, which are failures; info for the others, which are expected
    /// answers.
    public var logLevel: EventLogger.Level { traits.logLevel }

    private var traits: (code: String, logLevel: EventLogger.Level) {
        switch self {
        case .emptyText: ("emptyText", .info)
        case .textTooLong: ("textTooLong", .info)
        case .unknownLanguage: ("unknownLanguage", .info)
        case .languageInUse: ("languageInUse", .info)
        case .tooFewLanguages: ("tooFewLanguages", .info)
        case .sameLanguage: ("sameLanguage", .info)
        case .duplicate: ("duplicate", .info)
        case .notFound: ("notFound", .info)
        case .suspended: ("suspended", .info)
        case .ambiguousID: ("ambiguousID", .info)
        case .fileUnreadable: ("fileUnreadable", .warning)
        case .fileUnwritable: ("fileUnwritable", .warning)
        case .translation(let error): (error.code, error.logLevel)
        case .store(let error): (error.code.rawValue, error.logLevel)
        }
    }

    /// The message for the user.
    public var explanation: Message {
        switch self {
        case .emptyText: Message("there is no text")
        case .textTooLong(let length, let maximum):
            Message("the text has \(count: length) characters; \(maximum) are allowed")
        case .unknownLanguage(let code, let known):
            Language(code: code).isKnown
                ? Message("the language “\(code)” is not added; known are \(known.map(\.code).joined(separator: ", "))")
                : Message("the language “\(code)” is unknown; known are \(known.map(\.code).joined(separator: ", "))")
        case .languageInUse(let language, let count):
            Message(
                "\(count: count) words are in “\(language)” or translated into it, in the list or in the bin; delete them first"
            )
        case .tooFewLanguages: Message("two languages at least are needed")
        case .sameLanguage(let language):
            Message("a word in “\(language)” cannot be translated into “\(language)”")
        case .duplicate(let id): Message("the word is there already: \(id)")
        case .notFound(let id): Message("there is no word “\(id)”")
        case .suspended(let text): Message("“\(text)” is suspended: it is not asked until it is resumed")
        case .ambiguousID(let name, let matches):
            Message("“\(name)” matches several: \(matches.map(\.id.rawValue).joined(separator: ", "))")
        case .fileUnreadable(let path, let reason), .fileUnwritable(let path, let reason):
            Message("\(path): \(reason)")
        case .translation(let error): error.explanation
        case .store(let error): error.explanation
        }
    }
}
