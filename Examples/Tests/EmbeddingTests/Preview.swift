import CoreModule
import Foundation
import PersonalDictionary

/// What the main screen shows in its first frame, without waiting.
@MainActor
func previewedTexts() -> [String] {
    let app = AppGraph.preview()
    return app.mainScreen.mainWordList.viewModel.words.map(\.text.value)
}

/// A preview with words of its own, and in Russian.
@MainActor
func russianPreview() -> AppGraph {
    let dependencies = AppDependencies.preview(words: [.sample("dog", ["собака"], isFavorite: true), .sample("cat")])
    return .preview(
        dependencies.with { $0.environment.localizer = .personalDictionary(locale: .init(identifier: "ru")) })
}
