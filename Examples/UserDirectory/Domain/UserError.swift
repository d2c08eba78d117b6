package import CoreModule

/// A failure of the directory.
package enum UserError: Hashable, Sendable {
    /// The server was not reached.
    case offline(Message)
    case timedOut
    /// The connection broke before the answer was complete.
    case interrupted(Message)
    /// A new user was sent, and no usable answer came: it may have been created.
    case uncertain
    /// The answer has a status of 400 or above that nothing else here stands for.
    case status(Int)
    /// The answer has another form than expected.
    case malformed
    /// The draft was refused, here or by the server.
    case refused(UserProblems)
    case notFound
    case store(StoreError)
    case cancelled
}

extension UserError {
    init(_ error: HTTP.Error) {
        switch error {
        case .status(let response): self = .status(response.status)
        case .unreachable(let reason): self = .offline(reason)
        case .timedOut: self = .timedOut
        case .interrupted(let reason): self = .interrupted(reason)
        case .foreignRedirect, .tooLarge: self = .malformed
        case .cancelled: self = .cancelled
        }
    }
}

extension UserError: LoggedError, ExplainedError {
    /// What the log says of it: no text of the user's or the server's.
    package var code: String {
        switch self {
        case .offline: "offline"
        case .timedOut: "timedOut"
        case .interrupted: "interrupted"
        case .uncertain: "uncertain"
        case .status(let status): "status \(status)"
        case .malformed: "malformed"
        case .refused: "refused"
        case .notFound: "notFound"
        case .store(let error): error.code.rawValue
        case .cancelled: "cancelled"
        }
    }

    package var logLevel: EventLogger.Level {
        switch self {
        case .cancelled: .debug
        case .refused, .notFound: .info
        case .store(let error): error.logLevel
        default: .warning
        }
    }

    /// What the user reads.
    package var explanation: Message {
        switch self {
        case .offline(let reason): Message("The server cannot be reached: \(reason)")
        case .timedOut: Message("The server did not answer in time")
        case .interrupted(let reason): Message("The answer did not arrive: \(reason)")
        case .uncertain:
            Message("No answer came. The user may have been created: look at the list before you send it again")
        case .status(let status): Message("The server failed with status \(String(status))")
        case .malformed: Message("The server sent an answer that cannot be read")
        case .refused(let problems): problems.general ?? Message("Some fields need a correction")
        case .notFound: Message("This user no longer exists")
        case .store(let error): Message("The users cannot be kept on this device: \(error.explanation)")
        case .cancelled: Message("It was cancelled")
        }
    }
}
