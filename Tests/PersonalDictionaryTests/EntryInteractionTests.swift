import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("Interactions with the entry of a word", .bounded)
struct EntryInteractionTests {
    @Test("the screen of a word tells loading, no entry, looking up again, loaded and failed apart")
    func entryPhases() async throws {
        let words = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: words)
        let word = try #require(await app.add("dog").first)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        let model = screen.viewModel
        #expect(model.phase == .loading && model.message == Message("Loading…"))
        await model.load()
        #expect(model.phase == .noEntry && model.message == Message("the word waits for its translation"))
        let (latch, answer) = (Latch(), app.service.current)
        app.service.change { text, direction async throws(TranslationError) in
            await latch.wait()
            return try await answer(text, direction)
        }
        let retrying = Task { await model.retry() }
        try await eventually { model.phase == .lookingUp }
        #expect(model.isLookingUp && model.message == Message("Looking up…"))
        latch.open()
        await retrying.value
        #expect(model.phase == .loaded && !model.isLookingUp && model.message == nil && model.status == nil)
        words.isFailing = true
        await model.load()
        #expect(model.phase == .failed(FaultyWordRepository.error) && model.entry != nil)
        #expect(model.message == FaultyWordRepository.error.explanation)
        words.isFailing = false
        await model.remove()
        #expect(model.message == Message("removed “\("dog")”"))
    }

    @Test(
        "a retry that failed says so and why, beside the entry before, until the word has an answer or is another one")
    func failedRetry() async throws {
        let app = TestApp()
        let word = try #require(await app.add("dog").first)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        let (model, answer) = (screen.viewModel, app.service.current)
        let reason = TranslationError.malformedAnswer(Message("not JSON"))
        app.service.change { _, _ throws(TranslationError) in throw reason }
        // A word without a translation says when it is tried again as well.
        await model.retry()
        #expect(model.phase == .lookUpFailed(.translation(reason)) && model.entry == nil)
        try await eventually { model.word.translation == .failed(until: nil) }
        #expect(model.phase == .lookUpFailed(.translation(reason)))
        #expect(model.message == model.word.translation.status(because: reason))
        app.service.change(to: answer)
        await model.retry()
        #expect(model.phase == .loaded && model.message == nil)

        // A word with one keeps it.
        app.service.change { _, _ throws(TranslationError) in throw reason }
        await model.retry()
        #expect(model.phase == .lookUpFailed(.translation(reason)) && model.phase.failure == model.failure)
        #expect(model.message == reason.explanation && model.entry != nil)
        #expect(model.word.translation.translation?.text == "<dog>")
        await model.setFavorite(true)
        #expect(model.failure == nil && model.phase == .lookUpFailed(.translation(reason)))
        await model.edit(text: "cat")
        try await eventually { model.phase == .noEntry }
        #expect(model.message == Message("the word waits for its translation"))
    }

    @Test("a retry that failed is not shown any more once a later look-up says that no service has the word")
    func notFoundAfterFailedRetry() async throws {
        let app = TestApp()
        let word = try #require(await app.add("dog").first)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        let model = screen.viewModel
        app.service.change { _, _ throws(TranslationError) in throw .unauthorized }
        await model.retry()
        #expect(model.phase == .lookUpFailed(.translation(.unauthorized)))
        try await app.graph.words.record(.notFound(), of: word.id, at: app.time.now)
        try await eventually { model.word.translation == .notFound }
        #expect(model.phase == .noEntry && model.message == Message("no translation was found"))
        await model.retry()
        #expect(model.phase == .lookUpFailed(.translation(.unauthorized)))
    }

    @Test("a look-up beside an own translation that failed after an edit says so")
    func failedLookUpAfterEdit() async throws {
        let app = TestApp()
        let word = try #require(await app.add("dog").first)
        let own = try await app.graph.words.setUserTranslations(["пёс"], of: word.id, at: app.time.now)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(own)
        let model = screen.viewModel
        app.service.change { _, _ throws(TranslationError) in throw .unauthorized }
        await model.edit(text: "hound")
        try await eventually { model.phase == .lookUpFailed(.translation(.unauthorized)) }
        #expect(model.message == TranslationError.unauthorized.explanation)
        #expect(model.word.translation.translation?.text == "пёс")
    }

    @Test("a word whose look-up failed says why, in the list and on its screen")
    func failedWord() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        app.service.change { _, _ throws(TranslationError) in throw .unauthorized }
        let word = try #require(await app.add("dog").first)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        await app.rows.load()
        #expect(app.rows.status(of: word) == Message("the word waits for its translation"))
        app.graph.startTranslating()
        let reason = "\(TranslationError.unauthorized.explanation)"
        try await eventually { app.rows.words.first.flatMap(app.rows.status)?.description.contains(reason) == true }
        try await eventually { screen.viewModel.status?.description.contains(reason) == true }
    }

    @Test("a word that waits does not show why the look-up of another one failed")
    func reasonOfAnotherWord() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        let latch = Latch()
        app.service.change { text, _ async throws(TranslationError) in
            if text.value != "dog" { await latch.wait() }
            throw .unauthorized
        }
        let words = await app.add("dog", "cat")
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(words[1])
        await app.rows.load()
        app.graph.startTranslating()
        let reason = "\(TranslationError.unauthorized.explanation)"
        try await eventually {
            app.rows.words.first { $0.id == words[0].id }.flatMap(app.rows.status)?.description.contains(reason) == true
        }
        #expect(app.rows.status(of: words[1]) == Message("the word waits for its translation"))
        #expect(screen.viewModel.status == Message("the word waits for its translation"))
        latch.open()
    }
}
