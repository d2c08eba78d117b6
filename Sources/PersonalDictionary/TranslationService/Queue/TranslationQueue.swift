public import CoreModule
import Foundation

/// Looks up the words whose translation is pending, and records how it ended: one after the other, but beside up to three slow look-ups.
///
/// Pending words are a state of the store, so they survive a restart. A word that was removed, or translated by the user, while its
/// look-up was in flight stays as the user left it. A word that no provider knew is looked up again, behind all others, if one of the
/// queue's providers was not asked for it; it keeps its state until a provider knows it.
public actor TranslationQueue {
    /// How long a word is deferred whose state is not known after its look-up, in seconds.
    private static let storeDelay = 60.0

    let services: TranslationServices
    private let words: Vocabulary
    let pending: PendingWords
    let clock: WallClock
    private let sleep: InterruptibleSleep
    /// The sleep of the task that reads the words that wait.
    let reading: InterruptibleSleep
    private let logger: EventLogger
    private let statuses = ValueStream(TranslationQueueStatus())
    var schedule: TranslationSchedule
    private var isRunning = false
    /// Whether the words that wait are to be read.
    var isOutdated = false
    /// Whether a word waits, as the changes have said since the words that wait were last read.
    var news: [WordID: Bool] = [:]
    /// The words that the device is being asked for.
    var admitting: Set<WordID> = []
    /// Why the words that wait could not be read.
    var storeFailure: TranslationError?

    /// Makes a queue that looks nothing up yet.
    /// `jitter` is a random number from 0 to 1, which shortens the time between tries by up to half.
    public init(
        services: TranslationServices, words: Vocabulary, clock: WallClock,
        sleeper: Sleeper, jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }, logger: EventLogger
    ) {
        self.services = services
        self.words = words
        pending = PendingWords(words: words, providers: services.providers)
        self.clock = clock
        sleep = InterruptibleSleep(sleeper)
        reading = InterruptibleSleep(sleeper)
        self.logger = logger
        schedule = TranslationSchedule(jitter: jitter)
    }

    /// The status of the queue: the present one first, then each change.
    public nonisolated var status: any ModelStreamReader<TranslationQueueStatus> { statuses }

    /// Its present value.
    public nonisolated var currentStatus: TranslationQueueStatus { statuses.value }

    /// The words that wait, as the store has them: those that are pending or failed, oldest first, and then those to recheck, oldest first.
    /// Each once, whatever other processes change meanwhile.
    package func waitingWords() async throws(DictionaryError) -> [Word] {
        var (all, seen): ([Word], Set<WordID>) = ([], [])
        try await pending.forEachPage { words in all += words.filter { seen.insert($0.id).inserted } }
        return all
    }

    /// How many words wait, as the store has it, also if the queue does not run. `notBefore` is set if no
    /// provider is asked now, or if every word that waits is delayed.
    public func pendingStatus() async throws(DictionaryError) -> TranslationQueueStatus {
        var (count, first): (Int, Date?) = (0, nil)
        try await pending.forEachPage { words in
            for word in words {
                let date: Date = if case .failed(let until?) = word.translation { until } else { .distantPast }
                (count, first) = (count + 1, min(first ?? date, date))
            }
        }
        var status = statuses.value
        status.waiting = count
        status.notBefore = [status.notBefore, first].compactMap { $0 }.filter { $0 > clock.now() }.max()
        return status
    }

    // MARK: On request

    /// Looks up every word whose translation is pending, then those whose look-up failed, and then those to recheck, each the oldest first.
    ///
    /// Providers in back-off are asked again. A provider that asked for no requests before a date is asked once more. It
    /// ends when no provider may be asked now. If none has an answer, the first failure is thrown as ``DictionaryError/translation(_:)``.
    /// - Returns: the words that were looked up, as they are now, also those that are still not known.
    @discardableResult
    public func translateWaiting() async throws(DictionaryError) -> [Word] {
        let retry = UserRetry()
        services.clearBackoff()
        var lookedUp: [Word] = []
        var failure: TranslationError?
        let waiting = try await waitingWords()
        // Pending words first, so that words that failed before do not delay them.
        let ordered = waiting.filter { $0.translation == .pending } + waiting.filter { $0.translation != .pending }
        for (number, word) in ordered.enumerated() {
            guard !Task.isCancelled, number == 0 || services.gateStatuses.notBefore(now: clock.now()) == nil
            else { break }
            // Another process may have looked it up.
            guard try await pending.word(word.id) != nil else { continue }
            do throws(DictionaryError) {
                if let changed = try await translate(word.id, in: retry, .useCache, where: pending.contains) {
                    lookedUp.append(changed)
                } else if !Task.isCancelled, let unknown = try await pending.word(word.id, where: { $0 == word }) {
                    lookedUp.append(unknown)
                }
            } catch .translation(let error) {
                if error != .notFound, error != .cancelled { failure = failure ?? error }
            }
        }
        if let failure, lookedUp.isEmpty { throw .translation(failure) }
        return lookedUp
    }

    /// Looks a word up again, now. The user's own translation stays. Throws ``DictionaryError/translation(_:)`` if it
    /// cannot be looked up; the word is tried again later. A provider that asked for no requests before a date is asked once more. For
    /// several words together, `WordListViewModel.retry(_:)` and ``translateWaiting()`` ask it once more for all.
    /// - Returns: the word as it is then; nil if nothing was changed.
    @discardableResult
    public func translate(_ id: WordID) async throws(DictionaryError) -> Word? {
        try await translate(id, in: UserRetry())
    }

    /// Looks a word up, as part of an action of the user, if a condition holds: it may have changed since the caller read it.
    @discardableResult
    func translate(
        _ id: WordID, in retry: UserRetry, _ cachePolicy: LookUpRequest.CachePolicy = .reload,
        where isWanted: @escaping PendingWords.Condition = { _ in true }
    ) async throws(DictionaryError) -> Word? {
        guard let word = try await pending.word(id, where: isWanted) else { return nil }
        defer { wake() }
        switch await result(word, cachePolicy, retry, where: isWanted) {
        case .success(let entry):
            schedule.recover()
            return try await record(.found(entry), of: word)
        case .failure(.cancelled): return nil
        case .failure(.notFound): return try await record(.notFound(askedOf: services.providers), of: word)
        case .failure(let error):
            if case .unsupportedDirection = error {
                _ = try await record(.notFound(askedOf: services.providers), of: word)
            } else if word.translation == .pending {
                _ = try await record(.failed(until: nil), of: word)
            }
            throw .translation(error)
        }
    }

    /// Looks a word up, unless the condition no longer holds when its request may be sent.
    private func result(
        _ word: Word, _ cachePolicy: LookUpRequest.CachePolicy, _ retry: UserRetry? = nil,
        where isWanted: @escaping PendingWords.Condition
    ) async -> Result<DictionaryEntry, TranslationError> {
        let request = LookUpRequest(word.text, word.direction, cachePolicy: cachePolicy, retry: retry) { [pending] in
            // A store that fails is reported when the answer is recorded.
            do { return try await pending.word(word.id, where: isWanted) != nil } catch { return true }
        }
        let result = await services.result(request)
        if case .failure(let error) = result {
            logger.debug("look-up failed", ["word": word.text.value, "error": "\(error)"])
        }
        return result
    }

    /// Records how a look-up of a word ended, unless the user has edited what was looked up.
    func record(_ outcome: LookUpOutcome, of word: Word) async throws(DictionaryError) -> Word? {
        try await words.record(outcome, of: word.id, at: clock.now(), lookedUp: word)
    }

    // MARK: In the background

    /// Looks up the words that wait, and each word that is added, until the changes end or the task is cancelled. Subscribe to the changes
    /// before calling, so that no word is missed. A second call while one is running does nothing.
    public func run(on changes: ModelStreamEvents<WordChange>) async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        isOutdated = true
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.follow(changes) }
            group.addTask { await self.keepUpToDate() }
            group.addTask { await self.work() }
            await group.next()
            group.cancelAll()
        }
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                schedule.gates = services.gateStatuses
                let step = schedule.next(now: clock.now())
                publish()
                switch step {
                case .lookUp(let id):
                    guard let delay = services.hedgingDelay else {
                        await lookUp(id)
                        continue
                    }
                    group.addTask {
                        await self.lookUp(id)
                        await self.wake()
                    }
                    await waitForResult(of: id, until: clock.now().addingTimeInterval(delay.seconds))
                case .wait(let date): await sleep.sleep(until: date)
                case .waitForEvent: await sleep.sleep(until: nil)
                }
            }
            group.cancelAll()
        }
    }

    /// Waits until a look-up has ended, or is detached: at a time, or when there is a place.
    private func waitForResult(of id: WordID, until end: Date) async {
        while schedule.current == id, !Task.isCancelled {
            let isSlow = clock.now() >= end
            if isSlow { schedule.detachSlow() }
            if schedule.current == id { await sleep.sleep(until: isSlow ? nil : end) }
        }
    }

    private func lookUp(_ id: WordID) async {
        do throws(DictionaryError) {
            // What the device is asked for is scheduled again if it is not known there.
            guard !admitting.contains(id), let word = try await pending.word(id) else {
                finish(.dropped, of: id)
                return
            }
            let result = await result(word, .useCache, where: pending.contains)
            if result == .failure(.cancelled), !Task.isCancelled, try await pending.word(id) == nil {
                // Another process was first while the word waited for its permit.
                finish(.dropped, of: id)
                return
            }
            if try await end(result, of: word) { return }
            // The user may have edited it meanwhile. What the device knows of the new text was stored with it.
            guard !Task.isCancelled, let edited = try await pending.word(id), !edited.asksSame(as: word) else { return }
            schedule.remove(id)
            schedule(edited, .added)
        } catch {
            warn(error, "a translation cannot be recorded")
            // It still waits in the store, and is looked up again later.
            finish(.failed(error.translationError), of: id)
            schedule.add(id, notBefore: clock.now().addingTimeInterval(Self.storeDelay), now: clock.now())
        }
    }

    /// Records an answer, and reports it to the schedule: in this order, so that one that cannot be recorded is a failure.
    /// - Returns: whether the word has changed.
    private func end(
        _ result: Result<DictionaryEntry, TranslationError>, of word: Word
    ) async throws(DictionaryError) -> Bool {
        let changed: Word?
        switch result {
        case .success(let entry):
            changed = try await record(.found(entry), of: word)
            finish(.done, of: word.id)
        case .failure(let error) where !error.isFault && error != .cancelled:
            changed = try await record(.notFound(askedOf: services.providers), of: word)
            finish(.failed(error), of: word.id)
        case .failure(let error):
            guard let outcome = failed(error, word) else { return false }
            changed = try await record(outcome, of: word)
        }
        return changed != nil
    }

    /// Reports a failure to the schedule.
    /// - Returns: what is to be recorded; nil if nothing is.
    private func failed(_ error: TranslationError, _ word: Word) -> LookUpOutcome? {
        let reaction = finish(.failed(error), of: word.id)
        // Each provider's own failure was logged by its gate.
        if let date = reaction.newNotBefore {
            logger.warning("look-ups pause", ["error": error.code, "until": date.formatted(.iso8601)])
        }
        // A failure does not change a word that no provider knew.
        guard word.translation != .notFound, !error.isDated else { return nil }
        switch error.reason {
        case .unauthorized, .unreachable, .network:
            // Not written again for each try of a night without a network.
            return word.translation == .failed(until: nil) ? nil : .failed(until: nil)
        case .malformedAnswer, .file: return .failed(until: reaction.retryDate)
        case .notFound, .unsupportedDirection, .cancelled, .rateLimited, .unavailable, .store: return nil
        }
    }

    @discardableResult
    private func finish(_ outcome: TranslationSchedule.Outcome, of id: WordID) -> TranslationSchedule.Reaction {
        schedule.gates = services.gateStatuses
        return schedule.finish(outcome, of: id, now: clock.now())
    }

    func wake() {
        sleep.interrupt()
        publish()
    }

    private func publish() {
        let status = TranslationQueueStatus(
            waiting: schedule.waitingCount, current: schedule.current, notBefore: schedule.notBefore,
            failure: storeFailure ?? schedule.failure, failures: schedule.failures)
        if status != statuses.value { statuses.send(status) }
    }

    /// Logs a failure of the store. It stops nothing: the word stays as it was, and is looked up again later.
    func warn(_ error: DictionaryError, _ message: String) {
        // A queue that was cancelled has not failed.
        if !Task.isCancelled { logger.warning(message, ["error": error.code]) }
    }
}
