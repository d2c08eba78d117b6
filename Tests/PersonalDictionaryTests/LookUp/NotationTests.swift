import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// What people copy out of textbooks and word lists.
@Suite("Words as textbooks write them", .bounded)
struct NotationTests {
    private static let glossary = Result { try Glossary.bundled() }
    private static let service = GlossaryTranslationService(clock: ManualTime().clock)

    private func readings(_ text: String, _ language: Language) throws -> [Interpretation] {
        let headwords = try #require(Self.glossary.get().headwords(language))
        return try QueryInterpreters.bundled.interpreter(language).interpretations(
            of: try WordText(text), among: headwords)
    }

    @Test(
        "words in the notation of textbooks, and abbreviations, are found first",
        arguments: [DevelopmentList.Kind.notation, .abbreviation])
    func found(kind: DevelopmentList.Kind) throws {
        for list in try DevelopmentList.all(kind) {
            let known = try list.lines.filter { line in
                try line.words.contains { try readings($0, list.language).first?.labels.isEmpty == true }
            }
            let wrong = try known.compactMap { line in
                let first = try readings(line.text, list.language).first?.headword.text
                return first.map(line.belongs) == true ? nil : "\(line.text): \(first ?? "nothing")"
            }
            print("\(list): \(known.count) in the glossary, \(wrong.count) not found: \(wrong.joined(separator: "; "))")
            #expect(Double(wrong.count) <= 0.1 * Double(known.count), "\(list): \(wrong)")
        }
    }

    @Test(
        "the entry says what the notation is of",
        arguments: [
            ("de", "Haus, das", "Haus", ["without the article"]),
            ("de", "das Haus, -¨er", "Haus", ["without the article"]),
            ("de", "das Haus, Häuser", "Haus", ["without the article"]),
            ("de", "Haus (n)", "Haus", ["without notes"]), ("de", "etw. kaufen", "kaufen", ["without notes"]),
            ("de", "gehen, ging, gegangen", "gehen", ["without notes"]),
            ("de", "sich etw. merken", "merken", ["without “sich”"]),
            ("en", "to give sth. up", "give up", ["without “to”"]),
            ("it", "casa, la", "casa", ["without the article"]), ("ru", "дом (м.)", "дом", ["without notes"]),
            ("de", "z. B.", "zum Beispiel", ["abbreviation"]), ("ru", "т.к.", "так как", ["abbreviation"]),
            ("de", "Hund {m}", "Hund", ["without notes"]), ("en", "dog /dɒg/", "dog", ["without notes"]),
            ("en", "1. dog", "dog", ["without notes"]), ("de", "anrufen + A", "anrufen", ["without notes"]),
            ("de", "jemanden anrufen", "anrufen", ["without notes"]),
            ("ru", "делать/сделать", "делать", ["without notes"]),
            ("ru", "решать – решить", "решать", ["without notes"]),
            ("de", "zum Arzt", "Arzt", ["without the article"]),
            ("it", "sugli alberi", "albero", ["plural"]), ("de", "inkl.", "inklusive", ["abbreviation"]),
            ("en", "donʼt", "not", ["contraction"]), ("it", "l´amico", "amico", ["without the article"]),
            ("en", "well\u{2011}known", "well-known", []), ("en", "e-mail", "email", ["spelling"]),
            ("de", "Email", "E-Mail", ["spelling"]),
            ("en", "co-operated", "cooperate", ["past tense", "past participle"]),
        ] as [(String, String, String, [DictionaryEntry.Match.Label])])
    func labels(language: String, text: String, word: String, labels: [DictionaryEntry.Match.Label]) throws {
        let reading = try #require(try readings(text, Language(code: language)).first)
        #expect(reading.headword.text == word && reading.labels == labels, "\(reading)")
    }

    @Test("words that are listed are not read as forms of the first one")
    func lists() throws {
        for (text, language) in [
            ("Hund, Katze", Language.german), ("go, come, run", .english), ("дом, окно", .russian),
            ("читать, писать", .russian),
            ("casa, cane", .italian), ("(n)", .german), ("etw.", .german), ("-, -", .german), ("das, die", .german),
        ] {
            let first = try readings(text, language).first
            #expect(!["Hund", "go", "дом", "casa", "читать"].contains(first?.headword.text), "\(text)")
        }
    }

    @Test("words that are no notes stay a part of the text")
    func words() throws {
        for (text, language, word) in [
            ("the UK", Language.english, "the"), ("I sing", .english, "I"), ("tell us", .english, "tell"),
            ("regular verb", .english, "regular"), ("qualcosa di nuovo", .italian, "di nuovo"),
            ("бывший муж", .russian, "бывший"), ("много сов", .russian, "много"),
        ] {
            #expect(try readings(text, language).first?.headword.text != word, "\(text)")
        }
    }

    @Test("a provider that does not know the notation is asked for the word")
    func plainForm() throws {
        for (text, language, plain) in [
            ("Haus, das", Language.german, "Haus"), ("das Haus, Häuser", .german, "Haus"),
            ("gehen, ging, gegangen", .german, "gehen"), ("jdn. anrufen", .german, "anrufen"),
            ("to give sth. up", .english, "give up"), ("casa (f)", .italian, "casa"), ("Hund, Katze", .german, nil),
        ] as [(String, Language, String?)] {
            let interpreter = try QueryInterpreters.bundled.interpreter(language)
            #expect(interpreter.plainForm(of: try WordText(text))?.text.value == plain, "\(text)")
        }
    }

    @Test("an own word is found by its notation, and mentioned when the notation is added")
    func ownWords() async throws {
        let time = ManualTime()
        let words = Vocabulary(InMemoryWordRepository(), wordsOfForm: QueryInterpreters.bundled.words)
        try await words.add(.make("1", "Haus", "de", "ru", createdAt: time.now))
        for text in ["Haus, das", "das Haus, Häuser", "das Haus, -¨er"] {
            #expect(try await words.search(WordQuery(text)).map(\.text.value) == ["Haus"], "\(text)")
        }
        let similar = try await words.add(.make("2", "das Haus, Häuser", "de", "ru", createdAt: time.now)).similar
        #expect(similar.map(\.text.value) == ["Haus"])
    }

    // MARK: Compounds

    private func services() -> TranslationServices {
        let time = ManualTime()
        return TranslationServices(
            Self.service, onDevice: LoggingLookUp(Self.service, name: "glossary", logger: .disabled),
            suggestionsOnDevice: [Self.service], clock: time.clock, sleeper: time.sleeper)
    }

    private func parts(_ text: String, _ source: String) async throws -> [String] {
        let direction = try TranslationDirection.between(source, source == "ru" ? "en" : "ru")
        let entries = try await services().entries(similarTo: WordText(text), in: [direction])
        return entries.compactMap { entry in
            entry.matched?.labels == [.partOfCompound] ? "\(entry.headword): \(entry.translation.text)" : nil
        }
    }

    @Test(
        "the parts of a German compound that the glossary lacks are shown with their translations, the last one first")
    func compounds() async throws {
        for (text, expected) in [
            ("Haustürschlüssel", ["Schlüssel: ключ", "Haustür: входная дверь"]),
            ("Küchenschrank", ["Schrank: шкаф", "Küche: кухня"]),
            ("Hochzeitskleid", ["Kleid: платье", "Hochzeit: свадьба"]),
            ("küchenschrank", ["Schrank: шкаф", "Küche: кухня"]),
            ("Küchenschränke", ["Schrank: шкаф", "Küche: кухня"]),
            ("Xyzschrank", []), ("Hausx", []), ("Hosue", []),
            // Misspelt by one letter.
            ("Standart", []), ("Wiederstand", []), ("Wiederspruch", []), ("Kinderarten", []),
        ] {
            #expect(try await parts(text, "de") == expected, "\(text)")
        }
    }

    @Test("a word with a hyphen that the glossary lacks has its parts, not what is spelt like it")
    func hyphens() async throws {
        #expect(try await parts("part-time", "en").map { $0.prefix { $0 != ":" } } == ["time", "part"])
        let entries = try await services().entries(
            similarTo: WordText("part-time"), in: [.between("en", "ru")])
        #expect(!entries.contains { $0.translation.text == "морской" })
    }
}
