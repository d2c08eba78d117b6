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
        /// As ``created`` if the option is given, or if it is not; else as ``existing``.
        case createdWith(String), createdWithout(String)
    }

    typealias Action =
        @MainActor @Sendable (Session) -> @MainActor (Arguments) async throws -> Presentation?

    /// One word or two: `add`, `todo add`.
    let name: String
    /// What follows the name.
    let usage: Usage
    /// Nil if the overview does not list it.
    let section: Section?
    let place: Place
    let store: StoreUse
    /// Whether a missing text is an empty one in a session.
    let mayLackText: Bool
    /// What it does, for a reader. Commands with the same first word share the text of the first.
    let help: Message?
    /// Finds wrong arguments before the store is opened.
    let check: @Sendable (Arguments) throws -> Void
    let run: Action

    init(
        _ name: String, _ usage: String, _ section: Section?, place: Place = .anywhere, store: StoreUse = .existing,
        mayLackText: Bool = false, help: Message? = nil,
        check: @escaping @Sendable (Arguments) throws -> Void = { _ in }, run: @escaping Action
    ) {
        self.name = name
        self.usage = Usage([usage])
        self.section = section
        self.place = place
        self.store = store
        self.mayLackText = mayLackText
        self.help = help
        self.check = check
        self.run = run
    }

    /// The first word of the name, which help is about.
    var topic: String { String(name.prefix { $0 != " " }) }

    /// Name and usage.
    var line: String { usage.line.isEmpty ? name : "\(name) \(usage.line)" }

    /// The command that words begin with.
    static func named(_ words: [String]) -> Command? {
        [2, 1].lazy.compactMap { count in
            guard words.count >= count else { return nil }
            let name = words.prefix(count).joined(separator: " ")
            return all.first { $0.name == name }
        }.first
    }
}

/// A command with its arguments.
struct Invocation {
    let command: Command
    private(set) var arguments: Arguments

    /// Parses the words of a command line.
    /// - Parameter isSession: whether it is a line of a session.
    init(_ words: [String], isSession: Bool) throws {
        let words = words.first == "--" ? Array(words.dropFirst()) : words
        guard let name = words.first else { throw CommandLineError.usage(Message("a command is missing; try “help”")) }
        guard let command = Command.named(words) else { throw Self.unknown(words) }
        if command.place == .session, !isSession { throw CommandLineError.usage(Message("“\(name)” is for a session")) }
        let rest = Array(words.dropFirst(command.name == command.topic ? 1 : 2))
        // `langs turn`: the command `langs` takes no arguments, but there are `langs set` and `langs swap`.
        if command.name == name, let next = rest.first, !next.hasPrefix("--"), Self.subcommands(of: name).count > 1 {
            throw Self.unknown(words)
        }
        self.command = command
        arguments = try Arguments(rest, by: command.usage, mayLackText: isSession && command.mayLackText)
        try command.check(arguments)
        if command.place == .alone, isSession {
            throw CommandLineError.usage(Message("this cannot be done within a session"))
        }
    }

    /// Replaces the numbers of a list by the identifiers that they stand for.
    mutating func resolveNumbers(_ ids: [String]) {
        for (index, word) in arguments.positional.enumerated() where command.usage.takesID(at: index) {
            // An identifier may have only digits too: then it begins with a zero.
            guard let number = Int(word), !word.hasPrefix("0"), ids.indices.contains(number - 1) else { continue }
            arguments.positional[index] = ids[number - 1]
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
        case .createdWith(let option): arguments.has(option)
        case .createdWithout(let option): !arguments.has(option)
        }
    }

    private static func subcommands(of topic: String) -> [String] {
        Command.all.filter { $0.topic == topic }.map { String($0.name.dropFirst(topic.count + 1)) }
    }

    private static func unknown(_ words: [String]) -> CommandLineError {
        let subcommands = subcommands(of: words[0])
        if subcommands.count < 2 { return .usage(Message("unknown command “\(words[0])”; try “help”")) }
        if words.count > 1 {
            return .usage(Message("unknown command “\(words[0]) \(words[1])”; try “help \(words[0])”"))
        }
        let others = subcommands.dropLast().joined(separator: ", ")
        return .usage(Message("\(words[0]) is followed by \(others) or \(subcommands.last ?? "")"))
    }
}
