import CoreModule
import Foundation

/// All that the interactive mode says of its own accord.
enum InteractiveText {
    static let prompt = "> "
    static let loading = "…"

    // MARK: What goes on

    static func waiting(_ count: Int, until date: Date?) -> Message {
        date.map { Message("\(count: count) words wait until \($0)") } ?? Message("\(count: count) words wait")
    }
    static func waiting(_ count: Int, until time: String) -> Message {
        Message("\(count: count) words wait until \(time)")
    }

    // MARK: Instead of a list

    static func noWords(_ message: Message) -> Message { Message("\(message); add one with: \("add dog")") }
    static func noFavorites(_ message: Message) -> Message {
        Message("\(message); mark a word on the main screen: \("star 1")")
    }
    static func noTasks(_ message: Message) -> Message {
        Message("\(message); add a task with: todo add \(Message("Buy milk"))")
    }
    static let noText = Message("type what to look for: a part of a word or of its translation")
    static let noSuggestions = Message("type a word, and Enter to save it")

    // MARK: In a list

    static let notFound = Message("– (no translation found)")
    static let failed = Message("– (look-up failed; will be tried again)")
    static let saved = Message("saved")

    static func due(_ day: String, isOverdue: Bool) -> Message {
        isOverdue ? Message("due \(day) (overdue)") : Message("due \(day)")
    }
    static func provenance(_ provider: String, _ date: Date) -> Message { Message("from: \(provider), \(date)") }
    static func position(_ first: Int, _ last: Int, of count: Int, hasMore: Bool) -> Message {
        hasMore
            ? Message("\(first)–\(last) of \(count) or more · Page Up, Page Down")
            : Message("\(first)–\(last) of \(count) · Page Up, Page Down")
    }
    static func rest(_ count: Int) -> Message { Message("… and \(count) more; list --offset 20 shows the next") }

    // MARK: What can be done

    static let working = Message("working…")
    static let wordsHint = Message(
        "3 opens · star 3 · remove 3 · add dog · search · favorites · todo · new · back · help")
    static let searchHint = Message("another text searches again · 3 opens · star 3 · back · help")
    static let newWordHint = Message("Enter saves · 3 takes that word over · Escape or back leaves · langs swap")
    static let entryHint = Message("about this word: star · unstar · remove · back · help")
    static let todoHint = Message("2 ticks off · todo add TEXT · remove 2 · todo list --all · back · help")
    static let conflictsHint = Message("2 brings back what lost · sync · back · help")
    static let pageHint = Message("Page Up, Page Down · Escape closes")

    // MARK: What was done

    static let firstScreen = Message("this is the first screen; “quit” leaves")
    static let pressEnter = Message("Enter goes back to the app.")

    static func added(_ text: String) -> Message { Message("saved “\(text)”") }
    static func removed(_ names: String) -> Message { Message("removed \(names); undo brings it back") }
    static func quoted(_ name: String) -> Message { Message("“\(name)”") }

    // MARK: Errors

    static let busy = Message("the screen is busy")
    static func noNumber(_ number: Int) -> Message { Message("there is no number \(number) here") }

    // MARK: Help

    /// What is typed, the same in every language, and what it does.
    static let help: [(usage: String, text: Message)] = [
        ("3", Message("opens what has this number; ticks a task off; brings back what lost")),
        ("star 3, remove 3", Message("a number of the list stands for an ID in every command")),
        ("undo", Message("brings back what was removed last: words, or tasks")),
        ("list, favorites, search TEXT, todo, new", Message("open a screen and stay there")),
        ("back, Esc", Message("goes back to the screen before")),
        ("quit, Ctrl-C, Ctrl-D", Message("leaves; everything is saved")),
        ("star, unstar, remove", Message("on the screen of a word they are about that word")),
        ("add TEXT, done 2, undone 2, edit 2 --text T, show 2", Message("on the to-do list they are about its tasks")),
        (
            "conflicts, restore N, sync",
            Message("on the to-do list: what lost when edits met, its way back, the server")
        ),
        ("Up, Down, Tab, Ctrl-A E K U W Y L", Message("edit the line as in a shell")),
        ("PgUp, PgDn", Message("go through a long list")),
    ]
}
