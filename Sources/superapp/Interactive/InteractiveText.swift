import Foundation
import PersonalDictionary

/// All that the interactive mode says of its own accord.
enum InteractiveText {
    // MARK: Where one is

    static let main = "Main"
    static let favorites = "Favorites"
    static let newWord = "New word"
    static let prompt = "> "

    static func search(_ text: String) -> String { text.isEmpty ? "Search" : "Search “\(text)”" }
    static func todo(done: Int, of total: Int) -> String { total == 0 ? "To-do" : "To-do (\(done) of \(total) done)" }

    // MARK: Instead of a list

    static let loading = "…"
    static let noWords = "no words yet; add one with: add dog"
    static let noFavorites = "no favourite words yet; star one with: star 1"
    static let noText = "type what to look for: a part of a word or of its translation"
    static let nothingFound = "nothing found"
    static let noTasks = "nothing to do; add a task with: todo add Buy milk"
    static let noSuggestions = "type a word, and Enter to save it"

    // MARK: In a list

    static let pending = "…"
    static let notFound = "– (no translation found)"
    static let failed = "– (will be tried again)"
    static let saved = "saved"

    static func due(_ day: String, isOverdue: Bool) -> String { isOverdue ? "due \(day) (overdue)" : "due \(day)" }
    static func provenance(_ provider: String, _ date: Date) -> String {
        "from: \(provider), \(date.formatted(.iso8601))"
    }
    static func position(_ first: Int, _ last: Int, of count: Int, hasMore: Bool) -> String {
        "\(first)–\(last) of \(count)\(hasMore ? " or more" : "") · Page Up, Page Down"
    }

    static func rest(_ count: Int) -> String { "… \(count) more; list --offset 20 shows the next" }

    // MARK: What can be done

    static let working = "working…"
    static let wordsHint = "3 opens · star 3 · remove 3 · add dog · search · favorites · todo · new · back · help"
    static let searchHint = "another text searches again · 3 opens · star 3 · back · help"
    static let newWordHint = "Enter saves · 3 takes that word over · Escape or back leaves · langs swap"
    static let entryHint = "star · unstar · remove · translate ID TEXT · back · help"
    static let todoHint = "2 ticks off · todo add TEXT · done 2 · remove 2 · todo list --all · back · help"
    static let pageHint = "Page Up, Page Down · Escape closes"

    // MARK: What was done

    static let firstScreen = "this is the first screen; “quit” leaves"
    static let interrupted = "cancelled"
    static let pressEnter = "Enter goes back to the app. "

    static func added(_ text: String) -> String { "saved “\(text)”" }
    static func removed(_ names: [String]) -> String { "removed \(names.map { "“\($0)”" }.joined(separator: ", "))" }

    // MARK: Errors

    static let busy = "the screen is busy"
    static func noNumber(_ number: Int) -> String { "there is no number \(number) here" }

    static let help = """
        Here, beside the commands below

        3                  opens what has this number; ticks a task off
        star 3, remove 3   a number of the list stands for an ID in every command
        list, favorites, search TEXT, todo, new    open a screen and stay there
        back, Escape       goes back to the screen before
        quit, Ctrl-C, Ctrl-D    leaves; everything is saved
        star, unstar, remove    on the screen of a word are about that word
        done 2, undone 2, edit 2 --text T, remove 2    on the to-do list are about tasks

        keys: arrows, Home, End, Ctrl-A, Ctrl-E, Ctrl-K, Ctrl-U, Ctrl-W, Ctrl-Y, Up and Down for what was typed before, Tab, \
        Page Up, Page Down, Ctrl-L
        """
}
