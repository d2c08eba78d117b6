import TodoList

/// A walk through every screen.
extension Demo {
    func tour() async throws {
        show("A walk through the app, in memory: nothing is written, no network is used.")
        show("── New word: four languages, translated by the bundled glossary")
        try await add("dog")
        try await add("Schlange", from: "de", to: "en")
        try await add("libro", from: "it", to: "ru")
        try await add("зима", from: "ru", to: "it")
        show("── Search: by word or translation, ignoring case and accents")
        try await search("SCHLA")
        try await search("собак")
        show("── Review: each word comes back just before it would be forgotten")
        try await review()
        show("── Favourites: starred words")
        try await star("dog")
        try await star("зима")
        try await favorites()
        show("── Main screen: all words, newest first")
        try await list()
        show("── Dictionary entry: senses, and where they came from")
        try await showEntry("dog")
        show("── To-do list: a feature of its own in the same tree")
        try await addTask("Learn ten words", priority: .high)
        show("── Editor of a task: nothing changes until it is saved")
        try await editFirstTask("Learn twelve words")
        show("── Conflicts: what lost a merge with another device, and can be restored")
        try await showConflicts()
        show("── Daily reminder: at this time, and it leads to the screen for a new word")
        try await showReminder()
        show("── Your turn: superapp-demo prompt · superapp-demo tree")
    }
}
