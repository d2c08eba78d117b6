import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Nearest words, and other directions", .bounded)
struct NearestWordTests {
    /// Read once for all tests.
    private static let shared = GlossaryTranslationService(clock: ManualTime().clock)
    private var service: GlossaryTranslationService { Self.shared }

    private func nearest(_ text: String, _ source: String, _ target: String, limit: Int = 3) async throws -> [String] {
        try await service.suggestions(nearestTo: WordText(text), .between(source, target), limit: limit).map(\.text)
    }

    @Test(
        "a word with a letter more, less, changed or swapped is near",
        arguments: [
            ("brekfast", "en", "breakfast"), ("dogg", "en", "dog"), ("hosue", "en", "house"), ("Hunnd", "de", "Hund"),
            ("сабака", "ru", "собака"), ("СОБАКО", "ru", "собака"), ("citta'", "it", "città"),
        ])
    func near(text: String, language: String, word: String) async throws {
        let found = try await nearest(text, language, language == "ru" ? "en" : "ru")
        #expect(found.first == word, "\(found)")
        #expect(found.count <= 3)
    }

    @Test("a nearest word comes with its translation; none is near to nonsense, to one letter, or to itself only")
    func answers() async throws {
        let found = try await service.suggestions(nearestTo: WordText("elephan"), .between("en", "de"), limit: 1)
        #expect(found.map(\.translation) == ["Elefant"] && found.map(\.text) == ["elephant"])
        for text in ["xqzwvkjh", "x", String(repeating: "dog", count: 100)] {
            #expect(try await nearest(text, "en", "ru").isEmpty, "\(text)")
        }
        #expect(try await nearest("dog", "en", "ru").contains("dog") == false)
        #expect(try await nearest("dgo", "en", "ru", limit: 0).isEmpty)
        let direction = try TranslationDirection.between("fr", "en")
        await #expect(throws: TranslationError.unsupportedDirection(direction)) {
            try await service.suggestions(nearestTo: WordText("chein"), direction, limit: 3)
        }
    }

    @Test("of equally near words the more common one comes first")
    func order() throws {
        let table = "partOfSpeech\ten\tde\nnoun\tmouse\tMaus\nnoun\thouse\tHaus\nnoun\tlouse\tLaus\n"
        let words = try #require(try Glossary(Data(table.utf8)).headwords(.english))
        #expect(words.nearest(to: "xouse").map(\.text) == ["mouse", "house", "louse"])
    }

    @Test("edits are counted as a simple table does, over random words")
    func distance() throws {
        var generator = SeededGenerator(seed: 15)
        let words = (0..<60).map { _ in
            String(
                (0..<Int.random(in: 3...7, using: &generator)).map { _ in
                    "abcde".randomElement(using: &generator) ?? "a"
                })
        }
        let dictionary = PlainHeadwords(words: words)
        for word in words {
            let edits = word.count < 5 ? 1 : 2
            let expected = words.filter { (1...edits).contains(Self.distance(Array(word), Array($0))) }
            let found = dictionary.nearest(to: word, limit: 100).map(\.text)
            #expect(Set(found) == Set(expected), "\(word)")
            let distances = found.map { Self.distance(Array(word), Array($0)) }
            #expect(distances == distances.sorted())
        }
    }

    @Test("a text is looked up in the preferred direction first, then reversed; its letters tell the language")
    func directions() throws {
        let preferred = TranslationDirection.englishToRussian
        let catalog = LanguageCatalog.everyday
        let latin = catalog.directions(for: try WordText("dog"), preferring: preferred)
        #expect(latin.first == preferred)
        #expect(latin.count == 9 && Set(latin).count == 9 && latin.allSatisfy { $0.source != .russian })
        let cyrillic = catalog.directions(for: try WordText("собака"), preferring: preferred)
        #expect(cyrillic.first == preferred.swapped)
        #expect(cyrillic.count == 3 && cyrillic.allSatisfy { $0.source == .russian })
    }

    @Test("a word that only the reverse direction knows is found there, and a word of two languages in both")
    func reverse() async throws {
        let services = TranslationServices(service, clock: ManualTime().clock)
        func entries(_ text: String) async throws -> [String] {
            let text = try WordText(text)
            let directions = LanguageCatalog.everyday.directions(
                for: text, preferring: try .between("en", "de"))
            return try await services.entries(of: text, in: directions).map {
                "\($0.direction): \($0.translation.text)"
            }
        }
        #expect(try await entries("Hund").first == "de→en: dog")
        #expect(try await entries("собаки").contains("ru→en: dog"))
        let hand = try await entries("hand")
        #expect(hand.first == "en→de: Hand" && hand.contains("de→en: hand"))
        #expect(try await entries("xyzzy").isEmpty)
    }

    @Test("a direction that fails hides no other; if none has an answer, the failure is thrown")
    func failures() async throws {
        let failing = ScriptedTranslationService { text, direction throws(TranslationError) in
            guard direction.source == .german else { throw .network("no") }
            return try DictionaryEntry(
                headword: text.value, direction: direction, senses: [.init(translations: ["x"])], provider: .dict,
                date: ManualTime().now)
        }
        let services = TranslationServices(failing, clock: ManualTime().clock)
        let directions = [try TranslationDirection.between("de", "en"), .englishToRussian]
        #expect(try await services.entries(of: WordText("a"), in: directions).count == 1)
        await #expect(throws: TranslationError.self) {
            try await services.entries(of: WordText("a"), in: [.englishToRussian])
        }
    }

    /// Optimal string alignment, by its definition.
    private static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var table = Array(repeating: Array(repeating: 0, count: other.count + 1), count: one.count + 1)
        for row in 0...one.count {
            for column in 0...other.count {
                guard row > 0, column > 0 else {
                    table[row][column] = max(row, column)
                    continue
                }
                table[row][column] = min(
                    table[row - 1][column] + 1, table[row][column - 1] + 1,
                    table[row - 1][column - 1] + (one[row - 1] == other[column - 1] ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    table[row][column] = min(table[row][column], table[row - 2][column - 2] + 1)
                }
            }
        }
        return table[one.count][other.count]
    }
}

/// A dictionary that knows nothing but its words.
private struct PlainHeadwords: Headwords {
    let words: [String]

    func headwords(_ text: String, ignoresAccents: Bool) -> [Headword] {
        words.contains(text) ? [Headword(text)] : []
    }

    func texts(near text: String, _ spelling: Spelling) -> [(rank: Int, text: String)] {
        words.compactMap { word in spelling.rank(of: Array(word.unicodeScalars)[...]).map { ($0, word) } }
    }
}
