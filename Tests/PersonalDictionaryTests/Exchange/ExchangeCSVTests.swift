import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("Words in CSV", .bounded)
struct ExchangeCSVTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        let lines: [String]

        init(_ description: String, _ file: String, _ lines: [String]) {
            testDescription = description
            self.file = file
            self.lines = lines
        }
    }

    static let cases: [Case] = [
        Case("an empty file has no lines", "", []),
        Case("a file with only a byte-order mark has no lines", "\u{FEFF}", []),
        Case("a file with only a header has no lines", "text,translation\r\n", []),
        Case("a line break at the end is not needed", "text\ndog", ["2 dog"]),
        Case("a byte-order mark is no part of the first name", "\u{FEFF}text\ndog\n", ["2 dog"]),
        Case("a mark inside the file is text", "text\n\u{FEFF}dog\n", ["2 \u{FEFF}dog"]),
        Case("LF ends a line", "text\ndog\ncat\n", ["2 dog", "3 cat"]),
        Case("CRLF ends a line", "text\r\ndog\r\ncat\r\n", ["2 dog", "3 cat"]),
        Case("a lone CR ends a line", "text\rdog\rcat\r", ["2 dog", "3 cat"]),
        Case("CR CR LF is two line ends", "text\r\r\ndog", ["3 dog"]),
        Case("blank lines are passed over and counted", "\n\ntext\n\n  \r\ndog\n,\n", ["6 dog"]),
        Case("quotes are resolved", "text\n\"a \"\"b\"\", c\"\n", ["2 a \"b\", c"]),
        Case(
            "line breaks in quotes are text, and are counted", "text\n\"a\nb\r\nc\rd\"\r\ne\n",
            ["2 a\nb\r\nc\rd", "6 e"]),
        Case("a quote inside of a field is text", "text\n5\" pipe\n", ["2 5\" pipe"]),
        Case("a space before a quote is text", "text\n \"a\"\n", ["2  \"a\""]),
        Case("other separators are text", "text\na;b\tc|d\n", ["2 a;b\tc|d"]),
        Case("# is text", "#column:text\n#dog\n", ["1 #column:text", "2 #dog"]),
        Case(
            "text after a closing quote is rejected", "text\n\"a\"b\nc\n",
            ["2 ! there is text after a closing quote", "3 c"]),
        Case(
            "a rejected line ends at its line break", "text\n\"a\"b,\"c\n\"d\"\n",
            ["2 ! there is text after a closing quote", "3 d"]),
        Case(
            "a quote that is not closed is rejected", "text\na\n\"b\nc\n",
            ["2 a", "3 ! the quoted field is not closed", "4 c"]),
        Case(
            "reading goes on after a quote that is not closed", "text,id\r\n\"a,1\r\n\"\"\"b\"\"\",2\r\nc,3\r\nd\"\"",
            ["2 ! there is text after a closing quote", "3 \"b\"", "4 c", "5 ! 1 field instead of 2"]),
        Case(
            "a quote that is closed in another line, before text, rejects its own line only",
            "text\na\n\"b\nc\n\"d\ne\n\"f\"\ng",
            [
                "2 a", "3 ! there is text after a closing quote", "4 c", "5 ! there is text after a closing quote",
                "6 e", "7 f", "8 g",
            ]),
        Case(
            "the fields before a quote that is not closed may have line breaks", "text,id\n\"a\nb\",\"c\nd,e",
            ["2 ! the quoted field is not closed", "4 d"]),
        Case("a lone quote at the end is rejected", "text\n\"", ["2 ! the quoted field is not closed"]),
        Case("a closed quote at the end is fine", "text\n\"a\"", ["2 a"]),
        Case(
            "an empty text is rejected", "text,id\n\"\",1\n,2\n\" \u{A0}\",3\n",
            ["2 ! there is no text", "3 ! there is no text", "4 ! there is no text"]),
        Case(
            "too few fields are rejected", "text,translation,id\na,b\nc,d,e\n",
            ["2 ! 2 fields instead of 3", "3 c"]),
        Case("one field too few is rejected", "text,id\na\n", ["2 ! 1 field instead of 2"]),
        Case("too many fields are rejected", "text,id\na,b,c\n", ["2 ! 3 fields instead of 2"]),
        Case("too many fields without a header are rejected", "a,b,en,ru,x\n", ["1 ! 5 fields instead of 4"]),
        Case("the first row is a word where it does not name text", "word,status\n", ["1 word"]),
    ]

    @Test("a file is read by the rules, with any chunk size", arguments: cases, exchangeChunkSizes)
    func rules(example: Case, chunk: Int?) {
        #expect(readExchange(example.file, .csv, chunk: chunk).map(\.summary) == example.lines)
    }

    @Test("columns are found by name, in any case and order; unknown ones are ignored")
    func columns() throws {
        let file = """
            createdAt,Remark,TEXT, Translation ,isfavorite,targetLang,sourcelang,id,status,provider,translatedAt,updatedAt,text
            2026-11-21T10:00:00Z,x,dog,собака,yes,ru,en,7,translated,pons,2026-11-21T10:00:01Z,2026-11-21T10:00:02.5Z,no
            """
        let time = Date(timeIntervalSince1970: 1_795_255_200)
        #expect(
            try readExchange(file, .csv).map { try $0.result.get() } == [
                ExchangeRecord(
                    id: "7", text: "dog", translation: "собака", provider: "pons", translatedAt: time + 1,
                    sourceLang: "en", targetLang: "ru", isFavorite: true, createdAt: time, updatedAt: time + 2.5,
                    status: "translated")
            ])
    }

    @Test("without a header the columns are text, translation and the languages")
    func positions() throws {
        let records = readExchange("dog,собака,en,ru\ncat\nbird,,de\n", .csv).map(\.record)
        #expect(
            records == [
                ExchangeRecord(text: "dog", translation: "собака", sourceLang: "en", targetLang: "ru"),
                ExchangeRecord(text: "cat"), ExchangeRecord(text: "bird", sourceLang: "de"),
            ])
    }

    @Test(
        "a favourite has several spellings, and an empty cell is no value",
        arguments: [
            ("true", true), ("1", true), ("YES", true), ("x", true), ("X ", true), ("false", false), ("0", false),
            ("No", false), ("", nil),
        ] as [(String, Bool?)])
    func truths(cell: String, expected: Bool?) throws {
        let record = try #require(readExchange("text,isFavorite\ndog,\(cell)\n", .csv).first?.record)
        #expect(record.isFavorite == expected)
    }

    @Test(
        "an invalid favourite or date rejects its line",
        arguments: [
            ("isFavorite", "maybe", "isFavorite is neither true nor false"),
            ("createdAt", "today", "createdAt is no date"),
            ("updatedAt", "2026-02-29T00:00:00Z", "updatedAt is no date"),
            ("translatedAt", "2026-01-01", "translatedAt is no date"),
        ])
    func wrong(column: String, cell: String, reason: String) {
        #expect(readExchange("text,\(column)\ndog,\(cell)\ncat,\n", .csv).map(\.summary) == ["2 ! \(reason)", "3 cat"])
    }

    @Test("bytes that are not UTF-8 reject their line, with any chunk size", arguments: exchangeChunkSizes)
    func encoding(chunk: Int?) {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            let file = Array("text\ndog\nb".utf8) + bytes + Array("c\ncat\n".utf8)
            let lines = readExchange(file, .csv, chunk: chunk)
            #expect(lines.map(\.summary) == ["2 dog", "3 ! not UTF-8", "4 cat"])
        }
        #expect(readExchange([0xEF, 0xBB], .csv, chunk: chunk).map(\.summary) == ["1 ! not UTF-8"])
    }

    @Test("a header with a name that is not UTF-8 is a header")
    func header() {
        let file = Array("id,text,".utf8) + [0xFC] + Array("\n1,dog,x\n".utf8)
        #expect(readExchange(file, .csv).map(\.summary) == ["2 dog"])
    }

    @Test("each line of a cell of alternatives is one, whichever line ends another program has written")
    func alternatives() {
        for lineEnd in ["\n", "\r\n", "\r"] {
            let file = "text,translation,alternatives\nowl,сова,\"сыч\(lineEnd)филин, да\(lineEnd)\"\n"
            #expect(readExchange(file, .csv).map { $0.record?.alternatives } == [["сыч", "филин, да"]])
        }
    }

    @Test("dates of all years are read to the millisecond, with any offset")
    func dates() throws {
        let expected: [(String, Double)] = [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.123Z", 0.123), ("1970-01-01T00:00:00.1Z", 0.1),
            ("1970-01-01T00:00:00.1239999Z", 0.123), ("1969-12-31T23:59:59.999Z", -0.001),
            ("1970-01-01T02:00:00+02:00", 0), ("1969-12-31T18:30:00-0530", 0), ("2000-02-29T00:00:00Z", 951_782_400),
            ("1970-01-01t00:00:01z", 1), ("1970-01-01 00:00:01Z", 1), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
        ]
        for (text, seconds) in expected {
            let record = try #require(readExchange("text,createdAt\ndog,\(text)\n", .csv).first?.record, "\(text)")
            #expect(record.createdAt == Date(timeIntervalSince1970: seconds), "\(text)")
        }
        for text in [
            "1900-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-01-01T00:00:00",
            "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00Zz", "26-01-01T00:00:00Z", "999999999-01-01T00:00:00Z", "-",
            "Z",
        ] {
            #expect(readExchange("text,createdAt\ndog,\(text)\n", .csv).first?.record == nil, "\(text)")
        }
    }

    @Test(
        "the extension of a file name selects the format",
        arguments: [
            ("a.csv", .csv), ("a.TSV", .tsv), ("/x.csv/a b.txt", .tsv), ("слова.jsonl", .jsonl),
            ("a.tar.ndjson", .jsonl),
            ("csv", nil), ("a.json", .jsonl), ("/x.csv/a", nil), ("", nil), ("-", nil), (".csv", nil), ("a.", nil),
        ] as [(String, ExchangeFormat?)])
    func formats(name: String, format: ExchangeFormat?) {
        #expect(ExchangeFormat(fileName: name) == format)
    }
}
