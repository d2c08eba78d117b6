import CoreModule

/// Makes the list of the favourite words, newest first.
struct FavoriteWordListBuilder: Builder {
    static let feature = Feature.part("FavoriteWordList")
    let dependencies: WordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NewestWordsGraph {
        let wordList = WordListBuilder(
            dependencies: dependencies, title: Message("Favourite words"), emptyMessage: Message("No favourite words"),
            content: .selection(.favorites), parent: scope
        ).build()
        return NewestWordsGraph(scope: scope, viewModel: wordList.viewModel, wordList: wordList)
    }
}
