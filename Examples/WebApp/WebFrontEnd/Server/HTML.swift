/// A piece of HTML. A value that is interpolated is text, and escaped; HTML in HTML stays as it is.
///
/// ```swift
/// let row: HTML = "<li class=\"word\" id=\"\(word.id.rawValue)\">\(word.text.value)\(isNew ? badge : "")</li>"
/// ```
///
/// Attributes are written in double quotes. Never interpolate into a script, a style, or an attribute without quotes.
package struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// The markup.
    package let text: String

    /// Makes HTML of a literal.
    package init(stringLiteral text: String) { self.text = text }
    /// Makes HTML of a literal with values.
    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    /// Makes HTML of markup that comes from this program. Never pass a user's text.
    package init(raw text: String) { self.text = text }
    /// Makes HTML that shows a text.
    package init(_ text: String) { self.text = Self.escape(text) }

    /// Nothing.
    package static let empty = HTML(raw: "")

    /// An attribute with a space before it: ` name="value"`. Nothing if the value is nil.
    package static func attribute(_ name: StaticString, _ value: String?) -> HTML {
        value.map { HTML(raw: " \(name)=\"\(escape($0))\"") } ?? .empty
    }

    /// An attribute without a value, such as ` checked`, with a space before it. Nothing if it is not set.
    package static func flag(_ name: StaticString, _ isSet: Bool) -> HTML {
        isSet ? HTML(raw: " \(name)") : .empty
    }

    /// One piece after another.
    package static func + (lhs: HTML, rhs: HTML) -> HTML { HTML(raw: lhs.text + rhs.text) }

    /// The text as content of an element or of an attribute in quotes. What HTML cannot contain (NUL and other control characters
    /// but tab and line ends) becomes U+FFFD.
    private static func escape(_ text: String) -> String {
        // Most texts need no escape. 0xC2 begins the control characters after U+007F.
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0x7F,
                0xC2:
                false
            default: byte >= 0x20
            }
        }
        if isPlain { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Collects the parts of a literal, and escapes the values in it.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Starts with room for the literal's parts.
        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// Adds markup that the program wrote.
        package mutating func appendLiteral(_ literal: String) { text += literal }
        /// Adds a text, escaped.
        package mutating func appendInterpolation(_ value: some StringProtocol) { text += HTML.escape(String(value)) }
        /// Adds a number.
        package mutating func appendInterpolation(_ value: Int) { text += String(value) }
        /// Adds HTML as it is.
        package mutating func appendInterpolation(_ value: HTML) { text += value.text }
        /// Adds several pieces of HTML, one after the other.
        package mutating func appendInterpolation(_ value: [HTML]) { text += value.map(\.text).joined() }
        /// Adds HTML if there is any.
        package mutating func appendInterpolation(_ value: HTML?) { text += value?.text ?? "" }
    }
}
