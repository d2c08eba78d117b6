package import CoreModule

/// The result of reading a line of a file: a word, or a problem.
package struct ExchangeLine: Hashable, Sendable {
    /// The line of the file on which the record begins, from 1. Line breaks in quoted fields do not end a record.
    package let number: Int
    package let result: Result<ExchangeRecord, ExchangeProblem>
}

/// The reason why a record cannot be read or written.
package struct ExchangeProblem: Error, Hashable, Sendable {
    /// The reason as a part of a sentence: `the quoted field is not closed`.
    package let reason: Message

    package init(reason: Message) {
        self.reason = reason
    }

    static let notUTF8 = ExchangeProblem(reason: Message("not UTF-8"))
    static let notClosed = ExchangeProblem(reason: Message("the quoted field is not closed"))
    static let textAfterQuote = ExchangeProblem(reason: Message("there is text after a closing quote"))
    static let fieldTooLong = ExchangeProblem(reason: Message("a field is longer than 1 MiB"))
    static let recordTooLong = ExchangeProblem(reason: Message("the record is longer than 16 MiB"))
    static let noText = ExchangeProblem(reason: Message("there is no text"))
    static let noTextColumn = ExchangeProblem(reason: Message("no column is named text"))
    static let notJSON = ExchangeProblem(reason: Message("not JSON"))
    static let notObject = ExchangeProblem(reason: Message("not a JSON object"))

    static let delimiter = ExchangeProblem(reason: Message("the delimiter is “,” or “;”: it must be named"))
    static let header = ExchangeProblem(reason: Message("the first row is a word or a header: columns must be named"))

    static let swapped = ExchangeProblem(
        reason: Message("the columns look swapped: columns or languages must be named"))
    static let dashes = ExchangeProblem(
        reason: Message("a dash or “=” stands between words and translations: the delimiter or columns must be named"))

    static func language(_ named: Language, insteadOf option: Language) -> ExchangeProblem {
        ExchangeProblem(reason: Message("the header names the language \(named), not \(option)"))
    }

    static func encoding(_ encoding: TextEncoding) -> ExchangeProblem {
        ExchangeProblem(reason: Message("the file is not \(encoding.rawValue)"))
    }

    static func fields(_ count: Int, insteadOf expected: Int) -> ExchangeProblem {
        ExchangeProblem(reason: Message("\(count: count) fields instead of \(expected)"))
    }
}

/// The limits that keep a damaged or hostile file from filling the memory.
enum ExchangeLimit {
    /// The maximum number of bytes in a field: 1 MiB.
    static let field = 1 << 20
    /// The maximum number of bytes in a record: 16 MiB. Each separator counts as one.
    static let record = 1 << 24
}
