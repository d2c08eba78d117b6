import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Looking up what was typed", .timeLimit(.minutes(15)), .longComputation)
struct WordFormTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)
    private var service: GlossaryTranslationService { Self.shared }

    private func look(_ text: String, _ source: String, _ target: String) async throws -> DictionaryEntry {
        try await service.lookUp(WordText(text), .between(source, target))
    }

    @Test(
        "an inflected form has the translation of its word, and says what it is",
        arguments: [
            ("dogs", "en", "dog", "plural", "собака"), ("went", "en", "go", "past tense", nil),
            ("mice", "en", "mouse", "plural", "мышь"), ("running", "en", "run", "present participle", nil),
            ("Häuser", "de", "Haus", "plural", "дом"), ("gegangen", "de", "gehen", "past participle", nil),
            ("aufgemacht", "de", "aufmachen", "past participle", nil), ("war", "de", "sein", "past tense", "быть"),
            ("собаки", "ru", "собака", "plural", "dog"), ("людей", "ru", "человек", "genitive", nil),
            ("иду", "ru", "идти", "present tense", "go"), ("отца", "ru", "отец", "genitive", "father"),
            ("è", "it", "essere", "present", "быть"), ("andato", "it", "andare", "past participle", nil),
            ("amiche", "it", "amica", "plural", nil), ("mangiarlo", "it", "mangiare", "infinitive", "есть"),
        ])
    func forms(text: String, language: String, form: String, how: String, translation: String?) async throws {
        let entry = try await look(text, language, language == "ru" ? "en" : "ru")
        let matches = ([entry.matched] + entry.senses.map(\.matched)).compactMap(\.self)
        #expect(matches.contains { $0.how.contains(how) && $0.form == form }, "\(matches)")
        if let translation { #expect(entry.senses.flatMap(\.translations).contains(translation)) }
    }

    @Test(
        "articles, particles, punctuation, spaces and spellings of letters are ignored",
        arguments: [
            ("der Hund", "de", "Hund", "without the article"), ("the dog", "en", "dog", "without the article"),
            ("to run", "en", "run", "without “to”"), ("l'amico", "it", "amico", "without the article"),
            ("L’amico", "it", "amico", "without the article"), ("dell'amico", "it", "amico", "without “dell'”"),
            ("sich kaufen", "de", "kaufen", "without “sich”"), ("dog.", "en", "dog", "without punctuation"),
            ("«собака»", "ru", "собака", "without punctuation"), ("schoen", "de", "schön", "spelling"),
            ("gross", "de", "groß", nil), ("perchè", "it", "perché", "spelling"), ("елка", "ru", "ёлка", nil),
        ])
    func normalizing(text: String, language: String, form: String, how: String?) async throws {
        let entry = try await look(text, language, language == "ru" ? "en" : "ru")
        #expect(entry.headword == text)
        #expect(entry.matched == how.map { .init(form: form, how: $0) })
        #expect(try await look(form, language, language == "ru" ? "en" : "ru").translation == entry.translation)
    }

    @Test("the form is what counts of a form with an article: die Hunde is a plural, with more spaces too")
    func articleAndForm() async throws {
        for text in ["die Hunde", "Die  Hunde", "die hunde!"] {
            #expect(try await look(text, "de", "en").matched == .init(form: "Hund", how: "plural"), "\(text)")
        }
    }

    @Test(
        "a German genitive is no plural, and of two forms the article says which is meant",
        arguments: [
            ("des Lehrers", "genitive"), ("des Vaters", "genitive"), ("Vaters", "genitive"), ("Mädchens", "genitive"),
            ("des Hundes", "genitive"), ("des Autos", "genitive"), ("meines Bruders", "genitive"),
            ("die Autos", "plural"), ("seine Büros", "plural"), ("Hotels", "plural, genitive"), ("Apps", "plural"),
            ("dieses Hotels", "genitive"), ("die Häuser", "plural"),
        ])
    func genitives(text: String, how: String) async throws {
        #expect(try await look(text, "de", "ru").matched?.how == how)
    }

    @Test(
        "a Russian person of an imperfective verb is the present tense, of a perfective one the future tense",
        arguments: [
            ("вижу", "present tense"), ("куплю", "future tense"), ("читаю", "present tense"),
            ("прочитаю", "future tense"), ("скажет", "future tense"), ("говорит", "present tense"),
            ("бегаю", "present tense"), ("вернусь", "future tense"), ("просыпаюсь", "present tense"),
            ("решает", "present tense"), ("поможешь", "future tense"),
        ])
    func tenses(text: String, how: String) async throws {
        #expect(try await look(text, "ru", "en").matched?.how == how)
    }

    @Test("a glossary that does not say which verb is perfective leaves both tenses")
    func unknownAspect() throws {
        let russian = try QueryInterpreters.bundled.interpreter(.russian)
        let reading = try #require(
            russian.interpretations(of: try WordText("мигаю"), among: PlainWords(words: ["мигать"])).first)
        #expect(reading.labels == ["present tense", "future tense"])
    }

    @Test("a phrase that the glossary has is found with its punctuation and without")
    func phrases() async throws {
        #expect(try await look("how are you", "en", "ru").translation.text == "как дела")
        #expect(try await look("how are you?", "en", "ru").translation.text.hasPrefix("как дела"))
    }

    @Test("a word that is also a form has its own senses first, and then the other word's, which say so")
    func homographs() async throws {
        let leaves = try await look("left", "en", "ru")
        #expect(leaves.matched == nil)
        #expect(leaves.senses.contains { $0.matched == .init(form: "leave", how: "past tense, past participle") })
        let mind = try await look("verstand", "de", "en")
        #expect(mind.matched == nil)
        #expect(mind.senses.contains { $0.matched == .init(form: "verstehen", labels: ["past tense"]) })
        // With a capital it is a noun.
        #expect(try await look("Stand", "de", "en").senses.allSatisfy { $0.partOfSpeech == "noun" })
    }

    @Test("a form that is more common than the word that is written so comes first: saw is of see, then the tool")
    func commonForms() async throws {
        let saw = try await look("saw", "en", "de")
        #expect(saw.matched == .init(form: "see", how: "past tense"))
        #expect(saw.translation.text == "sehen")
        #expect(saw.senses.flatMap(\.translations).contains("Säge"))
        #expect(try await look("Saw", "en", "de").translation.text == "Säge")
    }

    @Test("a form of two words has the senses of both: leaves")
    func ambiguous() async throws {
        let entry = try await look("leaves", "en", "de")
        #expect(entry.matched == .init(form: "leaf", how: "plural"))
        #expect(entry.senses.contains { $0.translations.contains("Blatt") })
        #expect(entry.senses.contains { $0.matched == .init(form: "leave", labels: ["third person"]) })
        let walks = try await look("walks", "en", "ru")
        #expect(
            walks.senses.contains { $0.partOfSpeech == "noun" } && walks.senses.contains { $0.partOfSpeech == "verb" })
    }

    @Test("a past tense is of a verb: awoke is not the adjective awake")
    func partsOfSpeech() async throws {
        #expect(try await look("awoke", "en", "ru").senses.allSatisfy { $0.partOfSpeech == "verb" })
        #expect(try await look("sprang", "en", "ru").senses.allSatisfy { $0.partOfSpeech == "verb" })
    }

    @Test("no accent is invented where a word is written so: te is not tea, e is not è, schon is not schön")
    func accents() async throws {
        #expect(try await !look("te", "it", "en").senses.flatMap(\.translations).contains("tea"))
        #expect(try await !look("e", "it", "en").senses.flatMap(\.translations).contains("be"))
        #expect(try await !look("schon", "de", "en").senses.flatMap(\.translations).contains("beautiful"))
    }

    @Test(
        "nonsense, hostile and long texts find nothing, and soon",
        arguments: HostileText.all + ["xyzzy", "ßßßß", "%%ing"])
    func nothing(text: String) async throws {
        for language in ["en", "ru", "de", "it"] {
            do {
                _ = try await service.lookUp(
                    WordText(stored: text), .between(language, language == "ru" ? "en" : "ru"))
            } catch {
                #expect(error as? TranslationError == .notFound)
            }
        }
    }

    @Test("what was matched is kept with the entry, and old entries have none")
    func coding() async throws {
        let entry = try await look("dogs", "en", "ru")
        let data = try JSONEncoder().encode(entry)
        #expect(try JSONDecoder().decode(DictionaryEntry.self, from: data) == entry)
        #expect(String(decoding: data, as: UTF8.self).contains(#""matched":{"#))
        let plain = try JSONEncoder().encode(try await look("dog", "en", "ru"))
        #expect(!String(decoding: plain, as: UTF8.self).contains("matched"))
        #expect(try JSONDecoder().decode(DictionaryEntry.self, from: plain).matched == nil)
    }

    @Test("an embedder's own glossary has forms as well, in languages that have any")
    func ownGlossary() async throws {
        let table = "partOfSpeech\ten\tfr\nnoun\tzebra\tzèbre\nverb\tzigzag\tzigzaguer\n"
        let service = GlossaryTranslationService(try Glossary(Data(table.utf8)), clock: ManualTime().clock)
        #expect(try await service.lookUp(WordText("zebras"), .between("en", "fr")).translation.text == "zèbre")
        #expect(try await service.lookUp(WordText("zigzagging"), .between("en", "fr")).translation.text == "zigzaguer")
        #expect(try await service.lookUp(WordText("zèbre!"), .between("fr", "en")).translation.text == "zebra")
        await #expect(throws: TranslationError.notFound) {
            try await service.lookUp(WordText("zèbres"), .between("fr", "en"))
        }
    }
}

/// A dictionary that knows nothing but its words.
private struct PlainWords: Headwords {
    let words: [String]

    func headwords(_ text: String, ignoresAccents: Bool) -> [Headword] {
        words.contains(text) ? [Headword(text)] : []
    }

    func texts(near text: String, _ spelling: Spelling) -> [(rank: Int, text: String)] { [] }
}

/// The bundled tables, which the library reads without checks.
@Suite("The tables of forms", .timeLimit(.minutes(15)), .longComputation)
struct WordFormTableTests {
    private func lines(_ name: String) throws -> [[String]] {
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = project.appending(path: "Sources/PersonalDictionary/Resources/\(name).tsv")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test("the irregular forms are sorted by their folded text", arguments: DevelopmentList.languages)
    func irregular(language: Language) throws {
        let lines = try lines("forms-\(language)")
        #expect(lines.count > 1000)
        var last: [UInt8] = []
        for cells in lines {
            try #require(cells.count == 4 || cells.count == 5 && ["first", "also"].contains(cells[4]), "\(cells)")
            #expect(cells[1] != cells[0] && !cells[2].isEmpty && !cells[3].isEmpty, "\(cells)")
            let form = cells[1].isEmpty ? cells[0] : cells[1]
            #expect(TextFolding.fold(form, .search).filter { $0 != "'" } == cells[0], "\(cells)")
            let key = Array(cells[0].utf8)
            #expect(!key.lexicographicallyPrecedes(last), "\(cells) is not in order")
            last = key
        }
    }

    @Test("each rule has a known language and kind, and says what the form is")
    func rules() throws {
        let lines = try lines("endings")
        #expect(lines.first == ["language", "kind", "endings", "bases", "how"])
        let kinds: Set = [
            "start", "prefix", "suffix", "declined", "noun", "verb", "participle", "adjective", "adverb", "pronoun",
            "numeral", "interjection", "start:noun", "start:verb", "start:not", "start:genitive",
            "start:plural", "word:subject", "word:auxiliary",
            "word:object", "word:own", "word:particle", "word:preposition", "word:negation", "word:infinitive",
            "word:reflexive", "word:imperfective", "word:adverb", "word:inseparable", "word:ambiguous", "exclusive",
            "never",
            "word:article", "word:placeholder", "word:someone", "word:note", "word:ending",
        ]
        for cells in lines.dropFirst() {
            try #require(cells.count == 5, "\(cells)")
            #expect(["en", "ru", "de", "it"].contains(cells[0]), "\(cells)")
            #expect(kinds.contains(cells[1].replacing("?", with: "")), "\(cells)")
            let isForm = !["prefix", "suffix", "never"].contains(cells[1]) && !cells[1].hasPrefix("word:")
            #expect(!cells[4].isEmpty || !isForm, "\(cells)")
        }
        #expect(Set(lines).count == lines.count)
    }
}
