import CoreModule
import TerminalAppKit

/// The content of the window, to be arranged for its size.
struct Layout {
    /// The titles from the main screen to the one in front.
    var path: [String] = []
    /// What stands at the right of the header, the longest text first.
    var status: [String] = []
    var content = ScreenContent()
    /// The first visible row, unless that leaves room empty or hides the selection.
    var firstRow = 0
    var footer: [StyledText] = []
    /// Tells which rows are visible.
    var position: (_ first: Int, _ last: Int) -> String = { "\($0)–\($1)" }

    /// How many lines there are for rows.
    func capacity(_ size: WindowSize) -> Int {
        max(0, size.rows - headerHeight(size) - content.top.count - footerHeight(size))
    }

    /// The first row that is visible.
    func firstVisibleRow(_ size: WindowSize) -> Int {
        let height = max(1, listHeight(size))
        var first = max(0, min(firstRow, content.rows.count - height))
        if let selection = content.selection { first = min(max(first, selection - height + 1), selection) }
        return first
    }

    /// The frame: a header, the lines above the rows, as many rows as fit, and the footer.
    func frame(_ size: WindowSize) -> Frame {
        var lines = headerHeight(size) > 0 ? [header(size.columns)] : []
        lines += content.top
        let topEnd = lines.count
        let first = firstVisibleRow(size)
        let last = min(first + listHeight(size), content.rows.count)
        lines += content.rows[min(first, last)..<last]
        if content.rows.count > listHeight(size), capacity(size) > listHeight(size) {
            lines.append(StyledText(position(first + 1, last), .dim))
        }
        let footer = footer.prefix(footerHeight(size))
        while lines.count < size.rows - footer.count { lines.append("") }
        lines += footer
        if let column = content.topCursor {
            return Frame(lines: lines, cursorLine: max(0, topEnd - 1), cursorColumn: column)
        }
        let cursorLine = content.selection.map { topEnd + $0 - first } ?? lines.count - 1
        return Frame(
            lines: lines, cursorLine: max(0, cursorLine),
            cursorColumn: content.selection == nil ? 0 : content.selectionColumn)
    }

    /// Rows need one line less if another one tells the position, unless that is the only line.
    private func listHeight(_ size: WindowSize) -> Int {
        let capacity = capacity(size)
        return content.rows.count > capacity && capacity > 1 ? capacity - 1 : capacity
    }

    private func headerHeight(_ size: WindowSize) -> Int { size.rows > 1 + content.top.count ? 1 : 0 }

    /// The footer leaves at least as much room for the rows.
    private func footerHeight(_ size: WindowSize) -> Int {
        min(footer.count, max(0, (size.rows - 1 - content.top.count) / 2), 3)
    }

    /// The path at the left, as much as fits, and the status at the right.
    private func header(_ width: Int) -> StyledText {
        let right = status.first { $0.displayWidth <= width / 2 } ?? status.last ?? ""
        let room = width - right.displayWidth - 3
        var names = path
        while names.count > 1, names.joined(separator: " › ").displayWidth > room { names.removeFirst() }
        let place = names.joined(separator: " › ").onOneLine.truncated(to: room)
        return StyledText(" " + place.padded(to: room) + " " + right + " ", .bold, .inverse)
    }
}
