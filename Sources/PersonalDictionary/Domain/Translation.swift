public import Foundation

/// How far the translation of a word has come.
public enum TranslationState: Hashable, Sendable {
    /// It will be looked up.
    case pending
    /// It is there.
    case translated(Translation)
    /// No service knows the word.
    case notFound
    /// A service failed; it will be tried again: not before a time, in whole milliseconds, or as soon as may be.
    case failed(until: Date?)

    /// The translation, where it is there.
    public var translation: Translation? {
        if case .translated(let translation) = self { translation } else { nil }
    }

    /// The state's name, as stores, files and scripts have it.
    public var name: String {
        switch self {
        case .pending: "pending"
        case .translated: "translated"
        case .notFound: "notFound"
        case .failed: "failed"
        }
    }

    /// Whether the word is still to be looked up.
    public var isWaiting: Bool {
        switch self {
        case .pending, .failed: true
        case .translated, .notFound: false
        }
    }
}

/// A translation, and where it came from.
public struct Translation: Hashable, Sendable {
    /// The translation, never empty.
    public let text: String
    /// Who gave it.
    public let provider: TranslationProvider
    /// When, in whole milliseconds.
    public let date: Date

    /// Describes a translation.
    public init(text: String, provider: TranslationProvider, date: Date) {
        self.text = text
        self.provider = provider
        self.date = date
    }
}

/// Who gave a translation.
public struct TranslationProvider: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The name that is stored and shown.
    public let rawValue: String

    /// Names a provider.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The glossary that comes with the library.
    public static let glossary = TranslationProvider(rawValue: "glossary")
    /// The PONS online dictionary.
    public static let pons = TranslationProvider(rawValue: "pons")
    /// The user. No service overwrites what the user wrote.
    public static let user = TranslationProvider(rawValue: "user")

    /// The name.
    public var description: String { rawValue }
}
