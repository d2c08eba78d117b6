import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The way through a third language", .bounded)
struct PivotLookUpTests {
    private let time = ManualTime()
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    /// Italian into English and English into Russian, and nothing else.
    private func pivotable() -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            let answers = ["it→en cane": ["hound", "dog"], "en→ru dog": ["собака"]]
            guard ["it→en", "en→ru"].contains(direction.description) else { throw .unsupportedDirection(direction) }
            guard let words = answers["\(direction) \(word)"] else { throw .notFound }
            return try LookUpFakes.entry(word, direction, words, .dict, time.now)
        }
    }

    private func pivot(_ service: any LookUpPart, legs: (any LookUpPart)? = nil) -> PivotLookUp {
        PivotLookUp(service, legs: legs ?? service, through: .english)
    }

    @Test("a missing direction is translated through a third language, and the entry says so")
    func missingDirection() async throws {
        let service = pivot(pivotable())
        let entry = try await service.lookUp(LookUpRequest(WordText("cane"), .between("it", "ru")))
        #expect(entry.translation.text == "собака")
        #expect(entry.provider.rawValue == "pivot:en(dict)")
        #expect(entry.headword == "cane")
        #expect(entry.direction.description == "it→ru")
        #expect(try await service.lookUp(LookUpRequest(WordText("dog"), .englishToRussian)).provider == .dict)
        let mixed = TranslationProvider.pivot(through: .english, [.glossary, .dict])
        #expect(mixed.rawValue == "pivot:en(glossary,dict)")
    }

    @Test("if the legs have different providers, the entry names both")
    func providers() async throws {
        let legs = ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            try LookUpFakes.entry(word, direction, ["x"], direction.source == .english ? .dict : .pons, time.now)
        }
        let service = pivot(fakes.failing(.unsupportedDirection(.englishToRussian)), legs: legs)
        let entry = try await service.lookUp(LookUpRequest(WordText("cane"), .between("it", "ru")))
        #expect(entry.provider == .pivot(through: .english, [.pons, .dict]))
    }

    @Test("a way that a limit stopped goes on from the leg that is known, and comes to its end")
    func withinLimit() async throws {
        let inner = pivotable()
        let legs = CachingLookUp(
            fakes.gated(inner, [RequestLimit(1, per: .seconds(1000))]), provider: .dict,
            cache: InMemoryTranslationCache(), clock: time.clock)
        let service = pivot(fakes.gated(inner), legs: legs)
        let start = time.now
        let request = LookUpRequest(try WordText("cane"), try .between("it", "ru"))
        for number in 1...2 {
            await #expect(throws: TranslationError.rateLimited(until: start + 1000 * Double(number))) {
                try await service.lookUp(request)
            }
            time.advance(by: 1000)
        }
        #expect(try await service.lookUp(request).translation.text == "собака")
        // The second leg is missing for the first of the two translations.
        #expect(inner.texts.filter { $0 != "cane" } == ["hound", "dog"])
    }

    @Test("if a leg is missing, the direction that was asked for is unsupported")
    func noPivot() async throws {
        let service = pivot(pivotable())
        let direction = try TranslationDirection.between("it", "de")
        await #expect(throws: TranslationError.unsupportedDirection(direction)) {
            try await service.lookUp(LookUpRequest(WordText("cane"), direction))
        }
        await #expect(throws: TranslationError.notFound) {
            try await service.lookUp(LookUpRequest(WordText("gatto"), .between("it", "ru")))
        }
        let english = try TranslationDirection.between("de", "en")
        await #expect(throws: TranslationError.unsupportedDirection(english)) {
            try await service.lookUp(LookUpRequest(WordText("Hund"), english))
        }
    }
}
