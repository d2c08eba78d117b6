public import CoreModule
public import Foundation

/// A word in the bin, with everything it had. Its reviews stay where they are.
public struct RemovedWord: RemovedItem {
    /// The word as it was.
    public var word: Word
    /// Its dictionary entry.
    public var entry: DictionaryEntry?
    /// The providers that were asked for it.
    public var askedProviders: Set<TranslationProvider>
    /// When it was removed, in whole milliseconds.
    public var removedAt: Date

    /// Creates a removed word.
    public init(
        _ word: Word, entry: DictionaryEntry? = nil, askedProviders: Set<TranslationProvider> = [], removedAt: Date
    ) {
        self.word = word
        self.entry = entry
        self.askedProviders = askedProviders
        self.removedAt = removedAt
    }

    /// The word's identifier.
    public var id: WordID { word.id }

    /// The word.
    public var content: Word { word }
}

/// A removed word as a store may keep it. The date is in milliseconds since 1970.
extension RemovedWord: Codable {
    private enum CodingKeys: CodingKey { case word, entry, askedProviders, removedAt }

    /// Reads a removed word. An entry and providers may be missing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Word.self, forKey: .word),
            entry: try container.decodeIfPresent(DictionaryEntry.self, forKey: .entry),
            askedProviders: try container.decodeIfPresent(Set.self, forKey: .askedProviders) ?? [],
            removedAt: Date(millisecondsSince1970: try container.decode(Int64.self, forKey: .removedAt)))
    }

    /// Writes a removed word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(word, forKey: .word)
        try container.encodeIfPresent(entry, forKey: .entry)
        if !askedProviders.isEmpty { try container.encode(askedProviders, forKey: .askedProviders) }
        try container.encode(removedAt.millisecondsSince1970, forKey: .removedAt)
    }
}

extension [RemovedWord] {
    /// In the order of the bin: latest removal first; of one millisecond, in the order of the identifiers.
    public var latestFirst: [RemovedWord] {
        sorted { $0.removedAt == $1.removedAt ? $0.id < $1.id : $0.removedAt > $1.removedAt }
    }
}
