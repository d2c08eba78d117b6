import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Hostile files")
struct ExchangeLimitTests {
    /// Above the limits of a field (1 MiB) and of a record (16 MiB).
    private static let largeField = TestScale.count(9, full: 16) << 18
    private static let largeRecord = 17 << 20

    /// Pushes a number of filling bytes in chunks, between a beginning and an end.
    private func read(
        _ format: ExchangeFormat, _ before: String, _ filling: [UInt8], _ after: String, size: Int
    ) -> [ExchangeLine] {
        var reader = ExchangeReader(format: format)
        var lines = reader.push(before.utf8)
        let chunk = Array(repeatElement(filling, count: (1 << 16) / filling.count).joined())
        for _ in 0..<(size / chunk.count) { lines += reader.push(chunk) }
        lines += reader.push(after.utf8)
        return lines + reader.finish()
    }

    @Test(
        "a field or record that is far too long is rejected in linear time, and the next one is read",
        .bounded,
        arguments: [
            (ExchangeFormat.csv, "text\ndog\n", "a", "\ncat\n", "a field is longer than 1 MiB", 4),
            (.csv, "text\ndog\n\"", "a", "\"\ncat\n", "a field is longer than 1 MiB", 4),
            (.csv, "text\ndog\n\"", "\"\"", "\"\ncat\n", "a field is longer than 1 MiB", 4),
            (.csv, "text\ndog\n\"a\"x", "\"", "\ncat\n", "there is text after a closing quote", 4),
            (.csv, "text\ndog\n", "a,", "\ncat\n", "the record is longer than 16 MiB", 4),
            (.tsv, "#html:true\ndog\n", "<", "\ncat\n", "a field is longer than 1 MiB", 4),
            (
                .jsonl, "\n{\"text\":\"dog\"}\n{\"text\":\"", "a", "\"}\n{\"text\":\"cat\"}",
                "the record is longer than 16 MiB", 4
            ),
            (.csv, "text\ndog\n", ",", "\ncat\n", "the record is longer than 16 MiB", 4),
        ].prefix(TestScale.count(7, full: 8)))
    func large(
        _ format: ExchangeFormat, _ before: String, _ filling: String, _ after: String, _ reason: String, _ last: Int
    ) {
        let size = reason.contains("record") ? Self.largeRecord : Self.largeField
        let lines = read(format, before, Array(filling.utf8), after, size: size)
        #expect(lines.map(\.summary) == ["2 dog", "3 ! \(reason)", "\(last) cat"])
    }

    @Test("quotes that are not closed in a tabbed file are text, in linear time", .bounded)
    func openQuotes() {
        let size = 1 << TestScale.count(16, full: 20)
        for piece in ["a\n", "\"\"a\n", "\"\"\n", "\"a\n", "\"\"\"a\n\"\"a\n", "\"a\nb\"c\n"] {
            let lines = read(.tsv, "x\ty\nx\t\"", Array(piece.utf8), "z\ty\n", size: size)
            #expect(lines.last?.record?.text == "z" && lines.count > size / 16, "\(piece)")
        }
    }

    @Test("a heading that is far too long is ignored")
    func largeHeading() {
        #expect(read(.tsv, "#", Array("a".utf8), "\ndog\n", size: Self.largeField).map(\.summary) == ["2 dog"])
        #expect(read(.tsv, "#x:", Array("a".utf8), "\ndog\n", size: Self.largeField).map(\.summary) == ["2 dog"])
    }

    @Test("a field of 1 MiB is read and written; one byte more is refused", arguments: ExchangeFormat.allCases)
    func border(format: ExchangeFormat) throws {
        let text = String(repeating: "a", count: 1 << 20)
        let writer = ExchangeWriter(format: format)
        let word = { (translation: String) in
            try Word.make(
                "1", "dog", createdAt: .distantPast,
                translation: .translated(
                    Translation(text: translation, alternatives: ["b"], provider: .user, date: .distantFuture)))
        }
        // The back of its card would be longer.
        let file = try writer.header() + writer.line(for: ExchangeRecord(word(text), entry: nil))
        #expect(readExchange(file, format, chunk: 16).map(\.record) == [ExchangeRecord(try word(text), entry: nil)])
        let long = try word(text + "a")
        #expect(throws: ExchangeProblem(reason: Message("a field is longer than 1 MiB"))) {
            try writer.line(for: ExchangeRecord(long, entry: nil))
        }
        let longer = format == .jsonl ? "{\"text\":\"\(text)a\"}\n{\"text\":\"b\"}" : "\(text)a\nb"
        #expect(readExchange(longer, format).map(\.summary) == ["1 ! a field is longer than 1 MiB", "2 b"])
    }

    @Test("1 MiB of HTML with an unclosed tag is read in linear time", .bounded)
    func html() {
        for piece in ["<a", "&a", "<a>", "<", "&amp", "&#x"] {
            let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
            #expect(readExchange("#html:true\n\(text)x\n", .tsv).count == 1)
        }
    }

    @Test(
        "garbage never crashes, always ends, and reads the same with any chunk size",
        arguments: ExchangeFormat.allCases,
        1...UInt64(TestScale.count(4, full: 20)))
    func garbage(format: ExchangeFormat, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("\"\",,\t\t\r\n\n#:{}[]<>&;texa1\\ ".utf8) + [0, 0xFF, 0xC3, 0xA9, 0xEF, 0xBB, 0xBF]
        let openings = [
            "", "\u{FEFF}", "text,id\n", "#separator:comma\n#html:true\n", "#columns:", "#tags column:2\n",
            "{\"text\":",
        ]
        for _ in 0..<20 {
            var file = Array((openings.randomElement(using: &generator) ?? "").utf8)
            for _ in 0..<Int.random(in: 0...300, using: &generator) {
                file.append(
                    seed.isMultiple(of: 2)
                        ? alphabet.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator))
            }
            let whole = readExchange(file, format)
            for size in exchangeChunkSizes { #expect(readExchange(file, format, chunk: size) == whole, "\(file)") }
            let numbers = whole.map(\.number)
            #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count, "\(file)")
            let breaks = file.count { $0 == 10 || $0 == 13 }
            #expect(numbers.allSatisfy { (1...(breaks + 1)).contains($0) }, "\(file)")
        }
    }
}
