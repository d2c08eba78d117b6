import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Answers every request alike, without a network, and keeps what was asked.
struct ScriptedHTTPClient: HTTP.Client {
    let reply: @Sendable (HTTP.Request) throws(HTTP.Error) -> HTTP.Response

    static func json(_ text: String, status: Int = 200) -> ScriptedHTTPClient {
        ScriptedHTTPClient { request throws(HTTP.Error) in
            HTTP.Response(status: status, url: request.url, body: Data(text.utf8))
        }
    }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response { try reply(request) }
}

@Suite("The entries of PONS", .bounded)
struct PonsTests {
    private let server: FakePonsServer
    private let service: PonsTranslationService

    init() throws {
        server = try FakePonsServer()
        service = PonsTranslationService(
            secret: Secret(FakePonsServer.secret), baseURL: server.baseURL,
            client: SystemHTTPClient(timeout: .seconds(600)),
            clock: ManualTime().clock)
    }

    private func look(_ text: String, _ source: String, _ target: String) async throws -> DictionaryEntry {
        try await service.lookUp(WordText(text), .between(source, target))
    }

    /// Looks a word up from German into English in an answer of our own.
    private func look(_ text: String, in json: String) async throws -> DictionaryEntry {
        let service = PonsTranslationService(
            secret: Secret("x"), client: ScriptedHTTPClient.json(json), clock: ManualTime().clock)
        return try await service.lookUp(WordText(text), .between("de", "en"))
    }

    /// A block of one word in German.
    private func entry(_ roms: String...) -> String {
        #"[{"lang": "de", "hits": [{"type": "entry", "roms": [\#(roms.joined(separator: ","))]}]}]"#
    }

    private func rom(_ headword: String, _ targets: String...) -> String {
        let lines = targets.map { #"{"source": "", "target": "\#($0)"}"# }.joined(separator: ",")
        return #"{"headword": "\#(headword)", "arabs": [{"translations": [\#(lines)]}]}"#
    }

    @Test("an entry has senses with translations, marks and examples, a pronunciation, its provider and date")
    func whole() async throws {
        let entry = try await look("soon", "en", "it")
        #expect(entry.headword == "soon" && entry.pronunciation == "su:n")
        #expect(entry.provider == .pons && entry.provider.rawValue == "pons" && entry.date == ManualTime().now)
        #expect(try entry.direction == .between("en", "it"))
        let sense = DictionaryEntry.Sense(
            partOfSpeech: "adverb", translations: ["presto", "fra poco"],
            examples: [.init(source: "as soon as possible", target: "al più presto")], marks: ["presto": ["fam"]],
            notes: ["in a short time"])
        #expect(entry.senses == [sense])
    }

    @Test(
        "an entry is for the word and not for its compounds; a part of speech with phrases only keeps them to itself"
    )
    func listen() async throws {
        let entry = try await look("Listen", "en", "it")
        #expect(entry.headword == "listen")
        #expect(
            entry.senses == [
                .init(
                    partOfSpeech: "intransitive verb", translations: ["ascoltare"],
                    examples: [.init(source: "to listen to sb", target: "ascoltare qc")]),
                .init(
                    partOfSpeech: "noun", translations: ["dare un'ascoltata"],
                    examples: [.init(source: "to have a listen", target: "dare un'ascoltata")],
                    marks: ["dare un'ascoltata": ["to have a listen"]]),
            ])
    }

    @Test("parts of speech keep their order; stress marks stay, gender is removed; a mere reference is skipped")
    func pitch() async throws {
        let entry = try await look("pitch", "en", "ru")
        #expect(entry.senses.map(\.translations) == [["площа\u{301}дка"], ["смола\u{301}"], ["броса\u{301}ть"]])
        #expect(entry.senses.map(\.partOfSpeech) == ["noun", "noun", "transitive verb"])
        #expect(entry.senses[0].marks == ["площа\u{301}дка": ["f"]])
        #expect(entry.translation.text.unicodeScalars.contains("\u{301}"))
    }

    @Test("for a word in both languages, the block of the source language is read, in any order")
    func direction() async throws {
        let german = try await look("Test", "de", "en")
        #expect(german.senses.map(\.translations) == [["test", "trial"]])
        #expect(try await look("test", "en", "de").senses.map(\.translations) == [["Test"]])
        // A server that ignores the field for the direction answers with both.
        let both = [PonsFixture.testEnglish, .testGerman].map { #"{"lang": "\#($0.language)", "hits": [\#($0.hits)]}"# }
        #expect(try await look("test", in: "[\(both.joined(separator: ","))]").senses == german.senses)
    }

    @Test("a line of a glossary counts if its source is the word itself")
    func glossaryLine() async throws {
        let entry = try await look("chi-square test", "en", "de")
        #expect(entry.headword == "Chi-square test")
        #expect(entry.senses == [.init(translations: ["Chi-Quadrat-Test"], marks: ["Chi-Quadrat-Test": ["m"]])])
    }

    @Test("a line of a glossary that is a phrase with the word only is its sense")
    func phraseLine() async throws {
        let line = "{\"type\": \"translation\", \"source\": \"<span class='example'>a</span>\", \"target\": \"x\"}"
        #expect(try await look("a", in: "[{\"lang\": \"de\", \"hits\": [\(line)]}]").translation.text == "x")
    }

    @Test("a primary entry comes before its secondary ones")
    func secondary() async throws {
        #expect(try await look("run", "en", "de").senses.map(\.partOfSpeech) == ["verb", "noun"])
    }

    @Test("compounds do not match the word, and an unknown word is not found")
    func misses() async throws {
        await #expect(throws: TranslationError.notFound) { try await look("door", "en", "de") }
        await #expect(throws: TranslationError.notFound) { try await look("xyzzy", "en", "ru") }
    }

    @Test(
        "headwords are compared without separators, case, brackets and stress marks",
        arguments: [
            ("abbrechen", "ab|brechen"), ("testen", "tes·ten "), ("Test", "Test(e)"), ("Teste", "Test(e)"),
            ("Test(e)", "Test(e)"), ("freuen", "(sich) freuen"), ("sich freuen", "(sich) freuen"), ("HAUS", "Haus"),
            ("strasse", "Straße"), ("Straße", "Strasse"), ("змея", "змея\u{301}"), ("R&B", "R&amp;B"),
            ("a", "a (b (c) d"),
        ])
    func headwords(asked: String, headword: String) async throws {
        #expect(try await look(asked, in: entry(rom("other", "no"), rom(headword, "yes"))).translation.text == "yes")
    }

    @Test("the exact spelling comes first, and other accents count only if there is no such word")
    func order() async throws {
        let sie = entry(rom("Sie", "you"), rom("sie", "she"))
        #expect(try await look("sie", in: sie).senses.map(\.translations) == [["she"], ["you"]])
        #expect(try await look("Sie", in: sie).senses.map(\.translations) == [["you"], ["she"]])
        let schon = entry(rom("schön", "beautiful"), rom("schon", "already"))
        #expect(try await look("schon", in: schon).senses.map(\.translations) == [["already"]])
        #expect(try await look("schon", in: entry(rom("schön", "beautiful"))).translation.text == "beautiful")
    }

    @Test("translations are listed once, without empty ones; a translation without marks has none")
    func repetition() async throws {
        let marked = #"x <span class='style'>inf</span>"#
        let senses = try await look("a", in: entry(rom("a", "x", "", " ", marked, "y <i></i>"))).senses
        #expect(senses == [.init(translations: ["x", "y"])])
        #expect(try await look("a", in: entry(rom("a", ""), rom("a", "z"))).senses.map(\.translations) == [["z"]])
        await #expect(throws: TranslationError.notFound) { try await look("a", in: entry(rom("a", ""))) }
    }

    @Test("an empty target is neither a sense nor an example, and does not separate others")
    func emptyTargets() async throws {
        let example = #"{"source": "<span class='example'>a b</span>", "target": "TARGET"}"#
        let arabs = [#"{"source": "", "target": "x"}"#, #"{"source": "", "target": " "}"#, example].map {
            #"{"translations": [\#($0.replacing("TARGET", with: "x y")), \#(example.replacing("TARGET", with: ""))]}"#
        }
        let json = entry(#"{"headword": "a", "arabs": [\#(arabs.joined(separator: ","))]}"#)
        let sense = DictionaryEntry.Sense(translations: ["x"], examples: [.init(source: "a b", target: "x y")])
        #expect(try await look("a", in: json).senses == [sense])
    }

    @Test(
        "an answer without optional fields is read",
        arguments: [
            #"[{"lang": "DE", "hits": [{"type": "entry", "roms": [{"headword": "a", "wordclass": null, "arabs": [{"translations": [{"target": "x"}]}]}]}]}]"#,
            #"[{"content": [{"lang": "de", "hits": [{"type": "entry", "roms": [{"headword": "a", "arabs": [{"header": "", "translations": [{"source": null, "target": "x"}]}]}]}]}]}]"#,
            #"{"content": [{"lang": "en"}, {"lang": "de", "hits": [{"type": "translation", "source": "a", "target": "x"}]}]}"#,
            #"[{"lang": "de", "hits": [{"type": "new", "roms": 7}, {}, {"type": "entry"}, {"type": "entry_with_secondary_entries"}, {"type": "translation", "source": "a", "target": "x"}]}]"#,
            #"[{"lang": "de", "hits": [7, null, "no", [{}], {"type": "translation", "source": "a", "target": "x"}]}]"#,
            #"[{"lang": "de", "hits": [{"type": "entry", "roms": [{"headword": "a"}, {"headword": "a", "arabs": [{}]}, {"headword": "a", "arabs": [{"translations": [{}, {"target": "x"}]}]}]}]}]"#,
        ])
    func tolerance(json: String) async throws {
        let entry = try await look("a", in: json)
        #expect(entry.senses == [.init(translations: ["x"])] && entry.pronunciation == nil)
    }

    @Test(
        "an answer without a matching block is not found",
        arguments: [
            "[]", #"[{"lang": "de"}]"#,
            #"[{"lang": "en", "hits": [{"type": "translation", "source": "a", "target": "x"}]}]"#,
            #"{"content": []}"#,
        ])
    func noBlock(json: String) async {
        await #expect(throws: TranslationError.notFound) { try await look("a", in: json) }
    }

    @Test("marks of a sense are stored, and a sense stored without marks is read")
    func coding() async throws {
        let entry = try await look("soon", "en", "it")
        let data = try JSONEncoder().encode(entry)
        #expect(try JSONDecoder().decode(DictionaryEntry.self, from: data) == entry)
        let plain = DictionaryEntry.Sense(partOfSpeech: "noun", translations: ["x"], marks: ["x": [], "y": ["m"]])
        #expect(plain.marks.isEmpty)
        #expect(!String(decoding: try JSONEncoder().encode(plain), as: UTF8.self).contains("marks"))
        let old = #"{"translations": ["x"], "examples": [], "partOfSpeech": "noun"}"#
        #expect(try JSONDecoder().decode(DictionaryEntry.Sense.self, from: Data(old.utf8)) == plain)
    }
}
