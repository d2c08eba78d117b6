public import CoreModule
import Foundation

/// Gives a service that fails again and again a rest: a circuit breaker.
///
/// After some look-ups in a row that met a fault it asks nothing for a while, and throws
/// ``TranslationError/suspended(until:after:)`` instead; then one more fault is enough for a longer rest. An answer ends that, also one
/// that the word is not known. So a service that is down, or does not accept its key, costs no request for each word, and no time of
/// those who have others to ask. A limit is no fault, but where its date is over when it is told: else it has its own date. A look-up that
/// was given up after a while is one: somebody else was quicker, and nothing had come.
public final class CircuitBreakingTranslationService: TranslationService {
    private struct State {
        var faults = 0
        var rest: (pause: RequestPause, after: TranslationError)?
    }

    private let service: any TranslationService
    private let name: String
    private let clock: WallClock
    private let logger: Logger
    private let chance: @Sendable () -> Double
    private let patience: Duration
    private let state = Locked(State())

    /// Makes a service that is given rests.
    /// - Parameters:
    ///   - service: what is asked.
    ///   - name: what the log calls it.
    ///   - clock: tells the time of day.
    ///   - patience: a look-up that is cancelled after so long, or later, counts as a fault.
    ///   - chance: a random number from 0 to 1, for the length of a rest.
    ///   - logger: is told when a rest begins.
    public init(
        _ service: any TranslationService, name: String, clock: WallClock, patience: Duration = .seconds(2),
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, logger: Logger
    ) {
        self.service = service
        self.name = name
        self.clock = clock
        self.patience = patience
        self.chance = chance
        self.logger = logger
    }

    /// Looks a word up, unless the service is given a rest.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let now = clock.now()
        let rest = state.withLock { state in
            // A clock that is set back makes no rest longer than it is.
            if let pause = state.rest?.pause { state.rest?.pause = pause.seen(at: now) }
            return state.rest
        }
        if let rest, rest.pause.until > now { throw .suspended(until: rest.pause.until, after: rest.after) }
        return try await ask(text, direction)
    }

    /// The same service for who wants to know now: it always asks, and learns from the answer.
    public var insisting: any TranslationService { Insisting(base: self) }

    private struct Insisting: TranslationService {
        let base: CircuitBreakingTranslationService

        func lookUp(
            _ text: WordText, _ direction: TranslationDirection
        ) async throws(TranslationError) -> DictionaryEntry {
            try await base.ask(text, direction)
        }
    }

    /// Ends a rest: the next look-up asks.
    public func resume() {
        state.withLock { $0.rest = nil }
    }

    private func ask(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let start = clock.now()
        do throws(TranslationError) {
            let entry = try await service.lookUp(text, direction)
            state.withLock { $0 = State() }
            return entry
        } catch {
            switch error {
            case .notFound, .unsupportedDirection: state.withLock { $0 = State() }
            case .unauthorized, .unreachable, .network, .malformedAnswer: note(error)
            case .rateLimited(let until?) where until <= clock.now(): note(error)
            case .cancelled
            where Task.isCancelled && clock.now().timeIntervalSince(start) >= patience.seconds:
                note(.network(Message("no answer in time")))
            // Said by others than the service, or with a date of its own.
            case .rateLimited, .suspended, .partly, .store, .cancelled: break
            }
            throw error
        }
    }

    private func note(_ fault: TranslationError) {
        let now = clock.now()
        let chance = chance()
        let until: Date? = state.withLock { state in
            state.faults += 1
            let tolerance = TranslationError.tolerance
            guard state.faults >= tolerance else { return nil }
            let length = fault.pause.delay(afterFailures: state.faults - tolerance + 1, chance: chance)
            let until = now.addingTimeInterval(length.seconds)
            state.rest = (RequestPause(setAt: now, until: until), fault)
            return until
        }
        guard let until else { return }
        logger.info(
            "a translation service is given a rest",
            ["service": name, "error": fault.code, "until": until.formatted(.iso8601)])
    }
}
