import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Expressions and verbs of several words, in the forms in which texts have them.
@Suite("Verbs and expressions of several words", .bounded)
struct PhraseTests {
    private static let glossary = Result { try Glossary.bundled() }

    private func readings(_ text: String, _ language: Language) throws -> [Interpretation] {
        let headwords = try #require(Self.glossary.get().headwords(language))
        return try QueryInterpreters.bundled.interpreter(language).interpretations(
            of: try WordText(text), among: headwords)
    }

    @Test("of those that the glossary has, nine of ten are found first")
    func found() throws {
        for list in try DevelopmentList.all(.phrase) {
            var wrong: [String] = []
            var count = 0
            for line in list.lines {
                guard try readings(line.words[0], list.language).first?.labels.isEmpty == true else { continue }
                count += 1
                let reading = try readings(line.text, list.language).first
                // Some are in the glossary as they are: mi chiamo.
                if reading?.labels.isEmpty == true { continue }
                let first = reading?.headword.text ?? "nothing"
                if !line.words.contains(first) { wrong.append("\(line.text): \(first)") }
            }
            print("\(list): \(count) in the glossary, \(wrong.count) not found: \(wrong.joined(separator: "; "))")
            #expect(Double(wrong.count) <= 0.1 * Double(count), "\(list): \(wrong)")
            #expect(count > 6)
        }
    }

    @Test("words that only stand together are no verb of several words")
    func apart() throws {
        for list in try DevelopmentList.all(.nophrase) {
            let wrong = try list.lines.flatMap { line in
                try readings(line.text, list.language).prefix(1).filter { reading in
                    let word = reading.headword.text
                    return !reading.labels.isEmpty
                        && (word.contains(" ") || word.hasSuffix("rsi") || reading.labels.contains(.separable))
                }.map { "\(line.text): \($0.headword.text)" }
            }
            #expect(wrong.isEmpty, "\(list)")
        }
    }

    @Test(
        "the entry says how",
        arguments: [
            ("en", "gave it up", "give up", ["past tense"]), ("en", "breaks down", "break down", ["third person"]),
            ("en", "put your coat on", "put on", ["part of a phrase"]),
            ("de", "ruft mich an", "anrufen", ["present tense", "imperative", "separable verb"]),
            ("de", "hör auf", "aufhören", ["imperative", "separable verb"]),
            ("de", "ruf mich an", "anrufen", ["imperative", "separable verb"]),
            ("de", "Angst", "Angst", []), ("it", "m'alzo", "alzarsi", ["present tense"]),
            ("ru", "принимает участие", "принимать участие", ["present tense"]),
        ] as [(String, String, String, [DictionaryEntry.Match.Label])])
    func labels(language: String, text: String, word: String, labels: [DictionaryEntry.Match.Label]) throws {
        let reading = try #require(try readings(text, Language(code: language)).first)
        #expect(reading.headword.text == word && reading.labels == labels, "\(reading)")
    }

    @Test("what is denied is not translated by its opposite")
    func denials() throws {
        for (text, language) in [
            ("didn't give up", Language.english), ("he never gave it up", .english), ("er ruft nicht an", .german),
            ("non mi lavo", .italian), ("не обращает внимание", .russian),
        ] {
            let first = try readings(text, language).first?.headword.text ?? "nothing"
            #expect(!["give up", "anrufen", "lavarsi", "обращать внимание"].contains(first), "\(text)")
        }
    }

    @Test("after a form of be or have, only a participle is a verb, and a preposition belongs to what follows")
    func others() throws {
        for (text, language, word) in [
            ("he is fast", Language.english, nil as String?), ("it's free", .english, nil),
            ("he has work", .english, nil),
            ("ran into the house", .english, nil), ("went by bus", .english, nil),
            ("ran into him", .english, "run into"),
            ("he has gone", .english, "go"), ("they said", .english, "say"), ("è calmo", .italian, nil),
            ("ha detto", .italian, "dire"), ("ich habe Besuch", .german, nil), ("er hat viel Erfolg", .german, nil),
            ("hat angerufen", .german, "anrufen"), ("so lebt er", .german, nil), ("мы три", .russian, nil),
        ] {
            #expect(try readings(text, language).first?.headword.text == word, "\(text)")
        }
    }

    @Test("after an auxiliary, a text that is a participle too is no present tense")
    func participles() throws {
        for text in ["ci siamo alzate", "vi siete alzate"] {
            let reading = try #require(try readings(text, .italian).first)
            #expect(
                reading.headword.text == "alzarsi" && reading.labels == ["feminine plural past participle"],
                "\(reading)")
        }
    }

    @Test("a pronoun of another person is not reflexive")
    func persons() throws {
        for (text, language, word) in [
            ("mi lavo", Language.italian, "lavarsi" as String?), ("ti lavo", .italian, "lavare"),
            ("ci laviamo", .italian, "lavarsi"),
            ("wir treffen uns", .german, "sich treffen"), ("sie treffen uns", .german, nil),
        ] {
            let first = try readings(text, language).first?.headword.text
            #expect(first == word, "\(text)")
        }
    }
}
