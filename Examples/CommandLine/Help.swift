import CoreModule

/// The texts of help. Commands are written alike in every language, except for the placeholders.
enum Help {
    static let version = "0.1.0"

    /// The help of a command. That of a first word has the usage of all commands that begin with it.
    static func text(of command: Command, in localizer: Localizer) -> String {
        let usage = localizer(Message("usage:")) + " "
        let commands = Command.all.filter { $0.name == command.name || $0.topic == command.name }
        let lines = commands.map { listed("superapp \($0.line)", column: usage.count, localizer) }
        let list = lines.joined(separator: "\n").dropFirst(usage.count)
        return "\(usage)\(list)\n\n\(wrapped(localizer(command.help())))"
    }

    static func overview(_ localizer: Localizer) -> String {
        var lines = [
            localizer(Message("superapp – a personal dictionary and a to-do list in the terminal")), "",
            localizer(Message("usage:")) + " superapp \(localized("[OPTIONS] [COMMAND [ARGUMENT…]]", in: localizer))",
        ]
        for paragraph in [
            Message("Without a command it opens a session: on a terminal with a prompt, otherwise one command a line."),
            Message(
                "ID is the unique beginning of an identifier, or the text of a word or task if it is unique; for a task also its number in the last list."
            ),
        ] {
            lines += ["", wrapped(localizer(paragraph))]
        }
        for section in Command.Section.allCases {
            let commands = Command.all.filter { $0.section == section }
            lines += ["", localizer(section.title)] + commands.map { listed($0.line, column: 2, localizer) }
        }
        lines += ["", localizer(Message("Options"))]
        let width = (Options.table.map { localized($0.usage, in: localizer).count }.max() ?? 0) + 4
        for option in Options.table {
            let usage = "  \(localized(option.usage, in: localizer))".padded(to: width - 1)
            lines.append(wrapped("\(unbroken(usage)) \(localizer(option.help))", indent: width))
        }
        lines += [
            "",
            wrapped(
                localizer(Message("Environment:"))
                    + " PONS_SECRET, PONS_URL, DICT_URL (dict://host[:port]), DICT_TIMEOUT, CALDAV_PASSWORD, SYNC_PASSWORD, NO_COLOR"
            ),
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

    /// A usage behind spaces, not broken inside brackets.
    private static func listed(_ usage: String, column: Int, _ localizer: Localizer) -> String {
        let usage = localized(usage, in: localizer).replacing(/\[[^\]]*\]/) { unbroken($0.output) }
        return wrapped(unbroken("".padded(to: column)) + usage, indent: column + 4)
    }

    private static func unbroken(_ text: some StringProtocol) -> String {
        String(text.map { $0 == " " ? "\u{A0}" : $0 })
    }

    /// Breaks a text into lines that fit 80 columns.
    static func wrapped(_ text: String, indent: Int = 0) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= 80 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(lines.isEmpty ? String(word) : "".padded(to: indent) + word)
            }
        }
        return lines.joined(separator: "\n").replacing("\u{A0}", with: " ")
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
