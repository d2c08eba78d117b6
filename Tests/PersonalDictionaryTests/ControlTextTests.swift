import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("The texts of controls", .bounded)
struct ControlTextTests {
    private let app = TestApp()
    private let english = Localizer.personalDictionary(locale: Locale(identifier: "en"))
    private let russian = Localizer.personalDictionary(locale: Locale(identifier: "ru"))

    private func expectDifferent(_ texts: [Message], _ location: SourceLocation = #_sourceLocation) {
        for localizer in [english, russian] {
            #expect(Set(texts.map { localizer($0) }).count == texts.count, sourceLocation: location)
        }
        for text in texts {
            let (here, there) = (english(text), russian(text))
            #expect(!here.isEmpty && here != there, "\(here)", sourceLocation: location)
            #expect(there.contains { ("а"..."я").contains($0.lowercased()) }, "\(here)", sourceLocation: location)
        }
    }

    @Test("the texts of each screen exist in both languages and differ")
    func texts() async throws {
        let word = try #require(await app.add("dog").first)
        let newWord = app.navigator.toNewWord.router.open()
        let (picker, model) = (newWord.langPicker.viewModel, newWord.viewModel)
        expectDifferent([
            model.title, model.textHint, model.suggestionsTitle, model.similarTitle, model.otherMeaningsTitle,
            picker.title, picker.swapTitle, .select, .cancel, .save,
        ])
        expectDifferent(LanguageSide.allCases.map(\.title))

        let search = app.navigator.toSearch.router.open()
        expectDifferent(
            [search.title, search.modePicker.viewModel.title, app.navigator.searchTextInput.viewModel.hint]
                + search.modePicker.viewModel.modes.map(\.title))

        let navigator = app.navigator
        expectDifferent([
            navigator.toFavoritesTitle, navigator.toTodoListTitle, navigator.toNewWordTitle, navigator.toSearchTitle,
            navigator.toReviewTitle, app.graph.mainScreen.title,
        ])
        let review = navigator.toReview.router.open()
        expectDifferent([
            review.title, review.viewModel.revealTitle, review.viewModel.answerTitle, review.viewModel.checkTitle,
            review.viewModel.suspendTitle, review.viewModel.editTitle, review.viewModel.goOnTitle,
            review.toStatistics.router.open().title,
        ])
        expectDifferent(ReviewRating.allCases.map(\.title))
        let favorites = navigator.toFavorites.router.open()
        expectDifferent([
            app.graph.mainScreen.title, favorites.title, app.rows.emptyMessage,
            favorites.favoriteWordList.viewModel.emptyMessage,
        ])

        let entry = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        let screen = entry.viewModel
        expectDifferent([
            screen.starTitle, screen.lookUpAgainTitle, screen.ownTranslationTitle, screen.addTranslationTitle,
            screen.clearTranslationTitle, screen.textTitle, screen.noteTitle, .delete, .undo, .save, .cancel,
        ])
        expectDifferent([
            app.rows.starTitle(of: word), app.rows.lookUpAgainTitle, app.rows.nothingToUndoMessage,
            app.rows.nothingToRetryMessage,
        ])
    }

    @Test("the text of the star follows the word")
    func star() async throws {
        let word = try #require(await app.add("dog").first)
        let starred = try #require(await app.rows.setFavorite(true, of: word.id))
        #expect(english(app.rows.starTitle(of: word)) == "Add to favourites")
        #expect(english(app.rows.starTitle(of: starred)) == "Remove from favourites")
    }

    @Test("the last removal is named, or counted")
    func removal() async throws {
        let words = await app.add("dog", "cat", "cow")
        #expect(app.rows.removalMessage == nil)
        await app.rows.remove([words[0].id])
        #expect(app.rows.removalMessage.map { russian($0) } == "удалено: «dog»")
        await app.rows.remove([words[1].id, words[2].id])
        #expect(app.rows.removalMessage.map { english($0) } == "2 words removed")
        #expect(app.rows.removalMessage.map { russian($0) } == "удалено 2 слова")
        await app.rows.undoRemoval()
        #expect(app.rows.removalMessage.map { english($0) } == "removed “dog”", "the one before")
        await app.rows.undoRemoval()
        #expect(app.rows.removalMessage == nil)
    }

    private func expect(
        _ message: Message?, _ english: String, _ russian: String, _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(message.map { self.english($0) } == english, sourceLocation: location)
        #expect(message.map { self.russian($0) } == russian, sourceLocation: location)
    }

    @Test("the states of a search are worded in both languages")
    func searchStates() async throws {
        let words = GatedWordRepository()
        let app = TestApp(words: words)
        await app.add("dog")
        let input = app.navigator.searchTextInput.viewModel
        let screen = app.navigator.toSearch.router.open()
        let model = screen.searchWordList.viewModel
        expect(
            model.message, "Type a part of a word or of its translation", "Введите часть слова или его перевода")
        words.isHeld = true
        input.text = "zzz"
        try await eventually { model.phase == .searching }
        expect(model.message, "Searching…", "Идёт поиск…")
        words.isHeld = false
        try await eventually { model.phase == .nothingFound }
        expect(model.message, "Nothing found", "Ничего не найдено")
        input.text = "dog"
        try await eventually { model.phase == .found }
        #expect(model.message == nil && model.words.count == 1)
        words.isHeld = true
        words.failsReads = true
        let before = words.heldReads
        model.search()
        try await eventually { words.heldReads == before + 1 }
        words.isHeld = false
        try await eventually { model.phase.failure != nil }
        let error = FaultyWordRepository.error.explanation
        expect(model.message, english(error), russian(error))
    }

    @Test("the states of the screen for a new word are worded in both languages")
    func newWordStates() async throws {
        let words = GatedWordRepository()
        let app = TestApp(words: words)
        let screen = app.navigator.toNewWord.router.open()
        let model = screen.viewModel
        #expect(model.phase == .editing && model.message == nil)
        expect(model.textHint, "Word or phrase", "Слово или фраза")
        model.text = "dog"
        words.holdsWrites = true
        words.isHeld = true
        let returning = Task { await model.submit() }
        try await eventually { words.heldWrites == 1 }
        expect(model.message, "Saving…", "Сохранение…")
        words.isHeld = false
        #expect(await returning.value && model.phase == .closed)
        expect(model.message, "saved “dog”", "сохранено: «dog»")
    }

    @Test("the states of a word's screen are worded in both languages")
    func entryStates() async throws {
        // A store that reads later.
        let app = TestApp(words: FaultyWordRepository(InMemoryWordRepository()))
        let word = try #require(await app.add("dog").first)
        let screen = app.graph.mainScreen.mainWordList.wordList.toEntry.open(word)
        let model = screen.viewModel
        #expect(model.phase == .loading)
        expect(model.message, "Loading…", "Загрузка…")
        await model.load()
        #expect(model.phase == .noEntry)
        expect(model.message, "the word waits for its translation", "слово ждёт перевода")
        let (latch, answer) = (Latch(), app.service.current)
        app.service.change { text, direction async throws(TranslationError) in
            await latch.wait()
            return try await answer(text, direction)
        }
        let retrying = Task { await model.retry() }
        try await eventually { model.phase == .lookingUp }
        expect(model.message, "Looking up…", "Идёт запрос перевода…")
        latch.open()
        await retrying.value
        #expect(model.phase == .loaded && model.message == nil)
        app.service.change { _, _ throws(TranslationError) in throw .unauthorized }
        await model.retry()
        let error = TranslationError.unauthorized.explanation
        expect(model.message, english(error), russian(error))
        #expect(english(error) != russian(error))
        await model.remove()
        expect(model.message, "removed “dog”", "удалено: «dog»")
    }

    @Test("the status of a word says what it waits for, until when and why; a translated word has none")
    func status() throws {
        let until = app.time.now
        let states: [TranslationState] = [.pending, .notFound, .failed(until: nil), .failed(until: until)]
        expectDifferent(try states.map { try #require($0.status()) })
        let dated = try #require(TranslationState.failed(until: until).status())
        #expect(english(dated).contains(english.dateAndTime(until)))
        let reason = TranslationError.network(Message("timed out"))
        for state in states {
            let text = english(try #require(state.status(because: reason)))
            // A word that no service knows waits for nothing.
            #expect(text.contains(english(reason.explanation)) == (state != .notFound), "\(text)")
            #expect(state.status(because: .notFound) == state.status())
        }
        let translation = Translation(text: "собака", provider: .glossary, date: until)
        #expect(TranslationState.translated(translation).status(because: reason) == nil)
    }

    @Test("the source of a translation and of a suggestion, the direction, and the note are in words")
    func sources() throws {
        let date = app.time.now
        let translation = Translation(text: "собака", provider: .user, date: date)
        #expect(english.source(of: translation) == "from: you, \(english.dateAndTime(date))")
        #expect(russian.source(of: translation) == "источник: ваш перевод, \(russian.dateAndTime(date))")
        let saved = Suggestion(text: "dog", translation: nil, source: .saved(WordID("1")))
        #expect(english.source(of: saved) == "saved" && russian.source(of: saved) == "сохранено")
        let listed = Suggestion(text: "dog", translation: nil, source: .provider(.glossary))
        #expect(english.source(of: listed) == "glossary" && russian.source(of: listed) == "глоссарий")
        #expect(english.direction(.englishToRussian) == "English → Russian")
        #expect(russian(TranslationDirection.englishToRussian.message) == "направление: en→ru")
        #expect(WordNote.empty.message == nil)
        #expect(try WordNote("a").message.map { russian($0) } == "заметка: a")
    }

    @Test("what an import did, or would do, is worded in both languages")
    func imports() async throws {
        var report = ImportReport()
        report.count(.added)
        report.count(.unchanged)
        report.reject(line: 3, Message("the status is unknown"))
        expect(
            report.message(), "added 1, updated 0, unchanged 1", "добавлено 1, обновлено 0, без изменений 1")
        expect(
            report.message(isTrial: true), "would be added 1, updated 0, unchanged 1",
            "будет добавлено 1, обновлено 0, без изменений 1")
        let rejection = try #require(report.rejected.first)
        expect(rejection.message, "line 3: the status is unknown", "строка 3: \(russian(rejection.reason))")
        expect(ImportUndo.nothingMessage, "there is no import to undo", "нет импорта, который можно отменить")
    }

    @Test("what a text may mean has a title that says how it was found")
    func meanings() throws {
        let found = try DictionaryEntry.make("dog", ["собака"], at: app.time.now)
        let similar = try DictionaryEntry(
            headword: "dog", direction: .englishToRussian, senses: found.senses, provider: .glossary,
            date: app.time.now, matched: DictionaryEntry.Match(form: "dog", labels: [.similar]))
        expectDifferent([
            [DictionaryEntry]().meaningsTitle, [found].meaningsTitle, [similar].meaningsTitle, [Word]().similarTitle,
        ])
    }
}
