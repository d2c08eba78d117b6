import CoreModule

extension TextField {
    /// The part of the text that is shown, with an ellipsis where the text goes on.
    package struct Window: Equatable, Sendable {
        package let text: String
        /// The cursor's column, from 0.
        package let cursorColumn: Int

        package init(text: String, cursorColumn: Int) {
            self.text = text
            self.cursorColumn = cursorColumn
        }
    }

    /// The part of the text around the cursor that fits a width. The cursor behind the last character needs a column too.
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
        // The beginning stays visible as long as the cursor leaves room for an ellipsis.
        if cursor < width - 2 {
            return Window(text: (left + right).truncated(to: width - 1), cursorColumn: cursor)
        }
        let visible = "…" + left.suffix(columns: width - 4)
        return Window(
            text: visible + right.truncated(to: width - 1 - visible.displayWidth), cursorColumn: visible.displayWidth)
    }
}
