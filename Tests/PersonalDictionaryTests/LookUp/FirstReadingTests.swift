import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// The first translation of a text is the one that is saved.
@Suite("The first translation", .timeLimit(.minutes(15)), .longComputation)
struct FirstReadingTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)

    private func first(_ text: String, _ source: String, _ target: String) async throws -> String {
        do {
            return try await Self.shared.lookUp(WordText(text), .between(source, target)).translation.text
        } catch TranslationError.notFound {
            return "nothing"
        }
    }

    @Test(
        "a contraction with not is never translated by its opposite",
        arguments: [
            "don't", "don’t", "dont", "won't", "shouldn't", "mustn't", "couldn't", "isn't", "wasn't", "ain't",
            "doesn't",
            "didn't", "haven't", "can't", "can’t", "aren't", "weren't", "hasn't", "hadn't", "wouldn't", "needn't",
            "mightn't", "shan't", "daren't", "cannot",
        ])
    func negations(text: String) async throws {
        #expect(try await first(text, "en", "ru").hasPrefix("не"))
        #expect(["nicht", "kann nicht", "nicht können"].contains(try await first(text, "en", "de")))
    }

    @Test(
        "a German adjective is translated by an adjective first, but for a few that are first adverbs",
        arguments: [
            ("fleißig", "трудолюбивый"), ("gründlich", "тщательный"),
            ("regelmäßig", "регулярный"), ("schnell", "быстрый"), ("plötzlich", "вдруг"), ("natürlich", "конечно"),
        ])
    func adjectives(text: String, translation: String) async throws {
        #expect(try await first(text, "de", "ru") == translation)
    }

    @Test(
        "a form of an everyday word comes before a rarer word that is written so",
        arguments: [
            ("vecchia", "it", "старый"), ("problemi", "it", "проблема"), ("scure", "it", "тёмный"),
            ("chiara", "it", "светлый"), ("Chiara", "it", "Клара"), ("parole", "it", "слово"), ("иду", "ru", "go"),
        ])
    func everydayForms(text: String, language: String, translation: String) async throws {
        #expect(try await first(text, language, language == "ru" ? "en" : "ru") == translation)
    }

    @Test(
        "senses of a part of speech that are translated by the same words are one",
        arguments: [("casa", "it", "ru"), ("aprire", "it", "ru"), ("знать", "ru", "en"), ("zona", "it", "ru")])
    func equalSenses(text: String, source: String, target: String) async throws {
        let entry = try await Self.shared.lookUp(WordText(text), .between(source, target))
        let shown = entry.senses.map {
            [$0.partOfSpeech ?? "", $0.matched?.form ?? ""] + $0.translations.sorted()
        }
        #expect(Set(shown).count == shown.count, "\(shown)")
    }

    @Test("other contractions have their own translation")
    func contractions() async throws {
        #expect(try await first("let's", "en", "ru") == "давай")
        #expect(try await first("Let’s", "en", "de") == "lass uns")
        #expect(try await first("dunno", "en", "de") == "ich weiß nicht")
        // It is no German contraction.
        #expect(try await first("don't", "de", "en") == "nothing")
        #expect(try await first("kommt's", "de", "en") == "come")
    }

    @Test(
        "a negation before a noun is not left out",
        arguments: [
            ("kein Hund", "de", "no", "dog"), ("keine Zeit", "de", "no", "time"),
            ("keinen Bruder", "de", "no", "brother"),
            ("nessun'altra", "it", "nobody", "other"), ("nient'altro", "it", "nothing", "other"),
            ("nessuna casa", "it", "nobody", "house"),
        ])
    func negatedNouns(text: String, language: String, negation: String, noun: String) async throws {
        let entry = try await Self.shared.lookUp(WordText(text), .between(language, "en"))
        #expect(entry.translation.text == negation)
        #expect(entry.senses.contains { $0.translations.contains(noun) && $0.matched != nil })
        #expect(entry.matched?.labels == [.withoutNoun])
    }

    @Test("a service that only finds its own words is not asked for the opposite")
    func plainForm() throws {
        let german = try QueryInterpreters.bundled.interpreter(.german)
        #expect(german.plainForm(of: try WordText("kein Hund")) == nil)
        #expect(german.plainForm(of: try WordText("mein Hund"))?.text.value == "Hund")
        #expect(german.plainForm(of: try WordText("der Hund"))?.text.value == "Hund")
        #expect(german.plainForm(of: try WordText("sich waschen"))?.text.value == "waschen")
    }

    @Test(
        "a form that is written so comes before a word with other accents",
        arguments: [
            ("wurde", "become"), ("wurden", "become"), ("konnte", "could"), ("konnten", "can"), ("mochte", "like"),
            ("mochten", "like"), ("fuhren", "go"), ("kamen", "come"), ("aß", "eat"),
            // These are written so only without their umlauts.
            ("gluck", "luck"), ("wahrend", "during"), ("uber", "over"), ("schoen", "beautiful"), ("Gluck", "luck"),
            // These are regular forms of more common words.
            ("gute", "good"), ("kurze", "short"), ("starke", "strong"), ("falschen", "wrong"), ("farben", "colour"),
            ("fahre", "go"), ("starken", "strong"), ("grosse", "big"), ("kalte", "cold"),
        ])
    func accents(text: String, translation: String) async throws {
        #expect(try await first(text, "de", "en") == translation)
    }

    @Test(
        "a form of two words is first of the more common one",
        arguments: [
            ("meine", "de", "my"), ("meiner", "de", "my"), ("deiner", "de", "your"), ("weisst", "de", "know"),
            ("gestanden", "de", "stand"), ("keine", "de", "no"), ("gründe", "de", "reason"), ("wege", "de", "way"),
            ("orte", "de", "place"), ("verschiedene", "de", "different"), ("bauern", "de", "peasant"),
            ("nahm", "de", "take"), ("kaufe", "de", "buy"), ("gebeten", "de", "ask for"), ("wären", "de", "be"),
            ("сплю", "ru", "sleep"), ("пей", "ru", "drink"), ("душу", "ru", "soul"), ("души", "ru", "soul"),
            ("полей", "ru", "field"), ("полем", "ru", "field"), ("свечу", "ru", "candle"), ("пару", "ru", "couple"),
            ("политику", "ru", "politics"), ("месте", "ru", "place"), ("семей", "ru", "family"),
            ("земли", "ru", "ground"), ("цели", "ru", "goal"), ("прошла", "ru", "pass"), ("стали", "ru", "become"),
            ("еду", "ru", "go"), ("сели", "ru", "sit down"), ("друга", "ru", "friend"), ("дали", "ru", "give"),
            ("проблем", "ru", "problem"), ("книг", "ru", "book"), ("бей", "ru", "beat"), ("cosi", "it", "so"),
            ("pero", "it", "but"), ("lain", "en", "лежать"), ("lied", "en", "лгать"),
            ("citta", "it", "city"), ("perche", "it", "because"),
            ("lavora", "it", "work"), ("vecchi", "it", "old"), ("italiani", "it", "Italian"), ("aperta", "it", "open"),
            ("punti", "it", "point"), ("chiese", "it", "ask"), ("presi", "it", "take"), ("casi", "it", "case"),
            ("sistemi", "it", "system"), ("fosse", "it", "be"), ("forti", "it", "strong"), ("scelte", "it", "choice"),
            ("visto", "it", "see"), ("camera", "it", "room"), ("mine", "en", "мой"),
        ])
    func common(text: String, language: String, translation: String) async throws {
        #expect(try await first(text, language, language == "en" ? "ru" : "en") == translation)
    }

    @Test(
        "German plurals and comparatives with an umlaut are forms of the word without",
        arguments: [
            ("Züge", "train"), ("Füße", "foot"), ("Türme", "tower"), ("Stühle", "chair"), ("Hühner", "chicken"),
            ("Wölfe", "wolf"), ("klüger", "smart"), ("Bäume", "tree"),
        ])
    func umlauts(text: String, translation: String) async throws {
        let german = try TranslationDirection.between("de", "en")
        let entry = try await Self.shared.lookUp(WordText(text), german)
        #expect(entry.senses.contains { $0.translations.contains(translation) } && entry.matched != nil)
    }

    @Test(
        "a noun is expected after an article or possessive, a verb after to",
        arguments: [
            ("моего брата", "ru", "brother"), ("его брата", "ru", "brother"), ("нашего дома", "ru", "house"),
            ("этого дома", "ru", "house"), ("вашего сына", "ru", "son"), ("нашу душу", "ru", "soul"),
            ("твоего стола", "ru", "table"), ("её пила", "ru", "saw"), ("mi porta", "it", "bring"),
            ("la porta", "it", "door"), ("meine Frau", "de", "woman"), ("die rote", "de", "red"),
            ("the saw", "en", "пила"), ("the thought", "en", "мысль"), ("my thought", "en", "мысль"),
            ("to light", "en", "зажигать"), ("to love", "en", "любить"), ("the love", "en", "любовь"),
            ("to sleep", "en", "спать"), ("the left", "en", "левый"),
        ])
    func neighbours(text: String, language: String, translation: String) async throws {
        #expect(try await first(text, language, language == "en" ? "ru" : "en") == translation)
    }

    @Test(
        "Italian elisions are read with the verb that follows",
        arguments: [
            ("c'era", "there is"), ("c’erano", "there is"), ("c'è", "there is"), ("c’è", "there is"),
            ("dov'era", "where is"), ("dov'erano", "where is"), ("un po", "a little"), ("un po'", "a little"),
            ("l'era", "era"), ("un amico", "friend"), ("l'amico", "friend"),
        ])
    func elisions(text: String, translation: String) async throws {
        #expect(try await first(text, "it", "en") == translation)
    }

    @Test(
        "German words are found in the spelling before 1996",
        arguments: [
            ("Fluß", "river"), ("Kuß", "kiss"), ("Schluß", "end"), ("Schloß", "lock"), ("Faß", "barrel"),
            ("daß", "that"), ("mußte", "must"), ("wußte", "know"), ("ißt", "eat"), ("häßlich", "ugly"), ("muß", "must"),
            ("der Fluß", "river"), ("Straße", "street"), ("Strasse", "street"), ("weiß", "white"),
        ])
    func oldSpelling(text: String, translation: String) async throws {
        #expect(try await first(text, "de", "en") == translation)
    }

    @Test("a word with one of its two umlauts is the nearest word")
    func someAccents() async throws {
        let nearest = try await Self.shared.suggestions(
            nearestTo: WordText("Frühstuck"), .between("de", "en"), limit: 3)
        #expect(nearest.first?.text == "Frühstück")
    }

    @Test("a text with many digraphs is read as a few spellings only")
    func digraphs() throws {
        let words = CountingHeadwords()
        let interpreter = try QueryInterpreters.bundled.interpreter(.german)
        let text = try WordText("der Aerzteoeluebersstrassenaeoeuess")
        #expect(interpreter.interpretations(of: text, among: words).isEmpty)
        #expect(words.spellings.withLock { $0.filter { $0.hasPrefix("Ä") || $0.hasPrefix("Ae") }.count } <= 16)
    }
}

/// Knows no word, and notes what it was asked for.
private struct CountingHeadwords: Headwords {
    let spellings = Locked<Set<String>>([])

    func headwords(_ text: String, ignoresAccents: Bool) -> [Headword] {
        _ = spellings.withLock { $0.insert(text) }
        return []
    }

    func texts(near text: String, _ spelling: Spelling) -> [(rank: Int, text: String)] { [] }
}
