/// A guided walk through every screen, by the commands that a user would type.
@MainActor
struct Tour {
    let session: Session
    let console: Console

    private struct Stop {
        let title: String
        let lines: [String]
    }

    private static let stops = [
        Stop(
            title: "New word – words in four languages; translations come from the bundled glossary, with no network",
            lines: [
                "add dog", "add Schlange --from de --to en", "add libro --from it --to ru",
                "add зима --from ru --to it", "add “good morning” --to de",
            ]),
        Stop(
            title: "Search – by word or translation, whatever case and accents",
            lines: ["search SCHLA", "search собак"]),
        Stop(title: "Favorites – starred words", lines: ["star dog", "star зима", "favorites"]),
        Stop(title: "Main screen – all words, newest first", lines: ["list"]),
        Stop(title: "Dictionary entry – senses, and where they came from", lines: ["show dog"]),
        Stop(
            title: "To-do list – a feature of its own, in the same tree",
            lines: ["todo add Learn ten words --priority high", "todo count"]),
    ]

    func run() async throws(CommandLineError) {
        if !console.isJSON {
            console.write(
                "A walk through superapp. Everything here stays in memory: nothing is written, no network is used.")
        }
        for stop in Self.stops {
            if !console.isJSON { console.write("\n\(stop.title)") }
            for line in stop.lines { try await take(line) }
        }
        if !console.isJSON {
            console.write("\nNext: superapp add dog   superapp list   superapp tree   superapp help")
        }
    }

    /// Shows a line as it would be typed, and carries it out. Where an identifier is wanted, the tour names the word.
    private func take(_ line: String) async throws(CommandLineError) {
        let typed = line.replacing("“", with: "\"").replacing("”", with: "\"")
        var words = splitLine(typed)
        if words.count == 2, ["star", "show"].contains(words[0]) { words[1] = try await session.id(of: words[1]) }
        if !console.isJSON { console.write("$ \(typed)") }
        console.show(try await session.run(Command(words, isSession: true)))
    }
}
