import CoreModule

extension LineEditor {
    /// The part of the line that is seen.
    package struct Window: Equatable, Sendable {
        /// What is seen, with an ellipsis where the line goes on.
        package let text: String
        /// The cursor's column, from 0.
        package let cursorColumn: Int

        /// Describes what is seen.
        package init(text: String, cursorColumn: Int) {
            self.text = text
            self.cursorColumn = cursorColumn
        }

        /// What shows it on the line of the terminal where the cursor is, behind a prompt.
        package func escapeSequence(prompt: String) -> String {
            "\r\u{1B}[K\(prompt)\(text)\u{1B}[\(prompt.displayWidth + cursorColumn + 1)G"
        }
    }

    /// The part of the line around the cursor that fits a width; the cursor behind the last character needs a column too.
    package func window(width: Int) -> Window {
        let left = before.onOneLine
        let right = after.onOneLine
        let cursor = left.displayWidth
        if cursor + right.displayWidth < width || width < 4 {
            let visible = left.suffix(columns: max(0, width - 1))
            return Window(
                text: visible + right.prefix(columns: max(0, width - visible.displayWidth)),
                cursorColumn: visible.displayWidth)
        }
        // The beginning stays in sight as long as the cursor leaves room for an ellipsis.
        if cursor < width - 2 {
            return Window(text: (left + right).truncated(to: width - 1), cursorColumn: cursor)
        }
        let visible = "…" + left.suffix(columns: width - 4)
        return Window(
            text: visible + right.truncated(to: width - 1 - visible.displayWidth), cursorColumn: visible.displayWidth)
    }
}
