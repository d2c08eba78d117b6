import CoreModule
import PersonalDictionary
import TodoList

/// An error of PostgreSQL or of the connection to it.
struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The server's code (SQLSTATE). Empty if the server did not say one.
    let state: String
    /// The server's first line, or libpq's.
    let reason: String

    static let timeout = PostgresError(state: "", reason: "the server did not answer in time")
    static let poolExhausted = PostgresError(state: "53300", reason: "all connections are in use")
    static let unknownCommit = PostgresError(
        state: "08007", reason: "the server cannot be asked whether the transaction was committed")
    static let unexpected = PostgresError(state: "XX000", reason: "the server's answer has another form")

    var description: String { state.isEmpty ? reason : "\(reason) (\(state))" }

    /// Whether the connection is of no use any more, although it may still be open: the server stops, or is no longer the primary.
    var endsConnection: Bool {
        state.hasPrefix("08") || state.hasPrefix("57P") || ["", "25006", "25P03"].contains(state)
    }
}

/// An error of the libraries that can be made of any error that an operation on the database threw.
protocol PostgresFailure: Error {
    init(postgres error: any Error)
}

extension StoreError: PostgresFailure {
    /// Makes a store error of any error that an operation on the database threw. The server's text, which may contain a user's, is
    /// not part of it: see the log. The messages are those of the SQLite store, so that they are translated.
    init(postgres error: any Error) {
        guard let error = error as? PostgresError else {
            self.init(wrapping: error, path: nil)
            return
        }
        // https://www.postgresql.org/docs/15/errcodes-appendix.html
        let (code, message): (Code, Message) =
            switch error.state {
            case "53100": (.full, Message("there is no space left for the store"))
            case "57014", "40001", "40P01", "55P03", "25P03": (.busy, Message("another process is using the store"))
            case "25006", "42501": (.unreadable, Message("the store cannot be written"))
            case "42P01", "42703", "XX001", "XX002": (.damaged, Message("the store is damaged"))
            default:
                switch error.state.prefix(2) {
                case "53": (.busy, Message("another process is using the store"))
                case "28", "3D": (.unreadable, Message("the store cannot be opened"))
                case "", "08", "57", "58": (.unreadable, Message("the store cannot be read or written"))
                default: (.internalFault, Message("the store refused an operation"))
                }
            }
        self.init(code, path: nil, message: message)
    }
}

extension DictionaryError: PostgresFailure {
    init(postgres error: any Error) {
        self = error as? DictionaryError ?? .store(StoreError(postgres: error))
    }
}

extension TodoError: PostgresFailure {
    init(postgres error: any Error) {
        self = error as? TodoError ?? .store(StoreError(postgres: error))
    }
}
