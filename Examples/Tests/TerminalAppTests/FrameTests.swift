import TerminalAppKit
import Testing

@Suite("Frames")
struct FrameTests {
    private let plain = Style(environment: [:], isTerminal: false)

    @Test("only changed lines are painted, and none is outside the window")
    func painting() {
        var painter = FramePainter(style: plain)
        let size = WindowSize(columns: 5, rows: 2)
        var frame = Frame(lines: ["собака", "b", "c"], cursorLine: 1, cursorColumn: 1)
        #expect(
            painter.paint(frame, size: size)
                == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1H\u{1B}[2Kсоба…\u{1B}[2;1H\u{1B}[2Kb\u{1B}[2;2H\u{1B}[?25h")
        frame.lines[1] = "x"
        #expect(painter.paint(frame, size: size) == "\u{1B}[?25l\u{1B}[2;1H\u{1B}[2Kx\u{1B}[2;2H\u{1B}[?25h")
        frame.lines = ["собака"]
        frame.cursorColumn = 9
        #expect(painter.paint(frame, size: size) == "\u{1B}[?25l\u{1B}[2;1H\u{1B}[2K\u{1B}[2;5H\u{1B}[?25h")
        painter.invalidate()
        #expect(painter.paint(frame, size: size).contains("соба…"))
    }
}
