import CoreModule
package import Foundation

/// A JSON value, as programs send and receive it.
package enum JSON: Hashable, Sendable {
    /// Nothing.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case number(Int)
    /// Another number.
    case decimal(Double)
    /// A string.
    case text(String)
    /// An array.
    case list([JSON])
    /// Members, each name once.
    case object([String: JSON])

    /// Why a text is no value.
    package enum Failure: Error {
        /// It is none at all.
        case syntax
        /// It is nested too deeply.
        case depth
    }

    /// The objects and lists within each other that a body may have. The deepest one of the API has two.
    private static let maximumDepth = 16

    /// Reads a value. Refuses one that is nested too deeply before it is read, because reading it takes stack.
    package init(_ data: Data) throws(Failure) {
        guard Self.depth(of: data) <= Self.maximumDepth else { throw .depth }
        do { self = try JSONDecoder().decode(JSON.self, from: data) } catch { throw .syntax }
    }

    /// The value in UTF-8, with the keys of objects in alphabetical order.
    package var data: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(self) } catch {
            preconditionFailure("Texts and finite numbers can be encoded: \(error)")
        }
    }

    private static func depth(of data: Data) -> Int {
        var (depth, deepest) = (0, 0)
        var (isInText, isEscaped) = (false, false)
        for byte in data {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isInText: isEscaped = true
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}

extension JSON {
    /// A text; null if there is none.
    static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }

    /// A number; null if there is none, or it is not finite.
    static func decimal(_ number: Double?) -> JSON {
        number.flatMap { $0.isFinite ? .decimal($0) : nil } ?? .null
    }

    /// A date in ISO 8601, in UTC; null if there is none.
    static func date(_ date: Date?) -> JSON { .text(date.map { ISO8601Date.text($0) }) }

    /// A list of texts.
    static func texts(_ texts: [String]) -> JSON { .list(texts.map { .text($0) }) }

    /// The text, if it is one.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The number, if it is a whole one.
    package var number: Int? { if case .number(let number) = self { number } else { nil } }

    /// The value, if it is true or false.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The values, if it is a list.
    package var list: [JSON]? { if case .list(let values) = self { values } else { nil } }

    /// The member of an object; nil if it has none, or is none.
    package subscript(_ name: String) -> JSON? { if case .object(let members) = self { members[name] } else { nil } }

    /// The texts, if it is a list of nothing else.
    package var texts: [String]? {
        guard case .list(let values) = self else { return nil }
        let texts = values.compactMap(\.text)
        return texts.count == values.count ? texts : nil
    }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
    /// A text.
    package init(stringLiteral text: String) { self = .text(text) }

    /// An object. Of members with one name, the last one counts.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(Dictionary(members) { _, last in last })
    }

    /// The object with more members.
    func adding(_ more: [String: JSON]) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.merging(more) { _, new in new })
    }
}

extension JSON: Codable {
    /// Reads a value of any kind.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each fails if the value is of another kind.
        func value<Value: Decodable>(_ type: Value.Type) -> Value? {
            do { return try container.decode(type) } catch { return nil }
        }
        if container.decodeNil() {
            self = .null
        } else if let text = value(String.self) {
            self = .text(text)
        } else if let bool = value(Bool.self) {
            self = .bool(bool)
        } else if let number = value(Int.self) {
            self = .number(number)
        } else if let number = value(Double.self) {
            self = .decimal(number)
        } else if let values = value([JSON].self) {
            self = .list(values)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Writes the value.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let members): try container.encode(members)
        }
    }
}
