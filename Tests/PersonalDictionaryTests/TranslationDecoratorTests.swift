import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The decorators of translation services", .timeLimit(.minutes(3)))
struct TranslationDecoratorTests {
    private let time = ManualTime()
    private let log = InMemoryLogHandler()

    private func dog() throws -> WordText { try WordText("dog") }

    /// A service that answers with a translation, or fails.
    private func service(_ answer: String, _ provider: TranslationProvider = .dict) -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: [answer])],
                provider: provider, date: time.now)
        }
    }

    private func failing(_ error: TranslationError) -> ScriptedTranslationService {
        ScriptedTranslationService { _, _ throws(TranslationError) in throw error }
    }

    private func failure(_ service: any TranslationService) async throws -> TranslationError? {
        let dog = try dog()
        do throws(TranslationError) {
            _ = try await service.lookUp(dog, .englishToRussian)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Fallback

    @Test(
        "a chain asks the next one whatever the fault, so that no provider blocks another",
        arguments: [
            TranslationError.notFound, .unsupportedDirection(.englishToRussian), .network(Message("")),
            .rateLimited(until: nil),
            .unauthorized, .malformedAnswer(Message("")),
        ])
    func fallback(error: TranslationError) async throws {
        let second = service("пёс")
        let chain = FallbackTranslationService([failing(error), second, service("x")])
        #expect(try await chain.lookUp(dog(), .englishToRussian).translation.text == "пёс")
        #expect(second.texts == ["dog"])
    }

    @Test("a chain in vain throws what gives most hope; the sooner of two times; and cancellation at once")
    func fallbackFailure() async throws {
        let down = TranslationError.network(Message("x"))
        let unsupported = TranslationError.unsupportedDirection(.englishToRussian)
        let (soon, late) = (time.now + 5, time.now + 9)
        let chains: [([TranslationError], TranslationError)] = [
            ([.notFound, unsupported], .notFound), ([unsupported, unsupported], unsupported), ([], unsupported),
            ([.rateLimited(until: late), .rateLimited(until: soon)], .rateLimited(until: soon)),
            ([.rateLimited(until: nil), .rateLimited(until: soon)], .rateLimited(until: soon)),
            (
                [.rateLimited(until: late), .suspended(until: soon, after: down)],
                .suspended(until: soon, after: down)
            ),
            ([.unauthorized, down], down),
            ([.malformedAnswer(Message("")), .unauthorized], .malformedAnswer(Message(""))),
            // Who has named no date may be in order again sooner than who has.
            ([.unauthorized, .rateLimited(until: soon)], .unauthorized),
            // Another word may be known to those that are in order.
            ([.notFound, down], .partly(down, of: [1])), ([down, .notFound], .partly(down, of: [0])),
            ([down, unsupported], .partly(down, of: [0])),
            ([.unauthorized, .notFound], .partly(.unauthorized, of: [0])),
            ([.rateLimited(until: late), .notFound], .partly(.rateLimited(until: late), of: [0])),
            (
                [.partly(.rateLimited(until: late), of: [7]), .rateLimited(until: soon)],
                .partly(.rateLimited(until: soon), of: [0, 1])
            ),
            ([.rateLimited(until: soon), .notFound, .unauthorized], .partly(.unauthorized, of: [0, 2])),
        ]
        for (errors, expected) in chains {
            #expect(try await failure(FallbackTranslationService(errors.map(failing))) == expected)
        }
        // That the device does not know this word says nothing of the next one, which it was asked for already.
        for errors in [[.notFound, down], [unsupported, down]] {
            let chain = FallbackTranslationService(
                errors.map(failing), onDevice: [0], patience: .seconds(2), clock: time.clock, sleeper: time.sleeper)
            #expect(try await failure(chain) == down)
        }
        let second = service("x")
        #expect(try await failure(FallbackTranslationService([failing(.cancelled), second])) == .cancelled)
        #expect(second.texts.isEmpty)
    }

    /// A service that answers when a latch is opened, and tells when it is asked and when it is cancelled.
    private func waiting(
        for latch: Latch, asked: Latch = Latch(), cancelled: Latch = Latch(), _ answer: String = "slow"
    ) -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            asked.open()
            await latch.wait()
            if Task.isCancelled {
                cancelled.open()
                throw .cancelled
            }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: [answer])], provider: .dict,
                date: time.now)
        }
    }

    private func patient(_ services: [any TranslationService]) -> FallbackTranslationService {
        FallbackTranslationService(services, patience: .seconds(2), clock: time.clock, sleeper: time.sleeper)
    }

    @Test("a service that says nothing keeps the next one from being asked no longer than patience lasts")
    func slowService() async throws {
        let cancelled = Latch()
        let second = service("пёс")
        let chain = patient([waiting(for: Latch(), cancelled: cancelled), second, service("x")])
        let start = time.now
        let answer = Task { try await chain.lookUp(dog(), .englishToRussian).translation.text }
        #expect(await time.nextSleep() == start + 2)
        #expect(second.texts.isEmpty)
        await time.advanceToNextSleep()
        #expect(try await answer.value == "пёс")
        await cancelled.wait()
    }

    @Test("what a slow service says counts where no other knows the word, and what is told is the most hopeful of all")
    func slowAnswer() async throws {
        for answer in [nil, TranslationError.network(Message("down"))] {
            let latch = Latch()
            let slow = waiting(for: latch)
            if let answer {
                slow.change { _, _ throws(TranslationError) in
                    await latch.wait()
                    throw answer
                }
            }
            let othersAsked = Latch()
            let last = ScriptedTranslationService { _, _ throws(TranslationError) in
                othersAsked.open()
                throw .notFound
            }
            let chain = patient([slow, failing(.unauthorized), last])
            let result = Task { try await failure(chain) }
            await time.advanceToNextSleep()
            await othersAsked.wait()
            latch.open()
            #expect(try await result.value == answer.map { .partly($0, of: [0, 1]) })
            #expect(slow.texts.count == 1)
        }
    }

    @Test("a chain that is cancelled while it waits asks nobody more")
    func cancelledChain() async throws {
        let asked = Latch()
        let second = service("x")
        let chain = patient([waiting(for: Latch(), asked: asked), second])
        let result = Task { try await failure(chain) }
        await asked.wait()
        _ = await time.nextSleep()
        result.cancel()
        #expect(try await result.value == .cancelled)
        #expect(second.texts.isEmpty)
    }

    @Test("a service that is asked beside a slow one is asked only if the answer is still wanted")
    func lostInterestInChain() async throws {
        let second = service("x")
        let chain = patient([waiting(for: Latch()), limited(second, [])])
        let isWanted = Locked(true)
        let dog = try dog()
        let result = Task { () throws(TranslationError) -> DictionaryEntry in
            try await LookUpInterest.lookingUp(while: { isWanted.withLock { $0 } }) {
                () throws(TranslationError) in try await chain.lookUp(dog, .englishToRussian)
            }
        }
        _ = await time.nextSleep()
        isWanted.withLock { $0 = false }
        await time.advanceToNextSleep()
        await #expect(throws: TranslationError.cancelled) { try await result.value }
        #expect(second.texts.isEmpty)
    }

    // MARK: Pivot

    /// Italian into English and English into Russian, and nothing else.
    private func pivotable() -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            let answers = ["it→en cane": ["hound", "dog"], "en→ru dog": ["собака"]]
            guard ["it→en", "en→ru"].contains(direction.description) else { throw .unsupportedDirection(direction) }
            guard let words = answers["\(direction) \(word)"] else { throw .notFound }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: words)], provider: .dict,
                date: time.now)
        }
    }

    @Test("a direction that is missing is reached through a third language, and the entry says so")
    func pivot() async throws {
        let service = PivotTranslationService(pivotable(), through: .english)
        let entry = try await service.lookUp(WordText("cane"), .between("it", "ru"))
        #expect(entry.translation.text == "собака")
        #expect(entry.provider.rawValue == "pivot:en(dict)")
        #expect(entry.headword == "cane")
        #expect(entry.direction.description == "it→ru")
        #expect(try await service.lookUp(WordText("dog"), .englishToRussian).provider == .dict)
        let mixed = TranslationProvider.pivot(through: .english, [.glossary, .dict])
        #expect(mixed.rawValue == "pivot:en(glossary,dict)")
    }

    @Test("a way that a limit stops goes on from the leg that is known, and comes to its end")
    func pivotWithinLimit() async throws {
        let inner = pivotable()
        let limited = limited(inner, [RequestLimit(1, per: .seconds(1000))])
        let legs = CachingTranslationService(
            limited, provider: .dict, cache: InMemoryTranslationCache(), clock: time.clock, logger: .disabled)
        let pacer = RateLimiter(
            provider: .dict, limits: [], ledger: InMemoryRequestLedger(), clock: time.clock, sleeper: time.sleeper)
        // It has told its directions already.
        let direct = RateLimitedTranslationService(inner, pacer: pacer)
        let service = PivotTranslationService(direct, legs: legs, through: .english)
        let start = time.now
        let direction = try TranslationDirection.between("it", "ru")
        for number in 1...2 {
            await #expect(throws: TranslationError.rateLimited(until: start + 1000 * Double(number))) {
                try await service.lookUp(WordText("cane"), direction)
            }
            time.advance(by: 1000)
        }
        #expect(try await service.lookUp(WordText("cane"), direction).translation.text == "собака")
        // The first of the two translations is not known further on.
        #expect(inner.texts.filter { $0 != "cane" } == ["hound", "dog"])
    }

    @Test("no way through is told as the direction that was asked for")
    func noPivot() async throws {
        let service = PivotTranslationService(pivotable(), through: .english)
        let direction = try TranslationDirection.between("it", "de")
        await #expect(throws: TranslationError.unsupportedDirection(direction)) {
            try await service.lookUp(WordText("cane"), direction)
        }
        await #expect(throws: TranslationError.notFound) {
            try await service.lookUp(WordText("gatto"), .between("it", "ru"))
        }
        let english = try TranslationDirection.between("de", "en")
        await #expect(throws: TranslationError.unsupportedDirection(english)) {
            try await service.lookUp(WordText("Hund"), english)
        }
    }

    // MARK: Limits

    private func limited(
        _ service: any TranslationService, _ limits: [RequestLimit],
        _ ledger: any RequestLedger = InMemoryRequestLedger()
    ) -> RateLimitedTranslationService {
        RateLimitedTranslationService(
            service, provider: .dict, limits: limits, ledger: ledger, clock: time.clock, sleeper: time.sleeper)
    }

    @Test("a short wait is waited, a long one is told")
    func limits() async throws {
        let inner = service("x")
        let service = limited(inner, [RequestLimit(1, per: .seconds(1)), RequestLimit(2, per: .seconds(1000))])
        let start = time.now
        _ = try await service.lookUp(dog(), .englishToRussian)
        let second = Task { try await service.lookUp(dog(), .englishToRussian) }
        await time.advanceToNextSleep()
        _ = try await second.value
        #expect(time.now == start + 1)
        #expect(try await failure(service) == .rateLimited(until: start + 1000))
        #expect(inner.texts.count == 2)
        time.advance(by: 999)
        #expect(try await failure(service) == nil)
    }

    @Test("what a provider says of its limit holds for all who ask it, with or without a time")
    func providerPause() async throws {
        let ledger = InMemoryRequestLedger()
        #expect(
            try await failure(limited(failing(.rateLimited(until: time.now + 60)), [], ledger))
                == .rateLimited(until: time.now + 60))
        let other = service("x")
        #expect(try await failure(limited(other, [], ledger)) == .rateLimited(until: time.now + 60))
        #expect(other.texts.isEmpty)
        time.advance(by: 60)
        #expect(try await failure(limited(other, [], ledger)) == nil)
        #expect(
            try await failure(limited(failing(.rateLimited(until: nil)), [], ledger))
                == .rateLimited(until: time.now + 3600))
    }

    @Test("what never left the device is not counted, and what went out is, whatever came of it")
    func unsent() async throws {
        let limits = [RequestLimit(2, per: .seconds(1000))]
        let direction = TranslationDirection.englishToRussian
        let ledger = InMemoryRequestLedger()
        for _ in 0..<9 {
            let unreachable = failing(.unreachable(Message("")))
            #expect(try await failure(limited(unreachable, limits, ledger)) == .unreachable(Message("")))
            // Who lists its directions was not asked for the word.
            let pacer = RateLimiter(
                provider: .dict, limits: limits, ledger: ledger, clock: time.clock, sleeper: time.sleeper)
            let service = RateLimitedTranslationService(
                failing(.unsupportedDirection(direction)), pacer: pacer, isAskedForDirections: false)
            #expect(try await failure(service) == .unsupportedDirection(direction))
        }
        #expect(
            try await failure(limited(failing(.unsupportedDirection(direction)), limits, ledger))
                == .unsupportedDirection(direction))
        #expect(try await failure(limited(failing(.network(Message(""))), limits, ledger)) == .network(Message("")))
        #expect(try await failure(limited(service("x"), limits, ledger)) == .rateLimited(until: time.now + 1000))
    }

    @Test("what is good to have leaves half of a long limit to what is needed, and all of a short one is its own")
    func sparing() async throws {
        let ledger = InMemoryRequestLedger()
        let pacer = RateLimiter(
            provider: .dict, limits: [RequestLimit(1, per: .seconds(1)), RequestLimit(4, per: .seconds(1000))],
            ledger: ledger, clock: time.clock, sleeper: time.sleeper)
        let inner = service("x")
        let needed = RateLimitedTranslationService(inner, pacer: pacer)
        let spare = SparingTranslationService(needed, pacer: pacer)
        let list = RateLimitedSuggestions(ScriptedSuggestions { _ in [] }, pacer: pacer, requests: 2)
        let start = time.now
        for _ in 0..<2 {
            #expect(try await failure(spare) == nil)
            time.advance(by: 1)
        }
        func spared(_ date: Date) -> TranslationError { .suspended(until: date, after: .rateLimited(until: date)) }
        #expect(try await failure(spare) == spared(start + 1000))
        await #expect(throws: spared(start + 1000)) {
            try await list.suggestions(beginningWith: dog(), .englishToRussian, limit: 8)
        }
        #expect(try await failure(needed) == nil)
        time.advance(by: 999)
        // A list of two requests takes two turns.
        let words = Task { try await list.suggestions(beginningWith: dog(), .englishToRussian, limit: 8) }
        #expect(await time.nextSleep() == start + 1002)
        time.advance(by: 1)
        _ = try await words.value
        #expect(try await failure(spare) == spared(start + 2001))
        #expect(inner.texts.count == 3)
    }

    @Test("what takes several turns and does not get them all, or never leaves the device, has taken none")
    func severalTurns() async throws {
        let ledger = InMemoryRequestLedger()
        let limits = [RequestLimit(3, per: .seconds(60))]
        let pacer = RateLimiter(
            provider: .dict, limits: limits, ledger: ledger, clock: time.clock, sleeper: time.sleeper)
        let unreachable = ScriptedSuggestions { _ throws(TranslationError) in throw .unreachable(Message("")) }
        for (source, requests, error) in [
            (unreachable, 2, TranslationError.unreachable(Message(""))),
            (
                ScriptedSuggestions { _ throws(TranslationError) in throw .unsupportedDirection(.englishToRussian) }, 3,
                .unsupportedDirection(.englishToRussian)
            ), (ScriptedSuggestions { _ in [] }, 4, .rateLimited(until: time.now + 60)),
        ] {
            let list = RateLimitedSuggestions(source, pacer: pacer, requests: requests)
            await #expect(throws: error) {
                try await list.suggestions(beginningWith: dog(), .englishToRussian, limit: 8)
            }
        }
        let short = ScriptedSuggestions { _ in [] }
        let list = RateLimitedSuggestions(short, pacer: pacer, leastLength: 4)
        #expect(try await list.suggestions(beginningWith: dog(), .englishToRussian, limit: 8).isEmpty)
        #expect(short.texts.isEmpty)
        for _ in 0..<3 { #expect(await ledger.reserve(.dict, limits, now: time.now) == .granted) }
    }

    // MARK: Rests

    @Test("a service that fails again and again is given a rest, longer each time, and one answer ends that")
    func rests() async throws {
        for (fault, rests) in [
            (TranslationError.network(Message("x")), [2.0, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]),
            (.unreachable(Message("x")), [2, 4]), (.malformedAnswer(Message("x")), [2, 4]),
            (.unauthorized, [60, 120, 240, 480, 960, 1920, 3600, 3600]),
        ] {
            let inner = failing(fault)
            let service = CircuitBreakingTranslationService(
                inner, name: "dict", clock: time.clock, chance: { 0 },
                logger: Logger(label: "translation", minimumLevel: .info, handler: log))
            for _ in 0..<3 { #expect(try await failure(service) == fault) }
            for rest in rests {
                let end = time.now + rest
                #expect(try await failure(service) == .suspended(until: end, after: fault))
                time.advance(by: rest - 0.1)
                #expect(try await failure(service) == .suspended(until: end, after: fault))
                time.advance(by: 0.1)
                #expect(try await failure(service) == fault)
            }
            #expect(inner.texts.count == 3 + rests.count)
            // A clock that is set back makes no rest longer.
            time.advance(by: -1_000_000)
            guard case .suspended(let end, _)? = try await failure(service) else {
                Issue.record("it was asked")
                return
            }
            #expect(end > time.now && end <= time.now + 3600)
            inner.change { _, _ throws(TranslationError) in throw .notFound }
            #expect(try await failure(service.insisting) == .notFound)
            inner.change { _, _ throws(TranslationError) in throw fault }
            for _ in 0..<3 { #expect(try await failure(service) == fault) }
            #expect(try await failure(service) == .suspended(until: time.now + rests[0], after: fault))
            service.resume()
            #expect(try await failure(service) == fault)
            time.advance(by: 4000)
        }
        #expect(log.events.contains { $0.message == "a translation service is given a rest" })
    }

    @Test("a service that says to come back at once, again and again, is given a rest as well")
    func hollowDates() async throws {
        let inner = ScriptedTranslationService { [time] _, _ throws(TranslationError) in
            throw .rateLimited(until: time.now)
        }
        let service = CircuitBreakingTranslationService(
            inner, name: "dict", clock: time.clock, chance: { 0 }, logger: .disabled)
        for _ in 0..<3 { #expect(try await failure(service) == .rateLimited(until: time.now)) }
        let rest = TranslationError.suspended(until: time.now + 2, after: .rateLimited(until: time.now))
        #expect(try await failure(service) == rest)
    }

    @Test(
        "a service that says nothing while others know the words is given a rest, and who is cancelled soon says nothing of it"
    )
    func slowRest() async throws {
        let slow = waiting(for: Latch())
        let breaker = CircuitBreakingTranslationService(
            slow, name: "slow", clock: time.clock, chance: { 0 }, logger: .disabled)
        for _ in 0..<5 {
            let task = Task { try await failure(breaker) }
            while slow.texts.isEmpty { await Task.yield() }
            time.advance(by: 1.9)
            task.cancel()
            #expect(try await task.value == .cancelled)
        }
        let count = slow.texts.count
        let chain = patient([breaker, service("пёс")])
        for number in 1...3 {
            let answer = Task { try await chain.lookUp(dog(), .englishToRussian).translation.text }
            await time.advanceToNextSleep()
            #expect(try await answer.value == "пёс")
            #expect(slow.texts.count == count + number)
        }
        // At once: nobody waits for it.
        #expect(try await chain.lookUp(dog(), .englishToRussian).translation.text == "пёс")
        #expect(slow.texts.count == count + 3)
    }

    @Test("what is no fault of the service brings it no rest")
    func noRest() async throws {
        for error in [
            TranslationError.notFound, .unsupportedDirection(.englishToRussian), .rateLimited(until: time.now + 9),
            .cancelled, .store(StoreError(.full, path: nil, message: Message("full"))),
        ] {
            let inner = failing(error)
            let service = CircuitBreakingTranslationService(
                inner, name: "dict", clock: time.clock, logger: .disabled)
            for _ in 0..<9 { #expect(try await failure(service) == error) }
            #expect(inner.texts.count == 9)
        }
    }

    @Test("who is overtaken again and again waits no longer than the maximum, all in all")
    func maximumWait() async throws {
        /// It always has others go first.
        actor BusyLedger: RequestLedger {
            private(set) var calls = 0

            func reserve(_ provider: TranslationProvider, _ limits: [RequestLimit], now: Date) -> RequestGrant {
                calls += 1
                return calls > 50 ? .granted : .wait(until: now + 0.9)
            }

            func turn(_ provider: TranslationProvider, _ limits: [RequestLimit], now: Date) -> Date { now }
            func release(_ provider: TranslationProvider, grantedAt date: Date) {}
            func pause(_ provider: TranslationProvider, until date: Date, now: Date) {}
        }
        let start = time.now
        let sleeper = Sleeper { [time] in time.advance(by: $0.timeIntervalSince(time.now)) }
        let service = RateLimitedTranslationService(
            service("x"), provider: .dict, limits: [], ledger: BusyLedger(), clock: time.clock, sleeper: sleeper)
        guard case .rateLimited? = try await failure(service) else {
            Issue.record("it waited until \(time.now.timeIntervalSince(start)) s later")
            return
        }
        #expect(time.now.timeIntervalSince(start) <= 2)
    }

    @Test("who waits for a turn and is cancelled stops, and asks nothing")
    func cancelledTurn() async throws {
        let inner = service("x")
        let service = limited(inner, [RequestLimit(1, per: .seconds(1))])
        _ = try await service.lookUp(dog(), .englishToRussian)
        let waiting = Task { try await failure(service) }
        _ = await time.nextSleep()
        waiting.cancel()
        #expect(try await waiting.value == .cancelled)
        #expect(inner.texts.count == 1)
    }

    @Test("who waited for a turn and is wanted no more asks nothing, and takes nobody else's turn")
    func lostInterest() async throws {
        let inner = service("x")
        let service = limited(inner, [RequestLimit(1, per: .seconds(1))])
        _ = try await service.lookUp(dog(), .englishToRussian)
        let isWanted = Locked(true)
        let dog = try dog()
        let waiting = Task { () -> TranslationError? in
            do throws(TranslationError) {
                _ = try await LookUpInterest.lookingUp(while: { isWanted.withLock { $0 } }) {
                    () throws(TranslationError) in try await service.lookUp(dog, .englishToRussian)
                }
                return nil
            } catch {
                return error
            }
        }
        _ = await time.nextSleep()
        isWanted.withLock { $0 = false }
        await time.advanceToNextSleep()
        #expect(await waiting.value == .cancelled)
        #expect(inner.texts.count == 1)
        #expect(try await failure(service) == nil)
    }

    @Test("a look-up that several wait for goes on as long as one of them wants it", arguments: [true, false])
    func sharedInterest(isSecondInterested: Bool) async throws {
        let inner = service("x")
        let limited = limited(inner, [RequestLimit(1, per: .seconds(1))])
        _ = try await limited.lookUp(dog(), .englishToRussian)
        let service = SingleFlightTranslationService(limited)
        let isWanted = Locked(true)
        let dog = try dog()
        let first = Task { () throws(TranslationError) -> DictionaryEntry in
            try await LookUpInterest.lookingUp(while: { isWanted.withLock { $0 } }) {
                () throws(TranslationError) in try await service.lookUp(dog, .englishToRussian)
            }
        }
        while service.waitingCount < 1 { await Task.yield() }
        let second = Task { () throws(TranslationError) -> DictionaryEntry in
            try await LookUpInterest.lookingUp(while: { isSecondInterested }) {
                () throws(TranslationError) in try await service.lookUp(dog, .englishToRussian)
            }
        }
        while service.waitingCount < 2 { await Task.yield() }
        _ = await time.nextSleep()
        isWanted.withLock { $0 = false }
        await time.advanceToNextSleep()
        let found = [await first.result, await second.result].map { if case .success = $0 { true } else { false } }
        #expect(found == [isSecondInterested, isSecondInterested])
        #expect(inner.texts.count == (isSecondInterested ? 2 : 1))
    }

    // MARK: Directions

    @Test("a direction that is not there is asked for once in a while, or where somebody wants to know anew")
    func directions() async throws {
        let inner = failing(.unsupportedDirection(.englishToRussian))
        let directions = InMemoryUnsupportedDirectionRepository()
        let service = DirectionRememberingTranslationService(
            inner, provider: .pons, directions: directions, maximumAge: .seconds(100), clock: time.clock,
            logger: .disabled)
        for _ in 0..<3 { #expect(try await failure(service) == .unsupportedDirection(.englishToRussian)) }
        #expect(inner.texts.count == 1)
        // Another direction is another matter.
        let german = try TranslationDirection.between("en", "de")
        inner.change { _, direction throws(TranslationError) in
            throw direction == german ? .network(Message("down")) : .unsupportedDirection(direction)
        }
        await #expect(throws: TranslationError.network(Message("down"))) { try await service.lookUp(dog(), german) }
        await #expect(throws: TranslationError.network(Message("down"))) { try await service.lookUp(dog(), german) }
        #expect(inner.texts.count == 3)
        #expect(try await failure(service.refreshing) == .unsupportedDirection(.englishToRussian))
        #expect(inner.texts.count == 4)
        time.advance(by: 101)
        #expect(try await failure(service) == .unsupportedDirection(.englishToRussian))
        #expect(inner.texts.count == 5)
        // It has the direction after all, and just does not know the word.
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await failure(service) == .unsupportedDirection(.englishToRussian))
        #expect(try await failure(service.refreshing) == .notFound)
        #expect(try await failure(service) == .notFound)
        #expect(inner.texts.count == 7)
    }

    @Test("a direction that was refused in what is the future by now is asked for anew, and what is learnt then holds")
    func directionsOfTheFuture() async throws {
        let inner = failing(.unsupportedDirection(.englishToRussian))
        let year = 365.0 * 86400
        let service = DirectionRememberingTranslationService(
            inner, provider: .pons, directions: InMemoryUnsupportedDirectionRepository(), clock: time.clock,
            logger: .disabled)
        let start = time.now
        time.advance(by: year)
        #expect(try await failure(service) == .unsupportedDirection(.englishToRussian))
        // An hour back is nothing.
        time.advance(by: -3600)
        #expect(try await failure(service) == .unsupportedDirection(.englishToRussian))
        #expect(inner.texts.count == 1)
        time.advance(by: start.timeIntervalSince(time.now))
        for _ in 0..<2 { #expect(try await failure(service) == .unsupportedDirection(.englishToRussian)) }
        #expect(inner.texts.count == 2)
        time.advance(by: year)
        #expect(try await failure(service) == .unsupportedDirection(.englishToRussian))
        time.advance(by: -year)
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await failure(service) == .notFound)
        // It was not only passed over: the time at which it was refused comes once more.
        time.advance(by: year)
        #expect(try await failure(service) == .notFound)
    }

    @Test("directions that cannot be remembered are told, and the service asked")
    func failingDirections() async throws {
        let inner = failing(.unsupportedDirection(.englishToRussian))
        let service = DirectionRememberingTranslationService(
            inner, provider: .pons, directions: FailingDirections(), clock: time.clock,
            logger: Logger(label: "t", minimumLevel: .warning, handler: log))
        #expect(try await failure(service) == .unsupportedDirection(.englishToRussian))
        #expect(inner.texts.count == 1)
        #expect(log.events.count == 2)
    }

    // MARK: Single flight

    @Test("those who ask for one word at the same time share one look-up; who is cancelled leaves the others theirs")
    func singleFlight() async throws {
        let latch = Latch()
        let asked = Latch()
        let entry = try DictionaryEntry.make("dog", ["x"], at: time.now)
        let inner = ScriptedTranslationService { _, _ throws(TranslationError) in
            asked.open()
            await latch.wait()
            return entry
        }
        let service = SingleFlightTranslationService(inner)
        let first = Task { try await failure(service) }
        await asked.wait()
        let others = (0..<9).map { _ in Task { try await failure(service) } }
        while service.waitingCount < 10 { await Task.yield() }
        others[3].cancel()
        #expect(try await others[3].value == .cancelled)
        latch.open()
        #expect(try await first.value == nil)
        for (number, task) in others.enumerated() where number != 3 { #expect(try await task.value == nil) }
        #expect(inner.texts.count == 1)
        let before = inner.texts.count
        #expect(try await failure(service) == nil)
        #expect(inner.texts.count == before + 1)
    }

    @Test("a look-up that nobody waits for any more is cancelled")
    func abandonedFlight() async throws {
        let asked = Latch()
        let ended = Latch()
        let inner = ScriptedTranslationService { _, _ throws(TranslationError) in
            asked.open()
            await Latch().wait()
            ended.open()
            throw .cancelled
        }
        let service = SingleFlightTranslationService(inner)
        let task = Task { try await failure(service) }
        await asked.wait()
        task.cancel()
        #expect(try await task.value == .cancelled)
        await ended.wait()
    }

    /// A service that looks once more whether its answer is wanted, when a latch is opened, and throws where it is not.
    private func asking(after latches: [Latch], checked: Latch = Latch()) -> ScriptedTranslationService {
        let left = Locked(latches)
        return ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            do throws(TranslationError) { try await LookUpInterest.check() } catch {
                checked.open()
                if let latch = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { await latch.wait() }
                throw error
            }
            return try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
                date: time.now)
        }
    }

    private func failure(
        _ service: any TranslationService, while isWanted: @escaping @Sendable () async -> Bool
    ) async throws -> TranslationError? {
        let dog = try dog()
        do throws(TranslationError) {
            _ = try await LookUpInterest.lookingUp(while: isWanted) { () throws(TranslationError) in
                try await service.lookUp(dog, .englishToRussian)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test("who came aboard when nobody wanted the answer any more flies again; who does not want it does not")
    func lateBoarding() async throws {
        let (latch, checked) = (Latch(), Latch())
        let inner = asking(after: [latch], checked: checked)
        let service = SingleFlightTranslationService(inner)
        let first = Task { try await failure(service, while: { false }) }
        await checked.wait()
        let others = [
            Task { try await failure(service) }, Task { try await failure(service, while: { true }) },
            Task { try await failure(service, while: { false }) },
        ]
        while service.waitingCount < 4 { await Task.yield() }
        latch.open()
        #expect(try await first.value == .cancelled)
        #expect(try await others[0].value == nil)
        #expect(try await others[1].value == nil)
        #expect(try await others[2].value == .cancelled)
        #expect(inner.texts.count == 2)
        #expect(service.waitingCount == 0)
    }

    @Test("who wants the answer after all flies again, but not for ever where that changes each time")
    func interestComesBack() async throws {
        let answers = Locked([false, true, true])
        let inner = asking(after: [])
        let service = SingleFlightTranslationService(inner)
        #expect(try await failure(service, while: { answers.withLock { $0.removeFirst() } }) == nil)
        #expect(inner.texts.count == 2)
        let isWanted = Locked(true)
        let fickle: @Sendable () async -> Bool = {
            isWanted.withLock { isWanted in
                isWanted.toggle()
                return isWanted
            }
        }
        #expect(try await failure(service, while: fickle) == .cancelled)
        #expect(inner.texts.count == 4)
        #expect(service.waitingCount == 0)
    }

    @Test("a service that says by itself that it was cancelled is not asked again")
    func cancelledByItself() async throws {
        let inner = failing(.cancelled)
        let service = SingleFlightTranslationService(inner)
        #expect(try await failure(service) == .cancelled)
        #expect(try await failure(service, while: { true }) == .cancelled)
        #expect(inner.texts.count == 2)
    }

    // MARK: Retry

    @Test("a fault of the network is tried again after a pause, others are not")
    func retrying() async throws {
        let inner = failing(.network(Message("down")))
        let service = RetryingTranslationService(
            inner, attempts: 3, backoff: Backoff(first: .seconds(1), longest: .seconds(9)), clock: time.clock,
            sleeper: time.sleeper, chance: { 0 })
        let start = time.now
        let task = Task { try await failure(service) }
        await time.advanceToNextSleep()
        #expect(await time.nextSleep() == start + 3)
        time.advance(by: 2)
        #expect(try await task.value == .network(Message("down")))
        #expect(inner.texts.count == 3)
        for error in [
            TranslationError.notFound, .unauthorized, .rateLimited(until: nil), .malformedAnswer(Message("")),
        ] {
            let inner = failing(error)
            let service = RetryingTranslationService(inner, clock: time.clock, sleeper: time.sleeper)
            #expect(try await failure(service) == error)
            #expect(inner.texts.count == 1)
        }
    }

    // MARK: Cache

    @Test(
        "an answer is given again until it is too old, or a fresh one is asked for; not knowing is an answer, a fault is none"
    )
    func cache() async throws {
        let inner = service("x")
        let cache = InMemoryTranslationCache()
        let service = CachingTranslationService(
            inner, provider: .dict, cache: cache, maximumAge: .seconds(100), clock: time.clock, logger: .disabled)
        #expect(try await failure(service) == nil)
        #expect(try await failure(service) == nil)
        #expect(inner.texts.count == 1)
        _ = try await service.refresh(dog(), .englishToRussian)
        #expect(inner.texts.count == 2)
        time.advance(by: 101)
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        #expect(try await failure(service) == .notFound)
        #expect(try await failure(service) == .notFound)
        #expect(inner.texts.count == 3)
        time.advance(by: 101)
        inner.change { _, _ throws(TranslationError) in throw .network(Message("")) }
        #expect(try await failure(service) == .network(Message("")))
        #expect(try await failure(service) == .network(Message("")))
        #expect(inner.texts.count == 5)
    }

    @Test(
        "an answer of what is the future by now is not given again: the service is asked, and its answer kept instead")
    func cacheOfTheFuture() async throws {
        let inner = service("x")
        let service = CachingTranslationService(
            inner, provider: .dict, cache: InMemoryTranslationCache(), clock: time.clock, logger: .disabled)
        time.advance(by: 365 * 86400)
        #expect(try await failure(service) == nil)
        // An hour back is nothing.
        time.advance(by: -3600)
        #expect(try await failure(service) == nil)
        #expect(inner.texts.count == 1)
        time.advance(by: -364 * 86400)
        inner.change { _, _ throws(TranslationError) in throw .notFound }
        for _ in 0..<3 { #expect(try await failure(service) == .notFound) }
        #expect(inner.texts.count == 2)
    }

    @Test("a cache that fails is told, and the service asked")
    func failingCache() async throws {
        let service = CachingTranslationService(
            service("x"), provider: .dict, cache: FailingTranslationCache(), clock: time.clock,
            logger: Logger(label: "t", minimumLevel: .warning, handler: log))
        #expect(try await failure(service) == nil)
        #expect(log.events.count == 2)
    }

    // MARK: Logging

    @Test("the log has each look-up, a fault as a warning, and the word at debug level only")
    func logging() async throws {
        let logger = Logger(label: "t", minimumLevel: .debug, handler: log)
        #expect(try await failure(LoggingTranslationService(service("x"), name: "s", logger: logger)) == nil)
        #expect(
            try await failure(LoggingTranslationService(failing(.network(Message(""))), name: "s", logger: logger))
                != nil)
        #expect(log.events.count == 5)
        let warnings = log.events.filter { $0.level == .warning }
        #expect(warnings.count == 1)
        #expect(warnings.allSatisfy { event in !event.metadata.contains { $0.value.contains("dog") } })
    }

    @Test("the log has each list of words in the same way")
    func listLogging() async throws {
        let words = ScriptedSuggestions { text throws(TranslationError) in
            guard text == "dog" else { throw .network(Message("down")) }
            return []
        }
        let list = LoggingSuggestions(
            words, name: "s", logger: Logger(label: "t", minimumLevel: .debug, handler: log))
        #expect(try await list.suggestions(beginningWith: dog(), .englishToRussian, limit: 8).isEmpty)
        await #expect(throws: TranslationError.network(Message("down"))) {
            try await list.suggestions(beginningWith: WordText("cat"), .englishToRussian, limit: 8)
        }
        #expect(log.events.map(\.level) == [.debug, .debug, .debug, .debug, .warning])
        #expect(log.events.last?.metadata.contains { $0.value.contains("cat") } == false)
    }
}

private struct FailingDirections: UnsupportedDirectionRepository {
    func lastRefusal(
        of direction: TranslationDirection, by service: TranslationProvider
    ) throws(DictionaryError) -> Date? { throw FailingWordRepository.error }

    func setUnsupported(
        _ isUnsupported: Bool, _ direction: TranslationDirection, by service: TranslationProvider, at date: Date
    ) throws(DictionaryError) { throw FailingWordRepository.error }
}

private struct FailingTranslationCache: TranslationCache {
    private let error = DictionaryError.store(StoreError(.full, path: nil, message: Message("full")))

    func answer(
        of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        datedIn dates: ClosedRange<Date>
    ) async throws(DictionaryError) -> CachedAnswer? { throw error }

    func keep(
        _ answer: CachedAnswer, of service: TranslationProvider, to text: WordText, _ direction: TranslationDirection,
        at date: Date
    ) async throws(DictionaryError) { throw error }

    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry] { throw error }
}
