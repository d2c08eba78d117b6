public import Foundation

/// A sentence for a person, kept as what it says and worded when it is shown, in the language of whoever reads it then.
///
/// It is written in English, as in Apple's `LocalizedStringResource`, which Linux does not have:
///
/// ```swift
/// let message = Message("the text has \(length) characters; \(limit) are allowed")
/// let text = localizer(message)
/// ```
///
/// The English text is the key in the `.strings` tables, with `%@` for what is put in and `%d` for a count:
/// `"the text has %@ characters; %@ are allowed"`.
public struct Message: Hashable, Sendable {
    /// The key in the tables: the English text with placeholders, and `%%` for a percent sign.
    public let key: String
    /// What the placeholders stand for, in the order of the English text.
    public let arguments: [Argument]

    /// What is put in.
    public enum Argument: Hashable, Sendable {
        /// A text that is shown as it is, in every language.
        case text(String)
        /// A whole number, written as is customary where the reader lives.
        case number(Int)
        /// A whole number that the words around it agree with. A message has one at most.
        case count(Int)
        /// A moment, as date and time of the reader's day.
        case date(Date)
        /// Another message.
        indirect case message(Message)
    }

    /// Makes a message of an English text.
    public init(_ text: Text) {
        self.init(key: text.key, arguments: text.arguments)
    }

    /// Makes a message of a key, for texts whose key is no sentence.
    public init(key: String, arguments: [Argument] = []) {
        self.key = key
        self.arguments = arguments
    }

    /// The English text of a message, as a literal.
    public struct Text: Hashable, Sendable, ExpressibleByStringInterpolation {
        let key: String
        let arguments: [Argument]

        /// A text without placeholders.
        public init(stringLiteral value: String) {
            key = Interpolation.escape(value)
            arguments = []
        }

        /// A text with placeholders.
        public init(stringInterpolation: Interpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        /// Collects the pieces of the literal.
        public struct Interpolation: StringInterpolationProtocol {
            var key = ""
            var arguments: [Argument] = []

            /// Begins a text.
            public init(literalCapacity: Int, interpolationCount: Int) {}

            /// Adds a piece of the text itself.
            public mutating func appendLiteral(_ literal: String) { key += Self.escape(literal) }

            /// Puts a text in: a name, an identifier, what the user has typed.
            public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
                append("%@", .text(value.description))
            }

            /// Puts a number in.
            public mutating func appendInterpolation(_ number: Int) { append("%@", .number(number)) }

            /// Puts a number in that the words around it agree with.
            public mutating func appendInterpolation(count: Int) { append("%d", .count(count)) }

            /// Puts a moment in.
            public mutating func appendInterpolation(_ date: Date) { append("%@", .date(date)) }

            /// Puts another message in.
            public mutating func appendInterpolation(_ message: Message) { append("%@", .message(message)) }

            private mutating func append(_ placeholder: String, _ argument: Argument) {
                key += placeholder
                arguments.append(argument)
            }

            static func escape(_ literal: String) -> String {
                literal.contains("%") ? literal.replacingOccurrences(of: "%", with: "%%") : literal
            }
        }
    }
}

extension Message: CustomStringConvertible {
    /// The English text, for a log.
    public var description: String { Localizer.untranslated(self) }
}
