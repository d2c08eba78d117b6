import CoreModule
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Lines of iCalendar objects", .bounded)
struct ContentLineTests {
    /// The line of a property X-A, as it is read.
    private func line(_ text: String) throws -> ContentLine {
        let object = try ICalendarObject(parsing: ICalendarFixture.calendar(text))
        guard case .line(let line) = object.todos[0].component.elements[1] else {
            throw ICalendarError.notACalendar(line: 0)
        }
        return line
    }

    private func text(_ line: ContentLine) -> String { String(decoding: line.bytes, as: UTF8.self) }

    @Test(
        "texts are unescaped; invalid escapes are kept",
        arguments: [
            ("a\\, b\\; c\\\\ d", "a, b; c\\ d"), ("a\\nb\\Nc", "a\nb\nc"), ("a, b; c", "a, b; c"),
            ("C:\\temp", "C:\\temp"),
            ("\\\\n", "\\n"), ("end\\", "end\\"), ("a:b\"c\"", "a:b\"c\""), ("", ""), (" a ", " a "),
        ])
    func unescaping(value: String, expected: String) throws {
        let line = try line("X-A:\(value)")
        #expect(line.text == expected)
        #expect(line.value == value)
        #expect(ContentLine(name: "X-A", text: expected).text == expected)
    }

    @Test("texts are escaped, with one kind of line break")
    func escaping() {
        #expect(ContentLine(name: "X-A", text: "a, b; c\\ d\r\ne\rf\ng\tü").value == "a\\, b\\; c\\\\ d\\ne\\nf\\ng\tü")
    }

    @Test("characters that no server can return are left out")
    func forbidden() {
        #expect(ContentLine(name: "X-A", text: "a\u{FFFE}b").value == "ab")
        #expect(ContentLine(name: "X-A", text: "a\0b\u{1B}c\u{7F}d\u{FFFF}e\u{FFFE}f").value == "abcdef")
        #expect(ContentLine(name: "X-A", value: "a\r\nBEGIN:VTODO\n").value == "aBEGIN:VTODO")
    }

    @Test("parameters are read: quoted, repeated, with carets, without a value")
    func parameters() throws {
        let line = try line(
            "x-a;Member=\"mailto:a@b.c\",\"x;y,z\";CN=O\"Brien, J^'r;EMPTY=;FLAG;X-C=^^a^nb^x:value;with=all")
        #expect(line.name == "X-A")
        #expect(line.value == "value;with=all")
        #expect(line.parameters.map(\.name) == ["MEMBER", "CN", "EMPTY", "FLAG", "X-C"])
        #expect(
            line.parameters.map(\.values)
                == [["mailto:a@b.c", "x;y,z"], ["O\"Brien", " J\"r"], [""], [], ["^a\nb^x"]])
        #expect(line.parameter("cn") == "O\"Brien")
        #expect(line.parameter("none") == nil)
    }

    @Test(
        "a written parameter is read as the same value",
        arguments: ["plain", "a:b", "a;b", "a,b", "\"q\"", "^n", "a\nb", "", "ü"])
    func parameterRoundTrip(value: String) throws {
        let made = ContentLine(name: "X-A", parameters: [ContentLineParameter("X-P", value, "second")], value: "v")
        let read = try line(String(text(made).dropLast()))
        #expect(read.parameters == made.parameters)
        #expect(read.parameters.first?.values == [value, "second"])
        #expect(read.value == "v")
    }

    @Test(
        "a line that is not a property is kept and has no name",
        arguments: ["no colon", "X-A;P=\"open:value", ":value", "X A:value", "X-A;P=1"])
    func unreadable(text: String) throws {
        let line = try line(text)
        #expect(line.name == "")
        #expect(line.value == "")
        #expect(line.parameters == [])
        #expect(line.with(value: "x") == line)
        #expect(line.with(ContentLineParameter("P", "1"), for: "P") == line)
        #expect(self.text(line) == text + "\r\n")
    }

    @Test("setting a value leaves name and parameters unchanged, byte for byte")
    func value() throws {
        let line = try line("x-Thing;a=\"b\";C=d,E;;f:old\\, value")
        #expect(text(line.with(value: "new")) == "x-Thing;a=\"b\";C=d,E;;f:new\r\n")
        #expect(text(line.with(text: "x,y")) == "x-Thing;a=\"b\";C=d,E;;f:x\\,y\r\n")
    }

    @Test("setting an equal value changes nothing, in whatever form it is written")
    func unchanged() throws {
        let folded = try line("X-A;P=1:un,escaped\n ; text")
        #expect(folded.with(text: "un,escaped; text") == folded)
        #expect(folded.with(value: "un,escaped; text") == folded)
        #expect(folded.with(ContentLineParameter("P", "1"), for: "p") == folded)
        #expect(folded.with(nil, for: "Q") == folded)
    }

    @Test("a parameter is set in place, added after the others, or removed with its duplicates")
    func editingParameters() throws {
        let line = try line("X-A;A=1;b=2;C=\"3;:\";B=4:v;B=5")
        #expect(text(line.with(ContentLineParameter("B", "x:y"), for: "B")) == "X-A;A=1;B=\"x:y\";C=\"3;:\":v;B=5\r\n")
        #expect(text(line.with(nil, for: "b")) == "X-A;A=1;C=\"3;:\":v;B=5\r\n")
        #expect(text(line.with(ContentLineParameter("D", "6"), for: "D")) == "X-A;A=1;b=2;C=\"3;:\";B=4;D=6:v;B=5\r\n")
    }

    @Test("a line has at most 75 octets, and no character is split", arguments: ["a", "ü", "語", "🚲", "aü語🚲"])
    func folding(character: String) throws {
        for count in [1, 66, 67, 68, 70, 80, 300] {
            let value = String(repeating: character, count: count)
            let line = ContentLine(name: "SUMMARY", text: value)
            let physical = line.bytes.split(separator: 10).map { $0.dropLast() }
            #expect(physical.allSatisfy { $0.count <= 75 })
            #expect(physical.allSatisfy { String(validUTF8: $0) != nil })
            #expect(physical.dropFirst().allSatisfy { $0.first == 32 && $0.count > 1 })
            #expect(physical.dropLast().allSatisfy { $0.count >= 72 })
            #expect(line.text == value)
        }
    }

    @Test("a line of exactly 75 octets is not folded")
    func border() {
        let line = ContentLine(name: "A", value: String(repeating: "b", count: 73))
        #expect(line.bytes.count == 77)
        #expect(ContentLine(name: "A", value: String(repeating: "b", count: 74)).bytes.count == 81)
    }

    @Test(
        "hostile texts are unchanged except for characters that cannot be written", arguments: HostileText.all.indices)
    func hostile(index: Int) throws {
        let hostile = HostileText.all[index]
        let made = ContentLine(name: "X-A", text: hostile)
        #expect(Array(made.text.utf8) == Array(hostile.replacing("\0", with: "").utf8))
        #expect(Array(try line(String(decoding: made.bytes, as: UTF8.self)).text.utf8) == Array(made.text.utf8))
    }
}
