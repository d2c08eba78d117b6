import CoreModule

/// The texts of help. Commands are written alike in every language, except for the placeholders.
enum Help {
    static let version = "0.1.0"

    /// The help of a command, or of the program; nil if there is no such command.
    static func text(of command: String?, in localizer: Localizer) -> String? {
        guard let command else { return overview(localizer) }
        // `help todo add` is about todo.
        let topic = command.split(separator: " ").first.map(String.init) ?? command
        let commands = Command.all.filter { $0.topic == topic && $0.section != nil }
        guard let text = commands.first?.help else { return nil }
        let usage = localizer(Message("usage:"))
        let indent = String(repeating: " ", count: usage.count + 1)
        let lines = commands.map { "superapp " + localized($0.line, in: localizer) }.joined(separator: "\n\(indent)")
        return "\(usage) \(lines)\n\n\(wrapped(localizer(text), to: 100))"
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
        for section in Command.Section.allCases {
            let usages = Command.all.filter { $0.section == section }.map { localized($0.line, in: localizer) }
            lines += ["", localizer(section.title)] + columns(usages)
        }
        lines += ["", localizer(Message("Options"))]
        let width = (Options.table.map { localized($0.usage, in: localizer).count }.max() ?? 0) + 2
        for option in Options.table {
            let usage = localized(option.usage, in: localizer).padded(to: width)
            let text = wrapped(localizer(option.help), to: 96 - width).split(separator: "\n")
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

    private static let placeholders: [String: Message] = [
        "OPTIONS": Message("OPTIONS"), "COMMAND": Message("COMMAND"), "ARGUMENT": Message("ARGUMENT"),
        "TEXT": Message("TEXT"), "SECONDS": Message("SECONDS"), "FILE": Message("FILE"), "LIST": Message("LIST"),
        "LEVEL": Message("LEVEL"), "FROM": Message("FROM"), "TO": Message("TO"), "CONFLICT": Message("CONFLICT"),
        "YYYY-MM-DD": Message("YYYY-MM-DD"), "HH:MM": Message("HH:MM"),
    ]

    /// A placeholder in the reader's language.
    static func placeholder(_ name: String) -> Message {
        placeholders[name] ?? Message("\(name)")
    }

    /// A usage with its placeholders in the reader's language.
    static func localized(_ usage: String, in localizer: Localizer) -> String {
        usage.replacing(/YYYY-MM-DD|HH:MM|T(?=HH:MM)|[A-Z]{2,}/) { match in
            placeholders[String(match.output)].map { localizer($0) } ?? String(match.output)
        }
    }

    /// Two usages a line if they fit.
    private static func columns(_ usages: [String]) -> [String] {
        let width = 46
        var lines: [String] = []
        var isOpen = false
        for usage in usages {
            if isOpen, let last = lines.indices.last, usage.count < width {
                lines[last] = lines[last].padded(to: width + 2) + usage
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
}

extension Command.Section {
    fileprivate var title: Message {
        switch self {
        case .words: Message("Words")
        case .tasks: Message("Tasks")
        case .app: Message("The app")
        }
    }
}

extension String {
    /// The text with spaces behind it up to a width in characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    /// The text on one line of a terminal, with a sign for control characters.
    var onOneLine: String { onOneLine(controlMark: "␣") }
}
