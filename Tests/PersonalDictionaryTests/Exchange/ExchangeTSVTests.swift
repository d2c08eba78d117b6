import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("Words in Anki's text files", .bounded)
struct ExchangeTSVTests {
    @Test(
        "a heading names the separator", arguments: exchangeChunkSizes)
    func separators(chunk: Int?) {
        let separators = [
            ("tab", "\t"), ("Comma", ","), ("semicolon", ";"), ("pipe", "|"), ("colon", ":"), ("space", " "),
            ("\t", "\t"),
            (",", ","), (";", ";"), ("|", "|"), ("~", "~"), (" Pipe ", "|"),
        ]
        for (name, separator) in separators {
            let file = "#separator:\(name)\n#html:false\ndog\(separator)\"a\(separator)b\"\(separator)en\n"
            #expect(
                readExchange(file, .tsv, chunk: chunk).map(\.record) == [
                    ExchangeRecord(text: "dog", translation: "a\(separator)b", sourceLang: "en")
                ], "\(name)")
        }
        #expect(
            readExchange("#separator:unheard of\na,b\tc\n", .tsv, chunk: chunk).map(\.record) == [
                ExchangeRecord(text: "a,b", translation: "c")
            ])
    }

    @Test("an export of Anki's notes is read, with any chunk size", arguments: exchangeChunkSizes)
    func notes(chunk: Int?) {
        let file =
            "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:7\n"
            + "g\"1\tBasic\tDefault\tdog &amp; co<br>x\t\"<b>\"\"соба</b>ка\"\"\"\tan example\tanimals Favorite\n"
            + "g2\tBasic\tDefault\tcat\t\t\t\n"
        #expect(
            readExchange(file, .tsv, chunk: chunk).map(\.record) == [
                ExchangeRecord(text: "dog & co\nx", translation: "\"собака\"", isFavorite: true, tags: ["animals"]),
                ExchangeRecord(text: "cat"),
            ])
        // A note's third field is no language, also if all of them look like one.
        #expect(
            readExchange("#guid column:1\ng1\tdog\tсобака\tde\n", .tsv, chunk: chunk).map(\.record) == [
                ExchangeRecord(text: "dog", translation: "собака")
            ])
    }

    @Test("a heading names the columns, also with Anki's own names; tags by number or by name")
    func columns() {
        var expected = ExchangeRecord(text: "dog", translation: "собака", sourceLang: "en", isFavorite: true)
        for (file, tags) in [
            ("#separator:tab\n#columns:Back\tsourceLang\tNote\tFront\tTags\nсобака\ten\tx\tdog\tfavorite\n", []),
            // The names are split when the separator is known.
            (
                "#columns:translation;text;sourcelang;x\n#tags column:4\n#separator:semicolon\nсобака;dog;en;favorite a\n",
                ["a"]
            ),
            ("#columns:translation\ttext\tsourcelang\n#tags column:5\nсобака\tdog\ten\t\tFAVORITE\n", []),
            ("#tags:x favorite\ndog\tсобака\ten\n", ["x"]),
            ("#tags column:2\n#tags:y\ndog\tfavorite b::c  d\tсобака\ten\n", ["b::c", "d", "y"]),
            ("text\tx\ttranslation\tsourceLang\tisFavorite\ndog\t\tсобака\ten\tyes\n", []),
            ("text\ttranslation\tsourceLang\tisFavorite\ttags\ndog\tсобака\ten\tno\tfavorite\n", []),
        ] {
            expected.tags = tags
            #expect(readExchange(file, .tsv).map(\.record) == [expected], "\(file)")
        }
    }

    @Test("a similar tag makes no favourite")
    func tags() {
        let file = "#tags column:2\ndog\tfavorites my-favorite\ncat\t\n"
        #expect(readExchange(file, .tsv).map(\.record?.isFavorite) == [nil, nil])
        #expect(readExchange(file, .tsv).map(\.record?.tags) == [["favorites", "my-favorite"], []])
    }

    @Test("a heading without the text column rejects all lines")
    func noText() {
        #expect(
            readExchange("#columns:Sound\tMeaning\na\tb\n", .tsv).map(\.summary) == ["2 ! no column is named text"]
        )
    }

    @Test("headings count only at the top, and unknown ones are ignored", arguments: exchangeChunkSizes)
    func headings(chunk: Int?) {
        let cases: [(file: String, lines: [String])] = [
            ("#notetype:Basic\n#deck:Mine\n\n#if matches:keep both\n# a comment\n#\ndog\n", ["7 dog"]),
            ("\u{FEFF}#separator:comma\r\n#html:false\r\ndog,x\r\n", ["3 dog"]),
            ("#html:false\rdog\r#cat:x\r", ["2 dog", "3 #cat:x"]),
            ("dog\n#separator:comma\na,b\n", ["1 dog", "2 #separator:comma", "3 a,b"]),
            ("#hashtag\tx\n#html:true\n", ["1 #hashtag", "2 #html:true"]),
            ("#hash\t\"a\nb\"\ndog\n", ["1 #hash", "3 dog"]),
            ("#:\t\tx\ndog\n", ["2 dog"]), ("\"#dog\"\tx\n", ["1 #dog"]), ("#dog", []),
            ("#tags column:0\n#tags column:x\n#tags column:99999999999999999999\n#guid column:-1\ndog\n", ["5 dog"]),
            ("#columns:\ndog\n", ["2 dog"]), ("#separator:\"\na\tb\n", ["2 a"]),
        ]
        for (file, lines) in cases {
            #expect(readExchange(file, .tsv, chunk: chunk).map(\.summary) == lines, "\(file)")
        }
    }

    @Test("without a heading, quotes are text unless they enclose a whole field", arguments: exchangeChunkSizes)
    func quotes(chunk: Int?) {
        let fields = [
            ("\"a", "\"a"), ("\"a\" b", "\"a\" b"), ("\"a\" or \"b\"", "\"a\" or \"b\""), ("\"a\"", "a"),
            ("\"a \"\"b\"\"\"", "a \"b\""), ("\"\"\"\"", "\""), ("\"", "\""), ("\"\"\"", "\"\"\""),
        ]
        let file = fields.map { "x\t\($0.0)\n\($0.0)\ty" }.joined(separator: "\n")
        #expect(
            readExchange(file, .tsv, chunk: chunk).map(\.record)
                == fields.flatMap {
                    [ExchangeRecord(text: "x", translation: $0.1), ExchangeRecord(text: $0.1, translation: "y")]
                })
        #expect(
            readExchange("#html:false\n\"a\tb\n\"\tx\n\"c", .tsv, chunk: chunk).map(\.summary)
                == ["2 a\tb\n", "4 ! the quoted field is not closed"])
    }

    @Test(
        "a quoted field of a tabbed file may have several lines; a quote that is not closed is text",
        arguments: exchangeChunkSizes)
    func lines(chunk: Int?) {
        let words = [
            ("er liest", "he reads\nhe is reading"), ("er\r\nsie", "x"), ("a\n\"b\"", ""), ("'s ist", "'tis"),
            ("\"er", "\"y"),
            ("\"sie", "she\""), ("5\"", "\""), ("\"", "x"), ("es", "\"it"), ("was", "what"), ("\"wer", "who"),
        ]
        let file =
            "er liest\t\"he reads\nhe is reading\"\n\"er\r\nsie\"\tx\r\n\"a\n\"\"b\"\"\"\t\n's ist\t'tis\n\"er\t\"y\n"
            + "\"sie\tshe\"\n5\"\t\"\n\"\tx\nes\t\"it\nwas\twhat\n\"wer\twho"
        let expected = words.map { ExchangeRecord(text: $0.0, translation: $0.1.isEmpty ? nil : $0.1) }
        #expect(readExchange(file, .tsv, chunk: chunk).map(\.record) == expected)
    }

    @Test("fields at the end may be missing; extra fields are rejected")
    func counts() {
        let file = "#columns:text\ttranslation\tid\na\nb\tc\nd\te\tf\tg\n"
        #expect(readExchange(file, .tsv).map(\.summary) == ["2 a", "3 b", "4 ! 4 fields instead of 3"])
        #expect(readExchange("a\tb\ten\tru\tx\n", .tsv).map(\.summary) == ["1 ! 5 fields instead of 4"])
    }

    @Test(
        "HTML becomes text only if a heading says that the file contains HTML",
        arguments: [
            ("a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&apos;", "a & b <c> \"d\" 'e'"), ("a&nbsp;b&#160;c", "a b c"),
            ("&#x436;&#1078;&#X1F600;", "жж😀"), ("a<br>b<BR/>c<br />d", "a\nb\nc\nd"),
            ("<b>a</b><i class=x>b</i>", "ab"),
            ("<div>a</div><div>b</div>", "a\nb"), ("a<div><br></div>b", "a\n\nb"),
            ("<p>a</p>b<ul><li>c</li></ul>", "a\nb\nc"),
            ("1 < 2 > 0", "1 < 2 > 0"), ("a <3", "a <3"), ("a <b", "a <b"), ("a<!-- x -->b", "ab"), ("a <", "a <"),
            (
                "&unknown; &#xD800; &#99999999999; &#; &#x; &#+5; & &;",
                "&unknown; &#xD800; &#99999999999; &#; &#x; &#+5; & &;"
            ),
            ("&amp;lt;", "&lt;"), ("x<a>", "x"), ("&#0;x", "\0x"),
        ])
    func html(html: String, text: String) {
        // Quotes as in CSV, which Anki writes.
        let field = "\"\(html.replacing("\"", with: "\"\""))\""
        #expect(readExchange("#html:true\nx\t\(field)\n", .tsv).map(\.record?.translation) == [text])
        #expect(readExchange("#html:TRUE\n\(field)\n", .tsv).map(\.record?.text) == [text])
        #expect(readExchange("#html:false\nx\t\(field)\n", .tsv).map(\.record?.translation) == [html])
        #expect(readExchange("x\t\(field)\n", .tsv).map(\.record?.translation) == [html])
    }

    @Test("a sound in a table of another program is no part of a text", arguments: exchangeChunkSizes)
    func sounds(chunk: Int?) {
        let rows = [
            "Hund [sound:hund.mp3]\t[sound:dog 1.mp3][sound:dog 2.mp3] dog", "der [sound:x.mp3] Hund\ta [sound:b",
            "[sound:]\tx", "[sound:a.mp3]\t", "Katze\t [sound:cat.mp3]", "[note]\t[sound:[sound:x]",
        ]
        for (format, head) in [(ExchangeFormat.tsv, "#separator:tab\n#html:true\n"), (.csv, "Front\tBack\n")] {
            let lines = readExchange(head + rows.joined(separator: "\n"), format, chunk: chunk)
            #expect(
                lines.map(\.record) == [
                    ExchangeRecord(text: "Hund", translation: "dog"),
                    ExchangeRecord(text: "der Hund", translation: "a [sound:b"), nil, nil,
                    ExchangeRecord(text: "Katze"), ExchangeRecord(text: "[note]", translation: "[sound:"),
                ])
            let first = format == .tsv ? 3 : 2
            #expect(lines[2...3].map(\.summary) == (2...3).map { "\(first + $0) ! there is no text" })
        }
        let html = "#html:true\nHund<br>[sound:a &amp; b.mp3]\t<b>dog</b>&nbsp;[sound:c.mp3]\n"
        #expect(
            readExchange(html, .tsv, chunk: chunk).map(\.record) == [ExchangeRecord(text: "Hund", translation: "dog")])
    }

    @Test("a text like a sound stays in the program's own files", arguments: [ExchangeFormat.csv, .tsv, .jsonl])
    func ownFiles(format: ExchangeFormat) throws {
        let record = ExchangeRecord(text: "[sound:a.mp3]", translation: "x [sound:b.mp3]")
        let writer = ExchangeWriter(format: format)
        let file = try writer.header() + writer.line(for: record)
        #expect(readExchange(file, format).map(\.record) == [record])
    }

    @Test("a text that contains only HTML tags is empty")
    func emptyHTML() {
        #expect(readExchange("#html:true\n<br>\tx\n", .tsv).map(\.summary) == ["2 ! there is no text"])
    }
}
