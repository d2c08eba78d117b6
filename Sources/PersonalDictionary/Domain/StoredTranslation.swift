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
