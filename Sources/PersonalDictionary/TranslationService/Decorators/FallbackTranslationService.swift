public import CoreModule
import Foundation

/// Asks one service after the other, until one knows the word.
///
/// A service that fails, for whatever reason, stands in no other's way; nor does one that is slow, where the chain has a patience: the
/// next one is asked beside it then, and who knows the word first has answered. Where none knows it, the most hopeful reason is
/// thrown: what may pass first, and that a word is unknown only if no service has failed. A limit is thrown as
/// ``TranslationError/rateLimited(until:)`` where it is the reason of all.
public struct FallbackTranslationService: TranslationService {
    private let services: [any TranslationService]
    private let pause: (@Sendable () async -> Void)?

    /// Makes a chain in which each service is waited for until it has answered.
    /// - Parameter services: in the order in which they are asked.
    public init(_ services: [any TranslationService]) {
        self.services = services
        pause = nil
    }

    /// Makes a chain in which no service keeps the next one from being asked for longer than a patience. One that is slow is not
    /// given up for that: its answer counts if no other knows the word before.
    /// - Parameters:
    ///   - services: in the order in which they are asked.
    ///   - patience: for how long one is waited for before the next one is asked as well.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    public init(
        _ services: [any TranslationService], patience: Duration, clock: WallClock, sleeper: Sleeper
    ) {
        self.services = services
        pause = {
            // Cancelled where the wait is over before.
            do { try await sleeper.sleep(until: clock.now().addingTimeInterval(patience.seconds)) } catch {}
        }
    }

    /// Looks a word up; throws ``TranslationError/unsupportedDirection(_:)`` where there is no service.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let attempts = services.map { service in
            { @Sendable () async -> Result<DictionaryEntry, TranslationError> in
                do throws(TranslationError) {
                    return .success(try await service.lookUp(text, direction))
                } catch {
                    return .failure(error)
                }
            }
        }
        let (entry, failures) = await firstSuccess(of: attempts, pause: pause, isFinal: { $0 == .cancelled })
        if let entry { return entry }
        if Task.isCancelled { throw .cancelled }
        let failure = failures.reduce(TranslationError.unsupportedDirection(direction)) { $0.moreHopeful($1) }
        if case .rateLimited(let until) = failure, !failures.allSatisfy(\.isRateLimited) {
            throw .partlyRateLimited(until: until)
        }
        throw failure
    }
}

extension TranslationError {
    /// The one that says that a later try has the better chance, or the sooner one.
    func moreHopeful(_ other: TranslationError) -> TranslationError {
        if let mine = limitEnd, let theirs = other.limitEnd { return .rateLimited(until: min(mine, theirs)) }
        return other.hope > hope ? other : self
    }

    /// Whether it is a limit of all who were asked.
    fileprivate var isRateLimited: Bool { if case .rateLimited = self { true } else { false } }

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
