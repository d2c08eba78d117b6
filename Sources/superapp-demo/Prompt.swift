import CoreModule

/// A prompt: each command calls one function of `Screens.swift`. What is added is gone when the program ends.
extension Demo {
    private struct Command {
        let usage: String
        let help: String
        let run: @MainActor (Demo, String) async throws -> Void

        var name: Substring { usage.prefix { $0 != " " } }
        var needsText: Bool { usage.contains(" TEXT") || usage.contains(" WORD") }
    }

    private static let commands = [
        Command(usage: "add TEXT", help: "adds a word; it is translated in the background") { try await $0.add($1) },
        Command(usage: "list", help: "shows all words, newest first") { demo, _ in try await demo.list() },
        Command(usage: "star WORD", help: "makes a word a favourite") { try await $0.star($1) },
        Command(usage: "search TEXT", help: "finds words by any part, or by a translation") { try await $0.search($1) },
        Command(usage: "show WORD", help: "shows the dictionary entry of a word") { try await $0.showEntry($1) },
        Command(usage: "todo [TASK]", help: "adds a task, or shows all") {
            try await $1.isEmpty ? $0.listTasks() : $0.addTask($1)
        },
        Command(usage: "tree", help: "draws the live feature tree") { demo, _ in try demo.drawTree() },
        Command(usage: "help", help: "shows this") { demo, _ in demo.showHelp() },
        Command(usage: "quit", help: "ends the prompt; so does the end of the input") { _, _ in },
    ]

    /// Reads commands until `quit` or the end of the input. A failure is shown, and the next command is read.
    func prompt() async {
        show("Type “help” for the commands.")
        while let line = await nextLine() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let name = words.first else { continue }
            let text = words.dropFirst().joined(separator: " ")
            guard let command = Self.commands.first(where: { $0.name == name }) else {
                show("There is no command “\(name)”. Type “help”.")
                continue
            }
            if command.name == "quit" { return }
            guard !text.isEmpty || !command.needsText else {
                show("usage: \(command.usage)")
                continue
            }
            do { try await command.run(self, text) } catch { show(error) }
        }
    }

    private func nextLine() async -> String? {
        terminal.write(terminal.prompt)
        return await terminal.nextLine()
    }

    private func showHelp() {
        let width = (Self.commands.map(\.usage.count).max() ?? 0) + 2
        for command in Self.commands {
            let padding = String(repeating: " ", count: width - command.usage.count)
            show(command.usage + padding + command.help)
        }
    }
}
