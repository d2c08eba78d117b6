public import Foundation

/// Why a look-up has no answer.
public enum TranslationError: Error, Hashable, Sendable {
    /// The service does not know the word.
    case notFound
    /// The service does not translate in this direction.
    case unsupportedDirection(TranslationDirection)
    /// The service does not let us in.
    case unauthorized
    /// Too much was asked; when to come back, where the service says so.
    case rateLimited(until: Date?)
    /// The service could not be reached.
    case network(String)
    /// The service said something that cannot be understood.
    case malformedAnswer(String)
    /// The task that asked was cancelled.
    case cancelled
}
