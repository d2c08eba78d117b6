import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A guided walk through every screen, with the commands that a user would type.
extension Session {
    /// What the tour shows: a title, and command lines.
    private var tourStops: [(title: Message, lines: [String])] {
        [
            (
                Message("New word: four languages, translated by the bundled glossary"),
                [
                    "add dog", "add Schlange --from de --to en", "add libro --from it --to ru",
                    "add зима --from ru --to it",
                ]
            ),
            (
                Message("Search: by word or translation, ignoring case and accents"),
                ["search SCHLA", "search собак"]
            ),
            (
                Message("Review: each word comes back just before it would be forgotten"),
                ["review rate dog good"]
            ),
            (Message("Favourites: starred words"), ["star dog", "star зима", "favorites"]),
            (Message("Main screen: all words, newest first"), ["list"]),
            (Message("Dictionary entry: senses, and where they came from"), ["show dog"]),
            (
                Message("To-do list: a feature of its own in the same tree"),
                ["todo add \(localizer(Message("Learn ten words"))) --priority high"]
            ),
        ]
    }

    func tour(_ arguments: Arguments) async throws -> Presentation? {
        say(localizer(Message("A walk through superapp, in memory: nothing is written, no network is used.")))
        for stop in tourStops {
            say("── \(localizer(stop.title))")
            for line in stop.lines {
                say("$ \(line)")
                console.show(try await run(Invocation(splitLine(line.utf8), isSession: true)))
            }
        }
        say("── \(localizer(Message("Editor of a task: nothing changes until it is saved")))")
        console.show(try await editFirstTask())
        say("── \(localizer(Message("Daily reminder: at this time, and it leads to the screen for a new word")))")
        console.show(try await openReminder())
        say(
            "── \(localizer(Message("Your turn:"))) superapp add dog · superapp list · superapp tree · superapp help"
        )
        return nil
    }

    private func editFirstTask() async throws -> Presentation {
        let list = navigator.toTodoList.router.open()
        defer { close(list) }
        await list.mainScreen.list.viewModel.load()
        let model = list.mainScreen.toEditor.router.open(list.mainScreen.list.viewModel.todos.first).viewModel
        let before = model.text
        model.text = localizer(Message("Learn twelve words"))
        say("\(localizer(model.title)): \(before) → \(model.text)")
        guard let todo = await model.save() else { throw CommandLineError(model.failure) }
        return Presentation(todo, now: clock.now(), in: localizer)
    }

    /// Shows the reminder, and the screen that it opens.
    private func openReminder() async throws -> Presentation {
        let settings = try await app.pushNotification.reminder.settings()
        let screen = app.pushNotification.open()
        defer { close(screen) }
        say("\(settings.time) → \(localizer(screen.title))")
        return Presentation(ReminderNotification.localized(localizer), in: localizer)
    }

    /// Writes a line between the commands.
    private func say(_ text: String) { console.write(text) }
}
