import CoreModule

/// Makes the list of the favourite words, newest first.
struct FavoriteWordListBuilder: Builder {
    static let feature = Feature.part("FavoriteWordList")
    let dependencies: WordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NewestWordsGraph {
        NewestWordsGraph(
            scope: scope, dependencies, title: Message("Favorites"), emptyMessage: Message("No favourite words"),
            source: WordListSource(includes: \.isFavorite) {
                [words = dependencies.words] page throws(DictionaryError) in
                try await words.favoriteWords(page)
            })
    }
}
