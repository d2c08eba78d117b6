import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// All records of a file, handed over in chunks of a size.
private func read(_ bytes: some Collection<UInt8>, _ format: ExchangeFormat, chunk: Int = .max) -> [ExchangeLine] {
    var reader = ExchangeReader(format: format)
    var records: [ExchangeLine] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        records += reader.push(rest.prefix(chunk))
        rest = rest.dropFirst(chunk)
    }
    return records + reader.finish()
}

private func read(_ text: String, _ format: ExchangeFormat) -> [ExchangeLine] {
    read(Array(text.utf8), format)
}

private func texts(_ lines: [ExchangeLine]) -> [String] {
    lines.map { line in
        switch line.result {
        case .success(let record): "\(line.number) \(record.text)|\(record.translation ?? "")"
        case .failure(let problem): "\(line.number) ! \(problem.reason)"
        }
    }
}

@Suite("File formats", .timeLimit(.minutes(1)))
struct ExchangeFormatTests {
    @Test(
        "CSV is read as RFC 4180 has it, and as files really are",
        arguments: [
            ("dog,собака\r\ncat,кошка\r\n", ["1 dog|собака", "2 cat|кошка"]),
            ("dog,собака\ncat,кошка", ["1 dog|собака", "2 cat|кошка"]),
            ("dog,собака\rcat,кошка", ["1 dog|собака", "2 cat|кошка"]),
            ("\u{FEFF}text,translation\n\ndog,собака\n", ["3 dog|собака"]),
            ("translation,extra,TEXT\nсобака,1,dog\n", ["2 dog|собака"]),
            (
                "\"a, b\",\"say \"\"hi\"\"\"\n\"two\r\nlines\",x\nlast,y",
                ["1 a, b|say \"hi\"", "2 two\r\nlines|x", "4 last|y"]
            ),
            ("it's \"fine\",x\n", ["1 it's \"fine\"|x"]), ("dog\n", ["1 dog|"]), ("a;b\n", ["1 a;b|"]), ("", []),
            ("\n\n", []),
            (",x\nok,y\n", ["1 ! there is no text", "2 ok|y"]),
            ("\"a\"b,x\nok,y\n", ["1 ! there is text behind a closing quote", "2 ok|y"]),
            ("ok,y\n\"open,x\nmore\n", ["1 ok|y", "2 ! a quoted field is not closed"]),
            ("text,isFavorite\ndog,perhaps\ncat,yes\n", ["2 ! isFavorite is neither true nor false", "3 cat|"]),
            ("text,createdAt\ndog,yesterday\n", ["2 ! createdAt is no date such as 2026-11-21T10:00:00Z"]),
            ("#not,a header\n", ["1 #not|a header"]), ("\u{EF}x,y\n", ["1 ïx|y"]),
        ])
    func csv(file: String, expected: [String]) {
        #expect(texts(read(file, .csv)) == expected)
    }

    @Test(
        "TSV is read with Anki's header lines",
        arguments: [
            ("#separator:tab\n#html:false\ndog\tсобака\n", ["3 dog|собака"]),
            ("#separator:Semicolon\n#columns:Back;Front\nсобака;dog\n", ["3 dog|собака"]),
            (
                "#separator:comma\n#html:true\n\"a &amp; <b>b</b>\",x&nbsp;y<br>z &#x41;&bogus; <\n",
                ["3 a & b|x\u{A0}y\nz A&bogus; <"]
            ),
            ("#notetype:Basic\n#deck:Words\n#tags column:3\ndog\tсобака\tanimal Favorite\n", ["4 dog|собака"]),
            ("dog\tсобака\n#cat\tx\n", ["1 dog|собака", "2 #cat|x"]), ("\"#cat\"\tx\n", ["1 #cat|x"]),
            ("text\ttranslation\ndog\tсобака\n", ["2 dog|собака"]),
        ])
    func tsv(file: String, expected: [String]) {
        #expect(texts(read(file, .tsv)) == expected)
    }

    @Test("a tag makes a favourite")
    func tags() throws {
        let lines = read("#tags column:3\na\tb\tx favorite\nc\td\t\n", .tsv)
        #expect(try lines.map { try $0.result.get().isFavorite } == [true, nil])
    }

    @Test(
        "JSON Lines are read object by object",
        arguments: [
            (
                "{\"text\":\"dog\",\"translation\":\"собака\",\"other\":[1]}\r\n\n{\"text\":\"cat\",\"translation\":null}",
                ["1 dog|собака", "3 cat|"]
            ),
            ("{\"text\":1}\n{\"text\":\"ok\"}\n", ["1 ! text is of the wrong type", "2 ok|"]),
            ("{}\n[]\nnonsense\n", ["1 ! there is no text", "2 ! not a JSON object", "3 ! not JSON"]),
            ("\u{FEFF}{\"text\":\"\\u0000\"}\n", ["1 \0|"]),
            ("{\"text\":\"a\",\"createdAt\":\"now\"}\n", ["1 ! createdAt is no date such as 2026-11-21T10:00:00Z"]),
        ])
    func jsonLines(file: String, expected: [String]) {
        #expect(texts(read(file, .jsonl)) == expected)
    }

    @Test("bytes that are not UTF-8 cost their record, and no other", arguments: ExchangeFormat.allCases)
    func invalidText(format: ExchangeFormat) {
        let word = format == .jsonl ? "{\"text\":\"ok\"}\n" : "ok\n"
        let broken: [UInt8] =
            format == .jsonl ? Array("{\"text\":\"".utf8) + [0xFF] + Array("\"}\n".utf8) : [0xFF, 0x0A]
        #expect(
            texts(read(Array(word.utf8) + broken + Array(word.utf8), format)) == ["1 ok|", "2 ! not UTF-8", "3 ok|"])
    }

    @Test("a field without end is a problem, in linear time", arguments: [ExchangeFormat.csv, .jsonl])
    func hugeField(format: ExchangeFormat) {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000_000) + Array("\nok\n".utf8)
        let lines = read(bytes, format, chunk: 65_536)
        #expect(lines.count == 2)
        #expect(texts(lines)[0].hasPrefix("1 ! "))
    }

    @Test(
        "what is written is read again, wherever a chunk ends", arguments: ExchangeFormat.allCases, [1, 2, 3, 7, .max])
    func roundTrip(format: ExchangeFormat, chunk: Int) throws {
        var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: chunk))
        let pieces =
            hostileTexts.filter { $0.count < 100 } + ["#", "\"", ",", "\t", "\r", "\n", "\r\n", " ", "\u{FEFF}", "a"]
        let date = Date(millisecondsSince1970: 1_795_255_200_123)
        let writer = ExchangeWriter(format: format)
        var bytes = writer.header()
        var expected: [ExchangeRecord] = []
        for number in 0..<120 {
            func text() -> String {
                let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }
                return "x" + parts.joined() + (Bool.random(using: &generator) ? "x" : parts[0] + "x")
            }
            let leading = Bool.random(using: &generator) ? "#" : ""
            let state: TranslationState =
                switch number % 4 {
                case 0: .translated(Translation(text: text(), provider: .user, date: date))
                case 1: .notFound
                case 2: .failed
                default: .pending
                }
            let word = try Word.make(
                "id-\(number)", leading + text(), "de", "it",
                createdAt: Date(millisecondsSince1970: Int64(number) * 250),
                isFavorite: Bool.random(using: &generator), translation: state)
            let entry = number % 8 == 0 ? try DictionaryEntry.make("dog", ["собака"], at: date) : nil
            bytes += try writer.line(for: word, entry: format == .jsonl ? entry : nil)
            expected.append(ExchangeRecord(word, entry: format == .jsonl ? entry : nil))
        }
        let records = try read(bytes, format, chunk: chunk).map { try $0.result.get() }
        #expect(records == expected)
    }

    @Test(
        "whatever the bytes are, the reader comes to an end", arguments: ExchangeFormat.allCases,
        0..<30 as Range<UInt64>)
    func garbage(format: ExchangeFormat, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = Array("\",\t\r\n#:;{}[]<&; text".utf8) + [0x00, 0xFF, 0xEF, 0xBB, 0xBF, 0xD0]
        let bytes = (0..<3000).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
        let whole = read(bytes, format)
        #expect(read(bytes, format, chunk: 5) == whole)
        #expect(whole.allSatisfy { $0.number >= 1 })
    }

    @Test("a format is known by the file's name")
    func names() {
        let names = ["a.csv", "A.TSV", "b.txt", "c.jsonl", "d.ndjson", "e.xlsx", "csv"]
        #expect(names.map { ExchangeFormat(fileName: $0) } == [.csv, .tsv, .tsv, .jsonl, .jsonl, nil, .csv])
    }
}
