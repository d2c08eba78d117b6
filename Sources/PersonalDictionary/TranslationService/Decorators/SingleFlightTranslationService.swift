import CoreModule

/// Has one look-up answer all who ask for the same word while it is under way.
///
/// Who is cancelled stops waiting at once; the look-up itself is cancelled when nobody waits for it any more. One that was given up
/// because nobody wanted its answer (``LookUpInterest``) is begun anew for whoever does by then.
public final class SingleFlightTranslationService: TranslationService {
    private struct Key: Hashable {
        let text: WordText
        let direction: TranslationDirection
    }

    private typealias Answer = Result<DictionaryEntry, TranslationError>

    private struct Passenger {
        let answer: Promise<Answer>
        let isWanting: LookUpInterest.Condition?
        /// Whether a flight was given up with this one's consent, who flies again all the same.
        var hasChangedMind = false
    }

    private struct Flight {
        /// The number of its first passenger.
        let number: Int
        let task: Task<Void, Never>
        var waiting: [Int: Passenger]
        /// Those who were aboard, and did not want the answer, when it was last looked whether anybody does; none where somebody did.
        var unwilling: Set<Int> = []
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
        let answer = Promise<Answer>()
        let passenger = Passenger(answer: answer, isWanting: LookUpInterest.condition)
        let number = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            if state.flights[key] != nil {
                state.flights[key]?.waiting[number] = passenger
            } else {
                // It ends with its flight, which finds this entry: it cannot get the lock before.
                let task = Task { await self.fly(key, number) }
                state.flights[key] = Flight(number: number, task: task, waiting: [number: passenger])
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

    private func fly(_ key: Key, _ number: Int) async {
        let condition = LookUpInterest.Condition { await self.isWanted(key, number) }
        while true {
            let answer = await LookUpInterest.performing(under: condition) {
                () throws(TranslationError) in try await service.lookUp(key.text, key.direction)
            }
            if case .failure(.cancelled) = answer, await isWantedAgain(key, number) { continue }
            let waiting = state.withLock { state in
                state.flights[key]?.number == number ? state.flights.removeValue(forKey: key)?.waiting : nil
            }
            for passenger in (waiting ?? [:]).values { passenger.answer.set(answer) }
            return
        }
    }

    /// Those who wait for a flight. One that nobody waited for any more was taken out already, and another may fly in its place.
    private func waiting(_ key: Key, _ number: Int) -> [Int: Passenger] {
        state.withLock { state in
            guard let flight = state.flights[key], flight.number == number else { return [:] }
            return flight.waiting
        }
    }

    /// Whether any of those who wait still wants the answer.
    private func isWanted(_ key: Key, _ number: Int) async -> Bool {
        let waiting = waiting(key, number)
        var unwilling = Set(waiting.keys)
        for passenger in waiting.values {
            if let isWanting = passenger.isWanting, await !isWanting() { continue }
            unwilling = []
            break
        }
        state.withLock { state in
            if state.flights[key]?.number == number { state.flights[key]?.unwilling = unwilling }
        }
        return unwilling.isEmpty && !waiting.isEmpty
    }

    /// Whether a flight that was cancelled is to be flown again: where it was given up because nobody wanted the answer, and somebody
    /// has come aboard meanwhile, or wants it after all, which one may once. The others are let out.
    private func isWantedAgain(_ key: Key, _ number: Int) async -> Bool {
        let waiting = waiting(key, number)
        var leaving: Set<Int> = []
        for (number, passenger) in waiting {
            if let isWanting = passenger.isWanting, await !isWanting() { leaving.insert(number) }
        }
        let (isFlownAgain, passengers) = state.withLock { state -> (Bool, [Passenger]) in
            guard var flight = state.flights[key], flight.number == number, !flight.unwilling.isEmpty else {
                return (false, [])
            }
            for number in flight.unwilling {
                if flight.waiting[number]?.hasChangedMind == true { leaving.insert(number) }
                flight.waiting[number]?.hasChangedMind = true
            }
            flight.unwilling = []
            let passengers = leaving.compactMap { flight.waiting.removeValue(forKey: $0) }
            state.flights[key] = flight.waiting.isEmpty ? nil : flight
            return (!flight.waiting.isEmpty, passengers)
        }
        for passenger in passengers { passenger.answer.set(.failure(.cancelled)) }
        return isFlownAgain
    }
}
