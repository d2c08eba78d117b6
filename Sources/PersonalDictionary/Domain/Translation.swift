public import CoreModule
public import Foundation

/// The state of the translation of a word.
public enum TranslationState: Hashable, Sendable {
    /// The word waits for a look-up.
    case pending
    /// There is a translation.
    case translated(Translation)
    /// No service has the word.
    case notFound
    /// A service failed. The next try comes after a date, in whole milliseconds; if nil, as soon as possible.
    case failed(until: Date?)

    /// The translation, or nil if there is none.
    public var translation: Translation? {
        if case .translated(let translation) = self { translation } else { nil }
    }

    /// Whether the translation is the user's own.
    public var isOwn: Bool { translation?.provider == .user }

    /// The state's name in stores, files and scripts.
    public var name: String {
        switch self {
        case .pending: "pending"
        case .translated: "translated"
        case .notFound: "notFound"
        case .failed: "failed"
        }
    }

    /// When a failed look-up is tried again. Nil if it is tried as soon as possible, and in every other state.
    var retryDate: Date? {
        if case .failed(let until) = self { until } else { nil }
    }

    /// Whether the word waits for a look-up.
    public var isWaiting: Bool {
        switch self {
        case .pending, .failed: true
        case .translated, .notFound: false
        }
    }
}

extension TranslationState {
    /// Why there is no translation, and when the next look-up comes; nil if there is a translation.
    /// - Parameter reason: why the word's last look-up had no answer. It is added if the word waits and a service has failed.
    public func status(because reason: TranslationError? = nil) -> Message? {
        let status: Message
        switch self {
        case .translated: return nil
        case .notFound: return Message("no translation was found")
        case .pending: status = Message("the word waits for its translation")
        case .failed(nil): status = Message("the look-up failed; it is tried again")
        case .failed(let until?): status = Message("the look-up failed; it is tried again after \(until)")
        }
        guard let reason, reason.isFault else { return status }
        return Message("\(status) (\(reason.explanation))")
    }
}

/// A translation, and its origin.
public struct Translation: Hashable, Sendable {
    /// The text, never empty.
    public let text: String
    /// The user's other translations, each one line, once, in the order in which they were added. Empty for a service's
    /// translation: the entry has the others.
    public let alternatives: [String]
    /// The provider.
    public let provider: TranslationProvider
    /// The date, in whole milliseconds.
    public let date: Date

    /// Creates a translation.
    public init(text: String, alternatives: [String] = [], provider: TranslationProvider, date: Date) {
        self.text = text
        self.alternatives = alternatives
        self.provider = provider
        self.date = date
    }

    /// The text and the alternatives.
    public var all: [String] { [text] + alternatives }

    /// The user's translation with more alternatives, without those that it has already. Throws
    /// ``DictionaryError/textTooLong(length:maximum:)`` if all together are longer than a note.
    func adding(_ texts: [String], at date: Date) throws(DictionaryError) -> Translation {
        var seen: Set = [WordText(stored: text).identity]
        let new = try (alternatives + texts).map { text throws(DictionaryError) in try WordText(text).identity }
            .filter { seen.insert($0).inserted }
        _ = try WordNote(new.joined(separator: "\n"))
        return Translation(text: text, alternatives: new, provider: .user, date: date)
    }
}

/// The provider of a translation.
public struct TranslationProvider: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name in stores, files and on screens.
    public let rawValue: String

    /// Creates a provider.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The bundled glossary.
    public static let glossary = TranslationProvider(rawValue: "glossary")
    /// The PONS online dictionary.
    public static let pons = TranslationProvider(rawValue: "pons")
    /// A dictionary's files.
    public static let dictionaryFile = TranslationProvider(rawValue: "dictfile")
    /// The user. A service never replaces the user's translation.
    public static let user = TranslationProvider(rawValue: "user")

    /// The name.
    public var description: String { rawValue }
}
