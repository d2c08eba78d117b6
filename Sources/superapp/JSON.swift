import Foundation

/// A JSON value whose objects keep the order of their members, so that the output reads the same at every run.
indirect enum JSON {
    case null
    case bool(Bool)
    case number(Int)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// The value on one line.
    var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): "\(value)"
        case .string(let text): Self.quoted(text)
        case .array(let values): "[\(values.map(\.line).joined(separator: ","))]"
        case .object(let members): "{\(members.map { "\(Self.quoted($0.0)):\($0.1.line)" }.joined(separator: ","))}"
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
            // Line and paragraph separators too, which some readers of lines would break at.
            case "\0"..."\u{1F}", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
