package import CoreModule
package import Foundation

/// A failure of the news reader. Nothing has changed.
package enum NewsError: Hashable, Sendable {
    /// There is no connection to the service.
    case offline
    /// The answer was broken off.
    case interrupted
    case timedOut
    /// The service does not accept the key.
    case key(KeyProblem)
    /// Too many requests. The service may say when it can be asked again.
    case limited(until: Date?)
    /// The service does not accept the request.
    case refused(Refusal)
    case serviceDown
    /// The answer has another form than the documented one.
    case malformed
    case cancelled
    case queryTooLong(limit: Int)
    case nameTooLong(limit: Int)
    /// There is no picture at its address.
    case noPicture
    case pictureTooLarge
    /// The saved article was removed.
    case notSaved
    case store(StoreError)

    /// What is wrong with the key. The raw values are the service's codes.
    package enum KeyProblem: String, Sendable, CaseIterable {
        case missing = "apiKeyMissing"
        case invalid = "apiKeyInvalid"
        case disabled = "apiKeyDisabled"
        case exhausted = "apiKeyExhausted"
    }

    /// What is wrong with a request. The raw values are the service's codes.
    package enum Refusal: String, Sendable, CaseIterable {
        case parameterInvalid, parametersMissing, sourcesTooMany, sourceDoesNotExist
        /// A reason that is not documented.
        case unknown
    }
}

extension NewsError: LoggedError {
    /// What the log says of it: no text of the reader's.
    package var code: String {
        switch self {
        case .offline: "offline"
        case .interrupted: "interrupted"
        case .timedOut: "timedOut"
        case .key(let problem): problem.rawValue
        case .limited: "rateLimited"
        case .refused(let refusal): "refused: \(refusal.rawValue)"
        case .serviceDown: "serviceDown"
        case .malformed: "malformed"
        case .cancelled: "cancelled"
        case .queryTooLong: "queryTooLong"
        case .nameTooLong: "nameTooLong"
        case .noPicture: "noPicture"
        case .pictureTooLarge: "pictureTooLarge"
        case .notSaved: "notSaved"
        case .store(let error): error.code.rawValue
        }
    }

    package var logLevel: EventLogger.Level {
        switch self {
        case .cancelled: .debug
        case .queryTooLong, .nameTooLong, .noPicture, .pictureTooLarge, .notSaved: .info
        case .store(let error): error.logLevel
        default: .warning
        }
    }
}

extension NewsError: ExplainedError {
    /// What the reader sees.
    package var explanation: Message {
        switch self {
        case .offline: Message("There is no connection to the news service")
        case .interrupted: Message("The connection was interrupted")
        case .timedOut: Message("The news service has not answered in time")
        case .key(.missing): Message("The news service needs a key")
        case .key(.invalid): Message("The news service does not accept the key")
        case .key(.disabled): Message("The key for the news service is disabled")
        case .key(.exhausted): Message("The key for the news service is used up for now")
        case .limited(let date?): Message("Too many requests. Try again after \(date)")
        case .limited(nil): Message("Too many requests. Try again later")
        case .refused(.sourceDoesNotExist): Message("There is no such source")
        case .refused(.sourcesTooMany): Message("These are too many sources")
        case .refused: Message("The news service does not accept this request")
        case .serviceDown: Message("The news service is out of order. Try again later")
        case .malformed: Message("The answer of the news service cannot be read")
        case .cancelled: Message("the operation was cancelled")
        case .queryTooLong(let limit): Message("A search has at most \(limit) characters")
        case .nameTooLong(let limit): Message("A name has at most \(limit) characters")
        case .noPicture: Message("There is no picture")
        case .pictureTooLarge: Message("The picture is too large")
        case .notSaved: Message("This article is not saved")
        case .store(let error): error.explanation
        }
    }
}

extension NewsError {
    /// Runs an operation of a store, and converts its error.
    static func storing<Value>(
        isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(StoreError) -> Value
    ) async throws(NewsError) -> Value {
        do throws(StoreError) {
            return try await operation()
        } catch {
            throw error.code == .cancelled ? .cancelled : .store(error)
        }
    }
}
