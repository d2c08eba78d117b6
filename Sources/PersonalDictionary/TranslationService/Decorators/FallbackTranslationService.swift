import Foundation

/// Asks one service after the other, until one knows the word.
///
/// A service that fails, for whatever reason, stands in no other's way. Where none knows the word, the most hopeful reason is
/// thrown: what may pass first, and that a word is unknown only if no service has failed. A limit is thrown as
/// ``TranslationError/rateLimited(until:)`` where it is the reason of all.
public struct FallbackTranslationService: TranslationService {
    private let services: [any TranslationService]

    /// Makes a chain, in the order in which the services are asked.
    public init(_ services: [any TranslationService]) {
        self.services = services
    }

    /// Looks a word up; throws ``TranslationError/unsupportedDirection(_:)`` where there is no service.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        var failure = TranslationError.unsupportedDirection(direction)
        var isLimitOfAll = true
        for service in services {
            do throws(TranslationError) {
                return try await service.lookUp(text, direction)
            } catch .cancelled {
                throw .cancelled
            } catch {
                failure = failure.moreHopeful(error)
                if case .rateLimited = error {} else { isLimitOfAll = false }
            }
        }
        if !isLimitOfAll, case .rateLimited(let until) = failure { throw .partlyRateLimited(until: until) }
        throw failure
    }
}

extension TranslationError {
    /// The one that says that a later try has the better chance, or the sooner one.
    func moreHopeful(_ other: TranslationError) -> TranslationError {
        if let mine = limitEnd, let theirs = other.limitEnd { return .rateLimited(until: min(mine, theirs)) }
        return other.hope > hope ? other : self
    }

    /// When to come back, where that is said.
    private var limitEnd: Date? {
        switch self {
        case .rateLimited(let until), .partlyRateLimited(let until): until
        case .notFound, .unsupportedDirection, .unauthorized, .network, .malformedAnswer, .store, .cancelled: nil
        }
    }

    private var hope: Int {
        switch self {
        case .cancelled: 7
        case .network: 6
        case .rateLimited, .partlyRateLimited: 5
        case .store: 4
        case .malformedAnswer: 3
        case .unauthorized: 2
        case .notFound: 1
        case .unsupportedDirection: 0
        }
    }
}
