public import CoreModule

extension DictionaryError: ExplainedError {
    /// The message for the user.
    public var explanation: Message {
        switch self {
        case .emptyText: Message("there is no text")
        case .textTooLong(let length, let maximum):
            Message("the text has \(count: length) characters; \(maximum) are allowed")
        case .unknownLanguage(let code, let known):
            Message("the language “\(code)” is unknown; known are \(known.map(\.code).joined(separator: ", "))")
        case .sameLanguage(let language):
            Message("a word in “\(language)” cannot be translated into “\(language)”")
        case .duplicate(let id): Message("the word is there already: \(id)")
        case .notFound(let id): Message("there is no word “\(id)”")
        case .ambiguousID(let name, let matches):
            Message("“\(name)” matches several: \(matches.map(\.id.rawValue).joined(separator: ", "))")
        case .fileUnreadable(let path, let reason), .fileUnwritable(let path, let reason):
            Message("\(path): \(reason)")
        case .translation(let error): error.explanation
        case .store(let error): error.explanation
        }
    }
}

extension TranslationError: ExplainedError {
    /// The message for the user.
    public var explanation: Message {
        switch self {
        case .notFound: Message("no translation was found")
        case .unsupportedDirection(let direction): Message("no service that was asked translates \(direction)")
        case .unauthorized: Message("the translation service does not accept the key")
        case .rateLimited(nil):
            Message("the translation service allows no more requests now")
        case .rateLimited(let until?):
            Message("the translation service allows no more requests now; the word is looked up after \(until)")
        case .unreachable(let reason), .network(let reason):
            Message("the translation service cannot be reached: \(reason)")
        case .malformedAnswer(let reason): Message("the translation service's answer makes no sense: \(reason)")
        case .file(let error): error.explanation
        case .unavailable(let failure): failure.explanation
        case .store(let error): error.explanation
        case .cancelled: Message("the look-up was cancelled")
        }
    }
}

extension TranslationFailure: ExplainedError {
    /// What went wrong, for the user.
    public var explanation: Message {
        guard let retryDate, reason.retryDate == nil || isReserved else { return reason.explanation }
        return Message("\(reason.explanation); it is asked again after \(retryDate)")
    }
}
