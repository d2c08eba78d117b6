import CoreModule

/// Makes the list of all words, newest first.
struct MainWordListBuilder: Builder {
    static let feature = Feature.part("MainWordList")
    let dependencies: WordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NewestWordsGraph {
        let wordList = WordListBuilder(
            dependencies: dependencies, title: Message("All words"), emptyMessage: Message("No words yet"),
            content: .selection(.all), parent: scope
        ).build()
        return NewestWordsGraph(scope: scope, viewModel: wordList.viewModel, wordList: wordList)
    }
}
