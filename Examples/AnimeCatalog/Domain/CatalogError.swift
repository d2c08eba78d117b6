package import CoreModule
package import Foundation

/// A failure of the catalogue. Nothing has changed.
package enum CatalogError: Error, Hashable, Sendable {
    /// The service cannot be reached, or the connection broke.
    case offline
    case timedOut
    /// The service allows no more requests now. The date is nil if it did not say until when.
    case limited(until: Date?)
    /// The service, or its source, is out of order.
    case serviceDown
    /// The answer is none that this version understands.
    case malformed
    case store(StoreError)
    case cancelled
}

extension CatalogError: LoggedError, ExplainedError {
    package var code: String {
        switch self {
        case .offline: "offline"
        case .timedOut: "timedOut"
        case .limited: "limited"
        case .serviceDown: "serviceDown"
        case .malformed: "malformed"
        case .store(let error): error.code.rawValue
        case .cancelled: "cancelled"
        }
    }

    package var logLevel: EventLogger.Level {
        switch self {
        case .store(let error): error.logLevel
        case .cancelled: .debug
        case .offline, .timedOut, .limited, .serviceDown, .malformed: .warning
        }
    }

    /// What the user reads.
    package var explanation: Message {
        switch self {
        case .offline: Message("The catalogue cannot be reached. Check the connection and try again")
        case .timedOut: Message("The catalogue has not answered in time. Try again")
        case .limited(let date?): Message("The catalogue answers no more requests until \(date)")
        case .limited(nil): Message("The catalogue answers no more requests now. Try again later")
        case .serviceDown: Message("The catalogue is out of order. Try again later")
        case .malformed: Message("The catalogue has given an answer that this app does not understand")
        case .store(let error): error.explanation
        case .cancelled: Message("The request was cancelled")
        }
    }
}
