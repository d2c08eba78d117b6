import CoreModule
public import Foundation

/// What a line of a file says of a word. What it does not say is `nil`; no string is empty. Nothing but the form is
/// checked: the text may be too long for a word, the languages unknown, the status a strange one.
public struct ExchangeRecord: Hashable, Sendable {
    /// The word's identifier.
    public var id: String?
    /// The word, as it stands in the file: neither trimmed nor composed, and not only white space.
    public var text: String
    /// Its translation.
    public var translation: String?
    /// Who gave the translation.
    public var provider: String?
    /// When the translation was given, in whole milliseconds.
    public var translatedAt: Date?
    /// The code of the word's language.
    public var sourceLang: String?
    /// The code of the translation's language.
    public var targetLang: String?
    /// Whether it stands among the favourites.
    public var isFavorite: Bool?
    /// When it was added, in whole milliseconds.
    public var createdAt: Date?
    /// When anything of it changed last, in whole milliseconds.
    public var updatedAt: Date?
    /// How far its translation has come: `pending`, `translated`, `notFound` or `failed`.
    public var status: String?
    /// What a service said of it. Only JSON Lines have room for it.
    public var entry: DictionaryEntry?

    /// Describes a word.
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

    /// Describes a word with all that is known of it; dates are cut to whole milliseconds.
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
