public import CoreModule
import Foundation

/// Looks up the words whose translation is pending, one after the other, and records how it ended. Some that take long are waited for
/// beside the next.
///
/// What is pending is in the store, so it survives a restart. When to ask is decided by a schedule: after a fault of the network
/// later and later, after a limit when it allows, and never for many words at once. A word that was removed, or translated by the
/// user, while its look-up was in flight stays as the user left it.
///
/// A word that nobody knew is looked up as well where one of the queue's providers was not asked for it; behind all others, and it
/// stays what it is until somebody knows it.
public actor TranslationQueue {
    /// How long a word is put off that cannot be read or written, in seconds.
    private static let storeDelay = 60.0

    private let services: TranslationServices
    private let words: any WordFetching & LookUpRecording
    private let waiting: PendingWords
    private let clock: WallClock
    private let sleep: InterruptibleSleep
    private let logger: Logger
    private let statuses = ValueStream(TranslationQueueStatus())
    private var schedule: TranslationSchedule
    private var isRunning = false
    /// Set while the queue waits: what happens meanwhile ends the wait.

    /// Makes a queue that looks nothing up yet.
    /// - Parameters:
    ///   - services: look words up.
    ///   - words: where words are kept.
    ///   - clock: the time of day.
    ///   - sleeper: waits.
    ///   - jitter: a random number from 0 to 1, which shortens the time between tries by up to half.
    ///   - logger: logs failures.
    public init(
        services: TranslationServices, words: any WordFetching & LookUpRecording, clock: WallClock,
        sleeper: Sleeper, jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) }, logger: Logger
    ) {
        self.services = services
        self.words = words
        waiting = PendingWords(words: words, providers: services.providers)
        self.clock = clock
        sleep = InterruptibleSleep(sleeper)
        self.logger = logger
        schedule = TranslationSchedule(chance: jitter)
    }

    /// What the queue is at: the present status first, then each change of it.
    public nonisolated var status: any ModelStreamReader<TranslationQueueStatus> { statuses }

    /// What the queue is at now.
    public nonisolated var currentStatus: TranslationQueueStatus { statuses.value }

    /// The words that wait to be looked up, as the store has it: those that are pending or failed, oldest first, and then those that
    /// nobody knew while one of the providers was not asked, oldest first.
    public func waitingWords() async throws(DictionaryError) -> [Word] {
        try await waiting.all()
    }

    /// How many words wait, as the store has it: also where no words are looked up in the background. Until when nothing is
    /// asked is told where the queue pauses, or where each word that waits is put off.
    public func pendingStatus() async throws(DictionaryError) -> TranslationQueueStatus {
        let dates: [Date] = try await waitingWords().map { word in
            if case .failed(let until?) = word.translation { until } else { .distantPast }
        }
        var status = statuses.value
        status.waiting = dates.count
        status.pausedUntil = [status.pausedUntil, dates.min()].compactMap { $0 }.filter { $0 > clock.now() }.max()
        return status
    }

    /// Looks up the words that wait, and then each word that is added, until the changes end or the task is cancelled.
    ///
    /// Subscribe to the changes before calling, so that no word is missed in between. A call while another is under way does
    /// nothing.
    public func run(on changes: ModelStreamEvents<WordChange>) async {
        guard !isRunning else { return }
        isRunning = true
        defer { isRunning = false }
        await reload()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.follow(changes) }
            group.addTask { await self.work() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Looks up every word whose translation is pending, then every one whose look-up has failed, and then every one that nobody knew
    /// while one of the providers was not asked, each the oldest first, and returns those that were changed. A fault of all services
    /// ends it where several words in a row meet one; a fault is thrown, as ``DictionaryError/translation(_:)``, where no word was changed;
    /// so is a limit that all services have told of, at once, for as long as it lasts. Services that were given a rest after faults
    /// are asked again.
    @discardableResult
    public func translateWaiting() async throws(DictionaryError) -> [Word] {
        services.clearBackOff()
        if let until = schedule.limitEnd(now: clock.now()) { throw .translation(.rateLimited(until: until)) }
        var translated: [Word] = []
        var failure: TranslationError?
        var failuresInARow = 0
        let waiting = try await waitingWords()
        // Words that nobody can look up now stand before no others the next time.
        search: for word in waiting.filter({ $0.translation == .pending })
            + waiting.filter({ $0.translation != .pending })
        {
            guard !Task.isCancelled, failuresInARow < TranslationError.tolerance else { break }
            do throws(DictionaryError) {
                if let word = try await translate(word.id, .useCache, where: self.waiting.contains) {
                    translated.append(word)
                }
                failuresInARow = 0
            } catch .translation(let error) {
                guard error.isFault else { continue }
                failure = error
                // Others are in order, and may know the next word.
                failuresInARow = error.isPartly ? 0 : failuresInARow + 1
                // All have said when to come back.
                if !error.isPartly, error.isDated { break search }
            }
        }
        if let failure, translated.isEmpty { throw .translation(failure) }
        return translated
    }

    /// Looks a word up anew, now, unless the user has translated it, and returns it as it is then; `nil` where nothing was changed.
    /// Throws ``DictionaryError/translation(_:)`` where it could not be looked up; the word is tried again later.
    @discardableResult
    public func translate(_ id: WordID) async throws(DictionaryError) -> Word? {
        try await translate(id, .reload) { $0.translation.translation?.provider != .user }
    }

    // MARK: What was asked for now

    /// Whether a word, as the store has it now, is to be looked up.
    private typealias Wish = @Sendable (Word) async throws(DictionaryError) -> Bool

    /// Looks a word up if it is still there and its state asks for it: it may have changed since the caller saw it.
    private func translate(
        _ id: WordID, _ cachePolicy: LookUpRequest.CachePolicy, where isWanted: @escaping Wish
    ) async throws(DictionaryError) -> Word? {
        guard let word = try await wordIfPresent(id), try await isWanted(word) else { return nil }
        let failure: TranslationError
        switch await result(word, cachePolicy, where: isWanted) {
        case .success(let entry):
            schedule.resume()
            wake()
            return try await record(.found(entry), id)
        case .failure(let error): failure = error
        }
        switch failure {
        case .cancelled: return nil
        case .notFound: return try await record(.notFound(askedOf: services.providers), id)
        case .unsupportedDirection: _ = try await record(.notFound(askedOf: services.providers), id)
        case .unauthorized, .rateLimited, .unreachable, .network, .malformedAnswer, .suspended, .partly, .store:
            schedule.obey(failure, now: clock.now())
            if word.translation == .pending { _ = try await record(.failed(until: nil), id) }
        }
        throw .translation(failure)
    }

    /// Looks a word up, unless its state asks for it no more by the time that its turn has come.
    private func result(
        _ word: Word, _ cachePolicy: LookUpRequest.CachePolicy, where isWanted: @escaping Wish
    ) async -> Result<DictionaryEntry, TranslationError> {
        do throws(TranslationError) {
            let request = LookUpRequest(word.text, word.direction, cachePolicy: cachePolicy) { [words] in
                await Self.asks(word.id, in: words, isWanted)
            }
            return .success(try await services.lookUp(request))
        } catch {
            logger.debug("look-up failed", ["word": word.text.value, "error": "\(error)"])
            return .failure(error)
        }
    }

    /// Whether the state of a word, as the store has it now, asks for a look-up.
    private static func asks(_ id: WordID, in words: any WordFetching, _ isWanted: Wish) async -> Bool {
        do throws(DictionaryError) {
            return try await isWanted(try await words.word(id))
        } catch .notFound {
            return false
        } catch {
            // A store that fails is told of when the answer is recorded.
            return true
        }
    }

    private func wordIfPresent(_ id: WordID) async throws(DictionaryError) -> Word? {
        do throws(DictionaryError) { return try await words.word(id) } catch .notFound { return nil }
    }

    private func record(_ outcome: LookUpOutcome, _ id: WordID) async throws(DictionaryError) -> Word? {
        try await words.record(outcome, of: id, at: clock.now())
    }

    // MARK: What goes on by itself

    private func follow(_ changes: ModelStreamEvents<WordChange>) async {
        for await change in changes {
            switch change {
            case .added(let word): if await isWaiting(word) { await admit(word, .added) }
            case .updated(let word):
                if await isWaiting(word) { schedule(word, .waiting) } else { schedule.remove(word.id) }
            case .removed(let id): schedule.remove(id)
            case .reloaded: await reload()
            }
            wake()
        }
    }

    private func reload() async {
        do throws(DictionaryError) {
            let waiting = try await waitingWords()
            schedule.keep(only: Set(waiting.map(\.id)))
            for word in waiting {
                guard !Task.isCancelled else { return }
                await admit(word, .waiting)
            }
        } catch {
            note(error, "the words that wait cannot be read")
        }
    }

    /// Translates a word at once if that can be, or has it wait.
    private func admit(_ word: Word, _ rank: TranslationSchedule.Rank) async {
        if [.pending, .notFound].contains(word.translation), let entry = await immediateEntry(of: word) {
            do throws(DictionaryError) {
                _ = try await record(.found(entry), word.id)
                return
            } catch {
                note(error, "a translation cannot be recorded")
            }
        }
        schedule(word, rank)
    }

    private func immediateEntry(of word: Word) async -> DictionaryEntry? {
        guard let immediate = services.immediate else { return nil }
        do throws(TranslationError) {
            return try await immediate.lookUp(word.text, word.direction)
        } catch {
            // It may well not know the word; then it waits for the others. A fault was told by the service.
            if error.isFault { logger.debug("a word cannot be looked up at once", ["error": error.code]) }
            return nil
        }
    }

    private func isWaiting(_ word: Word) async -> Bool {
        do throws(DictionaryError) {
            return try await waiting.contains(word)
        } catch {
            // It is found out when its turn has come.
            note(error, "who was asked for a word cannot be read")
            return true
        }
    }

    private func schedule(_ word: Word, _ rank: TranslationSchedule.Rank) {
        let date: Date? = if case .failed(let until) = word.translation { until } else { nil }
        schedule.add(
            word.id, rank: word.translation == .notFound ? .owed : rank, notBefore: date, now: clock.now())
    }

    private func work() async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let step = schedule.next(now: clock.now())
                publish()
                switch step {
                case .lookUp(let id):
                    guard let patience = services.detachSlowAfter else {
                        await lookUp(id)
                        continue
                    }
                    group.addTask { await self.lookUpBeside(id) }
                    await waitPatiently(for: id, until: clock.now().addingTimeInterval(patience.seconds))
                case .wait(let date): await sleep.sleep(until: date)
                case .rest: await sleep.sleep(until: nil)
                }
            }
            group.cancelAll()
        }
    }

    private func lookUpBeside(_ id: WordID) async {
        await lookUp(id)
        // Whoever waits for it, or for a place aside.
        wake()
    }

    /// Waits until a look-up has ended, or is set aside: at a time, or when there is a place.
    private func waitPatiently(for id: WordID, until end: Date) async {
        while schedule.current == id, !Task.isCancelled {
            let isOver = clock.now() >= end
            if isOver { schedule.setAside() }
            if schedule.current == id { await sleep.sleep(until: isOver ? nil : end) }
        }
    }

    private func lookUp(_ id: WordID) async {
        var isOwed = false
        do throws(DictionaryError) {
            guard let word = try await waiting.word(id) else {
                schedule.finish(.dropped, of: id, now: clock.now())
                return
            }
            isOwed = word.translation == .notFound
            let result = await result(word, .useCache, where: waiting.contains)
            if result == .failure(.cancelled), !Task.isCancelled, try await waiting.word(id) == nil {
                // Somebody else was first while it waited for its turn.
                schedule.finish(.dropped, of: id, now: clock.now())
                return
            }
            let outcome = outcome(of: result, for: word)
            // A fault changes nothing of a word that nobody knew.
            if case .failed = outcome, isOwed { return }
            if let outcome { _ = try await record(outcome, id) }
        } catch {
            note(error, "a translation cannot be recorded")
            // It still waits in the store.
            schedule.finish(.dropped, of: id, now: clock.now())
            schedule.add(
                id, rank: isOwed ? .owed : .waiting, notBefore: clock.now().addingTimeInterval(Self.storeDelay),
                now: clock.now())
        }
    }

    /// Tells the schedule how a look-up ended; what is to be recorded, if anything is.
    private func outcome(
        of result: Result<DictionaryEntry, TranslationError>, for word: Word
    ) -> LookUpOutcome? {
        switch result {
        case .success(let entry):
            schedule.finish(.done, of: word.id, now: clock.now())
            return .found(entry)
        case .failure(let error):
            let reaction = schedule.finish(.failed(error), of: word.id, now: clock.now())
            // Each service has told its own fault already.
            if let date = reaction.pauseBeginning {
                logger.warning("look-ups pause", ["error": error.code, "until": date.formatted(.iso8601)])
            }
            switch error.whole {
            case .cancelled, .rateLimited, .suspended, .partly, .store: return nil
            case .notFound, .unsupportedDirection: return .notFound(askedOf: services.providers)
            // Not written again for each try of a night without a network.
            case .unauthorized, .unreachable, .network:
                return word.translation == .failed(until: nil) ? nil : .failed(until: nil)
            case .malformedAnswer: return .failed(until: reaction.retryDate)
            }
        }
    }

    private func wake() {
        sleep.interrupt()
        publish()
    }

    private func publish() {
        let status = TranslationQueueStatus(
            waiting: schedule.waitingCount, current: schedule.current, pausedUntil: schedule.pausedUntil,
            failure: schedule.failure)
        if status != statuses.value { statuses.send(status) }
    }

    /// A store that fails here stops nothing: the word stays as it was, and is looked up again later.
    private func note(_ error: DictionaryError, _ message: String) {
        // A queue that is told to stop has not failed.
        if !Task.isCancelled { logger.warning(message, ["error": error.code]) }
    }
}
