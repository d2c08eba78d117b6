import CoreModule
import TerminalAppKit

/// A text in place of a screen, until Escape.
@MainActor
final class Page: Screen {
    let title: Message
    private let text: String

    init(title: Message, text: String) {
        self.title = title
        self.text = text
    }

    var hint: Message { Message("↑↓ scroll · Esc back") }
    func load() async {}
    func content(width: Int) -> ScreenContent { ScreenContent(rows: Rows.text(text, width: width)) }
    func press(_ key: Key) -> Bool { false }

    /// What all keys do.
    static func help(_ localizer: Localizer) -> Page {
        let lines: [(keys: String, text: Message)] = [
            ("↑ ↓ PgUp PgDn Home End", Message("move in a list, or scroll")),
            ("Enter", Message("opens the selected item, or saves a field")),
            ("Esc", Message("goes back to the screen before")),
            ("n / f t v b y", Message("on the main screen: new word, search, favourites, tasks, review, bin, devices")),
            ("y Enter x", Message("on the screen of the devices: synchronize, restore or dismiss a value that lost")),
            ("s d r u", Message("in a list of words: star, delete, look up again, undo a removal")),
            ("e c", Message("on the screen of a word: type your own translation, clear it")),
            (
                "Space t 1-4 u e s * i",
                Message("in a review: show, type the answer, rate, undo, edit, suspend, star, statistics")
            ),
            ("Space a d u h", Message("in the to-do list: tick, add, delete, undo, show what is done")),
            ("#", Message("in the to-do list: the tasks with the next tag; Esc shows all")),
            ("c b y", Message("in the to-do list: conflicts, bin, synchronize")),
            ("Tab", Message("in the search: where to search; for a new word: take the suggestion")),
            ("Ctrl-T Ctrl-S Ctrl-G", Message("for a new word: swap the languages, the next one from, the next one to")),
            ("Ctrl-A E K U W Y", Message("edit a field as in a shell")),
            ("T", Message("the feature tree, with the screens that are open")),
            ("q Ctrl-D Ctrl-C", Message("quit; everything is saved. Ctrl-C first stops an action that takes long")),
        ]
        let width = lines.map(\.keys.displayWidth).max() ?? 0
        return Page(
            title: Message("Help"),
            text: lines.map { "\($0.keys.padded(to: width))  \(localizer($0.text))" }.joined(separator: "\n"))
    }

    /// The live feature tree.
    static func tree(_ context: ScreenContext) -> Page {
        Page(
            title: Message("Feature tree"),
            text: context.tree.snapshot().drawing(localizer: context.localizer))
    }
}
