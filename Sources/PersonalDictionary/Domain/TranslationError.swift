public import CoreModule
public import Foundation

/// The failure of a look-up.
public enum TranslationError: LoggedError, ExplainedError, Hashable, Sendable {
    /// The service does not have the word.
    case notFound
    /// The service does not translate in this direction.
    case unsupportedDirection(TranslationDirection)
    /// The service does not accept the key.
    case unauthorized
    /// The service allows no more requests, for any word, until a date if it names one.
    case rateLimited(until: Date?)
    /// The service cannot be reached: no network, no such host, no connection. Nothing was sent.
    case unreachable(Message)
    /// The request failed: a time-out, a broken connection, an error of the service.
    case network(Message)
    /// The service's answer cannot be understood.
    case malformedAnswer(Message)
    /// A dictionary's file cannot be used.
    case file(DictionaryFileError)
    /// A provider is not asked now: it failed several times, or the half of its limit that is left is reserved for saved words. Or
    /// some of several providers failed, and the others work but do not know the word.
    indirect case unavailable(TranslationFailure)
    /// The stored answers or requests of services cannot be read or written. Nothing was sent.
    case store(StoreError)
    /// The task was cancelled, or the answer is no longer wanted.
    case cancelled

    /// The error's name in scripts and logs.
    public var code: String { traits.code }

    /// A service that fails is a fault, and so is a store. The rest are answers.
    public var logLevel: EventLogger.Level { traits.logLevel }

    /// Whether something failed that may succeed later. False if a word or a direction is unknown to the service.
    public var isFault: Bool {
        switch self {
        case .notFound, .unsupportedDirection, .cancelled: false
        default: true
        }
    }

    private var traits: (code: String, logLevel: EventLogger.Level) {
        switch self {
        case .notFound: ("notFound", .info)
        case .unsupportedDirection: ("unsupportedDirection", .info)
        case .unauthorized: ("unauthorized", .warning)
        case .rateLimited: ("rateLimited", .warning)
        case .unreachable, .network: ("network", .warning)
        case .malformedAnswer: ("malformedAnswer", .warning)
        case .file(let error): (error.code, error.logLevel)
        case .unavailable(let failure): failure.reason.traits
        case .store(let error): (error.code.rawValue, error.logLevel)
        case .cancelled: ("cancelled", .debug)
        }
    }

    /// The details of ``unavailable(_:)``; nil for any other error.
    package var failure: TranslationFailure? { if case .unavailable(let failure) = self { failure } else { nil } }

    /// Why the providers failed: never ``unavailable(_:)``.
    package var reason: TranslationError { failure?.reason ?? self }

    /// Whether only some providers failed: the others may know the next word.
    package var isPartial: Bool { failure?.isPartial ?? false }

    /// When to come back, if that is known. No word has an answer before.
    package var retryDate: Date? {
        switch self {
        case .rateLimited(let until): until
        case .unavailable(let failure): failure.retryDate
        default: nil
        }
    }

    /// Whether it says when to come back, or that one is not to come back soon.
    package var isDated: Bool {
        if case .rateLimited = self { true } else { retryDate != nil }
    }

    /// Whether nothing was sent because there is no connection.
    package var isUnreachable: Bool { if case .unreachable = self { true } else { false } }

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

/// Providers that failed, or that are not asked now.
public struct TranslationFailure: ExplainedError, Hashable, Sendable {
    /// Why: of the providers' errors, the one that allows the earliest retry.
    public let reason: TranslationError
    /// When the providers are asked again; nil if that is not known.
    public let retryDate: Date?
    /// The names of the providers that failed or were not asked.
    public let providers: Set<TranslationProvider>
    /// Whether other providers work. They do not know this word, but may know the next one.
    public let isPartial: Bool
    /// Whether the provider was not asked because the half of its limit that is left is reserved for saved words.
    package let isReserved: Bool

    /// Describes a failure. If the reason is a failure itself, that failure's reason is used.
    package init(
        _ reason: TranslationError, retryDate: Date?, providers: Set<TranslationProvider>, isPartial: Bool = false,
        isReserved: Bool = false
    ) {
        self.reason = reason.reason
        self.retryDate = retryDate
        self.providers = providers
        self.isPartial = isPartial
        self.isReserved = isReserved
    }

    /// What went wrong, for the user.
    public var explanation: Message {
        guard let retryDate, reason.retryDate == nil || isReserved else { return reason.explanation }
        return Message("\(reason.explanation); it is asked again after \(retryDate)")
    }
}
