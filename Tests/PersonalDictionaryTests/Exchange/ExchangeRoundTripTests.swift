import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Words that are written and read again", .timeLimit(.minutes(15)), .longComputation)
struct ExchangeRoundTripTests {
    private static let pieces =
        HostileText.all.filter { $0.utf8.count < 60 } + [
            "\0", "\"", "\"\"", "\t", "\r", "\n", "\r\n", ",", ";", "#", "#tags:favorite", "\u{FEFF}", " ", "\u{A0}",
            "text",
            "favorite", "<br>", "&amp;", "\\", "\u{2028}", "\u{85}", "\u{7F}", "é", "e\u{301}", "👩‍👩‍👧‍👦", "שלום", "a", "ж",
            "null",
            "true",
        ]

    private static func text(_ generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...4, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private static func date(_ generator: inout SeededGenerator) -> Date {
        let range: ClosedRange<Int64> =
            Bool.random(using: &generator)
            ? 1_700_000_000_000...1_900_000_000_000 : -70_000_000_000_000...300_000_000_000_000
        let milliseconds = Int64.random(in: range, using: &generator)
        return Date(millisecondsSince1970: Bool.random(using: &generator) ? milliseconds : milliseconds / 1000 * 1000)
    }

    private static func record(_ generator: inout SeededGenerator) throws -> ExchangeRecord {
        func maybe<Value>(_ value: (inout SeededGenerator) throws -> Value) rethrows -> Value? {
            Bool.random(using: &generator) ? try value(&generator) : nil
        }
        var record = ExchangeRecord(
            id: maybe(text), text: text(&generator) + "x", translation: maybe(text), provider: maybe(text),
            translatedAt: maybe(date), sourceLang: maybe(text), targetLang: maybe(text),
            isFavorite: maybe { Bool.random(using: &$0) }, createdAt: maybe(date), updatedAt: maybe(date),
            status: maybe(text),
            entry: try maybe {
                let date = Date(millisecondsSince1970: 1_795_255_200_000 + Int64.random(in: 0..<2000, using: &$0))
                return try DictionaryEntry.make(text(&$0), [text(&$0), text(&$0)], at: date)
            })
        record.note = maybe(text)
        // No favourite's, which is the star.
        record.tags = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
            "x" + text(&generator).filter { !$0.isWhitespace }
        }
        // Each is one line.
        record.alternatives = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            "x" + text(&generator).filter { !$0.isNewline }
        }
        return record
    }

    @Test(
        "records are read as they were written, with any chunk size", arguments: ExchangeFormat.allCases,
        1...UInt64(TestScale.count(6, full: 25)))
    func law(format: ExchangeFormat, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let records = try (0..<20).map { _ in try Self.record(&generator) }
        let writer = ExchangeWriter(format: format)
        let file = try records.reduce(into: writer.header()) { $0 += try writer.line(for: $1) }
        for chunk in exchangeChunkSizes {
            let read = readExchange(file, format, chunk: chunk)
            #expect(try read.map { try $0.result.get() } == records, "seed \(seed)")
            #expect(read.compactMap { $0.record?.exact } == records.map(\.exact), "seed \(seed)")
        }
        let unmarked = readExchange([0xEF, 0xBB, 0xBF] + file, format)
        #expect(unmarked.compactMap(\.record) == records, "seed \(seed)")
    }

    @Test("a word is read with all its values", arguments: ExchangeFormat.allCases)
    func words(format: ExchangeFormat) throws {
        let now = Date(millisecondsSince1970: 1_795_255_200_123)
        let entry = try DictionaryEntry.make("dog/\u{2028}", ["собака"], at: now)
        let states: [TranslationState] = [
            .pending, .notFound, .failed(until: nil),
            .translated(Translation(text: "с\tх", provider: .user, date: now)),
            .translated(
                Translation(text: "a\nb", alternatives: ["#x", "\"y\", z", "\\n"], provider: .user, date: now)),
        ]
        var expected: [ExchangeRecord] = []
        let writer = ExchangeWriter(format: format)
        var file = writer.header()
        for (number, text) in HostileText.all.enumerated() {
            // Fractions of a millisecond are cut off.
            var word = try Word.make(
                "id \(number)", text, createdAt: now + 0.0004, isFavorite: number.isMultiple(of: 2),
                translation: states[number % states.count])
            if number.isMultiple(of: 3) { word.note = try WordNote("\(text)\n\n two\t") }
            if number.isMultiple(of: 4) { word.tags = try WordTags([text, "a::b"]) }
            file += try writer.line(for: ExchangeRecord(word, entry: entry))
            let record = ExchangeRecord(word, entry: entry)
            #expect(record.createdAt == now)
            expected.append(record)
        }
        #expect(try readExchange(file, format, chunk: 5).map { try $0.result.get() } == expected)
    }

    @Test(
        "a table for spreadsheets has a byte-order mark and no formulas, and is read as it was written",
        arguments: ExchangeFormat.allCases)
    func spreadsheets(format: ExchangeFormat) throws {
        let texts = ["=1+1", "+7", "-x", "@x", "'=x", "''-x", "'s", "x=y", "=\"a\nb\"", "'"]
        let records = texts.map { ExchangeRecord(text: $0, translation: $0) }
        let writer = ExchangeWriter(format: format, isForSpreadsheets: true)
        let file = try records.reduce(into: writer.header()) { $0 += try writer.line(for: $1) }
        #expect(file.starts(with: [0xEF, 0xBB, 0xBF]) == (format != .jsonl))
        let text = String(decoding: file, as: UTF8.self)
        #expect(format == .jsonl || !text.contains(/(^|[,\t\r\n])"?[=+@-]/))
        #expect(readExchange(file, format).map(\.record) == records)
        // In other files an apostrophe is text.
        #expect(readExchange("\u{FEFF}text,translation\n'=1,y\n", .csv).map(\.summary) == ["2 '=1"])
    }

    @Test("a file for Anki has the back of a card: all senses, with articles, genders and stress")
    func cards() throws {
        func card(
            _ target: String, _ senses: [DictionaryEntry.Sense], _ translation: String? = nil, _ provider: String? = nil
        ) throws -> String {
            let direction = try TranslationDirection.between("en", target)
            var record = ExchangeRecord(
                text: "x", translation: translation, provider: provider, targetLang: target,
                entry: try DictionaryEntry(
                    headword: "x", direction: direction, senses: senses, provider: .glossary, date: .distantPast))
            if translation != nil { record.alternatives = ["other"] }
            let line = try ExchangeWriter(format: .tsv).line(for: record)
            return String(decoding: line.split(separator: UInt8(ascii: "\t")).last ?? [], as: UTF8.self)
        }
        let german = try card(
            "de",
            [
                .init(partOfSpeech: "noun", translations: ["Haus", "Hütte"], marks: ["Haus": ["n"], "Hütte": ["f"]]),
                .init(translations: ["heim", "Leute"], marks: ["Leute": ["pl"]], notes: ["old"]),
            ])
        #expect(german == "\"1. noun: das Haus, die Hütte\n2. (old): heim, Leute (pl)\"\n")
        let dog = DictionaryEntry.Sense(translations: ["собака"], marks: ["собака": ["соба́ка", "f"]])
        #expect(try card("ru", [dog]) == "соба́ка (f)\n")
        #expect(try card("ru", [dog], "пёс", "user") == "\"1. пёс, other\n2. соба́ка (f)\"\n")
        let italian = [
            ("zio", "m"), ("gatto", "m"), ("amico", "m"), ("casa", "f"), ("ora", "f"), ("specchio", "m"), ("sole", "m"),
        ]
        let sense = DictionaryEntry.Sense(
            translations: italian.map(\.0), marks: Dictionary(uniqueKeysWithValues: italian.map { ($0, [$1]) }))
        #expect(try card("it", [sense]) == "lo zio, il gatto, l’amico, la casa, l’ora, lo specchio, il sole\n")
    }

    @Test("the files have the documented form")
    func files() throws {
        let now = Date(millisecondsSince1970: 1_795_255_200_000)
        let word = try Word.make(
            "7", "#d,o\"g", createdAt: now, isFavorite: true,
            translation: .translated(Translation(text: "со\nбака", provider: .glossary, date: now + 0.5)))
        var bare = try Word.make("8", "cat", createdAt: now)
        bare.note = try WordNote("a # b")
        bare.tags = try WordTags(["verb b::c"])
        let owl = try Word.make(
            "9", "owl", createdAt: now,
            translation: .translated(
                Translation(text: "сова", alternatives: ["сыч", "филин, да"], provider: .user, date: now)))
        func file(_ format: ExchangeFormat) throws -> String {
            let writer = ExchangeWriter(format: format)
            let bytes =
                try writer.header() + writer.line(for: ExchangeRecord(word, entry: nil))
                + writer.line(for: ExchangeRecord(bare, entry: nil))
                + writer.line(for: ExchangeRecord(owl, entry: nil))
            return String(decoding: bytes, as: UTF8.self)
        }
        let time = "2026-11-21T10:00:00Z"
        #expect(
            try file(.csv)
                == "id,text,translation,status,provider,translatedAt,sourceLang,targetLang,isFavorite,createdAt,updatedAt,"
                + "alternatives,note,tags,entry\r\n"
                + "7,\"#d,o\"\"g\",\"со\nбака\",translated,glossary,2026-11-21T10:00:00.500Z,en,ru,true,\(time),\(time),,,,\r\n"
                + "8,cat,,pending,,,en,ru,false,\(time),\(time),,a # b,verb b::c,\r\n"
                + "9,owl,сова,translated,user,\(time),en,ru,false,\(time),\(time),\"сыч\nфилин, да\",,,\r\n")
        #expect(
            try file(.tsv) == "#separator:tab\n#html:false\n"
                + "#columns:id\ttext\ttranslation\tstatus\tprovider\ttranslatedAt\tsourceLang\ttargetLang\tisFavorite\t"
                + "createdAt\tupdatedAt\talternatives\tnote\ttags\tentry\tcard\n#guid column:1\n#tags column:14\n"
                + "7\t\"#d,o\"\"g\"\t\"со\nбака\"\ttranslated\tglossary\t2026-11-21T10:00:00.500Z\ten\tru\ttrue\t\(time)\t"
                + "\(time)\t\t\tfavorite\t\t\"со\nбака\"\n8\tcat\t\tpending\t\t\ten\tru\tfalse\t\(time)\t\(time)\t\ta # b\tverb b::c\t\t\n"
                + "9\towl\tсова\ttranslated\tuser\t\(time)\ten\tru\tfalse\t\(time)\t\(time)\t\"сыч\nфилин, да\"\t\t\t\tсова, сыч, филин, да\n"
        )
        #expect(
            try file(.jsonl)
                == ##"{"id":"7","text":"#d,o\"g","translation":"со\nбака","status":"translated","provider":"glossary","##
                + #""translatedAt":"2026-11-21T10:00:00.500Z","sourceLang":"en","targetLang":"ru","isFavorite":true,"#
                + #""createdAt":"2026-11-21T10:00:00Z","updatedAt":"2026-11-21T10:00:00Z","alternatives":[],"note":null,"tags":[]}"#
                + "\n"
                + #"{"id":"8","text":"cat","translation":null,"status":"pending","provider":null,"translatedAt":null,"#
                + #""sourceLang":"en","targetLang":"ru","isFavorite":false,"createdAt":"2026-11-21T10:00:00Z","#
                + #""updatedAt":"2026-11-21T10:00:00Z","alternatives":[],"note":"a # b","tags":["verb","b::c"]}"# + "\n"
                + #"{"id":"9","text":"owl","translation":"сова","status":"translated","provider":"user","#
                + #""translatedAt":"2026-11-21T10:00:00Z","sourceLang":"en","targetLang":"ru","isFavorite":false,"#
                + #""createdAt":"2026-11-21T10:00:00Z","updatedAt":"2026-11-21T10:00:00Z","#
                + #""alternatives":["сыч","филин, да"],"note":null,"tags":[]}"# + "\n")
    }
}
