package import CoreModule
package import TerminalAppKit

/// Rows that each lead to a screen.
@MainActor
package final class MenuScreen: Screen {
    /// A row.
    package struct Row {
        let title: Message
        let open: @MainActor () -> Void

        /// Describes a row and what Enter does on it.
        package init(_ title: Message, open: @escaping @MainActor () -> Void) {
            self.title = title
            self.open = open
        }
    }

    package let title: Message
    package let hint: Message
    private let rows: [Row]
    private let context: ScreenContext
    private var selection = Selection<Int>()

    /// Makes a menu, whose rows never change.
    package init(
        _ title: Message, _ rows: [Row], _ context: ScreenContext, hint: Message = Message("Enter open · Esc back")
    ) {
        self.title = title
        self.rows = rows
        self.context = context
        self.hint = hint
    }

    package func load() async {}

    package func content(width: Int) -> ScreenContent {
        let index = selection.index(in: Array(rows.indices))
        let lines = rows.enumerated().map { number, row in
            Rows.mark(number == index) + StyledText(context.localizer(row.title))
        }
        return ScreenContent(rows: lines, selection: index)
    }

    package func press(_ key: Key) -> Bool {
        let indices = Array(rows.indices)
        if selection.press(key, in: indices, page: context.pageSize) { return true }
        guard key == .enter, let index = selection.index(in: indices) else { return false }
        rows[index].open()
        return true
    }
}
