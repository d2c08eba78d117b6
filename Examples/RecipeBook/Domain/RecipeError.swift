package import CoreModule

/// A failure of the recipe book. Nothing has changed.
package enum RecipeError: Hashable, Sendable {
    case emptyTitle
    case notFound
    case store(StoreError)
    case sync(ReplicaError)
}

extension RecipeError: LoggedError, ExplainedError {
    /// What the log says of it: no text of the user's.
    package var code: String {
        switch self {
        case .emptyTitle: "emptyTitle"
        case .notFound: "notFound"
        case .store(let error): error.code.rawValue
        case .sync(let error): error.code
        }
    }

    package var logLevel: EventLogger.Level {
        switch self {
        case .store(let error): error.logLevel
        case .sync(let error): error.logLevel
        case .emptyTitle, .notFound: .info
        }
    }

    /// What the user reads.
    package var explanation: Message {
        switch self {
        case .emptyTitle: Message("A recipe needs a title")
        case .notFound: Message("This recipe was removed")
        case .store(let error): error.explanation
        case .sync(let error): error.explanation
        }
    }
}
