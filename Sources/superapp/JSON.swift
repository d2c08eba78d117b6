import Foundation

/// A JSON value. Objects keep the order of their members, so that the output is the same at every run.
indirect enum JSON: ExpressibleByDictionaryLiteral {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }

    static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// ISO 8601 in UTC, to the second.
    static func date(_ date: Date?) -> JSON { .string(date?.formatted(.iso8601)) }

    static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    static func + (left: JSON, right: JSON) -> JSON {
        guard case (.object(let first), .object(let second)) = (left, right) else { return left }
        return .object(first + second)
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let text): Self.quoted(text)
        case .array(let values): "[\(values.map(\.line).joined(separator: ","))]"
        case .object(let members): "{\(members.map { "\(Self.quoted($0)):\($1.line)" }.joined(separator: ","))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            // Line and paragraph separators too, since some readers break lines there.
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
