import CoreModule
import Foundation

/// The tags of a task, such as `shopping` or `at home`: each once, in the order in which they were added. Other programs know them as
/// categories (`CATEGORIES`, RFC 5545, section 3.8.1.2).
public struct TodoTags: Hashable, Sendable, CustomStringConvertible {
    /// The maximum number of characters of all tags together, with a comma and a space between two.
    public static let maximumLength = 1_000
    private static let maximumScalars = 20 * maximumLength
    /// No tags.
    public static let none = TodoTags(stored: [])

    /// The tags.
    public let names: [String]

    /// Creates tags from user input; each text may have several, with commas between them. They are in Unicode's composed form (NFC),
    /// each on one line. Throws ``TodoError/tagsTooLong(length:)``.
    public init(_ typed: [String]) throws(TodoError) {
        let parts = typed.flatMap { $0.split(separator: ",") }.map { part in
            part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        do {
            let joined = parts.filter { !$0.isEmpty }.joined(separator: ",")
            let text = try BoundedText.normalized(
                joined, maximumLength: Self.maximumLength, maximumScalars: Self.maximumScalars)
            self.init(stored: text.split(separator: ",").map(String.init))
        } catch {
            throw .tagsTooLong(length: error.length)
        }
    }

    /// Tags that were checked when they were stored, or come from elsewhere, where other limits hold.
    init(stored names: [String]) {
        var seen: Set<String> = []
        self.names = names.map { $0.trimmingCharacters(in: .whitespacesAndNewlines.union(.controlCharacters)) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The tags with commas between them, as ``init(_:)`` reads them.
    public var description: String { names.joined(separator: ", ") }

    /// Whether a tag is among them, whatever its case.
    public func contains(_ tag: String) -> Bool {
        let tag = Self.key(tag)
        return names.contains { Self.key($0) == tag }
    }

    /// What two tags have in common that differ only in case, or in characters that nobody sees.
    static func key(_ tag: String) -> String {
        tag.withoutUnseenCharacters.precomposedStringWithCanonicalMapping.lowercased()
    }

    /// The tags after two sides have changed them: with what either has added, and without what either has removed.
    func merged(here: TodoTags, there: TodoTags) -> TodoTags {
        TodoTags(
            stored: there.names.filter { here.names.contains($0) || !names.contains($0) }
                + here.names.filter { !names.contains($0) })
    }
}

extension TodoTags: Codable {
    /// Reads a list of texts.
    public init(from decoder: any Decoder) throws {
        self.init(stored: try decoder.singleValueContainer().decode([String].self))
    }

    /// Writes ``names``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(names)
    }
}
