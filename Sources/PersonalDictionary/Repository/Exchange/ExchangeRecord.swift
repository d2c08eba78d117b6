import CoreModule
public import Foundation

/// What a record of a file says of a word. What it does not say is `nil`.
public struct ExchangeRecord: Hashable, Sendable {
    /// The word; as written, not yet checked.
    public var text: String
    /// The word's identifier.
    public var id: String?
    /// The translation.
    public var translation: String?
    /// How far the translation has come, by the names that the program shows.
    public var status: String?
    /// Who gave the translation.
    public var provider: String?
    /// When it was given.
    public var translatedAt: Date?
    /// The language of the word, as a code.
    public var sourceLang: String?
    /// The language of the translation, as a code.
    public var targetLang: String?
    /// Whether the word is a favourite.
    public var isFavorite: Bool?
    /// When the word was added.
    public var createdAt: Date?
    /// When it was changed last.
    public var updatedAt: Date?
    /// What a service said of it; in JSON Lines only.
    public var entry: DictionaryEntry?

    /// Describes a word of which only the text is known.
    public init(text: String) {
        self.text = text
    }

    /// All that is to be said of a word.
    public init(_ word: Word, entry: DictionaryEntry? = nil) {
        text = word.text.value
        id = word.id.rawValue
        translation = word.translation.translation?.text
        status = word.translation.name
        provider = word.translation.translation?.provider.rawValue
        translatedAt = word.translation.translation?.date
        sourceLang = word.direction.source.code
        targetLang = word.direction.target.code
        isFavorite = word.isFavorite
        createdAt = word.createdAt
        updatedAt = word.updatedAt
        self.entry = entry
    }
}

/// A record of a file, or why it cannot be read.
public struct ExchangeLine: Sendable, Hashable {
    /// The line on which it begins, from 1.
    public let number: Int
    /// What it says.
    public let result: Result<ExchangeRecord, ExchangeProblem>
}

/// Why a record cannot be read, in English.
public struct ExchangeProblem: Error, Sendable, Hashable {
    /// The reason.
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// Dates as files have them: ISO 8601 in UTC, with milliseconds where there are any.
enum ExchangeDate {
    private static let whole = Date.ISO8601FormatStyle()
    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func text(_ date: Date) -> String {
        // Foundation's style cuts 0.123 to 0.122 where the binary fraction lies just below it.
        let milliseconds = date.millisecondsSince1970
        let fraction = (milliseconds % 1000 + 1000) % 1000
        let text = Date(millisecondsSince1970: milliseconds - fraction).formatted(whole)
        return fraction == 0 ? text : text.dropLast() + String(format: ".%03dZ", Int(fraction))
    }

    static func date(_ text: String, of name: String) throws(ExchangeProblem) -> Date {
        do {
            let date = try text.contains(".") ? fractional.parse(text) : whole.parse(text)
            return Date(millisecondsSince1970: date.millisecondsSince1970)
        } catch {
            throw ExchangeProblem("\(name) is no date such as 2026-11-21T10:00:00Z")
        }
    }
}
