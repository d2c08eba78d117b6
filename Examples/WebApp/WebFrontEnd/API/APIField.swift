import CoreModule
import Foundation

/// A field of a body or of a query, as the operations read it. The description of the API says the same: a test compares both.
package struct APIField: Hashable, Sendable {
    /// What its value may be.
    package enum Kind: Hashable, Sendable {
        /// Any text.
        case text
        /// A UUID in lower case, which the program has made: with it, a request that is sent again adds nothing twice.
        case newID
        /// A list of texts.
        case texts
        /// True or false.
        case flag
        /// A whole number.
        case number(ClosedRange<Int>)
        /// One of some texts.
        case choice([String])
    }

    /// Its name.
    package let name: String
    /// What its value may be.
    package let kind: Kind
    /// Whether it must be there.
    package let isRequired: Bool
    /// Whether it may be null, to remove what is there.
    package let isNullable: Bool

    init(_ name: String, _ kind: Kind, isRequired: Bool = false, isNullable: Bool = false) {
        (self.name, self.kind) = (name, kind)
        (self.isRequired, self.isNullable) = (isRequired, isNullable)
    }

    private func accepts(_ value: JSON) -> Bool {
        if value == .null { return isNullable }
        return switch kind {
        case .text: value.text != nil
        case .newID: value.text.map { UUID(uuidString: $0)?.uuidString.lowercased() == $0 } ?? false
        case .texts: value.texts != nil
        case .flag: value.bool != nil
        case .number(let range): value.number.map { range.contains($0) } ?? false
        case .choice(let names): value.text.map { names.contains($0) } ?? false
        }
    }

    /// The value of a text in a query.
    private func value(_ text: String) -> JSON {
        switch kind {
        case .number: Int(text).map { .number($0) } ?? .text(text)
        case .flag: ["true": .bool(true), "false": .bool(false)][text] ?? .text(text)
        case .text, .newID, .texts, .choice: .text(text)
        }
    }

    /// Checks a body. Throws a ``Problem`` that names the field that is wrong, missing, or not one of them.
    static func read(_ fields: [APIField], _ values: [String: JSON]) throws(Problem) -> [String: JSON] {
        for name in values.keys.sorted() where !fields.contains(where: { $0.name == name }) {
            throw .unknownField(name)
        }
        for field in fields {
            guard let value = values[field.name] else {
                if field.isRequired { throw .missingField(field.name) }
                continue
            }
            guard field.accepts(value) else { throw .wrongField(field.name) }
        }
        return values
    }

    /// Reads a query. Of a name that is there several times, the last value counts.
    static func read(_ fields: [APIField], query: String) throws(Problem) -> [String: JSON] {
        guard let sent = PercentEncoding.decodedForm(query.utf8) else { throw .wrongField("?") }
        var values: [String: JSON] = [:]
        for (name, text) in sent {
            values[name] = fields.first { $0.name == name }.map { $0.value(text) } ?? .text(text)
        }
        return try read(fields, values)
    }

    /// Whether a text may be the identifier of something. Others exist nowhere, and databases refuse some of them.
    static func isIdentifier(_ text: String) -> Bool {
        1...1000 ~= text.utf8.count && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
