public import CoreModule
public import Foundation

/// Why a look-up has no answer.
public enum TranslationError: LoggedError, Hashable, Sendable {
    /// The service does not know the word.
    case notFound
    /// The service does not translate in this direction.
    case unsupportedDirection(TranslationDirection)
    /// The service does not let us in.
    case unauthorized
    /// Too much was asked; when to come back, where the service says so. Until then it is of no use to ask for any word.
    case rateLimited(until: Date?)
    /// Too much was asked of some services, and the others do not know the word, or fail: another word they may know. When to come
    /// back for this one.
    case partlyRateLimited(until: Date?)
    /// The service could not be reached.
    case network(Message)
    /// The service said something that cannot be understood.
    case malformedAnswer(Message)
    /// What is remembered of services cannot be read or written; nothing was asked.
    case store(StoreError)
    /// The task that asked was cancelled.
    case cancelled

    /// The error's name, as scripts and logs see it.
    public var code: String {
        switch self {
        case .notFound: "notFound"
        case .unsupportedDirection: "unsupportedDirection"
        case .unauthorized: "unauthorized"
        case .rateLimited, .partlyRateLimited: "rateLimited"
        case .network: "network"
        case .malformedAnswer: "malformedAnswer"
        case .store(let error): error.code.rawValue
        case .cancelled: "cancelled"
        }
    }

    /// Whether something is wrong that may be right another time: not so where a word or a direction is just not known.
    public var isFault: Bool {
        switch self {
        case .notFound, .unsupportedDirection, .cancelled: false
        case .unauthorized, .rateLimited, .partlyRateLimited, .network, .malformedAnswer, .store: true
        }
    }

    /// A service that fails is a fault, and so is a store; the rest are answers to what was asked.
    public var logLevel: Logger.Level {
        switch self {
        case .notFound, .unsupportedDirection: .info
        case .unauthorized, .rateLimited, .partlyRateLimited, .network, .malformedAnswer: .warning
        case .store(let error): error.logLevel
        case .cancelled: .debug
        }
    }
}
