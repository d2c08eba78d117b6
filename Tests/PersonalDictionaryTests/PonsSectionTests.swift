import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Answers of the documented shape with what is rarer in them.
@Suite("The sections of PONS's answers", .bounded)
struct PonsSectionTests {
    /// Looks a word up from German into English in an answer of our own.
    private func look(_ text: String, in hits: String...) async throws -> DictionaryEntry {
        let json = #"[{"lang": "de", "hits": [\#(hits.joined(separator: ","))]}]"#
        let service = PonsTranslationService(
            secret: Secret("x"), client: ScriptedHTTPClient.json(json), clock: ManualTime().clock)
        return try await service.lookUp(WordText(text), .between("de", "en"))
    }

    private func entry(_ roms: String...) -> String {
        #"{"type": "entry", "opendict": false, "roms": [\#(roms.joined(separator: ","))]}"#
    }

    private func rom(_ headword: String, _ arabs: String...) -> String {
        #"{"headword": "\#(headword)", "headword_full": "\#(headword)", "wordclass": "noun", "arabs": [\#(arabs.joined(separator: ","))]}"#
    }

    private func arab(_ header: String = "", _ lines: (source: String, target: String)...) -> String {
        let texts = lines.map { #"{"source": "\#($0.source)", "target": "\#($0.target)"}"# }
        return #"{"header": "\#(header)", "translations": [\#(texts.joined(separator: ","))]}"#
    }

    private func word(_ text: String) -> String { "<strong class='headword'>\(text)</strong>" }

    private func phrase(_ text: String) -> String {
        "<span class='example'>\(text) <strong class='tilde'>Zug</strong></span>"
    }

    private let reference = "<span class='indirect_reference_OTHER'>→ pitch-black</span>"

    @Test("examples that stand before the first sense belong to it")
    func leadingExamples() async throws {
        let found = try await look(
            "Zug",
            in: entry(
                rom(
                    "Zug", arab("Phrases:", (phrase("im"), "on the train")), arab("", (word("Zug"), "train")),
                    arab("", (word("Zug"), "draught")))))
        #expect(
            found.senses == [
                .init(
                    partOfSpeech: "noun", translations: ["train"],
                    examples: [.init(source: "im Zug", target: "on the train")]),
                .init(partOfSpeech: "noun", translations: ["draught"]),
            ])
    }

    @Test("a word that has only phrases has an entry with the phrases")
    func phrasesOnly() async throws {
        let found = try await look(
            "Zug",
            in: entry(rom("Zug", arab("Phrases:", (phrase("im"), "on the train"), (phrase("zum"), "to the train")))))
        #expect(found.headword == "Zug")
        #expect(
            found.senses == [
                .init(
                    partOfSpeech: "noun", translations: ["on the train"],
                    examples: [
                        .init(source: "im Zug", target: "on the train"),
                        .init(source: "zum Zug", target: "to the train"),
                    ], marks: ["on the train": ["im Zug"]])
            ])
    }

    @Test("a phrase whose tilde stands outside of its span is a phrase")
    func tilde() async throws {
        let outside = "<strong class='tilde'>Zug</strong> <span class='collocator'>um</span> Zug"
        let found = try await look(
            "Zug", in: entry(rom("Zug", arab("", (word("Zug"), "train"), (outside, "step by step")))))
        #expect(found.senses.map(\.translations) == [["train"]])
        #expect(found.senses[0].examples == [.init(source: "Zug Zug", target: "step by step")])
    }

    @Test("sense, region and topic in the header of a section are read, without its number and word")
    func headers() async throws {
        let header =
            "1. Zug <span class='region'>CH</span> <span class='topic'>RAIL</span> <span class='sense'>(Bahn)</span>:"
        let found = try await look(
            "Zug",
            in: entry(
                rom("Zug", arab(header, (word("Zug"), "train")), arab("2. Zug:", (word("Zug"), "draught")))))
        #expect(found.senses.map(\.notes) == [["CH", "RAIL", "Bahn"], []])
        let data = try JSONEncoder().encode(found)
        #expect(try JSONDecoder().decode(DictionaryEntry.self, from: data) == found)
    }

    @Test("the entry behind a cross-reference is read, from the same or a secondary entry")
    func references() async throws {
        let dark = rom("pitch-dark", arab(reference, ("", "")))
        let black = rom("pitch-black", arab("", (word("pitch-black"), "stockdunkel")))
        let others = [rom("pitch", arab("", (word("pitch"), "Pech"))), rom("black", arab("", (word("black"), "x")))]
        let secondary =
            #"{"type": "entry_with_secondary_entries", "primary_entry": \#(entry(dark)), "secondary_entries": [\#(entry(black))]}"#
        for hits in [[entry(dark, others[0], others[1], black)], [entry(others[0]), secondary]] {
            let found = try await look("pitch-dark", in: hits.joined(separator: ","))
            #expect(found.headword == "pitch-black")
            #expect(
                found.senses == [
                    .init(partOfSpeech: "noun", translations: ["stockdunkel"], notes: ["→ pitch-black"])
                ])
        }
        await #expect(throws: TranslationError.notFound) { try await look("pitch-dark", in: entry(dark, others[0])) }
        // The longest headword: `carbon black`, and not `black`; without the number of a homograph.
        let carbon = rom("soot", arab("<span class='indirect_reference_OTHER'>→ carbon black2</span>", ("", "")))
        let long = rom("carbon black", arab("", (word("carbon black"), "Ruß")))
        #expect(try await look("soot", in: entry(carbon, others[1], long)).translation.text == "Ruß")
        // A word with a translation of its own needs no reference.
        let own = rom("pitch-dark", arab("", (word("pitch-dark"), "finster")), arab(reference, ("", "")))
        #expect(try await look("pitch-dark", in: entry(own, black)).senses.map(\.translations) == [["finster"]])
        // Two words that refer to each other end.
        let back = rom("pitch-black", arab("<span class='indirect_reference_OTHER'>→ pitch-dark</span>", ("", "")))
        await #expect(throws: TranslationError.notFound) { try await look("pitch-dark", in: entry(dark, back)) }
    }

    @Test("a target that only refers to another word is no translation; without any, the other word is read")
    func targets() async throws {
        let gone = rom("gone", arab("", (word("gone"), "weg")))
        for target in ["→ gone", "<span class='indirect_reference_OTHER'>→ gone</span>", "<b>→</b> gone2"] {
            let only = rom("went", arab("", (word("went"), target)))
            await #expect(throws: TranslationError.notFound) { try await look("went", in: entry(only)) }
            let found = try await look("went", in: entry(only, gone))
            #expect(found.senses.map(\.translations) == [["weg"]])
            #expect(found.senses.first?.notes.first?.hasPrefix("→ gone") == true)
            let both = rom("went", arab("", (word("went"), target), (word("went"), "ging → lief")))
            #expect(try await look("went", in: entry(both, gone)).senses.map(\.translations) == [["ging → lief"]])
            // That of a phrase is not the word's.
            let phrases = rom("Zug", arab("", (phrase("im"), target), (phrase("zum"), "to the train")))
            #expect(try await look("Zug", in: entry(phrases, gone)).translation.text == "to the train")
        }
    }

    @Test("references are asked for")
    func request() async throws {
        let query = Locked("")
        let client = ScriptedHTTPClient { request throws(HTTP.Error) in
            query.withLock { $0 = request.url.query() ?? "" }
            return HTTP.Response(status: 204, url: request.url, body: Data())
        }
        let service = PonsTranslationService(secret: Secret("x"), client: client, clock: ManualTime().clock)
        await #expect(throws: TranslationError.notFound) {
            try await service.lookUp(WordText("dog"), .between("de", "en"))
        }
        #expect(query.withLock { $0 }.split(separator: "&").contains("ref=true"))
    }

    @Test(
        "scripts, styles and bidirectional controls are no text",
        arguments: [
            ("a<script>alert(1)</script>b", "ab"), ("<STYLE type='x'>p { }</STYLE>a", "a"),
            ("a<script>var x = '<b>y</b>'", "a"), ("a<script/>b", "ab"), ("\u{202E}a\u{202C}\u{2066}b\u{2069}", "ab"),
            ("&#x202E;a\u{200F}", "a"), ("a\u{200D}b", "a\u{200D}b"),
        ])
    func hostile(html: String, text: String) {
        #expect(Array(PonsMarkup(html).text.unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("a text of 20,000 characters is cut, and so are its marks")
    func long() async throws {
        let text = String(repeating: "x", count: 20_000)
        let markup = PonsMarkup("\(text) <span class='style'>\(text)</span>")
        #expect(markup.text == String(repeating: "x", count: 499) + "…")
        #expect(markup.marks == [markup.text])
        #expect(PonsMarkup(String(repeating: "x", count: 500)).text.count == 500)
        // Characters count, not the scalars of which they consist.
        let accented = String(repeating: "x\u{301}", count: 500)
        #expect(PonsMarkup(accented).text == accented)
        #expect(PonsMarkup(accented + "yz").text == String(accented.prefix(499)) + "…")
        let found = try await look("Zug", in: entry(rom("Zug", arab("", (word("Zug"), text)))))
        #expect(found.translation.text == markup.text)
    }
}
