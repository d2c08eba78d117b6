public import Foundation

/// A message for a person, which a ``Localizer`` turns into text when it is shown.
///
/// It is written in English, like Apple's `LocalizedStringResource`, which Linux does not have:
///
/// ```swift
/// let message = Message("the text has \(length) characters; \(limit) are allowed")
/// let text = localizer(message)
/// ```
///
/// The English text is the key in the `.strings` tables, with `%@` for an argument and `%d` for a count:
/// `"the text has %@ characters; %@ are allowed"`.
public struct Message: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The key in the tables: the English text with placeholders, and `%%` for a percent sign.
    public let key: String
    /// The values of the placeholders, in the order of the English text.
    public let arguments: [Argument]

    /// The value of a placeholder.
    public enum Argument: Hashable, Sendable {
        /// A text that is the same in every language.
        case text(String)
        /// A whole number, in the reader's format.
        case number(Int)
        /// A whole number that selects the plural form. A message has at most one.
        case count(Int)
        /// A date and time, in the reader's time zone.
        case date(Date)
        /// A day, in the reader's format.
        case day(CalendarDay)
        /// A time of day, in the reader's format. The day is not shown.
        case time(LocalDateTime)
        /// Another message.
        indirect case message(Message)
    }

    /// Makes a message from a key that is no sentence.
    public init(key: String, arguments: [Argument] = []) {
        self.key = key
        self.arguments = arguments
    }

    /// Makes a message from an English text without placeholders.
    public init(stringLiteral text: String) {
        self.init(key: StringInterpolation.escape(text))
    }

    /// Makes a message from an English text with placeholders.
    public init(stringInterpolation text: StringInterpolation) {
        self.init(key: text.key, arguments: text.arguments)
    }

    /// Collects the pieces of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []

        /// Starts a text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends a piece of the literal.
        public mutating func appendLiteral(_ literal: String) { key += Self.escape(literal) }

        /// Inserts a text: a name, an identifier, user input.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append("%@", .text(value.description))
        }

        /// Inserts a number.
        public mutating func appendInterpolation(_ number: Int) { append("%@", .number(number)) }

        /// Inserts a number that selects the plural form.
        public mutating func appendInterpolation(count: Int) { append("%d", .count(count)) }

        /// Inserts a date.
        public mutating func appendInterpolation(_ date: Date) { append("%@", .date(date)) }

        /// Inserts a day.
        public mutating func appendInterpolation(day: CalendarDay) { append("%@", .day(day)) }

        /// Inserts a time of day.
        public mutating func appendInterpolation(time: LocalDateTime) { append("%@", .time(time)) }

        /// Inserts another message.
        public mutating func appendInterpolation(_ message: Message) { append("%@", .message(message)) }

        private mutating func append(_ placeholder: String, _ argument: Argument) {
            key += placeholder
            arguments.append(argument)
        }

        static func escape(_ literal: String) -> String {
            literal.utf8.contains(UInt8(ascii: "%")) ? literal.replacingOccurrences(of: "%", with: "%%") : literal
        }
    }
}

extension Message: CustomStringConvertible {
    /// The English text, for logs.
    public var description: String { Localizer.untranslated(self) }
}
