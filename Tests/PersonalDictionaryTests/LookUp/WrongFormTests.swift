import CoreModule
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Regular forms of words that have irregular ones.
@Suite("Forms that do not exist", .timeLimit(.minutes(15)), .longComputation)
struct WrongFormTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)
    private var service: GlossaryTranslationService { Self.shared }

    private func direction(_ language: String) throws -> TranslationDirection {
        try .between(language, language == "ru" ? "en" : "ru")
    }

    @Test(
        "they are not found; the nearest text is the form that the word has",
        arguments: [
            ("goed", "en", "went"), ("mouses", "en", "mice"), ("childs", "en", "children"),
            ("bringed", "en", "brought"),
            ("sheeps", "en", "sheep"), ("gooder", "en", "better"), ("the mouses", "en", "mice"), ("mans", "en", "men"),
            ("denkte", "de", "dachte"), ("nehmte", "de", "nahm"), ("gehte", "de", "ging"),
            ("verstehte", "de", "verstand"),
            ("gegeht", "de", "gegangen"), ("angenehmt", "de", "angenommen"), ("gutere", "de", "bessere"),
            ("uomi", "it", "uomini"), ("ando", "it", "vado"), ("leggiuto", "it", "letto"), ("aprito", "it", "aperto"),
            ("человеки", "ru", "люди"), ("искаю", "ru", "ищу"), ("видею", "ru", "вижу"),
        ])
    func wrong(text: String, language: String, right: String) async throws {
        let direction = try direction(language)
        await #expect(throws: TranslationError.notFound) {
            try await service.lookUp(WordText(text), direction)
        }
        let nearest = try await service.suggestions(nearestTo: WordText(text), direction, limit: 3)
        #expect(nearest.first?.text == right && nearest.first?.translation != nil, "\(nearest.map(\.text))")
        let services = TranslationServices(
            service, onDevice: LoggingLookUp(service, name: "glossary", logger: .disabled),
            suggestionsOnDevice: [service], clock: ManualTime().clock)
        let entries = try await services.entries(similarTo: WordText(text), in: [direction])
        #expect(entries.first?.matched == .init(form: right, labels: [.similar]))
        #expect(
            entries.first?.translation.text == (try await service.lookUp(WordText(right), direction)).translation.text)
    }

    @Test("an ending is joined as the language spells it")
    func spelling() async throws {
        for (language, texts, forms) in [
            (
                "en",
                ["stoped", "tryed", "babys", "writeing", "makeing", "boxs", "fishs", "biger", "happyer", "potatos"],
                [
                    "stopped", "tried", "played", "boys", "babies", "writing", "ageing", "seeing", "boxes", "stomachs",
                    "bigger", "happier", "potatoes", "photos", "opened", "fixed",
                ]
            ),
            ("ru", ["ножов", "врачов"], ["столов", "городов", "ножей"]),
        ] {
            for text in texts {
                await #expect(throws: TranslationError.notFound, "\(text)") {
                    try await service.lookUp(WordText(text), direction(language))
                }
            }
            for text in forms { _ = try await service.lookUp(WordText(text), direction(language)) }
        }
    }

    @Test("a form is not one of a word that is written so itself")
    func homographs() async throws {
        for (text, other) in [("пить", "питать"), ("лечь", "лечить"), ("встреча", "встречать"), ("золото", "золотой")] {
            let entry = try await service.lookUp(WordText(text), direction("ru"))
            #expect(!entry.senses.contains { $0.matched?.form == other }, "\(text)")
        }
    }

    @Test(
        "of a word that has both forms, the regular one is found",
        arguments: [
            ("learned", "en", "learn"), ("hanged", "en", "hang"), ("persons", "en", "person"), ("lied", "en", "lie"),
            ("older", "en", "old"), ("backte", "de", "backen"), ("begleitete", "de", "begleiten"),
            ("nehmt", "de", "nehmen"), ("lest", "de", "lesen"), ("Fachmänner", "de", "Fachmann"),
            ("güter", "de", "Gut"), ("aprii", "it", "aprire"), ("andiamo", "it", "andare"), ("muri", "it", "muro"),
            ("scrivesti", "it", "scrivere"), ("учители", "ru", "учитель"), ("красивее", "ru", "красивый"),
            ("успею", "ru", "успеть"), ("ищут", "ru", "искать"), ("бежит", "ru", "бежать"), ("даю", "ru", "давать"),
        ])
    func both(text: String, language: String, word: String) async throws {
        let entry = try await service.lookUp(WordText(text), direction(language))
        let words = ([entry.matched] + entry.senses.map(\.matched)).compactMap { $0?.form }
        #expect(words.contains(word), "\(words)")
    }
}
