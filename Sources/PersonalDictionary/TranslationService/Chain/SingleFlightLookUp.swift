import CoreModule

/// Shares one look-up among all callers that ask for the same word while it is under way.
///
/// A cancelled caller does not cancel the shared call; the last one to leave does. A call that ended because no caller wanted its answer,
/// or because only saved words may be asked for, begins anew for those that want it by then, or have a saved word.
package actor SingleFlightLookUp: LookUpPart {
    private struct Key: Hashable {
        let text: WordText
        let direction: TranslationDirection
        let cachePolicy: LookUpRequest.CachePolicy
    }

    private typealias Answer = Result<DictionaryEntry, TranslationError>

    private struct Caller {
        let answer = Promise<Answer>()
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

    private let service: any LookUpPart
    private var calls: [Key: Call] = [:]
    private var lastNumber = 0

    package init(_ service: any LookUpPart) {
        self.service = service
    }

    package var waitingCount: Int { calls.values.reduce(0) { $0 + $1.callers.count } }

    package func lookUp(_ request: LookUpRequest) async throws(TranslationError) -> DictionaryEntry {
        let key = Key(text: request.text, direction: request.direction, cachePolicy: request.cachePolicy)
        let caller = Caller(request: request)
        lastNumber += 1
        let number = lastNumber
        if calls[key] == nil {
            calls[key] = Call(number: number, task: Task { await run(key, number) }, callers: [:])
        }
        calls[key]?.callers[number] = caller
        let answer = await caller.answer.value(whenCancelled: .failure(.cancelled))
        if calls[key]?.callers.removeValue(forKey: number) != nil, calls[key]?.callers.isEmpty == true {
            calls.removeValue(forKey: key)?.task.cancel()
        }
        return try answer.get()
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
        calls[key]?.number == number ? calls[key]?.callers ?? [:] : [:]
    }

    private func isWanted(_ key: Key, _ number: Int) async -> Bool {
        let callers = callers(key, number)
        var unwilling = Set(callers.keys)
        for caller in callers.values where await caller.request.isStillWanted() {
            unwilling = []
            break
        }
        if calls[key]?.number == number { calls[key]?.unwilling = unwilling }
        return unwilling.isEmpty && !callers.isEmpty
    }

    /// The callers that leave when a call was given up because none of them wanted the answer; nil if it was not given
    /// up. A caller that wants the answer again gets one new call.
    private func unwilling(_ key: Key, _ number: Int, isFirst: Bool) async -> Set<Int>? {
        guard let call = calls[key], call.number == number, !call.unwilling.isEmpty else { return nil }
        calls[key]?.unwilling = []
        var leaving = isFirst ? [] : call.unwilling
        for (number, caller) in callers(key, number) where await !caller.request.isStillWanted() {
            leaving.insert(number)
        }
        return leaving
    }

    /// Lets callers go with an answer: some, or all if nil.
    /// - Returns: whether any is left.
    private func dismiss(_ leaving: Set<Int>?, _ key: Key, _ number: Int, with answer: Answer) -> Bool {
        let callers = callers(key, number)
        guard !callers.isEmpty else { return false }
        let left = leaving.map { leaving in callers.filter { !leaving.contains($0.key) } } ?? [:]
        calls[key]?.callers = left
        if left.isEmpty { calls[key] = nil }
        for (number, caller) in callers where left[number] == nil { caller.answer.set(answer) }
        return !left.isEmpty
    }
}
