package import CoreModule
import Foundation

/// Asks one provider after the other until one knows the word. If a provider is slow, the next one is asked beside it.
///
/// If no provider knows the word, the error says what a later try depends on:
/// - ``TranslationError/notFound`` or ``TranslationError/unsupportedDirection(_:)`` only if no provider failed;
/// - else the error that allows the earliest retry: one without a date if there is one, or the one with the earliest
///   date. If other providers that are not on the device work, it is a ``TranslationError/unavailable(_:)`` with the
///   names of all that failed: the others may know the next word.
///
/// No form wins over a word that is spelt so itself: if the first answer is of another form, as *feel* is for *felt*, the
/// senses of the first provider on the device that has the text as typed are added to it.
package struct FallbackLookUp: LookUpPart {
    /// One provider of the chain.
    package struct Provider: Sendable {
        let name: TranslationProvider
        let service: any LookUpPart
        /// Whether it works without a network. That it does not know this word says nothing of the next one.
        let isOnDevice: Bool

        package init(_ name: TranslationProvider, _ service: any LookUpPart, isOnDevice: Bool = false) {
            self.name = name
            self.service = service
            self.isOnDevice = isOnDevice
        }
    }

    private let providers: [Provider]
    private let pause: (@Sendable () async -> Void)?

    /// Asks the providers in their order, and each after the hedging delay at the latest. A slow one is not given up: its answer counts if
    /// no other knows the word before. If the delay is nil, the next one is asked only if one has failed.
    package init(_ providers: [Provider], hedgingDelay: Duration?, clock: WallClock, sleeper: Sleeper) {
        self.providers = providers
        pause = hedgingDelay.map { delay in
            { @Sendable () async -> Void in
                // Cancelled if the wait is over before.
                do { try await sleeper.sleep(until: clock.now().addingTimeInterval(delay.seconds)) } catch {}
            }
        }
    }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let attempts = providers.map { provider in
            { @Sendable () async -> Result<DictionaryEntry, ProviderFailure> in
                await provider.service.result(request).mapError { ProviderFailure(error: $0, provider: provider) }
            }
        }
        let (entry, failures) = await firstSuccess(of: attempts, pause: pause, isFinal: { $0.error == .cancelled })
        if let entry { return entry.matched == nil ? entry : entry.adding(await sensesAsTyped(request)) }
        if Task.isCancelled { throw .cancelled }
        throw Self.error(of: failures, request.direction)
    }

    /// The senses of the first provider on the device that has the text as it is typed.
    private func sensesAsTyped(_ request: LookUpRequest) async -> [DictionaryEntry.Sense] {
        for provider in providers where provider.isOnDevice {
            if case .success(let entry) = await provider.service.result(request), entry.matched == nil {
                return entry.senses
            }
        }
        return []
    }

    private struct ProviderFailure: Error {
        let error: TranslationError
        let provider: Provider
    }

    private static func error(of failures: [ProviderFailure], _ direction: TranslationDirection) -> TranslationError {
        let errors = failures.map(\.error)
        if errors.contains(.cancelled) { return .cancelled }
        let faults = failures.filter(\.error.isFault)
        // A provider that named a date has no answer before it; the others may have one sooner.
        let undated = faults.filter { !$0.error.isDated }
        let candidates = (undated.isEmpty ? faults : undated).map(\.error)
        guard let first = candidates.first else {
            return errors.contains(.notFound) ? .notFound : .unsupportedDirection(direction)
        }
        let best = candidates.reduce(first) { $0.better($1) }
        guard failures.contains(where: { !$0.error.isFault && !$0.provider.isOnDevice }) else { return best }
        return .unavailable(
            TranslationFailure(
                best, retryDate: best.retryDate, providers: Set(faults.map(\.provider.name)), isPartial: true,
                isReserved: best.failure?.isReserved ?? false))
    }
}

extension TranslationError {
    /// Of two faults the one that allows the earlier retry: by their dates, or else by their kinds.
    fileprivate func better(_ other: TranslationError) -> TranslationError {
        if isDated, other.isDated {
            return (other.retryDate ?? .distantFuture) < (retryDate ?? .distantFuture) ? other : self
        }
        return other.retryRank > retryRank ? other : self
    }

    /// The higher, the sooner a retry may succeed.
    private var retryRank: Int {
        switch self {
        case .unreachable, .network: 3
        case .store: 2
        case .malformedAnswer, .file: 1
        default: 0
        }
    }
}
