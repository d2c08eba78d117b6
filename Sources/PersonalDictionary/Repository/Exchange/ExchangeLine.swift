/// What was found on a line of a file: a word, or why there is none.
public struct ExchangeLine: Hashable, Sendable {
    /// The line of the file on which the record begins, from 1. A record goes on over the line breaks in its quoted
    /// fields; LF, CRLF and a lone CR each end a line.
    public let number: Int
    /// What the record says of a word; or why it was rejected.
    public let result: Result<ExchangeRecord, ExchangeProblem>

    init(number: Int, result: Result<ExchangeRecord, ExchangeProblem>) {
        self.number = number
        self.result = result
    }
}

/// Why a record cannot be read or written.
public struct ExchangeProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a part of an English sentence: `the quoted field is not closed`.
    public let reason: String

    /// States a reason.
    public init(reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }

    static let notUTF8 = ExchangeProblem(reason: "not UTF-8")
    static let notClosed = ExchangeProblem(reason: "the quoted field is not closed")
    static let textAfterQuote = ExchangeProblem(reason: "there is text after a closing quote")
    static let fieldTooLong = ExchangeProblem(reason: "a field is longer than 1 MiB")
    static let recordTooLong = ExchangeProblem(reason: "the record is longer than 16 MiB")
    static let noText = ExchangeProblem(reason: "there is no text")
    static let noTextColumn = ExchangeProblem(reason: "no column is named text")
    static let notJSON = ExchangeProblem(reason: "not JSON")
    static let notObject = ExchangeProblem(reason: "not a JSON object")

    static func fields(_ count: Int, insteadOf expected: Int) -> ExchangeProblem {
        ExchangeProblem(reason: "\(count) field\(count == 1 ? "" : "s") instead of \(expected)")
    }
}
