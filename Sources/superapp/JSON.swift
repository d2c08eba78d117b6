import CoreModule
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
    static func date(_ date: Date?) -> JSON {
        .string(date.map { ISO8601Date.text(Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down))) })
    }

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
        case .string(let text): text.jsonQuoted
        case .array(let values): "[\(values.map(\.line).joined(separator: ","))]"
        case .object(let members): "{\(members.map { "\($0.jsonQuoted):\($1.line)" }.joined(separator: ","))}"
        }
    }
}
