import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("The DICT protocol", .bounded)
struct DictProtocolTests {
    private func replies(_ text: String) throws -> [DictReply] {
        var parser = DictReplyParser()
        return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
            try parser.take(String($0))
        }
    }

    @Test("one-line replies, replies with text and replies with definitions follow each other")
    func sequence() throws {
        let found = try replies(
            """
            220 host software <auth.mime> <id>
            250 ok
            110 1 databases present
            fd-eng-rus "English-Russian"
            .
            250 ok
            150 2 definitions retrieved
            151 "ice cream" one "First"
            ice cream

            Eis
            .
            151 "ice cream" "two words" "Second"
            ..
            .
            250 ok [d/m/c = 2/0/3]
            552 no match

            """)
        #expect(found.map(\.status) == [220, 250, 110, 150, 552])
        #expect(found[2].lines == ["fd-eng-rus \"English-Russian\""])
        #expect(found[3].definitions.map(\.database) == ["one", "two words"])
        #expect(found[3].definitions.map(\.lines) == [["ice cream", "", "Eis"], ["."]])
    }

    @Test(
        "a doubled dot is undoubled, and an ellipsis is kept",
        arguments: [("..", "."), ("..x", ".x"), ("...", "..."), ("... fa", "... fa"), (".x", ".x"), ("a..", "a..")])
    func dots(sent: String, meant: String) throws {
        let found = try replies("112 info\n\(sent)\n.\n250 ok\n")
        #expect(found.first?.lines == [meant])
    }

    @Test("a reply is read in the same way, wherever the network cuts it, also between CR and LF")
    func cuts() throws {
        let sent = "150 1 x\r\n151 \"дом\" a \"b\"\r\nhouse\r\n..\r\n\r\n  é👩‍👧\r\n.\r\n250 ok\r\n552 no match\n"
        func read(_ parts: [ArraySlice<UInt8>]) throws -> [DictReply] {
            var lines = DictLines()
            var parser = DictReplyParser()
            var replies: [DictReply] = []
            for part in parts {
                lines.append(Array(part))
                while let line = lines.next() { if let reply = try parser.take(line) { replies.append(reply) } }
            }
            #expect(lines.isEmpty)
            return replies
        }
        let bytes = Array(sent.utf8)
        let whole = try read([bytes[...]])
        #expect(whole.map(\.status) == [150, 552])
        #expect(whole.first?.definitions.map(\.lines) == [["house", ".", "", "  é👩‍👧"]])
        for cut in bytes.indices { #expect(try read([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)") }
        #expect(try read(bytes.indices.map { bytes[$0...$0] }) == whole)
    }

    @Test("lines of any length are accepted")
    func longLines() throws {
        let line = String(repeating: "w", count: 100_000)
        #expect(try replies("112 info\n\(line)\n.\n250 ok\n").first?.lines == [line])
    }

    @Test(
        "a line that is no reply is reported with its text",
        arguments: ["", "ok", "25", "٢٥٠ ok", "150 1 x\n250x", "150 1 x\n151 \"x\"", "110 x\n.\n552 no"])
    func malformed(text: String) {
        #expect(throws: DictSyntaxError.self) { try replies(text + "\n") }
    }

    @Test(
        "a quoted word stays one parameter",
        arguments: [
            ("dog", "\"dog\""), ("ice cream", "\"ice cream\""), ("say \"cheese\"", "\"say \\\"cheese\\\"\""),
            ("a\\b", "\"a\\\\b\""), ("it's", "\"it's\""), ("u\u{308}ber", "\"\u{FC}ber\""),
        ])
    func quoting(text: String, quoted: String) {
        #expect(DictSyntax.quoted(text).map { Array($0.unicodeScalars) } == Array(quoted.unicodeScalars))
        #expect(DictSyntax.words(quoted) == [text.precomposedStringWithCanonicalMapping])
    }

    @Test(
        "a line break, other control characters and very long words cannot be quoted",
        arguments: ["a\nb", "a\rb", "a\r\nQUIT", "\0", String(repeating: "ж", count: 500)])
    func controls(text: String) {
        #expect(DictSyntax.quoted(text) == nil)
    }

    @Test(
        "the name or the title of a database gives its direction",
        arguments: [
            ("fd-eng-rus", "", "en", "ru", true), ("fd-eng-rus", "", "ru", "en", false),
            ("freedict-deu-eng", "", "de", "en", true), ("x-ger-eng", "", "de", "en", true),
            ("en-ru", "", "en", "ru", true), ("mueller7", "Mueller English-Russian Dictionary", "en", "ru", true),
            ("ding", "English - German word list", "en", "de", true), ("wn", "WordNet", "en", "ru", false),
            ("fd-deu-ita", "", "de", "it", true), ("fd-deu-ita", "", "it", "de", false),
        ])
    func databases(name: String, title: String, from: String, to: String, fits: Bool) throws {
        #expect(DictDatabase(name: name, title: title).translates(try .between(from, to)) == fits)
    }

    @Test(
        "an address has a host and may have a port",
        arguments: [
            ("dict://localhost", "dict://localhost:2628"), ("dict://127.0.0.1:99", "dict://127.0.0.1:99"),
            ("DICT://h/", "dict://h:2628"), ("http://h", nil), ("h:2628", nil), ("dict://", nil), ("dict://h:0", nil),
            ("dict://h:99999", nil), ("dict://u:p@h", nil), ("dict://h/d:dog", nil), ("", nil),
        ])
    func addresses(text: String, address: String?) {
        #expect(DictServer(text)?.description == address)
    }
}
