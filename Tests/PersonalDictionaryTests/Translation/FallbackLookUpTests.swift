import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The chain of providers", .bounded)
struct FallbackLookUpTests {
    private let time = ManualTime()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    private func hedging(_ services: [any LookUpPart]) -> FallbackLookUp {
        fakes.chain(services, hedgingDelay: .seconds(2))
    }

    @Test(
        "a chain asks the next provider whatever the fault, so that no provider blocks another",
        arguments: [
            TranslationError.notFound, .unsupportedDirection(.englishToRussian), .network(Message("")),
            .rateLimited(until: nil), .unauthorized, .malformedAnswer(Message("")),
        ])
    func fallback(error: TranslationError) async throws {
        let second = fakes.knowing("пёс")
        let chain = fakes.chain([fakes.failing(error), second, fakes.knowing("x")])
        #expect(try await chain.translation() == "пёс")
        #expect(second.texts == ["dog"])
    }

    @Test("no form of a first provider hides a word that another one on the device spells so")
    func formAndWord() async throws {
        let form = ScriptedTranslationService { word, direction throws(TranslationError) in
            try DictionaryEntry(
                headword: word.value, direction: direction, senses: [.init(translations: ["чувствовать"])],
                provider: .glossary, date: time.now, matched: .init(form: "feel", labels: ["past tense"]))
        }
        let felt = fakes.knowing("войлок", .dictionaryFile)
        let request = LookUpRequest(try WordText("felt"), .englishToRussian)
        func translations(_ services: [any LookUpPart], onDevice: Set<Int>) async throws -> [[String]] {
            try await fakes.chain(services, onDevice: onDevice).lookUp(request).senses.map(\.translations)
        }
        #expect(try await translations([form, felt], onDevice: [0, 1]) == [["чувствовать"], ["войлок"]])
        #expect(try await translations([felt, form], onDevice: [0, 1]) == [["войлок"]])
        // What is known already is not shown twice, another form adds nothing, and no service is asked over the network.
        #expect(try await translations([form, fakes.knowing("чувствовать")], onDevice: [0, 1]) == [["чувствовать"]])
        let formOnly = try await translations([form, form, fakes.failing(.notFound)], onDevice: [0, 1, 2])
        #expect(formOnly == [["чувствовать"]])
        #expect(try await translations([form, felt], onDevice: [0]) == [["чувствовать"]])
    }

    @Test(
        "if no provider knows the word, the error with the earliest retry is thrown; cancellation at once"
    )
    func failures() async throws {
        let down = TranslationError.network(Message("x"))
        let unsupported = TranslationError.unsupportedDirection(.englishToRussian)
        let (soon, late) = (time.now + 5, time.now + 9)
        let chains: [([TranslationError], TranslationError)] = [
            ([.notFound, unsupported], .notFound), ([unsupported, unsupported], unsupported), ([], unsupported),
            ([.rateLimited(until: late), .rateLimited(until: soon)], .rateLimited(until: soon)),
            ([.rateLimited(until: nil), .rateLimited(until: soon)], .rateLimited(until: soon)),
            (
                [.rateLimited(until: late), .backingOff(until: soon, after: down)],
                .backingOff(until: soon, after: down)
            ),
            ([.unauthorized, down], down),
            ([.malformedAnswer(Message("")), .unauthorized], .malformedAnswer(Message(""))),
            // A provider that named no date may work again sooner than one that did.
            ([.unauthorized, .rateLimited(until: soon)], .unauthorized),
            // The providers that work may know another word.
            ([.notFound, down], .partial(down, of: [1])), ([down, .notFound], .partial(down, of: [0])),
            ([down, unsupported], .partial(down, of: [0])),
            ([.unauthorized, .notFound], .partial(.unauthorized, of: [0])),
            ([.rateLimited(until: late), .notFound], .partial(.rateLimited(until: late), of: [0])),
            (
                [.rateLimited(until: late), .notFound, .rateLimited(until: soon)],
                .partial(.rateLimited(until: soon), of: [0, 2])
            ),
            ([.rateLimited(until: soon), .notFound, .unauthorized], .partial(.unauthorized, of: [0, 2])),
        ]
        for (errors, expected) in chains {
            #expect(try await fakes.chain(errors.map(fakes.failing)).failure() == expected)
        }
        // That the device does not know this word says nothing of the next one: the queue has asked it already.
        for errors in [[.notFound, down], [unsupported, down]] {
            let chain = fakes.chain(errors.map(fakes.failing), onDevice: [0], hedgingDelay: .seconds(2))
            #expect(try await chain.failure() == down)
        }
        let second = fakes.knowing("x")
        #expect(try await fakes.chain([fakes.failing(.cancelled), second]).failure() == .cancelled)
        #expect(second.texts.isEmpty)
    }

    @Test("a partial failure says that half of a limit is reserved for saved words")
    func reserved() async throws {
        let reserved = TranslationError.reserved(until: time.now + 5)
        let chain = fakes.chain([fakes.failing(reserved), fakes.failing(.notFound)])
        let failure = try #require(try await chain.failure()?.failure)
        #expect(failure.isPartial && failure.isReserved && failure.retryDate == time.now + 5)
    }

    @Test("a slow provider keeps the next one from being asked no longer than the hedging delay")
    func slowProvider() async throws {
        let cancelled = Latch()
        let second = fakes.knowing("пёс")
        let chain = hedging([fakes.waiting(for: Latch(), cancelled: cancelled), second, fakes.knowing("x")])
        let start = time.now
        let answer = Task { try await chain.translation() }
        #expect(await time.nextSleep() == start + 2)
        #expect(second.texts.isEmpty)
        try await time.advanceToNextSleep()
        #expect(try await answer.value == "пёс")
        await cancelled.wait()
    }

    @Test("a slow answer counts if no other provider knows the word, and the error with the earliest retry is thrown")
    func slowAnswer() async throws {
        for answer in [nil, TranslationError.network(Message("down"))] {
            let latch = Latch()
            let slow = fakes.waiting(for: latch)
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
            let chain = hedging([slow, fakes.failing(.unauthorized), last])
            let result = Task { try await chain.failure() }
            try await time.advanceToNextSleep()
            await othersAsked.wait()
            latch.open()
            #expect(try await result.value == answer.map { .partial($0, of: [0, 1]) })
            #expect(slow.texts.count == 1)
        }
    }

    @Test("a chain that is cancelled while it waits asks no further provider")
    func cancelledChain() async throws {
        let asked = Latch()
        let second = fakes.knowing("x")
        let chain = hedging([fakes.waiting(for: Latch(), asked: asked), second])
        let result = Task { try await chain.failure() }
        await asked.wait()
        _ = await time.nextSleep()
        result.cancel()
        #expect(try await result.value == .cancelled)
        #expect(second.texts.isEmpty)
    }

    @Test("a provider is asked beside a slow one only if the answer is still wanted")
    func noLongerWanted() async throws {
        let second = fakes.knowing("x")
        let chain = hedging([fakes.waiting(for: Latch()), fakes.gated(second)])
        let isWanted = Locked(true)
        let result = Task { try await chain.failure(while: { isWanted.withLock { $0 } }) }
        _ = await time.nextSleep()
        isWanted.withLock { $0 = false }
        try await time.advanceToNextSleep()
        #expect(try await result.value == .cancelled)
        #expect(second.texts.isEmpty)
    }

    @Test("a provider that is slow while others know the words is in back-off, and one that is cancelled soon is not")
    func slowRest() async throws {
        let slow = fakes.waiting(for: Latch())
        let gated = fakes.gated(slow)
        for number in 1...5 {
            let asked = Latch()
            slow.change { [current = slow.current] text, direction throws(TranslationError) in
                asked.open()
                return try await current(text, direction)
            }
            let task = Task { try await gated.failure() }
            await asked.wait()
            #expect(slow.texts.count == number)
            time.advance(by: 1.9)
            task.cancel()
            #expect(try await task.value == .cancelled)
        }
        let count = slow.texts.count
        let chain = hedging([gated, fakes.knowing("пёс")])
        for number in 1...3 {
            let answer = Task { try await chain.translation() }
            // It is slow from when it is asked.
            try await eventually { slow.texts.count == count + number }
            try await time.advanceToNextSleep()
            #expect(try await answer.value == "пёс")
            #expect(slow.texts.count == count + number)
        }
        // At once: the chain does not wait for it.
        #expect(try await chain.translation() == "пёс")
        #expect(slow.texts.count == count + 3)
    }
}
