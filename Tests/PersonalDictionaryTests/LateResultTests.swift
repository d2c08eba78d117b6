import CoreModule
import Foundation
import Observation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// Results of actions that reach a screen after newer changes of the same word.
@Suite("Late results", .bounded)
@MainActor
struct LateResultTests {
    private let app = TestApp()
    /// Which of two tasks comes to the main actor first is not the test's choice, so it tries several times.
    private let tries = 0..<8

    @Test("the screen of a word keeps a change that is newer than the result of an action")
    func entry() async throws {
        defer { app.graph.detach() }
        for number in tries {
            let word = try #require(await app.add("word \(number)").first)
            let model = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word).viewModel
            withObservationTracking {
                _ = model.word
            } onChange: { [words = app.graph.words, date = app.time.now] in
                Self.storeNewerChange(of: word.text, in: words, at: date)
            }
            await model.setFavorite(true)
            try await eventually { model.word.note.value == "newer" }
            #expect(model.word.isFavorite)
        }
    }

    @Test("the new-word screen keeps a change that is newer than the result of saving")
    func newWord() async throws {
        defer { app.graph.detach() }
        let model = app.navigator.toNewWord.router.open().viewModel
        let list = app.graph.mainScreen.mainWordList.wordList.viewModel
        for number in tries {
            model.text = "word \(number)"
            withObservationTracking {
                _ = list.words
            } onChange: { [words = app.graph.words, date = app.time.now, text = model.text] in
                if let text = try? WordText(text) { Self.storeNewerChange(of: text, in: words, at: date) }
            }
            await model.save()
            try await eventually { model.saved?.note.value == "newer" }
        }
    }

    /// Stores a change of a word while the main actor is busy, so that a screen learns of it only later.
    private nonisolated static func storeNewerChange(of text: WordText, in words: Vocabulary, at date: Date) {
        let isStored = DispatchSemaphore(value: 0)
        Task.detached {
            let word = try #require(await words.words(text).first)
            _ = try await words.edit(word.id, at: date) { $0.note = try WordNote("newer") }
            isStored.signal()
        }
        _ = isStored.wait(timeout: .now() + .seconds(5))
    }
}
