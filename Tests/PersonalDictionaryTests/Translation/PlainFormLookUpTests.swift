import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Remote words in their plain form", .bounded)
struct PlainFormLookUpTests {
    private let time = ManualTime()
    private static let interpreters = QueryInterpreters.bundled
    private var fakes: LookUpFakes { LookUpFakes(time: time) }

    private func knowing(_ words: [String: String]) -> ScriptedTranslationService {
        ScriptedTranslationService { [time] word, direction throws(TranslationError) in
            guard let answer = words[word.value] else { throw .notFound }
            return try LookUpFakes.entry(word, direction, [answer], .pons, time.now)
        }
    }

    private func request(_ text: String, _ source: String = "de") throws -> LookUpRequest {
        LookUpRequest(try WordText(text), try .between(source, source == "ru" ? "en" : "ru"))
    }

    @Test(
        "an unknown text is asked for once more without its article and without punctuation",
        arguments: [
            ("der Dackel", "de", "Dackel", "without the article"),
            ("der Dackel!", "de", "Dackel", "without the article"),
            ("das Wasser", "de", "Wasser", "without the article"), ("sich beeilen", "de", "beeilen", "without “sich”"),
            ("Dackel?", "de", "Dackel", "without punctuation"), ("to ramble", "en", "ramble", "without “to”"),
            ("mein Dackel", "de", "Dackel", "without the possessive"),
            ("dieser Dackel", "de", "Dackel", "without the demonstrative"),
            ("zu machen", "de", "machen", "infinitive with “zu”"),
            ("more rambling", "en", "rambling", "without “more”"),
            ("l’alce", "it", "alce", "without the article"), ("«лось»", "ru", "лось", "without punctuation"),
        ])
    func plain(text: String, language: String, form: String, how: String) async throws {
        let service = knowing([form: "x"])
        let plain = PlainFormLookUp(service, interpreters: Self.interpreters)
        let entry = try await plain.lookUp(request(text, language))
        #expect(entry.headword == text)
        #expect(entry.matched == .init(form: form, how: how))
        #expect(entry.translation.text == "x")
        #expect(service.texts == [text, form])
    }

    @Test("if the tables of forms cannot be read, the provider's answer stands")
    func noTables() async throws {
        let interpreters = QueryInterpreters { _ in throw DictionaryFileError(path: "", reason: .damaged) }
        await #expect(throws: TranslationError.notFound) {
            try await PlainFormLookUp(knowing([:]), interpreters: interpreters).lookUp(request("der Dackel"))
        }
    }

    @Test("a text that is known is asked for once, and so is one without anything to leave out, and one that fails")
    func once() async throws {
        for text in ["der Dackel", "Dackel", "Derwisch", "der", "aufzumachen", "kein Dackel", "a.b", "?"] {
            let known = knowing([text: "x"])
            let entry = try await PlainFormLookUp(known, interpreters: Self.interpreters).lookUp(request(text))
            #expect(entry.matched == nil && known.texts == [text])
            guard text != "der Dackel" else { continue }
            let unknown = knowing([:])
            await #expect(throws: TranslationError.notFound) {
                try await PlainFormLookUp(unknown, interpreters: Self.interpreters).lookUp(request(text))
            }
            #expect(unknown.texts == [text])
        }
        let failing = fakes.failing(.network("no"))
        await #expect(throws: TranslationError.network("no")) {
            try await PlainFormLookUp(failing, interpreters: Self.interpreters).lookUp(request("der Dackel"))
        }
        #expect(failing.texts.count == 1)
    }

    @Test("in an app the second request counts against the limits, and both answers are kept")
    @MainActor func app() async throws {
        let service = knowing(["Dackel": "такса", "Pudel": "пудель"])
        let rig = AppServicesRig()
        let dependencies = try await rig.open(
            [.remote(service, name: "mine", limits: [RequestLimit(3, per: .seconds(1000))])])
        let services = dependencies.makeTranslation()
        for _ in 1...2 {
            let entry = try await services.lookUp(request("der Dackel"))
            #expect(entry.matched == .init(form: "Dackel", how: "without the article"))
        }
        #expect(service.texts == ["der Dackel", "Dackel"])
        // Only the first request is left.
        let start = rig.time.now
        await #expect(throws: TranslationError.rateLimited(until: start + 1000)) {
            try await services.lookUp(request("der Pudel"))
        }
        #expect(service.texts == ["der Dackel", "Dackel", "der Pudel"])
        rig.time.advance(by: 1000)
        #expect(try await services.lookUp(request("der Pudel")).translation.text == "пудель")
        #expect(service.texts.suffix(1) == ["Pudel"])
        await dependencies.close()
    }
}
