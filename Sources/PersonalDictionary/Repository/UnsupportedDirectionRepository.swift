public import Foundation

/// Remembers which directions services do not have: durable where the store is.
public protocol UnsupportedDirectionRepository: Sendable {
    /// When a service has last said that it does not have a direction; `nil` where it has not, or has the direction after all. The
    /// date may be in the future: the clock was set back since.
    func lastRefusal(
        of direction: TranslationDirection, by service: TranslationProvider
    ) async throws(DictionaryError) -> Date?
    /// Notes that a service does not have a direction, or that it has it after all, in place of what was noted, whatever the dates.
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

    /// When a service has last said that it does not have a direction.
    public func lastRefusal(of direction: TranslationDirection, by service: TranslationProvider) -> Date? {
        dates[Key(service: service, direction: direction)]
    }

    /// Notes that a service does not have a direction, or that it has it after all.
    public func setUnsupported(
        _ isUnsupported: Bool, _ direction: TranslationDirection, by service: TranslationProvider, at date: Date
    ) {
        dates[Key(service: service, direction: direction)] = isUnsupported ? date : nil
    }
}
