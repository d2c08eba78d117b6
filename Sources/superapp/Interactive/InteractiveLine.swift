import CoreModule
import PersonalDictionary
import TodoList

/// What a line that was entered on a screen means there.
enum InteractiveLine: Equatable {
    case nothing
    case number(Int)
    case back
    case quit
    case list(limit: Int?, offset: Int)
    case favorites(limit: Int?, offset: Int)
    case search(text: String, by: Command.SearchBy, limit: Int?)
    case newWord
    /// The to-do list; with or without what is done, or as it was.
    case todo(all: Bool?)
    /// What lost when edits of tasks met.
    case conflicts
    case show(String)
    /// A word for the screen that takes words.
    case word(String)
    case command(Command)

    /// Reads a line.
    /// - Parameters:
    ///   - listing: what numbers stand for.
    ///   - isSearch: whether what is no command is to be searched for.
    ///   - isLive: whether the screen shows changes as they come.
    init(_ line: String, on listing: Listing, isSearch: Bool, isLive: Bool) throws(CommandLineError) {
        let typed = splitLine(line)
        guard let name = typed.first, !name.hasPrefix("#") else {
            self = .nothing
            return
        }
        if typed.count == 1, let number = Self.number(name) {
            self = .number(number)
            return
        }
        if case .suggestions = listing, !Self.isCommandAmongWords(typed) {
            self = .word(line)
            return
        }
        if let number = Self.missing(typed, listing) {
            throw CommandLineError(code: "notFound", message: InteractiveText.noNumber(number))
        }
        let words = Self.resolve(typed, listing)
        switch (words[0], words.count) {
        case ("back", 1): self = .back
        case ("new", 1): self = .newWord
        case ("todo", 1): self = .todo(all: nil)
        case ("search", 1): self = .search(text: "", by: .both, limit: nil)
        case (let name, _) where isSearch && !CommandNames.all.contains(name):
            self = .search(text: line, by: .both, limit: nil)
        default: self = try Self.command(words, isLive: isLive)
        }
    }

    private static func command(_ words: [String], isLive: Bool) throws(CommandLineError) -> InteractiveLine {
        let command = try Command(words, isSession: true)
        switch command {
        case .list(let limit, let offset): return .list(limit: limit, offset: offset)
        case .favorites(let limit, let offset): return .favorites(limit: limit, offset: offset)
        case .search(let text, let by, let limit): return .search(text: text, by: by, limit: limit)
        case .show(let name): return .show(name)
        case .todo(.list(let all)): return .todo(all: all)
        case .todo(.conflicts): return .conflicts
        case .quit: return .quit
        // Its translation is seen to arrive; nobody need wait for it who has not said so.
        case .add(let text, let from, let to, _) where isLive && !words.contains(where: { $0.hasPrefix("--wait") }):
            return .command(.add(text: text, from: from, to: to, wait: 0))
        default: return .command(command)
        }
    }

    /// Whether a line is a command where most lines are words to save: `quit` is, `quit smoking` is none.
    private static func isCommandAmongWords(_ words: [String]) -> Bool {
        switch words[0] {
        case "add": words.count > 1
        case "langs": words.count == 1 || ["set", "swap"].contains(words[1])
        case "back", "new", "list", "favorites", "todo", "tree", "help", "quit", "exit": words.count == 1
        default: false
        }
    }

    /// Whether it tells of its progress beside the window.
    var isExchange: Bool {
        switch self {
        case .command(.importWords), .command(.exportWords), .command(.todo(.importTodos)),
            .command(.todo(.exportTodos)), .command(.todo(.sync)):
            true
        default: false
        }
    }

    /// Whether it reads standard input or writes to standard output.
    var usesTerminal: Bool {
        switch self {
        case .command(.importWords("-", _, _)), .command(.exportWords("-", _)),
            .command(.todo(.importTodos("-", _, _))), .command(.todo(.exportTodos("-", _))):
            true
        default: false
        }
    }

    // MARK: Numbers

    /// Puts identifiers for the numbers of a list, and the word of a screen where a command names none.
    private static func resolve(_ words: [String], _ listing: Listing) -> [String] {
        let identifiers = listing.identifiers
        let identifier = { (word: String) in
            number(word).flatMap { identifiers.indices.contains($0 - 1) ? identifiers[$0 - 1] : nil }
        }
        switch listing {
        case .suggestions: return words
        case .entry(let word):
            let isShort = words.count == 1 && ["star", "unstar", "remove"].contains(words[0])
            return isShort ? words + [word.id.rawValue] : words
        case .words:
            switch words[0] {
            case "show", "star", "unstar", "remove", "retry":
                return [words[0]] + words.dropFirst().map { identifier($0) ?? $0 }
            // What follows the word is its translation.
            case "translate":
                return [words[0]] + words.dropFirst().enumerated().map { $0 > 0 ? $1 : identifier($1) ?? $1 }
            default: return words
            }
        case .todos:
            let rest = words.dropFirst()
            switch words[0] {
            case "todo" where ["edit", "done", "undone", "remove", "show"].contains(rest.first):
                return words.prefix(2) + resolved(rest.dropFirst(), isEdit: rest.first == "edit", identifier)
            case "done", "undone", "edit":
                return ["todo", words[0]] + resolved(rest, isEdit: words[0] == "edit", identifier)
            case "remove" where !rest.isEmpty && rest.allSatisfy({ identifier($0) != nil }),
                "show" where rest.count == 1 && rest.allSatisfy({ identifier($0) != nil }):
                return ["todo", words[0]] + rest.compactMap(identifier)
            // Only tasks are listed with what is done.
            case "list" where rest.elementsEqual(["--all"]): return ["todo"] + words
            // With options that only words have, it is a word all the same.
            case "add" where !rest.contains(where: isOptionOfWords): return ["todo"] + words
            // By its own identifier: it is not on this screen.
            case "conflicts", "restore", "sync": return ["todo"] + words
            default: return words
            }
        case .conflicts:
            switch words[0] {
            case "todo" where words.dropFirst().first == "restore":
                return words.prefix(2) + words.dropFirst(2).map { identifier($0) ?? $0 }
            case "restore": return ["todo", "restore"] + words.dropFirst().map { identifier($0) ?? $0 }
            case "sync": return ["todo"] + words
            default: return words
            }
        }
    }

    /// A number that a command about tasks names and no task has.
    private static func missing(_ words: [String], _ listing: Listing) -> Int? {
        guard case .todos(let todos) = listing else { return nil }
        let line = words.first == "todo" ? words.dropFirst() : words[...]
        guard let name = line.first, ["show", "remove", "done", "undone", "edit"].contains(name) else { return nil }
        let named = name == "edit" ? line.dropFirst().prefix(1) : line.dropFirst()
        // The digits may be the beginning of an identifier.
        return named.compactMap(number).first { number in
            !todos.indices.contains(number - 1) && !todos.contains { $0.id.rawValue.hasPrefix("\(number)") }
        }
    }

    private static func isOptionOfWords(_ word: String) -> Bool {
        ["--from", "--to", "--wait"].contains { word == $0 || word.hasPrefix("\($0)=") }
    }

    /// Of an edit, only the first word is a task: the others are what it is changed to.
    private static func resolved(
        _ words: ArraySlice<String>, isEdit: Bool, _ identifier: (String) -> String?
    ) -> [String] {
        words.enumerated().map { isEdit && $0 > 0 ? $1 : identifier($1) ?? $1 }
    }

    /// A number as lists have them: identifiers may be digits too, and then begin with a zero or are long.
    private static func number(_ word: String) -> Int? {
        guard word.utf8.count <= 5, word.utf8.first != UInt8(ascii: "0"),
            word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(word)
    }
}
