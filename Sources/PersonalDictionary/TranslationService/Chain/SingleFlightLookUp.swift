import CoreModule

/// Shares one look-up among all callers that ask for the same word while it is under way.
///
/// A cancelled caller does not cancel the shared call; the last one to leave does. If the call ends because no caller
/// wanted its answer, or because only saved words may still be asked for, it begins anew for the callers that want it
/// by then, or have a saved word.
package final class SingleFlightLookUp: LookUpPart {
    private struct Key: Hashable {
        let text: WordText
        let direction: TranslationDirection
        let cachePolicy: LookUpRequest.CachePolicy
    }

    private typealias Answer = Result<DictionaryEntry, TranslationError>

    private struct Caller {
        let answer: Promise<Answer>
        let request: LookUpRequest
    }

    private struct Call {
        /// The number of its first caller.
        let number: Int
        let task: Task<Void, Never>
        var callers: [Int: Caller]
        /// The callers that did not want the answer when all were last asked; empty if any did.
        var unwilling: Set<Int> = []
    }

    private struct State {
        var calls: [Key: Call] = [:]
        var lastNumber = 0
    }

    private let service: any LookUpPart
    private let state = Locked(State())

    package init(_ service: any LookUpPart) {
        self.service = service
    }

    package var waitingCount: Int { state.withLock { $0.calls.values.reduce(0) { $0 + $1.callers.count } } }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let key = Key(text: request.text, direction: request.direction, cachePolicy: request.cachePolicy)
        let caller = Caller(answer: Promise<Answer>(), request: request)
        let number = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            if state.calls[key] != nil {
                state.calls[key]?.callers[number] = caller
            } else {
                // The task needs the lock to read its call, so the call is stored before.
                let task = Task { await self.run(key, number) }
                state.calls[key] = Call(number: number, task: task, callers: [number: caller])
            }
            return number
        }
        let result = await caller.answer.value(whenCancelled: .failure(.cancelled))
        state.withLock { state in
            guard state.calls[key]?.callers.removeValue(forKey: number) != nil else { return }
            if state.calls[key]?.callers.isEmpty == true { state.calls.removeValue(forKey: key)?.task.cancel() }
        }
        return try result.get()
    }

    private func run(_ key: Key, _ number: Int) async {
        var isFirst = true
        while true {
            let requests = callers(key, number).values.map(\.request)
            let hasSavedWord = requests.contains { $0.priority == .savedWord }
            let answer = await service.result(
                LookUpRequest(
                    key.text, key.direction, cachePolicy: key.cachePolicy, retry: requests.compactMap(\.retry).first,
                    priority: hasSavedWord ? .savedWord : .typing
                ) { await self.isWanted(key, number) })
            var leaving: Set<Int>?
            if case .failure(let error) = answer {
                if error == .cancelled { leaving = await unwilling(key, number, isFirst: isFirst) }
                if error.failure?.isReserved == true {
                    leaving = Set(callers(key, number).filter { $0.value.request.priority == .typing }.keys)
                }
            }
            isFirst = false
            if !dismiss(leaving, key, number, with: answer) { return }
        }
    }

    /// The callers of a call. One that every caller left is gone already, and another may be under way in its place.
    private func callers(_ key: Key, _ number: Int) -> [Int: Caller] {
        state.withLock { state in
            guard let call = state.calls[key], call.number == number else { return [:] }
            return call.callers
        }
    }

    private func isWanted(_ key: Key, _ number: Int) async -> Bool {
        let callers = callers(key, number)
        var unwilling = Set(callers.keys)
        for caller in callers.values where await caller.request.isStillWanted() {
            unwilling = []
            break
        }
        state.withLock { if $0.calls[key]?.number == number { $0.calls[key]?.unwilling = unwilling } }
        return unwilling.isEmpty && !callers.isEmpty
    }

    /// The callers that leave when a call was given up because none of them wanted the answer; nil if it was not given
    /// up. A caller that wants the answer again gets one new call.
    private func unwilling(_ key: Key, _ number: Int, isFirst: Bool) async -> Set<Int>? {
        let asked = state.withLock { state -> Set<Int> in
            guard let call = state.calls[key], call.number == number else { return [] }
            state.calls[key]?.unwilling = []
            return call.unwilling
        }
        guard !asked.isEmpty else { return nil }
        var leaving = isFirst ? [] : asked
        for (number, caller) in callers(key, number) where await !caller.request.isStillWanted() {
            leaving.insert(number)
        }
        return leaving
    }

    /// Lets callers go with an answer: some, or all if nil.
    /// - Returns: whether any is left.
    private func dismiss(_ leaving: Set<Int>?, _ key: Key, _ number: Int, with answer: Answer) -> Bool {
        let (dismissed, isLeft) = state.withLock { state -> ([Caller], Bool) in
            guard let call = state.calls[key], call.number == number else { return ([], false) }
            let left = leaving.map { leaving in call.callers.filter { !leaving.contains($0.key) } } ?? [:]
            state.calls[key]?.callers = left
            if left.isEmpty { state.calls[key] = nil }
            return (call.callers.filter { left[$0.key] == nil }.map(\.value), !left.isEmpty)
        }
        for caller in dismissed { caller.answer.set(answer) }
        return isLeft
    }
}
