import CoreModule
public import Foundation

/// A word as a line of a file has it. What the line does not contain is nil; no string is empty. Only the form is checked: the text
/// may be too long for a word, and languages and status may be unknown.
public struct ExchangeRecord: Hashable, Sendable {
    /// The word's identifier.
    public var id: String?
    /// The word as in the file: not trimmed, not composed, but more than white space.
    public var text: String
    /// Its translation.
    public var translation: String?
    /// The provider of the translation.
    public var provider: String?
    /// The date of the translation, in whole milliseconds.
    public var translatedAt: Date?
    /// The code of the word's language.
    public var sourceLang: String?
    /// The code of the translation's language.
    public var targetLang: String?
    /// Whether it is a favourite.
    public var isFavorite: Bool?
    /// The date of its addition, in whole milliseconds.
    public var createdAt: Date?
    /// The date of its last change, in whole milliseconds.
    public var updatedAt: Date?
    /// The state of its translation: `pending`, `translated`, `notFound` or `failed`.
    public var status: String?
    /// Its dictionary entry. Only JSON Lines contain it.
    public var entry: DictionaryEntry?

    /// Creates a record.
    public init(
        id: String? = nil, text: String, translation: String? = nil, provider: String? = nil,
        translatedAt: Date? = nil, sourceLang: String? = nil, targetLang: String? = nil, isFavorite: Bool? = nil,
        createdAt: Date? = nil, updatedAt: Date? = nil, status: String? = nil, entry: DictionaryEntry? = nil
    ) {
        self.id = id
        self.text = text
        self.translation = translation
        self.provider = provider
        self.translatedAt = translatedAt
        self.sourceLang = sourceLang
        self.targetLang = targetLang
        self.isFavorite = isFavorite
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.status = status
        self.entry = entry
    }

    /// Creates a record of a word. Dates are cut to whole milliseconds.
    public init(_ word: Word, entry: DictionaryEntry?) {
        func whole(_ date: Date) -> Date { Date(millisecondsSince1970: date.millisecondsSince1970) }
        let translation = word.translation.translation
        self.init(
            id: word.id.rawValue, text: word.text.value, translation: translation?.text,
            provider: translation?.provider.rawValue, translatedAt: translation.map { whole($0.date) },
            sourceLang: word.direction.source.code, targetLang: word.direction.target.code,
            isFavorite: word.isFavorite, createdAt: whole(word.createdAt), updatedAt: whole(word.updatedAt),
            status: word.translation.name, entry: entry)
    }
}
