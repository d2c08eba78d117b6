import CoreModule
import TerminalAppKit
import Testing

@Suite("Text fields")
struct TextFieldTests {
    /// Types text, in which keys stand by name in angle brackets: `ab<left>c`, `<^a>` for control keys.
    /// - Returns: whether the last key meant something in the field.
    @discardableResult
    private func type(_ text: String, _ field: inout TextField) -> Bool {
        let named: [String: Key] = [
            "left": .left, "right": .right, "up": .up, "down": .down, "home": .home, "end": .end, "enter": .enter,
            "tab": .tab, "back": .backspace, "del": .delete, "esc": .escape, "wleft": .wordLeft, "wright": .wordRight,
            "adel": .deleteWordLeft, "pgup": .pageUp,
        ]
        var isHandled = true
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
            isHandled = field.press(key)
        }
        return isHandled
    }

    @Test(
        "keys edit the line as in a shell",
        arguments: [
            ("dog", "dog|"), ("dg<left>o", "do|g"), ("собака<back><back>", "соба|"), ("犬猫<left><left><del>", "|猫"),
            ("cafe\u{301}<back>", "caf|"), ("👨‍👩‍👧‍👦!<left><left><right><back>", "|!"), ("ab<home>c<end>d", "cabd|"),
            ("ab<^a>c<^e>d<^b><^f>", "cabd|"), ("one two<wleft>x", "one x|two"),
            ("one two<home><wright>x", "onex| two"),
            ("one two<^w>", "one |"), ("one two  <^w>", "one |"), ("one/two<adel>", "one/|"), ("one two<^u>", "|"),
            ("one two<wleft><^k>", "one |"), ("one two<^w><home><^y>", "two|one "), ("one two<M-b><M-b><M-d>", "| two"),
            ("ab<left><^d>", "a|"), ("ab<home><left><back>", "|ab"), ("ab<end><right><del>", "ab|"), ("ab<^c>", "ab|"),
            ("e<left>x<right>\u{301}<left><del>", "x|"), ("a<unknown>b", "ab|"),
        ])
    func keys(typed: String, expected: String) {
        var editor = TextField()
        type(typed, &editor)
        #expect(editor.before + "|" + editor.after == expected)
    }

    @Test("a combining mark that joins the next letter keeps the cursor between characters")
    func marks() {
        var editor = TextField()
        type("\u{301}<home>e", &editor)
        #expect(editor.before == "e\u{301}" && editor.after.isEmpty)
    }

    @Test("pasted text stays on one line, without control characters")
    func paste() {
        var editor = TextField()
        let isHandled = editor.press(.paste("ice\r\ncream\t\u{1B}[2J"))
        #expect(isHandled)
        #expect(editor.text == "ice  cream [2J")
    }

    @Test("keys that mean nothing in a field are left to the screen")
    func otherKeys() {
        var editor = TextField("dog")
        for typed in ["<^c>", "<esc>", "<^l>", "<^z>", "<pgup>", "<up>", "<down>", "<tab>", "<enter>"] {
            #expect(!type(typed, &editor), "\(typed)")
        }
        #expect(type("<^u><^y>", &editor))
        #expect(editor.text == "dog")
    }

    @Test("a new text moves the cursor to its end; the same text keeps it")
    func show() {
        var editor = TextField("dog")
        type("<left>", &editor)
        editor.show("dog")
        #expect(editor.before == "do")
        editor.show("cat")
        #expect(editor.before == "cat" && editor.after.isEmpty)
    }

    @Test("the visible part contains the cursor and is never too wide")
    func window() {
        var editor = TextField()
        type("собака 日本語 dog", &editor)
        #expect(editor.window(width: 40) == .init(text: "собака 日本語 dog", cursorColumn: 17))
        #expect(editor.window(width: 18) == .init(text: "собака 日本語 dog", cursorColumn: 17))
        #expect(editor.window(width: 12) == .init(text: "…本語 dog", cursorColumn: 9))
        type("<home>", &editor)
        #expect(editor.window(width: 12) == .init(text: "собака 日…", cursorColumn: 0))
        for _ in 0..<18 {
            for width in 1...20 {
                let window = editor.window(width: width)
                #expect(window.text.displayWidth <= width && window.cursorColumn < width)
            }
            type("<right>", &editor)
        }
    }
}
