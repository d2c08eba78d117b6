import CoreModule
import Foundation

/// A JSON value. Objects keep the order of their members, so that the output is the same at every run.
indirect enum JSON: ExpressibleByDictionaryLiteral {
    case null
    case bool(Bool)
    case number(Int)
    case decimal(Double)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    init(dictionaryLiteral members: (String, JSON)...) { self = .object(members) }

    static func string(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// ISO 8601 in UTC, to the second.
    static func date(_ date: Date?) -> JSON {
        .string(date.map { ISO8601Date.text(Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down))) })
    }

    static func decimal(_ number: Double?) -> JSON { number.map { .decimal($0) } ?? .null }

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
        case .decimal(let value): value.isFinite ? "\(value)" : "null"
        case .string(let text): Self.quoted(text)
        case .array(let values): "[\(values.map(\.line).joined(separator: ","))]"
        case .object(let members): "{\(members.map { "\(Self.quoted($0)):\($1.line)" }.joined(separator: ","))}"
        }
    }

    /// Control characters are escaped, and the separators of lines and paragraphs, at which some readers break lines.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch (scalar, scalar.properties.generalCategory) {
            case ("\"", _), ("\\", _): quoted += "\\\(scalar)"
            case ("\n", _): quoted += "\\n"
            case ("\r", _): quoted += "\\r"
            case ("\t", _): quoted += "\\t"
            case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator):
                quoted += "\\u" + String(scalar.value + 0x10000, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
