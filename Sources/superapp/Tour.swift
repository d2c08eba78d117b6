import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A guided walk through every screen, by the commands that a user would type.
@MainActor
struct Tour {
    let session: Session
    let console: Console

    private struct Stop {
        let title: Message
        let lines: [String]
    }

    /// The walk; the task is in the reader's language, as the words are in theirs.
    private static func stops(_ localizer: Localizer) -> [Stop] {
        [
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
                lines: ["todo add \(localizer(Message("Learn ten words"))) --priority high"]),
        ]
    }

    private var app: AppGraph { session.app }

    func run() async throws(CommandLineError) {
        say(Message("A walk through superapp, in memory: nothing is written, no network is used."))
        for stop in Self.stops(console.localizer) {
            say("── \(console.localizer(stop.title))")
            for line in stop.lines {
                say("$ \(line)")
                console.show(try await session.run(Command(splitLine(line), isSession: true)))
            }
        }
        say("── \(console.localizer(Message("Editor of a task: nothing changes until it is saved")))")
        console.show(try await edit())
        say(
            "── \(console.localizer(Message("Daily reminder: at this time, and it leads to the screen for a new word")))"
        )
        console.show(try await remind())
        say(
            "── \(console.localizer(Message("Your turn:"))) superapp add dog · superapp list · superapp tree · superapp help"
        )
    }

    /// Changes the first task in the editor.
    private func edit() async throws(CommandLineError) -> Presentation {
        let list = app.mainScreen.mainNavigator.toTodoList.router.open()
        defer { app.navigation.dismiss(list.scope.id) }
        await list.mainScreen.list.viewModel.load()
        let editor = list.mainScreen.toEditor.router.open(list.mainScreen.list.viewModel.todos.first)
        let model = editor.viewModel
        let before = model.text
        model.text = console.localizer(Message("Learn twelve words"))
        model.priority = .normal
        say("\(console.localizer(editor.title)): \(before) → \(model.text)")
        guard let todo = await model.save() else {
            throw model.failure.map { CommandLineError($0) }
                ?? CommandLineError(code: "storeBusy", message: Message("the screen is busy"))
        }
        return Presentation(todo, today: Presentation.Today(session.clock.now()), in: console.localizer)
    }

    /// Shows the reminder, and what the user sees who opens it.
    private func remind() async throws(CommandLineError) -> Presentation {
        let time: ReminderTime
        do {
            time = try await app.pushNotification.reminder.settings().time
        } catch {
            throw CommandLineError(error)
        }
        let screen = app.pushNotification.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        say("\(time) → \(console.localizer(screen.title))")
        return Presentation(ReminderMessages.localized(console.localizer).notification, in: console.localizer)
    }

    /// What is said between the commands; with `--json` there are only their values.
    private func say(_ message: Message) {
        say(console.localizer(message))
    }

    private func say(_ text: String) {
        if !console.isJSON { console.write(text) }
    }
}
