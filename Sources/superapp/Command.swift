import CoreModule
import PersonalDictionary
import TodoList

/// What the user wants done.
enum Command: Equatable {
    case add(text: String, from: String?, to: String?, wait: Int)
    case list(limit: Int?, offset: Int)
    case search(text: String, by: SearchBy, limit: Int?)
    case show(id: String)
    case star(id: String, Bool)
    case favorites(limit: Int?, offset: Int)
    case translate(id: String, text: String)
    case retry(ids: [String])
    case remove(ids: [String])
    case undo
    case langs
    case langsSet(from: String, to: String)
    case langsSwap
    case importWords(file: String, format: ExchangeFormat?, isTrial: Bool)
    case exportWords(file: String, format: ExchangeFormat?)
    case remind(at: ReminderTime?, skipsDaysWithNewWord: Bool?)
    case todo(TodoCommand)
    case tree(FeatureTreeFormat?, isDetailed: Bool)
    case tour
    case help(of: String?)
    case quit

    /// Whether there is nothing to do, or nothing to find, where there is no store yet.
    var needsStore: Bool {
        switch self {
        case .add, .langsSet, .langsSwap, .importWords, .remind: true
        case .todo(let command): command.needsStore
        default: false
        }
    }

    enum SearchBy: String, CaseIterable {
        case word, translation, both
    }

    /// Reads a command.
    /// - Parameter isSession: whether it is a line of a session, where `add` without a text has an empty one.
    init(_ words: [String], isSession: Bool) throws(CommandLineError) {
        let words = words.first == "--" ? Array(words.dropFirst()) : words
        guard let name = words.first else { throw .usage(Message("a command is missing; try “help”")) }
        let rest = Array(words.dropFirst())
        switch name {
        case "add":
            let arguments = try Arguments(rest, valued: ["--from", "--to", "--wait"])
            if arguments.positional.isEmpty, !isSession { throw .missing("TEXT") }
            self = .add(
                text: arguments.text, from: arguments.value("--from"), to: arguments.value("--to"),
                wait: min(try arguments.number("--wait") ?? 5, 31_536_000))
        case "list", "favorites":
            let arguments = try Arguments(rest, valued: ["--limit", "--offset"])
            try arguments.none()
            let limit = try arguments.number("--limit")
            let offset = try arguments.number("--offset") ?? 0
            self = name == "list" ? .list(limit: limit, offset: offset) : .favorites(limit: limit, offset: offset)
        case "search":
            let arguments = try Arguments(rest, valued: ["--by", "--limit"])
            _ = try arguments.oneOrMore("TEXT")
            self = .search(
                text: arguments.text, by: try arguments.choice("--by", SearchBy.self) ?? .both,
                limit: try arguments.number("--limit"))
        case "show":
            self = .show(id: try Arguments(rest).one("ID"))
        case "star", "unstar":
            self = .star(id: try Arguments(rest).one("ID"), name == "star")
        case "translate":
            let positional = try Arguments(rest).oneOrMore("ID")
            guard positional.count > 1 || isSession else { throw .missing("TEXT") }
            self = .translate(id: positional[0], text: positional.dropFirst().joined(separator: " "))
        case "retry":
            self = .retry(ids: try Arguments(rest).positional)
        case "remove":
            self = .remove(ids: try Arguments(rest).oneOrMore("ID"))
        case "undo":
            guard isSession else { throw .usage(Message("undo is for a session, which knows what was removed in it")) }
            try Arguments(rest).none()
            self = .undo
        case "langs":
            self = try Self.langs(try Arguments(rest).positional)
        case "import":
            let arguments = try Arguments(rest, valued: ["--format"], flags: ["--dry-run"])
            self = .importWords(
                file: try arguments.one("FILE"), format: try arguments.choice("--format", ExchangeFormat.self),
                isTrial: arguments.has("--dry-run"))
        case "export":
            let arguments = try Arguments(rest, valued: ["--format"])
            self = .exportWords(
                file: try arguments.one("FILE"), format: try arguments.choice("--format", ExchangeFormat.self))
        case "remind":
            self = try Self.remind(try Arguments(rest, valued: ["--at", "--unless-added"]))
        case "todo":
            self = .todo(try TodoCommand(rest, isSession: isSession))
        case "tree":
            let arguments = try Arguments(rest, valued: ["--format"], flags: ["--details"])
            try arguments.none()
            self = .tree(
                try arguments.choice("--format", FeatureTreeFormat.self), isDetailed: arguments.has("--details"))
        case "tour":
            try Arguments(rest).none()
            self = .tour
        case "help":
            self = .help(of: rest.isEmpty ? nil : rest.joined(separator: " "))
        case "quit", "exit":
            guard isSession else { throw .usage(Message("unknown command “\(name)”")) }
            try Arguments(rest).none()
            self = .quit
        default:
            throw .usage(Message("unknown command “\(name)”; try “help”"))
        }
    }

    private enum Switch: String, CaseIterable {
        case on, off
    }

    private static func remind(_ arguments: Arguments) throws(CommandLineError) -> Command {
        try arguments.none()
        let skips = try arguments.choice("--unless-added", Switch.self).map { $0 == .on }
        guard let text = arguments.value("--at") else { return .remind(at: nil, skipsDaysWithNewWord: skips) }
        guard let time = ReminderTime(text) else {
            throw CommandLineError(
                code: "invalidDate", message: Message("“\(text)” is no time of day; write it as HH:MM"))
        }
        return .remind(at: time, skipsDaysWithNewWord: skips)
    }

    private static func langs(_ positional: [String]) throws(CommandLineError) -> Command {
        switch positional.first {
        case nil: return .langs
        case "set":
            guard positional.count == 3 else {
                throw .usage(Message("langs set needs \(Help.placeholder("FROM")) and \(Help.placeholder("TO"))"))
            }
            return .langsSet(from: positional[1], to: positional[2])
        case "swap" where positional.count == 1: return .langsSwap
        default: throw .usage(Message("langs is followed by nothing, “set FROM TO” or “swap”"))
        }
    }
}
