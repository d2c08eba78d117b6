import CoreModule

/// What the program says of itself. How commands are written is the same in every language, but for what stands for something
/// else.
enum Help {
    static let version = "0.1.0"

    /// What there is to know of a command, or of the program; `nil` where there is no command of that name.
    static func text(of command: String?, in localizer: Localizer) -> String? {
        guard let command else { return overview(localizer) }
        // `help todo add` is about todo.
        let name = command.split(separator: " ").first.map(String.init) ?? command
        return commands.first { $0.name == name }.map { command in
            let usage = localizer(Message("usage:"))
            let indent = String(repeating: " ", count: usage.count + 1)
            let lines = command.usage.map { "superapp " + localized($0, in: localizer) }
                .joined(separator: "\n\(indent)")
            return "\(usage) \(lines)\n\n\(wrapped(localizer(command.text), to: 100))"
        }
    }

    private static func overview(_ localizer: Localizer) -> String {
        var lines = [
            localizer(Message("superapp – a personal dictionary and a to-do list in the terminal")), "",
            localizer(Message("usage:")) + " superapp \(localized("[OPTIONS] [COMMAND [ARGUMENT…]]", in: localizer))",
            "",
            localizer(
                Message(
                    "Without a command it opens a session: on a terminal with a prompt, otherwise one command a line.")),
        ]
        for group in groups {
            let usages = commands.filter { $0.group == group.id }.flatMap(\.usage)
            lines += ["", localizer(group.title)] + columns(usages.map { localized($0, in: localizer) })
        }
        lines += ["", localizer(Message("Options"))]
        let width = (options.map { localized($0.usage, in: localizer).count }.max() ?? 0) + 2
        for option in options {
            let usage = localized(option.usage, in: localizer).padding(to: width)
            let text = wrapped(localizer(option.text), to: 96 - width).split(separator: "\n")
            lines.append("  \(usage)\(text[0])")
            lines += text.dropFirst().map { String(repeating: " ", count: width + 2) + $0 }
        }
        lines += [
            "",
            localizer(Message("Environment:"))
                + " PONS_SECRET, PONS_URL, DICT_URL (dict://host[:port]), DICT_TIMEOUT, CALDAV_PASSWORD, NO_COLOR",
            "",
            localizer(Message("New here?")) + " superapp tour",
        ]
        return lines.joined(separator: "\n")
    }

    /// What stands for something else in a usage.
    private static let placeholders: [String: Message] = [
        "OPTIONS": Message("OPTIONS"), "COMMAND": Message("COMMAND"), "ARGUMENT": Message("ARGUMENT"),
        "TEXT": Message("TEXT"), "SECONDS": Message("SECONDS"), "FILE": Message("FILE"), "LIST": Message("LIST"),
        "LEVEL": Message("LEVEL"), "FROM": Message("FROM"), "TO": Message("TO"), "CONFLICT": Message("CONFLICT"),
        "YYYY-MM-DD": Message("YYYY-MM-DD"), "HH:MM": Message("HH:MM"),
    ]

    /// What stands for something else, to be told of; as it is where it is the same in every language.
    static func placeholder(_ name: String) -> Message {
        placeholders[name] ?? Message("\(name)")
    }

    /// How a command is written, with what stands for something else in the reader's language.
    static func localized(_ usage: String, in localizer: Localizer) -> String {
        usage.replacing(/YYYY-MM-DD|HH:MM|T(?=HH:MM)|[A-Z]{2,}/) { match in
            placeholders[String(match.output)].map { localizer($0) } ?? String(match.output)
        }
    }

    /// Two usages a line where they fit.
    private static func columns(_ usages: [String]) -> [String] {
        let width = 46
        var lines: [String] = []
        var isOpen = false
        for usage in usages {
            if isOpen, let last = lines.indices.last, usage.count < width {
                lines[last] = lines[last].padding(to: width + 2) + usage
                isOpen = false
            } else {
                lines.append("  " + usage)
                isOpen = usage.count < width
            }
        }
        return lines
    }

    /// Breaks a text into lines of at most so many characters.
    private static func wrapped(_ text: String, to width: Int) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] += word
            } else if lines[last].count + 1 + word.count <= width {
                lines[last] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    private enum Group { case words, tasks, app }

    private struct Entry {
        let name: String
        let group: Group
        let usage: [String]
        let text: Message
    }

    private static let groups: [(id: Group, title: Message)] = [
        (.words, Message("Words")), (.tasks, Message("Tasks")), (.app, Message("The app")),
    ]

    private static let options: [(usage: String, text: Message)] = [
        (
            "--store FILE",
            Message("the file with all data (default: superapp.sqlite in the application-data folder)")
        ),
        ("--ephemeral", Message("keep everything in memory")),
        (
            "--translator LIST",
            Message(
                "where translations come from, in this order: glossary, pons, dict (default: glossary, then whichever of the others is configured)"
            )
        ),
        ("--locale en|ru", Message("the language of screens and messages (default: from the environment)")),
        ("--json", Message("one JSON value on one line per command; errors as JSON on standard error")),
        ("--log LEVEL", Message("log to standard error: debug, info, warning or error (default: error)")),
        ("--help", Message("this text, or that of a command")),
        ("--version", Message("the program's version")),
    ]

    private static let commands: [Entry] = [
        Entry(
            name: "add", group: .words, usage: ["add TEXT [--from L] [--to L] [--wait SECONDS]"],
            text: Message(
                "Saves a word or phrase, then waits for its translation: up to 5 seconds, or as long as --wait says (0: not at all). Without --from and --to it is in the current direction (see langs)."
            )),
        Entry(
            name: "list", group: .words, usage: ["list [--limit N] [--offset N]"],
            text: Message("Shows the words, newest first.")),
        Entry(
            name: "search", group: .words, usage: ["search TEXT [--by word|translation|both] [--limit N]"],
            text: Message(
                "Finds words by any part of them or of their translation, whatever case and accents; best match first.")
        ),
        Entry(
            name: "show", group: .words, usage: ["show ID"],
            text: Message("Shows the dictionary entry of a word: its senses, and where they came from.")),
        Entry(
            name: "star", group: .words, usage: ["star ID"], text: Message("Puts a word among the favourites.")),
        Entry(
            name: "unstar", group: .words, usage: ["unstar ID"],
            text: Message("Takes a word out of the favourites.")),
        Entry(
            name: "favorites", group: .words, usage: ["favorites [--limit N] [--offset N]"],
            text: Message("Shows the favourite words, newest first.")),
        Entry(
            name: "translate", group: .words, usage: ["translate ID TEXT"],
            text: Message("Gives a word your own translation, which no look-up replaces.")),
        Entry(
            name: "retry", group: .words, usage: ["retry [ID…]"],
            text: Message("Looks up again the words named, or all that wait to be looked up.")),
        Entry(
            name: "remove", group: .words, usage: ["remove ID…"], text: Message("Removes words, all or none.")),
        Entry(
            name: "undo", group: .words, usage: ["undo"],
            text: Message(
                "Brings back what was removed last in this session: words as they were, or tasks. It is a command of sessions only."
            )),
        Entry(
            name: "langs", group: .words, usage: ["langs", "langs set FROM TO", "langs swap"],
            text: Message(
                "Shows the languages and the current direction; sets it; turns it round. It is remembered.")),
        Entry(
            name: "import", group: .words, usage: ["import FILE [--format csv|tsv|jsonl] [--dry-run]"],
            text: Message(
                "Takes the words of a file over; - is standard input. Words that are there keep what they have; to import a file again changes nothing. --dry-run only says what would be done. The format is known by the file's name: .csv (RFC 4180), .tsv or .txt (Anki's header lines are understood), .jsonl (a word a line, as --json shows it)."
            )),
        Entry(
            name: "export", group: .words, usage: ["export FILE [--format csv|tsv|jsonl]"],
            text: Message("Writes all words to a file, whole or not at all; - is standard output.")),
        Entry(
            name: "remind", group: .words, usage: ["remind [--at HH:MM] [--unless-added on|off]"],
            text: Message(
                "Reminds you once a day to add a word, for as long as it runs: in the terminal, and on a Linux desktop by notify-send where that is there. Ctrl-C ends it. The time is 19:30 unless --at sets another, and is remembered; one that has passed counts from tomorrow. A reminder that was missed, because the machine slept or this did not run, comes late, but not on another day. With --unless-added on, which is remembered too, none comes on a day on which you have added a word before its time."
            )),
        Entry(
            name: "todo", group: .tasks,
            usage: [
                "todo add TEXT [--priority low|normal|high] [--deadline YYYY-MM-DD[THH:MM]] [--notes TEXT]",
                "todo list [--all]", "todo show ID",
                "todo edit ID [--text T] [--priority P] [--deadline D|none] [--notes TEXT]", "todo done ID",
                "todo undone ID", "todo remove ID…", "todo count",
                "todo sync --url URL [--user U] [--accept-deletions] [--allow-insecure]", "todo conflicts",
                "todo restore CONFLICT", "todo import FILE [--format ics|txt] [--dry-run]",
                "todo export FILE [--format ics|txt]",
            ],
            text: Message(
                "Keeps a to-do list; it is shown in the order of creation, without what is done unless with --all. sync brings it together with a CalDAV server or collection; the password is read from CALDAV_PASSWORD, the address and the user are remembered. --accept-deletions goes on though everything known has disappeared there; --allow-insecure sends the password over plain HTTP to another host than this one. conflicts shows what lost when edits met, and restore brings it back. import takes the tasks of a file over and export writes all tasks to one: iCalendar (.ics) or todo.txt (.txt); - is standard input or output. To import a file again changes nothing; --dry-run only says what would be done."
            )),
        Entry(
            name: "tree", group: .app, usage: ["tree [--format text|mermaid|dot|svg] [--details]"],
            text: Message(
                "Draws the live feature tree: in a session the screens that are open, else every screen. As text, screens stand in brackets; mermaid and dot are for Mermaid and Graphviz, svg is a picture for a browser. --details also says since when a feature is there, what it needs and what it gives."
            )),
        Entry(
            name: "tour", group: .app, usage: ["tour"],
            text: Message(
                "Walks through every screen, on data in memory: nothing is written, no network is used.")),
        Entry(
            name: "help", group: .app, usage: ["help [COMMAND]"],
            text: Message("Says what the program, or a command of it, does.")),
    ]
}

extension String {
    /// The text with spaces behind it up to a width in characters.
    func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
