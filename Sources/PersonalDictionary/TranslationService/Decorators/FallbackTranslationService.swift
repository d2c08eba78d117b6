public import CoreModule
import Foundation

/// Asks one service after the other, until one knows the word.
///
/// A service that fails, for whatever reason, stands in no other's way; nor does one that is slow, where the chain has a patience: the
/// next one is asked beside it then, and who knows the word first has answered. Where none knows it, what is thrown tells what a
/// later try depends on:
/// - ``TranslationError/notFound`` or ``TranslationError/unsupportedDirection(_:)`` only if no service has failed;
/// - ``TranslationError/partly(_:of:)`` if some have failed and others have not: the next word may well be known;
/// - else all have failed: ``TranslationError/rateLimited(until:)`` or ``TranslationError/suspended(until:after:)`` if each has said
///   when to come back, with the soonest date; or what may pass first.
public struct FallbackTranslationService: TranslationService {
    private let services: [any TranslationService]
    private let onDevice: Set<Int>
    private let pause: (@Sendable () async -> Void)?

    /// Makes a chain in which each service is waited for until it has answered.
    /// - Parameter services: in the order in which they are asked.
    public init(_ services: [any TranslationService]) {
        self.services = services
        onDevice = []
        pause = nil
    }

    /// Makes a chain in which no service keeps the next one from being asked for longer than a patience. One that is slow is not
    /// given up for that: its answer counts if no other knows the word before.
    /// - Parameters:
    ///   - services: in the order in which they are asked.
    ///   - onDevice: the places in that order of services that answer from what is on the device. That they do not know a word says
    ///     nothing of the next one: who has many to look up has asked them for each.
    ///   - patience: for how long one is waited for before the next one is asked as well.
    ///   - clock: tells the time of day.
    ///   - sleeper: waits.
    public init(
        _ services: [any TranslationService], onDevice: Set<Int> = [], patience: Duration, clock: WallClock,
        sleeper: Sleeper
    ) {
        self.services = services
        self.onDevice = onDevice
        pause = {
            // Cancelled where the wait is over before.
            do { try await sleeper.sleep(until: clock.now().addingTimeInterval(patience.seconds)) } catch {}
        }
    }

    /// Looks a word up; throws ``TranslationError/unsupportedDirection(_:)`` where there is no service.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let attempts = services.enumerated().map { place, service in
            { @Sendable () async -> Result<DictionaryEntry, Failure> in
                await Self.answer(of: service, to: text, direction).mapError { Failure(error: $0, place: place) }
            }
        }
        let (entry, failures) = await firstSuccess(of: attempts, pause: pause, isFinal: { $0.error == .cancelled })
        if let entry { return entry }
        if Task.isCancelled { throw .cancelled }
        throw reason(failures, direction)
    }

    private static func answer(
        of service: any TranslationService, to text: WordText, _ direction: TranslationDirection
    ) async -> Result<DictionaryEntry, TranslationError> {
        do throws(TranslationError) {
            return .success(try await service.lookUp(text, direction))
        } catch {
            return .failure(error)
        }
    }

    private struct Failure: Error {
        let error: TranslationError
        let place: Int
    }

    private func reason(_ failures: [Failure], _ direction: TranslationDirection) -> TranslationError {
        let errors = failures.map(\.error)
        if errors.contains(.cancelled) { return .cancelled }
        let faults = errors.filter(\.isFault).map(\.whole)
        // Who has said when to come back says nothing before; the others may pass sooner.
        let undated = faults.filter { !$0.isDated }
        let candidates = undated.isEmpty ? faults : undated
        guard let first = candidates.first else {
            return errors.contains(.notFound) ? .notFound : .unsupportedDirection(direction)
        }
        let fault = candidates.reduce(first) { $0.sooner($1) }
        let isPartly = failures.contains { $0.error.isPartly || !$0.error.isFault && !onDevice.contains($0.place) }
        return isPartly ? .partly(fault, of: Set(failures.filter(\.error.isFault).map(\.place))) : fault
    }
}

extension TranslationError {
    /// Of two faults the one after which a later try has the better chance, or the sooner one.
    fileprivate func sooner(_ other: TranslationError) -> TranslationError {
        if isDated, other.isDated {
            return (other.retryDate ?? .distantFuture) < (retryDate ?? .distantFuture) ? other : self
        }
        return other.hope > hope ? other : self
    }

    private var hope: Int {
        switch self {
        case .unreachable, .network: 3
        case .store: 2
        case .malformedAnswer: 1
        case .unauthorized, .rateLimited, .suspended, .partly, .notFound, .unsupportedDirection, .cancelled: 0
        }
    }
}
