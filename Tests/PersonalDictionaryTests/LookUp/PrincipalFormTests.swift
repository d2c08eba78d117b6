import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Principal forms", .timeLimit(.minutes(15)), .longComputation)
struct PrincipalFormTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)

    private func sense(_ text: String, _ language: String, _ part: String) async throws -> DictionaryEntry.Sense {
        let direction = try TranslationDirection.between(language, language == "ru" ? "en" : "ru")
        let senses = try await Self.shared.lookUp(WordText(text), direction).senses
        return try #require(senses.first { $0.partOfSpeech == part })
    }

    @Test(
        "a sense has the irregular forms of its word",
        arguments: [
            ("go", "en", "verb", ["went", "gone"]), ("went", "en", "verb", ["went", "gone"]),
            ("give up", "en", "verb", ["gave up", "given up"]), ("put", "en", "verb", ["put", "put"]),
            ("mouse", "en", "noun", ["mice"]), ("good", "en", "adjective", ["better", "best"]),
            ("gehen", "de", "verb", ["ging", "gegangen"]), ("ausgehen", "de", "verb", ["ging aus", "ausgegangen"]),
            ("verstehen", "de", "verb", ["verstand", "verstanden"]),
            ("behalten", "de", "verb", ["behielt", "behalten"]),
            ("Vater", "de", "noun", ["die Väter"]), ("gut", "de", "adjective", ["besser", "am besten"]),
            ("uomo", "it", "noun", ["gli uomini"]), ("uovo", "it", "noun", ["le uova"]),
            ("leggere", "it", "verb", ["letto"]), ("человек", "ru", "noun", ["люди"]),
        ])
    func known(text: String, language: String, part: String, forms: [String]) async throws {
        #expect(try await sense(text, language, part).forms == forms)
    }

    @Test(
        "a regular word has none, nor one that has regular and irregular forms, nor one with a doubtful prefix",
        arguments: [
            ("work", "en", "verb"), ("dog", "en", "noun"), ("learn", "en", "verb"), ("lie", "en", "verb"),
            ("begleiten", "de", "verb"), ("machen", "de", "verb"), ("umgehen", "de", "verb"), ("Konto", "de", "noun"),
            ("braccio", "it", "noun"), ("читать", "ru", "verb"),
        ])
    func unknown(text: String, language: String, part: String) async throws {
        #expect(try await sense(text, language, part).forms.isEmpty)
    }

    @Test("they are shown with the notes of a sense, and kept with an entry; old entries have none")
    func shown() async throws {
        let localizer = Localizer.personalDictionary(locale: Locale(identifier: "en"))
        let go = try await sense("go", "en", "verb")
        #expect(localizer.sense(go) == "verb (went, gone): идти, пойти")
        let uomo = try await sense("uomo", "it", "noun")
        #expect(localizer.sense(uomo).hasPrefix("noun (m, gli uomini): "))
        let data = try JSONEncoder().encode(go)
        #expect(try JSONDecoder().decode(DictionaryEntry.Sense.self, from: data) == go)
        let old = Data(#"{"translations":["идти"],"examples":[]}"#.utf8)
        #expect(try JSONDecoder().decode(DictionaryEntry.Sense.self, from: old).forms.isEmpty)
    }
}
