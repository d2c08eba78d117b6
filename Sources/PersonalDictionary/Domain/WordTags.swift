public import CoreModule

/// The user's tags on a word, such as `verb` or `book::chapter1`: each once, without white space, in the order in which they were added.
///
/// As in Anki, white space separates tags, and `::` stands between a tag and its parts. Case counts: `verb` and `Verb` are two tags.
public struct WordTags: Hashable, Sendable {
    /// The maximum number of characters of all tags together, with a space between two.
    public static let maximumLength = 10_000
    /// No tags.
    public static let empty = WordTags(stored: "")

    /// The tags.
    public let names: [String]

    /// Creates tags from user input; each text may have several. They are in Unicode's composed form (NFC), without control
    /// characters. Throws ``DictionaryError/textTooLong(length:maximum:)``.
    public init(_ typed: [String]) throws(DictionaryError) {
        self.init(
            stored: try typed.joined(separator: " ").bounded(to: Self.maximumLength, scalars: 4 * Self.maximumLength))
    }

    /// Creates tags from a store, without a check.
    public init(stored text: String) {
        var seen: Set<String> = []
        names = text.partsBetweenSpaces.filter { seen.insert($0).inserted }
    }

    /// The tags with a space between two, as a store keeps them.
    public var stored: String { names.joined(separator: " ") }

    /// Whether a word with these tags is found by a tag: it has the tag or a part of it, as `book::chapter1` is of `book`. Compares bytes,
    /// like a store.
    public func matches(_ tag: String) -> Bool {
        Self.isTag(tag) && names.contains { $0.utf8.elementsEqual(tag.utf8) || $0.utf8.starts(with: "\(tag)::".utf8) }
    }

    /// The title of a field of tags, for the user.
    public static var title: Message { Message("Tags") }

    /// Whether a text is one tag, with neither white space nor control characters.
    public static func isTag(_ text: String) -> Bool { !text.hasControlCharacters && text.partsBetweenSpaces == [text] }

    /// These tags with others behind them. Throws ``DictionaryError/textTooLong(length:maximum:)``.
    public func adding(_ others: WordTags) throws(DictionaryError) -> WordTags {
        others.names.isEmpty ? self : try WordTags(names + others.names)
    }

    /// These tags without some.
    public func removing(_ others: WordTags) -> WordTags {
        WordTags(stored: names.filter { !others.names.contains($0) }.joined(separator: " "))
    }

    /// The tags with their name, on one line; nil if there are none.
    public var message: Message? { names.isEmpty ? nil : Message("tags: \(stored)") }
}

extension Word {
    /// Adds tags that the user typed, or takes them away. Throws ``DictionaryError/emptyText`` if there is no tag, or
    /// ``DictionaryError/textTooLong(length:maximum:)``.
    public mutating func tag(_ typed: String, isAdded: Bool = true) throws(DictionaryError) {
        let typed = try WordTags([typed])
        guard typed != .empty else { throw .emptyText }
        tags = isAdded ? try tags.adding(typed) : tags.removing(typed)
    }
}
