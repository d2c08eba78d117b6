import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The glossary", .timeLimit(.minutes(15)), .longComputation)
struct GlossaryTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)
    private var service: GlossaryTranslationService { Self.shared }

    private func look(_ text: String, _ source: String, _ target: String) async throws -> DictionaryEntry {
        try await service.lookUp(WordText(text), .between(source, target))
    }

    @Test(
        "everyday words are translated in all twelve directions",
        arguments: [
            ("en", "dog"), ("ru", "собака"), ("de", "Hund"), ("it", "cane"),
        ])
    func directions(source: String, word: String) async throws {
        let all = ["en": "dog", "ru": "собака", "de": "Hund", "it": "cane"]
        for (target, expected) in all where target != source {
            let entry = try await look(word, source, target)
            #expect(entry.translation.text == expected)
            #expect(entry.translation.provider == .glossary)
            #expect(entry.translation.date == ManualTime().now)
            #expect(entry.senses.first?.partOfSpeech == "noun")
        }
    }

    @Test(
        "a word is found ignoring case, accents and stress marks",
        arguments: [
            ("de", "strasse", "street"), ("de", "STRASSE", "street"), ("ru", "змея\u{301}", "snake"),
            ("ru", "ребенок", "child"),
            ("it", "citta", "city"), ("it", "CITTÀ", "city"), ("en", "Good Morning", nil),
        ])
    func folding(source: String, typed: String, expected: String?) async throws {
        let entry = try await look(typed, source, source == "en" ? "de" : "en")
        if let expected { #expect(entry.translation.text == expected) }
    }

    @Test(
        "of words that only stress tells apart, the one with the typed stress comes first",
        arguments: [
            ("му\u{301}ка", "Qual"), ("Му\u{301}ка", "Qual"), ("мука\u{301}", "Mehl"), ("мука", "Mehl"),
            ("замо\u{301}к", "Schloss"), ("за\u{301}мок", "Burg"),
        ])
    func stress(typed: String, expected: String) async throws {
        let entry = try await look(typed, "ru", "de")
        #expect(entry.translation.text == expected)
        #expect(entry.senses.count == 2)
    }

    @Test("a word typed with accents does not match another one without")
    func accents() async throws {
        #expect(try await look("schön", "de", "en").senses.flatMap(\.translations).contains("beautiful"))
        #expect(try await look("schon", "de", "en").translation.text == "already")
    }

    @Test("a word has all its senses, the most common first")
    func senses() async throws {
        let entry = try await look("spring", "en", "de")
        #expect(entry.senses.map { $0.translations[0] }.prefix(2) == ["Frühling", "Quelle"])
    }

    @Test("a missing word is not found, and another language is not supported")
    func misses() async throws {
        await #expect(throws: TranslationError.notFound) { try await look("xyzzy", "en", "ru") }
        let direction = try TranslationDirection.between("en", "fr")
        await #expect(throws: TranslationError.unsupportedDirection(direction)) { try await look("dog", "en", "fr") }
    }

    @Test(
        "the first sense is the usual one",
        arguments: [
            ("can", "en", "ru", "мочь"), ("earth", "en", "ru", "земля"), ("help", "en", "ru", "помощь"),
            ("sein", "de", "en", "be"), ("Gesundheit", "de", "en", "health"), ("lungo", "it", "en", "long"),
            ("potere", "it", "en", "can"), ("Schlange", "de", "en", "snake"),
        ])
    func usualSense(word: String, source: String, target: String, translation: String) async throws {
        #expect(try await look(word, source, target).translation.text.lowercased() == translation)
    }

    @Test("translations are plain text, with gender and stress as marks, those of the word itself as notes")
    func marks() async throws {
        let dog = try await look("dog", "en", "ru")
        #expect(dog.translation.text == "собака")
        #expect(dog.senses.first?.marks["собака"] == ["соба\u{301}ка", "f"])
        #expect(dog.senses.first?.notes == [])
        #expect(try await look("собака", "ru", "de").senses.first?.marks["Hund"] == ["m"])
        #expect(try await look("собака", "ru", "de").senses.first?.notes == ["соба\u{301}ка", "f"])
        #expect(try await look("trousers", "en", "it").senses.first?.marks["pantaloni"] == ["pl"])
    }

    @Test("the bundled glossary has over 4,500 concepts, each in every language, each once")
    func bundled() throws {
        let glossary = try Glossary.bundled()
        #expect(glossary.languages.map(\.code) == ["en", "ru", "de", "it"])
        #expect(glossary.count >= 4500)
        #expect(Set(glossary.concepts.map { [$0.partOfSpeech] + $0.words.map { $0[0] } }).count == glossary.count)
        let partsOfSpeech: Set = [
            "noun", "verb", "adjective", "adverb", "numeral", "pronoun", "preposition", "conjunction", "interjection",
            "phrase", "article",
        ]
        let cyrillic = try Regex("\\p{Script=Cyrillic}")
        for concept in glossary.concepts {
            #expect(partsOfSpeech.contains(concept.partOfSpeech))
            expectMarks(concept)
            for (column, words) in concept.words.enumerated() {
                for word in words {
                    let text = try WordText(word)
                    #expect(text.value == word, "\(word) is not trimmed or not composed")
                    #expect(word.contains(cyrillic) == (column == 1), "\(word) is in the wrong script")
                }
            }
        }
    }

    /// Nouns have a gender, in every language but English, and Russian words of several syllables have one stress.
    private func expectMarks(_ concept: Glossary.Concept) {
        let genders: Set = ["m", "f", "n", "pl", "m/f"]
        for (column, words) in concept.cells.enumerated() {
            for word in words {
                let hasGender = word.marks.contains(where: genders.contains)
                #expect(hasGender == (concept.partOfSpeech == "noun" && column > 0), "\(word)")
                guard column == 1 else { continue }
                let stressed = word.marks.first { !genders.contains($0) } ?? word.text
                for (part, plain) in zip(stressed.split(separator: " "), word.text.split(separator: " ")) {
                    let syllables = plain.lowercased().filter { "аеёиоуыэюя".contains($0) }.count
                    let stresses = part.unicodeScalars.filter { $0 == "\u{301}" }.count
                    let isMarked = stresses > 0 || part.lowercased().contains("ё")
                    // Parts that a hyphen joins have a stress each, or one for all.
                    #expect(
                        part.contains("-") || isMarked == (syllables > 1) || part.lowercased().contains("ё"), "\(word)")
                    #expect(part.contains("-") || stresses <= 1, "\(word)")
                }
            }
        }
    }

    @Test(
        "a glossary that cannot be read reports the line",
        arguments: [
            ("", 1), ("en\tru\n", 1), ("partOfSpeech\ten\n", 1), ("partOfSpeech\ten\tru\nnoun\tdog\n", 2),
            ("partOfSpeech\ten\tru\nnoun\tdog\tсобака\nnoun\tcat\t\n", 3),
            ("partOfSpeech\ten\tru\n\tdog\tсобака\n", 2),
        ])
    func malformed(text: String, line: Int) {
        let error = #expect(throws: GlossaryError.self) { try Glossary(Data(text.utf8)) }
        #expect(error?.line == line)
    }

    @Test("what looks like a gender but is none belongs to the word")
    func noGender() async throws {
        let glossary = try Glossary(Data("partOfSpeech\ten\tde\nnoun\twidescreen\t16:9|9:f\nnoun\tx\t:m".utf8))
        let service = GlossaryTranslationService(glossary, clock: ManualTime().clock)
        for (text, form) in [("16:9", "16:9"), ("9", "9"), (":m", ":m")] {
            let entry = try await service.lookUp(try WordText(text), .between("de", "en"))
            #expect(entry.headword == form && entry.matched == nil)
        }
    }

    @Test("any line endings are accepted")
    func lineEnds() throws {
        let glossary = try Glossary(Data("partOfSpeech\ten\tru\r\nnoun\tdog\tсобака\r\n".utf8))
        #expect(glossary.count == 1 && glossary.languages.map(\.code) == ["en", "ru"])
    }

    @Test("a glossary with invalid UTF-8 is rejected")
    func notText() {
        #expect(throws: GlossaryError.self) { try Glossary(Data([0xFF, 0x00])) }
    }

    @Test("at most as many words are suggested as were requested")
    func suggestionLimit() async throws {
        for text in ["s", "be", "ba", "ma", "l"] {
            for limit in [0, 1, 3, 8] {
                let suggestions = try await service.suggestions(
                    beginningWith: WordText(text), .englishToRussian, limit: limit)
                #expect(suggestions.count <= limit, "\(text)")
            }
        }
    }
}
