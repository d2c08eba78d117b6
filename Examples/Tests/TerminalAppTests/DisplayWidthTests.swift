import CoreModule
import TerminalAppKit
import Testing

@Suite("Text in columns")
struct DisplayWidthTests {
    @Test(
        "a character has the width that terminals use",
        arguments: [
            ("a", 1), ("я", 1), ("ё", 1), ("e\u{301}", 1), ("→", 1), ("★", 1), ("…", 1), ("\u{AD}", 1),
            ("犬", 2), ("か", 2), ("が", 2), ("か\u{3099}", 2), ("Ａ", 2), ("ｱ", 1), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("😀", 2), ("❤", 1), ("❤️", 2), ("👨‍👩‍👧‍👦", 2), ("🇮🇹", 2), ("👍🏽", 2), ("1️⃣", 2), ("𠀀", 2),
            ("\u{301}", 0), ("\u{200B}", 0), ("\u{1B}", 0), ("\n", 0), ("กำ", 2), ("☰", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test("text is padded and cut by columns, and never through a character")
    func fitting() {
        #expect("犬".padded(to: 4) == "犬  ")
        #expect("собака".padded(to: 3) == "собака")
        #expect("собака".truncated(to: 6) == "собака")
        #expect("собака".truncated(to: 4) == "соб…")
        #expect("日本語".truncated(to: 6) == "日本語")
        #expect("日本語".truncated(to: 5) == "日本…")
        #expect("日本語".truncated(to: 4) == "日…")
        #expect("日本語".truncated(to: 1) == "…")
        #expect("日本語".truncated(to: 0) == "")
    }

    @Test("text is wrapped at spaces, keeps its indentation, and no line is wider than the window")
    func wrapping() {
        #expect("one two three".wrapped(to: 7) == ["one two", "three"])
        #expect("  one two three".wrapped(to: 7) == ["  one", "  two", "  three"])
        #expect("собака\n\nпёс".wrapped(to: 4) == ["соба", "ка", "", "пёс"])
        #expect("日本語".wrapped(to: 3) == ["日", "本", "語"])
        #expect("a  b".wrapped(to: 2) == ["a", "b"])
        for width in 2...40 {
            for line in "  Сохранить 日本語 and a_very_long_identifier, then 👨‍👩‍👧‍👦!".wrapped(to: width) {
                #expect(line.displayWidth <= width, "\(line)")
            }
        }
    }

    @Test("nothing is emphasized with NO_COLOR, on a dumb terminal or without a terminal")
    func style() {
        let style = Style(environment: ["TERM": "xterm", "NO_COLOR": ""], isTerminal: true)
        #expect(style.apply([.bold, .cyan], to: "x") == "\u{1B}[1;36mx\u{1B}[0m")
        #expect(style.apply([], to: "x") == "x")
        #expect(Style(environment: ["NO_COLOR": "1"], isTerminal: true).apply([.bold], to: "x") == "x")
        #expect(Style(environment: ["TERM": "dumb"], isTerminal: true).apply([.bold], to: "x") == "x")
        #expect(Style(environment: [:], isTerminal: false).apply([.bold], to: "x") == "x")
    }

    @Test("a line of several parts is truncated as a whole")
    func styledText() {
        let line = StyledText("犬", .bold) + " собака" + StyledText("!", .dim)
        #expect(line.width == 10)
        #expect(line.truncated(to: 10) == line)
        #expect(line.truncated(to: 9).text == "犬 собак…")
        #expect(line.truncated(to: 2).text == "…")
        #expect(line.truncated(to: 0).text == "")
        #expect(line.padded(to: 12).text == "犬 собака!  ")
        #expect(StyledText("a\u{1B}[2J\nb").text == "a␣[2J␣b")
        for width in 0...10 { #expect(line.truncated(to: width).width <= width) }
    }
}
