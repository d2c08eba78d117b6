import CoreModule
import Terminal

/// What the window shows at one moment, to be laid out for its size.
struct WindowContent {
    let localizer: Localizer
    /// The screens from the main one to the one that is shown.
    var path: [String] = []
    var direction = ""
    /// What goes on in the background, in ever fewer words; nothing where nothing does.
    var status: [String] = []
    var rows: [StyledText] = []
    /// Whether there are more rows behind these that are not loaded yet.
    var hasMore = false
    /// The row that is seen first, if that leaves no room empty.
    var firstRow = 0
    /// What is said below the rows.
    var footer: [StyledText] = []
    var prompt = InteractiveText.prompt

    /// How many rows can be seen at once.
    func capacity(_ size: WindowSize) -> Int {
        max(0, size.rows - 2 - footerHeight(size))
    }

    /// The first row that can be seen first.
    func firstVisibleRow(_ size: WindowSize) -> Int {
        max(0, min(firstRow, rows.count - listHeight(size)))
    }

    /// The frame with a header, as many rows as there is room for, the footer, and the line being written.
    func frame(_ size: WindowSize, _ editor: LineEditor) -> Frame {
        var lines = size.rows > 1 ? [header(size.columns)] : []
        let first = firstVisibleRow(size)
        let last = min(first + listHeight(size), rows.count)
        lines += rows[min(first, last)..<last]
        let footer = footer.prefix(footerHeight(size))
        let space = max(0, size.rows - 1 - footer.count - lines.count)
        if capacity(size) > listHeight(size), space > 0 {
            let position = InteractiveText.position(first + 1, last, of: rows.count, hasMore: hasMore)
            lines.append(StyledText(localizer(position), .dim))
        }
        while lines.count < size.rows - 1 - footer.count { lines.append("") }
        lines += footer
        let line = editor.window(width: size.columns - prompt.displayWidth)
        lines.append(StyledText(prompt, .bold) + StyledText(line.text))
        return Frame(
            lines: lines, cursorLine: lines.count - 1, cursorColumn: prompt.displayWidth + line.cursorColumn)
    }

    /// How many rows are seen: where some are not, one line says so, unless it would be the only one.
    private func listHeight(_ size: WindowSize) -> Int {
        let capacity = capacity(size)
        return rows.count > capacity && capacity > 1 ? capacity - 1 : capacity
    }

    /// The footer leaves at least as much room for the rows, if it does not fit with them.
    private func footerHeight(_ size: WindowSize) -> Int {
        min(footer.count, max(0, (size.rows - 2) / 2), 3)
    }

    /// Where one is at the left, as much of the way as fits, and at the right the direction, after what goes on in the background
    /// in as many words as leave room enough.
    private func header(_ width: Int) -> StyledText {
        let right = status.map { "\($0) · \(direction)" }.first { $0.displayWidth <= width / 2 } ?? direction
        let room = width - right.displayWidth - 3
        var names = path
        while names.count > 1, names.joined(separator: " › ").displayWidth > room { names.removeFirst() }
        let place = names.joined(separator: " › ").onOneLine.truncated(to: room)
        return StyledText(" " + place.padded(to: room) + " " + right + " ", .bold, .inverse)
    }
}
