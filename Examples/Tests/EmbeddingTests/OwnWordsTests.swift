import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

/// Passes a file to a test, which need not exist, and removes it afterwards.
@MainActor
private func withWordFile(_ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    let result: Result<Void, any Error>
    do { result = .success(try await body(file)) } catch { result = .failure(error) }
    if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    try result.get()
}

@Test("a word repository of one's own keeps the contract", .timeLimit(.minutes(15)))
func ownWordsKeepTheContract() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let violations = try await wordRepositoryViolations {
        try JSONWordRepository(folder.appending(path: UUID().uuidString))
    }
    #expect(violations == [])
    try FileManager.default.removeItem(at: folder)
}

@MainActor
@Test("an app over words of one's own translates them, and they are there again", .timeLimit(.minutes(15)))
func appOverOwnWords() async throws {
    try await withWordFile { file in
        let time = ManualTime()
        for isFirst in [true, false] {
            let words = try JSONWordRepository(file)
            let dependencies = try await AppDependencies.open(
                withOwnWords(words, clock: time.clock, locale: Locale(identifier: "en")))
            let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
            if isFirst {
                let screen = app.mainScreen.mainNavigator.toNewWord.router.open()
                screen.viewModel.text = "dog"
                #expect(await screen.viewModel.save() != nil)
                #expect(try await app.translation.translateWaiting().isEmpty)
            }
            let list = app.mainScreen.mainWordList.viewModel
            await list.load()
            #expect(list.words.map(\.translation.translation?.text) == ["собака"])
            await dependencies.close()
        }
    }
}

@MainActor
@Test("a screen is tested with a service that says what the test wants, and with a store that fails")
func scriptedPreview() async throws {
    let service = ScriptedTranslationService(["dog": "пёс"])
    let words = FaultyWordRepository(InMemoryWordRepository([.sample("dog")]))
    let app = AppGraph.preview(
        .preview().with {
            $0.store = $0.store.replacing(words)
            $0.providers = TranslationConfiguration([.service(service)])
        })
    let list = app.mainScreen.mainWordList.viewModel
    await list.load()
    await list.retryAll()
    #expect(await waitUntil(timeout: .seconds(60)) { list.words.first?.translation.translation?.text == "пёс" })
    words.isFailing = true
    await list.load()
    #expect(list.phase == .failed(FaultyWordRepository.error))
}

@MainActor
@Test("the sample words of a preview are there without waiting")
func preview() {
    #expect(previewedTexts() == ["serendipity", "dog", "Fernweh", "to look forward to", "cat"])
}
