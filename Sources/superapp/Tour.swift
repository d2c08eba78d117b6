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
            title: "New word: four languages, translated by the bundled glossary",
            lines: [
                "add dog", "add Schlange --from de --to en", "add libro --from it --to ru",
                "add зима --from ru --to it",
            ]),
        Stop(
            title: "Search: by word or translation, whatever case and accents", lines: ["search SCHLA", "search собак"]),
        Stop(title: "Favorites: starred words", lines: ["star dog", "star зима", "favorites"]),
        Stop(title: "Main screen: all words, newest first", lines: ["list"]),
        Stop(title: "Dictionary entry: senses, and where they came from", lines: ["show dog"]),
        Stop(
            title: "To-do list: a feature of its own in the same tree",
            lines: ["todo add Learn ten words --priority high"]),
    ]

    func run() async throws(CommandLineError) {
        say("A walk through superapp, in memory: nothing is written, no network is used.")
        for stop in Self.stops {
            say("── \(stop.title)")
            for line in stop.lines {
                say("$ \(line)")
                console.show(try await session.run(Command(splitLine(line), isSession: true)))
            }
        }
        say("── Your turn: superapp add dog · superapp list · superapp tree · superapp help")
    }

    /// What is said between the commands; with `--json` there are only their values.
    private func say(_ text: String) {
        if !console.isJSON { console.write(text) }
    }
}
