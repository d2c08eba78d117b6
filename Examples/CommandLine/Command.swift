import CoreModule

/// A command: how it is written, what help says about it, and what it does. The parser, help and the session all read this.
struct Command: Sendable {
    /// The part of the overview that lists a command.
    enum Section: CaseIterable { case words, tasks, app }

    /// Where a command can be given.
    enum Place { case anywhere, alone, session }

    /// What a command needs of the file.
    enum StoreUse {
        /// It works on data in memory.
        case memory
        /// It finds nothing in a new store, so that it makes none.
        case existing
        /// It makes the store if there is none.
        case created
        /// As ``created`` if the arguments are such; else as ``existing``.
        case createdIf(@Sendable (Arguments) -> Bool)
    }

    typealias Action =
        @MainActor @Sendable (Session) -> @MainActor (Arguments) async throws -> Presentation?

    /// One word or two, `add` or `todo add`, and what follows.
    let name: String
    private let usageLine: String
    /// Nil if the overview does not list it.
    let section: Section?
    let place: Place
    let store: StoreUse
    /// Whether a missing text is an empty one in a session.
    let mayLackText: Bool
    /// What it does, for a reader.
    let help: @Sendable () -> Message
    /// Finds wrong arguments before the store is opened.
    let check: @Sendable (Arguments) throws -> Void
    let run: Action

    init(
        _ name: String, _ usage: String, _ section: Section?, place: Place = .anywhere, store: StoreUse = .existing,
        mayLackText: Bool = false, help: @autoclosure @escaping @Sendable () -> Message,
        check: @escaping @Sendable (Arguments) throws -> Void = { _ in }, run: @escaping Action
    ) {
        self.name = name
        usageLine = usage
        self.section = section
        self.place = place
        self.store = store
        self.mayLackText = mayLackText
        self.help = help
        self.check = check
        self.run = run
    }

    /// The first word of the name.
    var topic: String { String(name.prefix { $0 != " " }) }

    /// What follows the name.
    var usage: Usage { Usage([usageLine]) }

    /// Name and usage.
    var line: String { usageLine.isEmpty ? name : "\(name) \(usageLine)" }

    /// Finds the command that words begin with.
    static func find(_ words: [String]) throws(CommandLineError) -> Command {
        let named = { (name: String) in all.first { $0.name == name } }
        let command = named(words.prefix(2).joined(separator: " ")) ?? named(words[0])
        guard let command else { throw unknown(words) }
        // `langs turn`: the command `langs` takes no arguments, but there are `langs set` and `langs swap`.
        if command.name == words[0], let next = words.dropFirst().first, !next.hasPrefix("-"), isTopic(words[0]) {
            throw unknown(words)
        }
        return command
    }

    /// Whether a word is the first one of several commands.
    private static func isTopic(_ word: String) -> Bool { all.count { $0.topic == word } > 1 }

    private static func unknown(_ words: [String]) -> CommandLineError {
        if words[0].hasPrefix("-") { return .usage(Message("unknown option \(words[0])")) }
        let isTopic = words.count > 1 && isTopic(words[0])
        let name = isTopic ? "\(words[0]) \(words[1])" : words[0]
        if let nearest = nearest(to: name) {
            return .usage(Message("unknown command “\(name)”; did you mean “\(nearest)”?"))
        }
        return .usage(Message("unknown command “\(name)”; try “\(isTopic ? "help \(words[0])" : "help")”"))
    }

    /// The command that a mistyped one is nearest to; nil if none is near. `done` is near to `todo done`.
    private static func nearest(to name: String) -> String? {
        // Longer ones are no commands, and comparing them takes time.
        guard name.utf8.count < 30 else { return nil }
        // `todo 1` does not mean `todo`.
        let spellings = all.filter { !name.hasPrefix("\($0.name) ") }.flatMap { command in
            [command.name, String(command.name.dropFirst(command.topic.count + 1))].map { (command.name, $0) }
        }
        let distances = spellings.map { (name: $0, letters: name.difference(from: $1).count) }
        let nearest = distances.min { $0.letters < $1.letters }
        return nearest.flatMap { $0.letters <= min(2, name.count - 1) ? $0.name : nil }
    }
}

/// A command with its arguments.
struct Invocation {
    let command: Command
    private(set) var arguments: Arguments

    /// Parses the words of a command line.
    /// - Parameter isSession: whether it is a line of a session.
    init(_ words: [String], isSession: Bool) throws {
        var words = words.first == "--" ? Array(words.dropFirst()) : words
        // In a session too, `todo add x --help` is about todo add.
        let options = words.prefix { $0 != "--" }
        if options.contains(where: ["--help", "-h"].contains) {
            words = ["help"] + options.filter { !$0.hasPrefix("-") }
        }
        if words.isEmpty { throw CommandLineError.usage(Message("a command is missing; try “help”")) }
        command = try Command.find(words)
        if command.place == .session, !isSession {
            throw CommandLineError.usage(Message("“\(command.name)” is for a session"))
        }
        // One word with a space, as in `superapp "todo add" x`, names a command too.
        let rest = Array(words.dropFirst(command.name == words[0] ? 1 : 2))
        arguments = try Arguments(rest, by: command.usage, mayLackText: isSession && command.mayLackText)
        try command.check(arguments)
        if command.place == .alone, isSession {
            throw CommandLineError.usage(Message("this cannot be done within a session"))
        }
    }

    /// Sets `--limit` if the command has the option and the user has not given it.
    /// - Returns: whether it was set.
    mutating func limit(to count: Int) -> Bool {
        guard command.usage.value(of: "--limit") != nil, !arguments.has("--limit") else { return false }
        arguments.setValue("\(count)", of: "--limit")
        return true
    }

    /// Whether the command ends the session.
    var isQuit: Bool { command.section == nil }

    /// Whether the command makes a store if there is none; nil if it works in memory.
    var createsStore: Bool? {
        switch command.store {
        case .memory: nil
        case .existing: false
        case .created: true
        case .createdIf(let isSuch): isSuch(arguments)
        }
    }
}
