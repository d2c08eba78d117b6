import CoreModule

/// Has one look-up answer all who ask for the same word while it is under way.
///
/// Who is cancelled stops waiting at once; the look-up itself is cancelled when nobody waits for it any more.
public final class SingleFlightTranslationService: TranslationService {
    private struct Key: Hashable {
        let text: WordText
        let direction: TranslationDirection
    }

    private typealias Answer = Result<DictionaryEntry, TranslationError>

    private struct Passenger {
        let answer: OneShot<Answer>
        let isWanting: LookUpInterest.Condition?
    }

    private struct Flight {
        let task: Task<Void, Never>
        var waiting: [Int: Passenger]
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var lastNumber = 0
    }

    private let service: any TranslationService
    private let state = Locked(State())

    /// Makes a service that asks another.
    public init(_ service: any TranslationService) {
        self.service = service
    }

    /// How many wait for an answer now.
    package var waitingCount: Int {
        state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiting.count } }
    }

    /// Looks a word up, or waits for the look-up that is under way.
    public func lookUp(
        _ text: WordText, _ direction: TranslationDirection
    ) async throws(TranslationError) -> DictionaryEntry {
        let key = Key(text: text, direction: direction)
        let answer = OneShot<Answer>()
        let passenger = Passenger(answer: answer, isWanting: LookUpInterest.condition)
        let number = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            if state.flights[key] != nil {
                state.flights[key]?.waiting[number] = passenger
            } else {
                // It ends with its flight, which finds this entry: it cannot get the lock before.
                let task = Task { await self.fly(key) }
                state.flights[key] = Flight(task: task, waiting: [number: passenger])
            }
            return number
        }
        let result = await answer.value(whenCancelled: .failure(.cancelled))
        state.withLock { state in
            guard state.flights[key]?.waiting.removeValue(forKey: number) != nil else { return }
            if state.flights[key]?.waiting.isEmpty == true { state.flights.removeValue(forKey: key)?.task.cancel() }
        }
        return try result.get()
    }

    private func fly(_ key: Key) async {
        let answer = await LookUpInterest.performing(under: LookUpInterest.Condition { await self.isWanted(key) }) {
            () throws(TranslationError) in try await service.lookUp(key.text, key.direction)
        }
        // One that nobody waited for any more was taken out already, and another may fly in its place.
        guard !Task.isCancelled else { return }
        let waiting = state.withLock { $0.flights.removeValue(forKey: key)?.waiting } ?? [:]
        for passenger in waiting.values { passenger.answer.set(answer) }
    }

    /// Whether any of those who wait still wants the answer.
    private func isWanted(_ key: Key) async -> Bool {
        let waiting = state.withLock { $0.flights[key]?.waiting ?? [:] }
        for passenger in waiting.values {
            guard let isWanting = passenger.isWanting, await !isWanting() else { return true }
        }
        return false
    }
}
