import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("A search while words change", .bounded)
struct SearchRefreshTests {
    private let words = GatedWordRepository()

    /// An app with a word, its search screen, and a function that adds words and waits until the screens know them.
    private func makeApp() async -> (
        app: TestApp, model: SearchWordListViewModel, add: @MainActor (String) async throws -> Void
    ) {
        let app = TestApp(words: words)
        await app.add("house")
        let main = app.graph.mainScreen.mainWordList.viewModel
        await main.load()
        let model = app.navigator.toSearch.router.open().searchWordList.viewModel
        return (
            app, model,
            { text in
                try await app.graph.words.add(.make(text, text, createdAt: app.time.now + 1))
                try await eventually { main.words.contains { $0.text.value == text } }
            }
        )
    }

    @Test("a search that runs is not begun again by changes, shows its result, and then finds what was added")
    func steadyChanges() async throws {
        let (app, model, add) = await makeApp()
        defer { app.graph.detach() }
        words.isHeld = true
        app.navigator.searchTextInput.viewModel.text = "hous"
        try await eventually { words.heldReads == 1 }
        for number in 0..<20 { try await add("houses \(number)") }
        #expect(words.heldReads == 1 && model.phase == .searching)
        words.replaceGate()?.open()
        // Its result is there, while the next search is held, whatever is added meanwhile.
        try await eventually { model.phase == .found && words.heldReads == 2 }
        let shown = model.words.count
        for number in 20..<40 { try await add("houses \(number)") }
        #expect(words.heldReads == 2 && model.phase == .found && !model.isSearching && model.words.count == shown)
        words.isHeld = false
        try await eventually { model.words.count == 41 }
        #expect(model.phase == .found)
    }

    @Test("what a text may mean stays while the search that found nothing is done again")
    func suggestions() async throws {
        let (app, model, add) = await makeApp()
        defer { app.graph.detach() }
        app.navigator.searchTextInput.viewModel.text = "hosue"
        try await eventually { model.nearest == ["house"] && !model.isFindingNearest }
        words.isHeld = true
        let before = words.heldReads
        try await add("mouse")
        try await eventually { words.heldReads == before + 1 }
        #expect(model.phase == .nothingFound && model.nearest == ["house"])
        try await add("hosues")
        words.isHeld = false
        try await eventually { model.words.map(\.text.value) == ["hosues"] }
        #expect(model.nearest.isEmpty && model.phase == .found)
    }
}
