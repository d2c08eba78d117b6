import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// The rows of “Interactions” in `Docs/UpstreamMapping.md` that concern the dictionary.
@MainActor
@Suite("Interactions", .bounded)
struct InteractionTests {
    // MARK: The language picker

    @Test(
        "a language is chosen in two steps: a side is opened with its language marked, another one marked, and confirmed"
    )
    func languageInTwoSteps() async throws {
        let app = TestApp()
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        #expect(picker.side == nil && picker.candidates.isEmpty && picker.title == Message("Languages"))
        picker.begin(.target)
        #expect(picker.side == .target && picker.title == LanguageSide.target.title)
        #expect(picker.candidates == picker.languages)
        #expect(picker.candidates.filter { picker.isMarked($0) } == [.russian])
        picker.mark(.german)
        #expect(picker.candidates.filter { picker.isMarked($0) } == [.german])
        // Nothing is chosen yet.
        #expect(picker.direction == .englishToRussian && screen.viewModel.direction == .englishToRussian)
        #expect(await picker.confirm())
        #expect(picker.side == nil && picker.marked == nil && picker.candidates.isEmpty)
        #expect(picker.direction == (try .between("en", "de")))
        #expect(screen.viewModel.direction == picker.direction)
        #expect(try await app.store.typedSettings.value(.direction) == picker.direction)
    }

    @Test("leaving the languages without confirming changes nothing")
    func languageCancelled() async throws {
        let app = TestApp()
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        picker.begin(.source)
        picker.mark(.german)
        picker.cancel()
        #expect(picker.side == nil && picker.marked == nil && picker.direction == .englishToRussian)
        #expect(await picker.confirm() == false)
        #expect(screen.viewModel.direction == .englishToRussian)
        #expect(try await app.store.typedSettings.value(.direction) == nil)
        // A mark without an open side, or of a language that is not offered, does nothing.
        picker.mark(.german)
        #expect(picker.marked == nil)
        picker.begin(.source)
        picker.mark(Language(code: "xx"))
        #expect(picker.marked == .english)
    }

    @Test("confirming the language of the other side swaps the two")
    func languageSwapped() async throws {
        let app = TestApp()
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        picker.begin(.source)
        picker.mark(.russian)
        #expect(await picker.confirm())
        #expect(picker.direction == TranslationDirection.englishToRussian.swapped)
        picker.begin(.target)
        picker.mark(.russian)
        #expect(await picker.confirm())
        #expect(picker.direction == .englishToRussian && screen.viewModel.direction == .englishToRussian)
    }

    @Test("a language that cannot be saved leaves the candidates open, with the reason; opening them again clears it")
    func languageNotSaved() async throws {
        let settings = FaultySettingsStore(InMemorySettingsStore())
        let app = TestApp(settings: settings)
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        picker.begin(.target)
        // The current language is confirmed without being saved again.
        settings.error = StoreError(.full, path: nil, message: Message("full"))
        #expect(await picker.confirm() && picker.side == nil)
        picker.begin(.target)
        picker.mark(.german)
        #expect(await picker.confirm() == false)
        #expect(picker.side == .target && picker.marked == .german && picker.failure?.code == "storeFull")
        #expect(screen.viewModel.direction == .englishToRussian)
        picker.cancel()
        picker.begin(.target)
        #expect(picker.failure == nil && picker.marked == .russian)
    }

    @Test("confirming without a mark changes nothing that was chosen elsewhere meanwhile")
    func nothingMarked() async throws {
        let app = TestApp()
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        picker.begin(.target)
        await picker.choose(from: "en", to: "de")
        #expect(picker.marked == .german)
        #expect(await picker.confirm())
        #expect(picker.side == nil)
        #expect(picker.direction == (try .between("en", "de")))
    }

    @Test("what is opened or marked while a language is being saved stays open")
    func markedMeanwhile() async throws {
        let app = TestApp()
        let screen = app.navigator.toNewWord.router.open()
        let picker = screen.langPicker.viewModel
        let listener = OpeningListener(picker)
        picker.listener = listener
        picker.begin(.target)
        picker.mark(.german)
        #expect(await picker.confirm())
        #expect(picker.listener === listener)
        #expect(picker.side == .source && picker.marked == .italian)
        #expect(picker.direction == (try .between("en", "de")))
    }

    // MARK: A new word

    @Test("Return saves the word and closes the screen; the translation appears in the list")
    func returnSaves() async throws {
        let app = TestApp()
        defer { app.graph.detach() }
        app.graph.startTranslating()
        let list = app.graph.mainScreen.mainWordList.viewModel
        await list.load()
        let screen = app.navigator.toNewWord.router.open()
        screen.viewModel.text = " dog "
        #expect(await screen.viewModel.submit())
        #expect(app.graph.navigation.top == nil && screen.viewModel.phase == .closed)
        #expect(screen.viewModel.message == Message("saved “\("dog")”"))
        try await eventually { list.words.first?.translation.translation?.text == "<dog>" }
        #expect(list.words.map(\.text.value) == ["dog"])
        // Return twice is Return once.
        #expect(await screen.viewModel.submit())
        #expect(try await app.store.vocabulary.wordCount() == 1)
    }

    @Test("Return in an empty field closes the screen silently", arguments: ["", " \n\u{A0}"])
    func returnWithoutText(text: String) async throws {
        let app = TestApp()
        let favorites = app.navigator.toFavorites.router.open()
        let screen = app.navigator.toNewWord.router.open()
        screen.viewModel.text = text
        #expect(await screen.viewModel.submit())
        #expect(screen.viewModel.phase == .closed && screen.viewModel.failure == nil && screen.viewModel.message == nil)
        // Only this screen is closed.
        #expect(app.graph.navigation.top === favorites)
        #expect(try await app.store.vocabulary.wordCount() == 0)
    }

    @Test("Return keeps the screen and the text if the word cannot be saved")
    func returnFails() async throws {
        let words = FaultyWordRepository(InMemoryWordRepository())
        let app = TestApp(words: words)
        let screen = app.navigator.toNewWord.router.open()
        let model = screen.viewModel
        model.text = "dog"
        words.isFailing = true
        #expect(await model.submit() == false)
        #expect(app.graph.navigation.top === screen && model.phase == .editing && model.text == "dog")
        #expect(model.failure == FaultyWordRepository.error)
        #expect(model.message == FaultyWordRepository.error.explanation)
        words.isFailing = false
        #expect(await model.submit())
        #expect(app.graph.navigation.top == nil && model.failure == nil)
    }

    @Test("what is typed while Return saves is not lost: the screen stays open for it")
    func typedDuringReturn() async throws {
        let words = GatedWordRepository()
        let app = TestApp(words: words)
        let screen = app.navigator.toNewWord.router.open()
        let model = screen.viewModel
        model.text = "dog"
        words.holdsWrites = true
        words.isHeld = true
        let returning = Task { await model.submit() }
        try await eventually { words.heldWrites == 1 }
        #expect(model.phase == .saving && model.message == Message("Saving…"))
        // Another Return meanwhile saves nothing twice.
        #expect(await model.submit() == false)
        model.text = "cat"
        words.isHeld = false
        #expect(await returning.value == false)
        #expect(app.graph.navigation.top === screen && model.text == "cat" && model.phase == .editing)
        #expect(model.saved?.text.value == "dog")
    }

    @Test("a word that is saved without leaving is shown as saved until the next one is typed")
    func saveAndStay() async throws {
        let app = TestApp()
        let screen = app.navigator.toNewWord.router.open()
        let model = screen.viewModel
        #expect(model.phase == .editing && model.message == nil)
        model.text = "dog"
        await model.save()
        #expect(model.phase == .saved && model.message == Message("saved “\("dog")”"))
        #expect(app.graph.navigation.top === screen)
        model.text = "c"
        #expect(model.phase == .editing && model.message == nil)
        model.text = ""
        #expect(await model.submit())
        #expect(model.phase == .closed && model.message == nil)
    }

    // MARK: The search

    @Test("a search tells what it has come to, and never says “nothing found” before it knows")
    func searchPhases() async throws {
        let words = GatedWordRepository()
        let app = TestApp(words: words)
        defer { app.graph.detach() }
        try await app.graph.words.add(.make("1", "dog", createdAt: app.time.now))
        let input = app.navigator.searchTextInput.viewModel
        let screen = app.navigator.toSearch.router.open()
        let (model, rows) = (screen.searchWordList.viewModel, screen.searchWordList.wordList.viewModel)
        #expect(model.phase == .blank && model.message == Message("Type a part of a word or of its translation"))
        #expect(model.isEmpty && rows.emptyMessage == model.message)

        words.isHeld = true
        input.text = "zzz"
        try await eventually { words.heldReads == 1 }
        #expect(model.phase == .searching && model.message == Message("Searching…"))
        #expect(model.isEmpty && rows.emptyMessage == model.message)
        words.isHeld = false
        try await eventually { model.phase == .nothingFound && !model.isFindingNearest }
        #expect(model.message == Message("Nothing found") && rows.emptyMessage == model.message)

        // A newer search.
        words.isHeld = true
        let before = words.heldReads
        input.text = "do"
        try await eventually { words.heldReads == before + 1 }
        #expect(model.phase == .searching && model.isEmpty && rows.emptyMessage == Message("Searching…"))
        words.isHeld = false
        try await eventually { model.phase == .found }
        #expect(model.words.map(\.text.value) == ["dog"] && model.message == nil)

        words.isHeld = true
        input.text = "dog"
        try await eventually { words.heldReads == before + 2 }
        // What was found before stays meanwhile.
        #expect(model.phase == .searching && model.words.map(\.text.value) == ["dog"])
        words.failsReads = true
        words.isHeld = false
        try await eventually { model.phase == .failed(FaultyWordRepository.error) }
        #expect(model.phase.failure == FaultyWordRepository.error)
        #expect(model.message == FaultyWordRepository.error.explanation && rows.emptyMessage == model.message)
        input.text = " "
        try await eventually { model.phase == .blank }
        #expect(model.isEmpty && rows.emptyMessage == model.message)
    }

    @Test("a search screen that opens with a text searches at once")
    func searchOpensWithText() async throws {
        let app = TestApp()
        await app.add("dog")
        app.navigator.searchTextInput.viewModel.text = "do"
        let screen = app.navigator.toSearch.router.open()
        let model = screen.searchWordList.viewModel
        #expect(model.phase == .searching && model.text == "do")
        try await eventually { model.phase == .found }
    }

    @Test("the chosen search mode is marked, and the hint of an empty search follows it")
    func searchMode() async throws {
        let app = TestApp()
        let screen = app.navigator.toSearch.router.open()
        let (picker, model) = (screen.modePicker.viewModel, screen.searchWordList.viewModel)
        #expect(picker.modes.filter { picker.isChosen($0) } == [.both])
        var hints: [Message?] = []
        for mode in picker.modes {
            picker.mode = mode
            #expect(picker.modes.filter { picker.isChosen($0) } == [mode])
            try await eventually { model.mode == mode }
            #expect(model.phase == .blank)
            hints.append(model.message)
        }
        #expect(Set(hints).count == 3)
    }
}

/// Opens the other side of a picker as soon as a language is chosen.
@MainActor
private final class OpeningListener: LangPickerListener {
    private let picker: LangPickerViewModel

    init(_ picker: LangPickerViewModel) {
        self.picker = picker
    }

    func langPickerDidChoose(_ direction: TranslationDirection) {
        picker.begin(.source)
        picker.mark(.italian)
    }
}
