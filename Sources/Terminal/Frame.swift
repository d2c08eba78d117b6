/// What a terminal's window shows: its lines from the top, and where the cursor stands.
package struct Frame: Sendable, Equatable {
    /// The lines, from the top.
    package var lines: [StyledText]
    /// The cursor's line, from 0.
    package var cursorLine: Int
    /// The cursor's column, from 0.
    package var cursorColumn: Int

    /// Describes a window.
    package init(lines: [StyledText], cursorLine: Int, cursorColumn: Int) {
        self.lines = lines
        self.cursorLine = cursorLine
        self.cursorColumn = cursorColumn
    }
}

/// Brings a window from one frame to the next with the escape sequences for what differs: a pure state machine.
package struct FramePainter: Sendable {
    private let style: Style
    /// What the window shows; `nil` where that is unknown.
    private var shown: [String]?

    /// Begins with a window of which nothing is known.
    package init(style: Style) {
        self.style = style
    }

    /// Forgets what the window shows: the next frame is painted whole.
    package mutating func invalidate() {
        shown = nil
    }

    /// The output that makes a window of a size show a frame; what does not fit is cut.
    package mutating func paint(_ frame: Frame, size: WindowSize) -> String {
        let lines = frame.lines.prefix(size.rows).map { $0.truncated(to: size.columns).rendered(in: style) }
        // The cursor is hidden so that it is not seen wandering. A line is cleared first: to clear behind a full one would take
        // its last character on many terminals.
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

/// How large a terminal's window is.
package struct WindowSize: Sendable, Equatable {
    package let columns: Int
    package let rows: Int

    /// A window of at least one cell.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
    }
}
