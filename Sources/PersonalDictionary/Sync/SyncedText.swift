import CoreModule

/// The text of a word with its languages, which devices carry as one field: `en ru dog`.
public struct SyncedText: Hashable, Sendable {
    /// The text.
    public let text: String
    /// The language of the text.
    public let source: Language
    /// The language of the translation.
    public let target: Language

    /// Reads a field. Nil if it has not all parts.
    init?(field: String) {
        // By scalars: a mark behind a space is one character with it.
        let parts = field.unicodeScalars.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            .map { String($0) }
        guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        (text, source, target) = (parts[2], Language(code: parts[0]), Language(code: parts[1]))
    }
}

extension SyncConflict {
    /// The text that lost, with its languages; nil if another field lost.
    public var lostText: SyncedText? { isText ? SyncedText(field: conflict.lost) : nil }
    /// The text that the word has, with its languages; nil if it has none, or if another field lost.
    public var keptText: SyncedText? { isText ? conflict.kept.flatMap { SyncedText(field: $0) } : nil }

    private var isText: Bool { conflict.field == WordRecords.Field.text }
}
