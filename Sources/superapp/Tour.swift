import CoreModule

/// A guided walk through every screen, by the commands that a user would type.
@MainActor
struct Tour {
    let session: Session
    let console: Console

    private struct Stop {
        let title: Message
        let lines: [String]
    }

    private static let stops = [
        Stop(
            title: Message("New word: four languages, translated by the bundled glossary"),
            lines: [
                "add dog", "add Schlange --from de --to en", "add libro --from it --to ru",
                "add зима --from ru --to it",
            ]),
        Stop(
            title: Message("Search: by word or translation, whatever case and accents"),
            lines: ["search SCHLA", "search собак"]),
        Stop(title: Message("Favorites: starred words"), lines: ["star dog", "star зима", "favorites"]),
        Stop(title: Message("Main screen: all words, newest first"), lines: ["list"]),
        Stop(title: Message("Dictionary entry: senses, and where they came from"), lines: ["show dog"]),
        Stop(
            title: Message("To-do list: a feature of its own in the same tree"),
            lines: ["todo add Learn ten words --priority high"]),
    ]

    func run() async throws(CommandLineError) {
        say(Message("A walk through superapp, in memory: nothing is written, no network is used."))
        for stop in Self.stops {
            say("── \(console.localizer(stop.title))")
            for line in stop.lines {
                say("$ \(line)")
                console.show(try await session.run(Command(splitLine(line), isSession: true)))
            }
        }
        say(
            "── \(console.localizer(Message("Your turn:"))) superapp add dog · superapp list · superapp tree · superapp help"
        )
    }

    /// What is said between the commands; with `--json` there are only their values.
    private func say(_ message: Message) {
        say(console.localizer(message))
    }

    private func say(_ text: String) {
        if !console.isJSON { console.write(text) }
    }
}
