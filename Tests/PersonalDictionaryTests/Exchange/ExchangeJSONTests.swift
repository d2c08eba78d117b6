import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("Words in JSON Lines", .bounded)
struct ExchangeJSONTests {
    @Test("an object has the keys of a word, and a malformed one has a reason", arguments: exchangeChunkSizes)
    func rules(chunk: Int?) {
        let cases: [(line: String, summary: String)] = [
            (#"{"text":"dog"}"#, "dog"), (#" {"x":{"y":[1,2]},"text":"d\u006Fg"} "#, "dog"),
            (#"{"text":"a\u0000b\n\ud83d\ude00"}"#, "a\0b\n😀"), (#"{"text":"dog","id":null,"isFavorite":null}"#, "dog"),
            (#"{"text":"dog","translation":"","createdAt":""}"#, "dog"), ("dog", "! not JSON"), ("{", "! not JSON"),
            (#"{"text":"dog"} x"#, "! not JSON"), (#"{"text":"\ud800"}"#, "! text is not a string"),
            (#"["text"]"#, "! not a JSON object"), ("1", "! not a JSON object"), ("null", "! not a JSON object"),
            ("{\"text\":\"a\0b\"}", "! not JSON"), ("{}", "! there is no text"),
            (#"{"text":null}"#, "! there is no text"),
            (#"{"text":" "}"#, "! there is no text"), (#"{"text":5}"#, "! text is not a string"),
            (#"{"text":"dog","translation":["x"]}"#, "! translation is not a string"),
            (#"{"text":"dog","createdAt":1}"#, "! createdAt is not a string"),
            (#"{"text":"dog","createdAt":"x"}"#, "! createdAt is no date"),
            (#"{"text":"dog","isFavorite":1}"#, "! isFavorite is neither true nor false"),
            (#"{"text":"dog","isFavorite":"true"}"#, "! isFavorite is neither true nor false"),
            (#"{"text":"dog","entry":{}}"#, "! entry is not an entry of a dictionary"),
            (#"{"text":"dog","entry":5}"#, "! entry is not an entry of a dictionary"),
        ]
        for end in ["\n", "\r\n", "\r"] {
            let file = cases.map { $0.line + end }.joined()
            let expected = cases.enumerated().map { "\($0.offset + 1) \($0.element.summary)" }
            #expect(readExchange(file, .jsonl, chunk: chunk).map(\.summary) == expected)
        }
    }

    @Test("all keys are read")
    func keys() throws {
        let line =
            #"{"id":"7","text":"dog","translation":"собака","status":"translated","provider":"glossary","#
            + #""translatedAt":"2026-11-21T10:00:01.250Z","sourceLang":"en","targetLang":"ru","isFavorite":true,"#
            + #""createdAt":"2026-11-21T10:00:00Z","updatedAt":"2026-11-21T10:00:00.5Z"}"#
        let time = Date(timeIntervalSince1970: 1_795_255_200)
        #expect(
            readExchange(line, .jsonl).map(\.record) == [
                ExchangeRecord(
                    id: "7", text: "dog", translation: "собака", provider: "glossary", translatedAt: time + 1.25,
                    sourceLang: "en", targetLang: "ru", isFavorite: true, createdAt: time, updatedAt: time + 0.5,
                    status: "translated")
            ])
    }

    @Test("an entry's date is written like those of the word, and can also be read as milliseconds")
    func entryDate() throws {
        let time = Date(timeIntervalSince1970: 1_795_255_200.25)
        let entry = try DictionaryEntry.make("dog", ["собака"], at: time)
        let record = ExchangeRecord(text: "dog", entry: entry)
        let line = String(decoding: try ExchangeWriter(format: .jsonl).line(for: record), as: UTF8.self)
        let text = #""date":"2026-11-21T10:00:00.250Z""#
        #expect(line.contains(text), "\(line)")
        #expect(readExchange(line, .jsonl).map { $0.record?.entry } == [entry])
        let old = line.replacing(text, with: #""date":1795255200250"#)
        #expect(readExchange(old, .jsonl).map { $0.record?.entry } == [entry])
        let wrong = line.replacing(text, with: #""date":"yesterday""#)
        #expect(readExchange(wrong, .jsonl).map(\.summary) == ["1 ! entry is not an entry of a dictionary"])
    }

    @Test(
        "blank lines, a byte-order mark and a missing last line break are accepted; bytes that are not UTF-8 are rejected"
    )
    func bytes() {
        let file =
            Array("\u{FEFF}{\"text\":\"a\"}\n\n \t\r\n{\"text\":\"".utf8) + [0xFF] + Array("\"}\n{\"text\":\"b\"}".utf8)
        for chunk in exchangeChunkSizes {
            #expect(readExchange(file, .jsonl, chunk: chunk).map(\.summary) == ["1 a", "4 ! not UTF-8", "5 b"])
        }
    }

    @Test("endless brackets are rejected, and do no harm")
    func nesting() {
        let file = String(repeating: "[", count: 100_000) + "\n{\"text\":\"a\"}\n"
        #expect(readExchange(file, .jsonl).map(\.summary) == ["1 ! not JSON", "2 a"])
        let inside = #"{"x":"# + String(repeating: "[", count: 100_000) + "\n" + #"{"text":"a"}"#
        #expect(readExchange(inside, .jsonl).map(\.summary) == ["1 ! not JSON", "2 a"])
    }
}
