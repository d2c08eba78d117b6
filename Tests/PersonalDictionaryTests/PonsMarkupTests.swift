import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("PONS's HTML", .timeLimit(.minutes(15)), .longComputation)
struct PonsMarkupTests {
    @Test(
        "marks beside a text are left out of it, and kept",
        arguments: [
            ("Haus <span class=\"genus\">nt</span>", "Haus", ["nt"]),
            ("Haus <span class='genus'><acronym title='neuter'>nt</acronym></span>", "Haus", ["nt"]),
            ("Haus <span class=genus>nt</span>", "Haus", ["nt"]),
            ("Haus <span classs=\"genus\">nt</span>", "Haus", ["nt"]),
            ("Haus <SPAN\n   id=x CLASS = 'big genus' >nt</SPAN>", "Haus", ["nt"]),
            ("Haus <span class=\"genus>nt</span>", "Haus", ["nt"]),
            (
                "<span class=\"topic\">ARCHIT</span> Haus <span class=\"style\">inf</span> <span class=\"region\">CH</span>",
                "Haus", ["ARCHIT", "inf", "CH"]
            ),
            ("Haus <span class=\"info\">(with <span class=\"x\">a</span> door)</span>!", "Haus!", ["with a door"]),
            ("Student <span class=\"genus\">m</span>(in) <span class=\"genus\">f</span>", "Student(in)", ["m", "f"]),
            ("Arzt <span class=\"genus\">m</span>, Ärztin <span class=\"genus\">f</span>", "Arzt, Ärztin", ["m", "f"]),
            ("auf <span class=\"case\">+dat</span> ihn", "auf ihn", ["+dat"]),
            ("<span class=\"indirect_reference_OTHER\">→ Heim</span>", "", ["→ Heim"]),
            ("Haus <span class=\"genus\"></span><span class=\"genus\"/>", "Haus", []),
            ("Haus <span class=\"genus\">nt", "Haus", ["nt"]),
        ])
    func marks(html: String, text: String, marks: [String]) {
        let markup = PonsMarkup(html)
        #expect(markup.text == text)
        #expect(markup.marks == marks)
    }

    @Test(
        "marks inside the text stay",
        arguments: [
            ("<acronym title=\"something\">etw</acronym> hören", "etw hören"), ("m", "m"), ("Am f inf", "Am f inf"),
            ("m<sup>2</sup>", "m2"), ("<strong>ab</strong><b>c</i>", "abc"), ("площа\u{301}дка", "площа\u{301}дка"),
            ("<span class=\"feminine\">Ärztin</span>", "Ärztin"), ("<!-- no -->x", "x"), ("a</span>b", "ab"),
            ("<acronym class=\"genus\">qc</acronym>", "qc"), ("<span title=\"class=genus\">x</span>", "x"),
            ("<span title=\"a > b\">x</span>", "x"), ("<span classy=genus>x</span>", "x"),
        ])
    func text(html: String, text: String) {
        let markup = PonsMarkup(html)
        #expect(Array(markup.text.unicodeScalars) == Array(text.unicodeScalars))
        #expect(markup.marks.isEmpty)
    }

    @Test(
        "terminal control sequences are removed completely",
        arguments: [
            ("\u{1B}[31mred\u{1B}[0m", "red"), ("a\u{1B}[1;2Hb", "ab"), ("\u{9B}31mred", "red"),
            ("&#27;[31mred", "red"), ("x\u{1B}", "x"), ("\u{1B}[", ""), ("a\u{1B}b", "a b"), ("[31m", "[31m"),
        ])
    func escapeSequences(html: String, text: String) {
        #expect(PonsMarkup(html).text == text)
    }

    @Test(
        "entities are decoded once, and other text is unchanged",
        arguments: [
            ("&lt;a&gt; &amp; &quot;b&quot; &apos;", "<a> & \"b\" '"), ("&#39;&#x27;&#X41;&#1086;", "''Aо"),
            ("a&nbsp;&#160;&#xA0;b", "a b"), ("&amp;lt;", "&lt;"), ("&#x301;", "\u{301}"), ("&bogus; &", "&bogus; &"),
            ("&amp", "&amp"), ("&#;&#x;&#xZZ;&#-1;", "&#;&#x;&#xZZ;&#-1;"),
            ("&#xD800;&#0;&#99999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&;", "&;"), ("Tom & Jerry; x", "Tom & Jerry; x"),
            ("&eacute;t&eacute; &uuml;ber Stra&szlig;e &Auml;&THORN;&frac12;", "été über Straße ÄÞ½"),
            ("&EACUTE;", "&EACUTE;"),
        ])
    func entities(html: String, text: String) {
        #expect(PonsMarkup(html).text == text)
    }

    @Test(
        "any white space and control characters become one space, and none at the ends",
        arguments: [
            ("  a \n\t\u{A0}\r\n  b\u{2003}", "a b"), ("a\u{0}\u{1B}b", "a b"), (" \n ", ""), ("a <b> </b> c", "a c"),
        ])
    func whiteSpace(html: String, text: String) {
        #expect(PonsMarkup(html).text == text)
    }

    @Test("a lone < is text", arguments: ["a < b", "x <3", "1<2>0", "a <b", "<", "a <b <c"])
    func loneBracket(html: String) {
        #expect(PonsMarkup(html).text == html)
    }

    @Test(
        "a pronunciation loses its brackets and is not a mark",
        arguments: [("[su:n]", "su:n"), (" /pɪtʃ/ ", "pɪtʃ"), ("tɔk", "tɔk"), ("[]", nil), ("", nil)]
            as [(String, String?)])
    func pronunciation(html: String, sound: String?) {
        let markup = PonsMarkup("soon <span class=\"phonetics\">\(html)</span> <span class=\"wordclass\">ADV</span>")
        #expect(markup.pronunciation == sound)
        #expect(markup.text == "soon" && markup.marks == ["ADV"])
    }

    @Test(
        "a word is distinguished from a phrase with it",
        arguments: [
            ("<strong class=\"headword\">test</strong>", true), ("test", true), ("", true),
            ("<span class=\"example\">a <strong class=\"tilde\">test</strong></span>", false),
            ("<span class=\"x full_collocation\">test run</span>", false),
            ("<span class='idiom_proverb'>a <strong class='headword'>test</strong> of patience</span>", false),
            ("<span class=grammatical_construction>to test for sth</span>", false),
            ("<strong class=\"headword\">test</strong> <span class=\"example\">of a kind</span>", true),
        ])
    func headwords(html: String, isHeadword: Bool) {
        #expect(PonsMarkup(html).isHeadword == isHeadword)
    }

    @Test(
        "hostile text is read in linear time",
        arguments: [
            "<", "<a", "<a b=\"", "<a b='", "<a \"'", "</", "<!", "&", "&#", "&#x", "<span class=genus>", "</span>",
            "<span class=example>",
            "<span class=", "\"", "<a b=\"x'", "(", "a\u{301}\u{302}", "</b><span>", "<a/", "<a =",
        ])
    func hostile(piece: String) {
        let html = String(repeating: piece, count: TestScale.count(30_000, full: 100_000) / piece.utf8.count)
        for end in ["", ">"] { #expect(PonsMarkup(html + end).text.utf8.count <= html.utf8.count + 1) }
    }

    @Test("for any input, the text contains only what was in it", arguments: 0..<20)
    func random(seed: UInt64) {
        let pieces = [
            "<", ">", "span", "<span class=\"genus\">", "</span>", "&amp;", "&", ";", "#", "x", "\"", "'", "=", "class",
            " ", "/", "а\u{301}",
            "👩‍👩‍👧‍👦", "\0", "<strong class=headword>", "<span class=example>", "!", "\n",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let html = (0..<Int.random(in: 1...30, using: &generator))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            let markup = PonsMarkup(html)
            #expect(!markup.text.hasPrefix(" ") && !markup.text.hasSuffix(" ") && !markup.text.contains("  "))
            let given = Set(html.unicodeScalars)
            #expect(markup.text.unicodeScalars.allSatisfy { given.contains($0) || $0 == " " })
        }
    }
}
