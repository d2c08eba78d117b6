import CoreModule
import Terminal
import Testing

@Suite("The line being written")
struct LineEditorTests {
    /// Types text, in which keys stand by name in angle brackets: `ab<left>c`, `<^a>` for control keys.
    private func type(_ text: String, _ editor: inout LineEditor, complete: (String) -> [String] = { _ in [] })
        -> LineEditor.Action
    {
        let named: [String: Key] = [
            "left": .left, "right": .right, "up": .up, "down": .down, "home": .home, "end": .end, "enter": .enter,
            "tab": .tab, "back": .backspace, "del": .delete, "esc": .escape, "wleft": .wordLeft, "wright": .wordRight,
            "adel": .deleteWordLeft, "pgup": .pageUp,
        ]
        var action = LineEditor.Action.edited
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            var key = Key.text(String(scalar))
            if scalar == "<", let end = rest.firstIndex(of: ">") {
                let name = String(rest[..<end])
                rest = rest[rest.index(after: end)...]
                let letter = name.last ?? " "
                key =
                    name.hasPrefix("^")
                    ? .control(letter) : name.hasPrefix("M-") ? .alt(letter) : named[name] ?? .unknown
            }
            action = editor.handle(key, complete: complete)
        }
        return action
    }

    @Test(
        "keys change the line as they do in a shell",
        arguments: [
            ("dog", "dog|"), ("dg<left>o", "do|g"), ("собака<back><back>", "соба|"), ("犬猫<left><left><del>", "|猫"),
            ("cafe\u{301}<back>", "caf|"), ("👨‍👩‍👧‍👦!<left><left><right><back>", "|!"), ("ab<home>c<end>d", "cabd|"),
            ("ab<^a>c<^e>d<^b><^f>", "cabd|"), ("one two<wleft>x", "one x|two"),
            ("one two<home><wright>x", "onex| two"),
            ("one two<^w>", "one |"), ("one two  <^w>", "one |"), ("one/two<adel>", "one/|"), ("one two<^u>", "|"),
            ("one two<wleft><^k>", "one |"), ("one two<^w><home><^y>", "two|one "), ("one two<M-b><M-b><M-d>", "| two"),
            ("ab<left><^d>", "a|"), ("ab<home><left><back>", "|ab"), ("ab<end><right><del>", "ab|"), ("ab<^c>", "|"),
            ("e<left>x<right>\u{301}<left><del>", "x|"), ("a<unknown>b", "ab|"),
        ])
    func keys(typed: String, expected: String) {
        var editor = LineEditor()
        _ = type(typed, &editor)
        #expect(editor.before + "|" + editor.after == expected)
    }

    @Test("a mark that meets a letter behind the cursor leaves the cursor between whole characters")
    func marks() {
        var editor = LineEditor()
        _ = type("\u{301}<home>e", &editor)
        #expect(editor.before == "e\u{301}" && editor.after.isEmpty)
    }

    @Test("what is pasted stays on the line, without control characters")
    func paste() {
        var editor = LineEditor()
        #expect(editor.handle(.paste("ice\r\ncream\t\u{1B}[2J")) == .edited)
        #expect(editor.text == "ice  cream [2J")
    }

    @Test("history goes back and forth, and comes back to what was being written")
    func history() {
        var editor = LineEditor()
        #expect(type("dog<enter>", &editor) == .submitted("dog"))
        _ = type("cat<enter>cat<enter>  <enter>", &editor)
        for (typed, expected) in [
            ("dr<up>", "cat"), ("<up>", "dog"), ("<^p>", "dog"), ("<down>", "cat"), ("<^n>", "dr"), ("<down>", "dr"),
        ] {
            _ = type(typed, &editor)
            #expect(editor.text == expected)
        }
    }

    @Test("keys that are not the line's own are handed on")
    func actions() {
        var editor = LineEditor()
        let cases: [(String, LineEditor.Action)] = [
            ("<^c>", .interrupted), ("<^d>", .ended), ("<esc>", .escaped), ("<^l>", .repaint), ("<^z>", .suspend),
            ("<pgup>", .pageUp), ("a<esc>", .cleared), ("<^y><^c>", .cleared), ("<^c>", .interrupted),
            ("<enter>", .submitted("")),
        ]
        for (typed, action) in cases { #expect(type(typed, &editor) == action) }
    }

    @Test("Tab completes what is unambiguous, and then tells the choices")
    func completion() {
        let words = ["star", "show", "stats", "search"]
        let complete = { (text: String) in words.filter { $0.hasPrefix(text.split(separator: " ").last ?? "") } }
        var editor = LineEditor()
        #expect(type("st<tab>", &editor, complete: complete) == .edited)
        #expect(editor.text == "sta")
        #expect(type("<tab>", &editor, complete: complete) == .choices(["star", "stats"]))
        #expect(type("r<tab>", &editor, complete: complete) == .edited)
        #expect(editor.text == "star ")
        #expect(type("xyz<tab>", &editor, complete: complete) == .edited)
        #expect(editor.text == "star xyz")
    }

    @Test("the window shows what is around the cursor, and is never wider than it is")
    func window() {
        var editor = LineEditor()
        _ = type("собака 日本語 dog", &editor)
        #expect(editor.window(width: 40) == .init(text: "собака 日本語 dog", cursorColumn: 17))
        #expect(editor.window(width: 18) == .init(text: "собака 日本語 dog", cursorColumn: 17))
        #expect(editor.window(width: 12) == .init(text: "…本語 dog", cursorColumn: 9))
        _ = type("<home>", &editor)
        #expect(editor.window(width: 12) == .init(text: "собака 日…", cursorColumn: 0))
        for _ in 0..<18 {
            for width in 1...20 {
                let window = editor.window(width: width)
                #expect(window.text.displayWidth <= width && window.cursorColumn < width)
            }
            _ = type("<right>", &editor)
        }
        #expect(LineEditor().window(width: 9).escapeSequence(prompt: "> ") == "\r\u{1B}[K> \u{1B}[3G")
    }
}
