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
    /// There is no way to the service: no network, no such host, no connection. Nothing was asked.
    case unreachable(Message)
    /// The service failed when it was asked: no answer in time, a broken connection, a fault of its own.
    case network(Message)
    /// The service said something that cannot be understood.
    case malformedAnswer(Message)
    /// The service has failed again and again, the last time so, and is asked nothing before a time.
    indirect case suspended(until: Date, after: TranslationError)
    /// Some services failed so, and others are in order and do not know the word: another word they may know. Those that failed, by
    /// their places in the chain: words that wait for the same ones wait for the same.
    indirect case partly(TranslationError, of: Set<Int>)
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
        case .rateLimited: "rateLimited"
        case .unreachable, .network: "network"
        case .malformedAnswer: "malformedAnswer"
        case .suspended(_, after: let error), .partly(let error, of: _): error.code
        case .store(let error): error.code.rawValue
        case .cancelled: "cancelled"
        }
    }

    /// Whether something is wrong that may be right another time: not so where a word or a direction is just not known.
    public var isFault: Bool {
        switch self {
        case .notFound, .unsupportedDirection, .cancelled: false
        case .unauthorized, .rateLimited, .unreachable, .network, .malformedAnswer, .suspended, .partly, .store: true
        }
    }

    /// When to come back, where that is said, and it is of no use before: for any word.
    package var retryDate: Date? {
        switch self {
        case .rateLimited(let until): until
        case .suspended(let until, after: _): until
        case .partly(let error, of: _): error.retryDate
        case .notFound, .unsupportedDirection, .unauthorized, .unreachable, .network, .malformedAnswer, .store,
            .cancelled:
            nil
        }
    }

    /// Whether others are in order.
    package var isPartly: Bool { if case .partly = self { true } else { false } }

    /// The fault itself, whoever else is in order.
    package var whole: TranslationError { if case .partly(let error, of: _) = self { error.whole } else { self } }

    /// Whether it says when to come back, or that one is not to come back soon.
    package var isDated: Bool {
        switch self {
        case .rateLimited, .suspended: true
        case .partly(let error, of: _): error.isDated
        case .notFound, .unsupportedDirection, .unauthorized, .unreachable, .network, .malformedAnswer, .store,
            .cancelled:
            false
        }
    }

    /// So many faults in a row are borne: of one service, or of words that all services were asked for.
    package static let tolerance = 3

    /// For how long nobody is asked after that: a short time at first and longer each time, up to a quarter of an hour; what only the
    /// user can mend is waited for longer, a minute at first, up to an hour.
    var pause: Backoff {
        self == .unauthorized
            ? Backoff(first: .seconds(60), longest: .seconds(3600))
            : Backoff(first: .seconds(2), longest: .seconds(900))
    }

    /// Whether nothing was asked for want of a way there.
    var isUnreachable: Bool { if case .unreachable = self { true } else { false } }

    /// Whether it is a fault of the network, which may well have passed in a moment.
    var isOfNetwork: Bool {
        switch self {
        case .unreachable, .network: true
        case .notFound, .unsupportedDirection, .unauthorized, .rateLimited, .malformedAnswer, .suspended, .partly,
            .store, .cancelled:
            false
        }
    }

    /// A service that fails is a fault, and so is a store; the rest are answers to what was asked.
    public var logLevel: Logger.Level {
        switch self {
        case .notFound, .unsupportedDirection: .info
        case .unauthorized, .rateLimited, .unreachable, .network, .malformedAnswer, .suspended: .warning
        case .partly(let error, of: _): error.logLevel
        case .store(let error): error.logLevel
        case .cancelled: .debug
        }
    }
}
