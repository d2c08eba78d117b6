/// The content of a terminal's window: its lines, and the cursor.
package struct Frame: Sendable, Equatable {
    /// The lines, from the top.
    package var lines: [StyledText]
    /// The cursor's line, from 0.
    package var cursorLine: Int
    /// The cursor's column, from 0.
    package var cursorColumn: Int

    /// Makes a frame.
    package init(lines: [StyledText], cursorLine: Int, cursorColumn: Int) {
        self.lines = lines
        self.cursorLine = cursorLine
        self.cursorColumn = cursorColumn
    }
}

/// Finds the escape sequences that turn one frame into the next: a pure state machine.
package struct FramePainter: Sendable {
    private let style: Style
    /// The lines that the window shows; nil if they are unknown.
    private var shown: [String]?

    /// Starts with an unknown window.
    package init(style: Style) {
        self.style = style
    }

    /// Forgets the lines of the window, so that the next frame is painted whole.
    package mutating func invalidate() {
        shown = nil
    }

    /// The output that shows a frame in a window of a size. Lines that do not fit are cut.
    package mutating func paint(_ frame: Frame, size: WindowSize) -> String {
        let lines = frame.lines.prefix(size.rows).map { $0.truncated(to: size.columns).rendered(in: style) }
        // The cursor is hidden while it moves. A line is cleared first: to clear behind a full line would remove its last
        // character on many terminals.
        var output = "\u{1B}[?25l"
        if shown == nil { output += "\u{1B}[2J" }
        for row in 0..<max(lines.count, shown?.count ?? 0) {
            let line = row < lines.count ? lines[row] : ""
            let old = shown.map { row < $0.count ? $0[row] : "" } ?? ""
            if line != old { output += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)" }
        }
        shown = lines
        let row = min(frame.cursorLine, size.rows - 1) + 1
        let column = min(frame.cursorColumn, size.columns - 1) + 1
        return output + "\u{1B}[\(row);\(column)H\u{1B}[?25h"
    }
}

/// The size of a terminal's window.
package struct WindowSize: Sendable, Equatable {
    package let columns: Int
    package let rows: Int

    /// A window of at least one cell.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
