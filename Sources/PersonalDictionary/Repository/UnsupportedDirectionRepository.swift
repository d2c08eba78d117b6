public import Foundation

/// Remembers which directions services do not have: durable where the store is.
public protocol UnsupportedDirectionRepository: Sendable {
    /// Whether a service has said, at a date or later, that it does not have a direction.
    func isUnsupported(
        _ direction: TranslationDirection, by service: TranslationProvider, since date: Date
    ) async throws(DictionaryError) -> Bool
    /// Notes that a service does not have a direction, or that it has it after all.
    func setUnsupported(
        _ isUnsupported: Bool, _ direction: TranslationDirection, by service: TranslationProvider, at date: Date
    ) async throws(DictionaryError)
}

/// Remembers in memory which directions services do not have.
public actor InMemoryUnsupportedDirectionRepository: UnsupportedDirectionRepository {
    private struct Key: Hashable {
        let service: TranslationProvider
        let direction: TranslationDirection
    }

    private var dates: [Key: Date] = [:]

    /// Makes a repository in which every direction may be there.
    public init() {}

    /// Whether a service has said that it does not have a direction.
    public func isUnsupported(
        _ direction: TranslationDirection, by service: TranslationProvider, since date: Date
    ) -> Bool {
        dates[Key(service: service, direction: direction)].map { $0 >= date } ?? false
    }

    /// Notes that a service does not have a direction, or that it has it after all.
    public func setUnsupported(
        _ isUnsupported: Bool, _ direction: TranslationDirection, by service: TranslationProvider, at date: Date
    ) {
        dates[Key(service: service, direction: direction)] = isUnsupported ? date : nil
    }
}
