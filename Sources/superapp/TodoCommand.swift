import CoreModule
import Foundation
import TodoList

/// What the user wants done with the to-do list.
enum TodoCommand: Equatable {
    case add(text: String, priority: TodoPriority, deadline: String?, notes: String)
    case list(all: Bool)
    case show(id: String)
    case edit(id: String, TodoChanges)
    case complete(id: String, Bool)
    case remove(ids: [String])
    case count
    case conflicts
    case restore(conflict: String)
    case importTodos(file: String, format: TodoExchangeFormat?, isTrial: Bool)
    case exportTodos(file: String, format: TodoExchangeFormat?)
    case sync(SyncRequest)

    /// Whether there is nothing to do, or nothing to find, where there is no store yet.
    var needsStore: Bool {
        switch self {
        case .add: true
        case .importTodos(_, _, let isTrial): !isTrial
        // Without an address there must be one that is remembered.
        case .sync(let request): request.url != nil
        default: false
        }
    }

    /// Reads what follows `todo`.
    /// - Parameter isSession: whether it is a line of a session, where `add` without a text has an empty one.
    init(_ words: [String], isSession: Bool) throws(CommandLineError) {
        guard let name = words.first else {
            throw .usage(
                Message(
                    "todo is followed by add, list, show, edit, done, undone, remove, count, conflicts, restore, import, export or sync"
                ))
        }
        let rest = Array(words.dropFirst())
        switch name {
        case "add":
            let arguments = try Arguments(rest, valued: ["--priority", "--deadline", "--notes"])
            if arguments.positional.isEmpty, !isSession { throw .missing("TEXT") }
            self = .add(
                text: arguments.text, priority: try arguments.choice("--priority", TodoPriority.self) ?? .normal,
                deadline: arguments.value("--deadline"), notes: arguments.value("--notes") ?? "")
        case "list":
            let arguments = try Arguments(rest, flags: ["--all"])
            try arguments.none()
            self = .list(all: arguments.has("--all"))
        case "show":
            self = .show(id: try Arguments(rest).one("ID"))
        case "edit":
            let arguments = try Arguments(rest, valued: ["--text", "--priority", "--deadline", "--notes"])
            let id = try arguments.one("ID")
            let changes = TodoChanges(
                text: arguments.value("--text"), priority: try arguments.choice("--priority", TodoPriority.self),
                deadline: arguments.value("--deadline"), notes: arguments.value("--notes"))
            guard changes != TodoChanges() else {
                throw .usage(Message("todo edit needs --text, --priority, --deadline or --notes"))
            }
            self = .edit(id: id, changes)
        case "done", "undone":
            self = .complete(id: try Arguments(rest).one("ID"), name == "done")
        case "remove":
            self = .remove(ids: try Arguments(rest).oneOrMore("ID"))
        case "count", "conflicts":
            try Arguments(rest).none()
            self = name == "count" ? .count : .conflicts
        case "restore":
            self = .restore(conflict: try Arguments(rest).one("CONFLICT"))
        case "import":
            let arguments = try Arguments(rest, valued: ["--format"], flags: ["--dry-run"])
            self = .importTodos(
                file: try arguments.one("FILE"), format: try arguments.choice("--format", TodoExchangeFormat.self),
                isTrial: arguments.has("--dry-run"))
        case "export":
            let arguments = try Arguments(rest, valued: ["--format"])
            self = .exportTodos(
                file: try arguments.one("FILE"), format: try arguments.choice("--format", TodoExchangeFormat.self))
        case "sync":
            let arguments = try Arguments(
                rest, valued: ["--url", "--user"], flags: ["--accept-deletions", "--allow-insecure"])
            try arguments.none()
            self = .sync(try SyncRequest(arguments))
        default:
            throw .usage(Message("unknown command “todo \(name)”; try “help todo”"))
        }
    }
}

/// What is to be changed of a task, as it was typed; what is `nil` stays as it is.
struct TodoChanges: Equatable {
    var text: String?
    var priority: TodoPriority?
    var deadline: String?
    var notes: String?

    /// The edit; throws what is wrong with it.
    func edit() throws(TodoError) -> TodoEdit {
        TodoEdit(
            text: try text.map { text throws(TodoError) in try TodoText(text) }, priority: priority,
            deadline: try deadline.map { text throws(TodoError) in
                text == "none" ? .cleared : .set(try TodoDeadline(text))
            },
            notes: try notes.map { text throws(TodoError) in try TodoNotes(text) })
    }
}

/// A synchronization that is asked for; what is `nil` is as it was last time.
struct SyncRequest: Equatable {
    var url: URL?
    var user: String?
    var acceptsDeletions = false
    var allowsInsecure = false
}

extension SyncRequest {
    init(_ arguments: Arguments) throws(CommandLineError) {
        if let text = arguments.value("--url") {
            // What is no address is not shown: there may be a password in it.
            guard let url = URL(lenient: text), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host()?.isEmpty == false
            else { throw .usage(Message("--url is https://host[:port][/path]")) }
            guard url.password() == nil else {
                throw .usage(Message("--url has no password in it; it is read from CALDAV_PASSWORD"))
            }
            self.url = url
        }
        if let user = arguments.value("--user") {
            guard !user.isEmpty else { throw .usage(Message("--user needs a name")) }
            self.user = user
        }
        acceptsDeletions = arguments.has("--accept-deletions")
        allowsInsecure = arguments.has("--allow-insecure")
    }
}
