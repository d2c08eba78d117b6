import TerminalAppKit
import Testing

@Suite("Keys")
struct KeyDecoderTests {
    private static let input =
        "жa\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[3~\u{1B}b\u{1B}ж\u{1B}\u{7F}\r\t\u{1}\u{1A}😀\u{1B}[200~a\u{1B}[D\nб\u{1B}[201~\u{1B}[99z\u{7F}"
    private static let keys: [Key] = [
        .text("ж"), .text("a"), .up, .down, .wordRight, .delete, .alt("b"), .alt("ж"), .deleteWordLeft, .enter, .tab,
        .control("a"), .control("z"), .text("😀"), .paste("a\u{1B}[D\nб"), .unknown, .backspace,
    ]

    @Test("bytes decode to the same keys wherever they are split")
    func splitting() {
        let bytes = Array(Self.input.utf8)
        for length in 1...bytes.count {
            var decoder = KeyDecoder()
            var keys: [Key] = []
            for start in stride(from: 0, to: bytes.count, by: length) {
                keys += decoder.decode(bytes[start..<min(start + length, bytes.count)])
            }
            #expect(keys == Self.keys)
            #expect(!decoder.isUndecided)
        }
    }

    @Test(
        "the sequences of common terminals are decoded",
        arguments: [
            ("[H", .home), ("OH", .home), ("[1~", .home), ("[7~", .home), ("[F", .end), ("[4~", .end), ("[C", .right),
            ("[D", .left), ("[1;3D", .wordLeft), ("[5~", .pageUp), ("[6~", .pageDown), ("[Z", .backTab),
            ("[3;5~", .deleteWordRight), ("d", .alt("d")), ("[2~", .unknown), ("[;;;~", .unknown), ("OM", .enter),
        ] as [(String, Key)])
    func sequences(sequence: String, key: Key) {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}\(sequence)".utf8) == [key])
    }

    @Test("Escape is a key if nothing follows in time, or another Escape does")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [] && decoder.isUndecided)
        #expect(decoder.timeOut() == [.escape] && !decoder.isUndecided)
        #expect(decoder.timeOut() == [])
        #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
        #expect(decoder.decode("[A".utf8) == [.up])
        #expect(decoder.decode([0x1B, 0x03]) == [.escape, .control("c")])
        #expect(decoder.decode("\u{1B}[".utf8) == [] && decoder.timeOut() == [.alt("[")])
        #expect(decoder.decode("\u{1B}[1;".utf8) == [] && decoder.timeOut() == [.unknown])
    }

    @Test("invalid bytes are shown as such, and the following ones are decoded")
    func invalid() {
        var decoder = KeyDecoder()
        #expect(
            decoder.decode([0xFF, 0x80, 0xD0, 0x61]) == Array(repeating: .text("\u{FFFD}"), count: 3) + [.text("a")])
        #expect(decoder.decode([0xD0]) == [] && !decoder.isUndecided && decoder.timeOut() == [])
        #expect(decoder.decode([0xB6]) == [.text("ж")])
        #expect(decoder.decode([0x1B, 0x5B] + Array(repeating: 0x31, count: 40) + [0x41]).last == .text("A"))
    }
}
