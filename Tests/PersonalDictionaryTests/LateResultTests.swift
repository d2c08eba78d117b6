import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Results of actions that reach a screen after newer changes of the same word.
@Suite("Late results", .bounded)
@MainActor
struct LateResultTests {
    @Test("the screen of a word keeps a change that is newer than the result of an action")
    func newerChange() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let dog = try #require(await app.add("dog").first)
        let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(dog).viewModel
        let (words, date) = (app.graph.words, app.time.now)
        let action = Task { await model.setFavorite(true) }
        // The action leaves the main actor, which is then busy until the newer change is stored too.
        await Task.yield()
        let isStored = DispatchSemaphore(value: 0)
        let change = Task.detached {
            try await eventually { try await words.word(dog.id).isFavorite }
            try await words.edit(dog.id, at: date) { $0.note = try WordNote("newer") }
            isStored.signal()
        }
        Self.wait(for: isStored)
        try await change.value
        await action.value
        try await eventually { model.word.note.value == "newer" }
        #expect(model.word.isFavorite)
    }

    /// Keeps the main actor busy.
    private static func wait(for semaphore: DispatchSemaphore) {
        _ = semaphore.wait(timeout: .now() + .seconds(10))
    }
}
