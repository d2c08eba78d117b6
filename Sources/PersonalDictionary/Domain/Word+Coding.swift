import CoreModule
import Foundation

/// A ``TranslationState`` as plain values, for stores and files: as columns, or as JSON.
public struct StoredTranslation: Codable, Hashable, Sendable {
    /// ``TranslationState/name``.
    public let status: String
    /// The text of the translation.
    public let translation: String?
    /// The user's other translations; nil if there are none.
    public let alternatives: [String]?
    /// The provider of the translation.
    public let provider: String?
    /// The date of the translation, or of the next try, in milliseconds since 1970.
    public let date: Int64?

    /// Creates the values of a state.
    public init(_ state: TranslationState) {
        let translation = state.translation
        self.init(
            status: state.name, translation: translation?.text, alternatives: translation?.alternatives,
            provider: translation?.provider.rawValue,
            date: (translation?.date ?? state.retryDate)?.millisecondsSince1970)
    }

    /// Creates the values from columns of a store.
    public init(status: String, translation: String?, alternatives: [String]?, provider: String?, date: Int64?) {
        self.status = status
        self.translation = translation
        self.alternatives = alternatives.flatMap { $0.isEmpty ? nil : $0 }
        self.provider = provider
        self.date = date
    }

    /// The state. Values that no state has are those of a pending one.
    public var state: TranslationState {
        let date = date.map { Date(millisecondsSince1970: $0) }
        guard let translation, let provider, let date else {
            return status == "notFound" ? .notFound : status == "failed" ? .failed(until: date) : .pending
        }
        return .translated(
            Translation(
                text: translation, alternatives: alternatives ?? [],
                provider: TranslationProvider(rawValue: provider), date: date))
    }
}

/// A word as a store may keep it, such as in a column or in a file of JSON. Dates are in milliseconds since 1970.
extension Word: Codable {
    private enum CodingKeys: CodingKey {
        case id, text, direction, translation, isFavorite, note, createdAt, updatedAt
    }

    /// Reads a word. A star, a note and a translation may be missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func date(_ key: CodingKeys) throws -> Date {
            Date(millisecondsSince1970: try container.decode(Int64.self, forKey: key))
        }
        try self.init(
            id: container.decode(WordID.self, forKey: .id),
            text: WordText(stored: container.decode(String.self, forKey: .text)),
            direction: container.decode(TranslationDirection.self, forKey: .direction),
            translation: container.decodeIfPresent(StoredTranslation.self, forKey: .translation)?.state ?? .pending,
            isFavorite: container.decodeIfPresent(Bool.self, forKey: .isFavorite) ?? false,
            note: WordNote(stored: container.decodeIfPresent(String.self, forKey: .note) ?? ""),
            createdAt: date(.createdAt), updatedAt: date(.updatedAt))
    }

    /// Writes a word, without a star and a note if it has none.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(text.value, forKey: .text)
        try container.encode(direction, forKey: .direction)
        try container.encode(StoredTranslation(translation), forKey: .translation)
        if isFavorite { try container.encode(true, forKey: .isFavorite) }
        if note != .empty { try container.encode(note.value, forKey: .note) }
        try container.encode(createdAt.millisecondsSince1970, forKey: .createdAt)
        try container.encode(updatedAt.millisecondsSince1970, forKey: .updatedAt)
    }
}
