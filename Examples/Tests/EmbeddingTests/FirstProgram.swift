import CoreModule
import Foundation
import PersonalDictionary

/// Adds a word, if there is one. Returns all words with their translations, newest first.
@MainActor
func words(adding text: String?, to file: URL) async throws -> [String] {
    let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(file)))
    let app = AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    if let text {
        let newWord = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
        newWord.text = text
        await newWord.save()
        if let failure = newWord.failure { throw failure }
    }
    let list = app.mainScreen.mainWordList.viewModel
    await list.load()
    let lines = list.words.map { "\($0.text) – \($0.translation.translation?.text ?? "…")" }
    app.detach()
    await dependencies.close()
    return lines
}
