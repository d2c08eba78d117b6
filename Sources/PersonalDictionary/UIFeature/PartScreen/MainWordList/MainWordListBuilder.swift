import CoreModule

/// Makes the list of all words, newest first.
struct MainWordListBuilder: Builder {
    static let feature = Feature.part("MainWordList")
    let dependencies: WordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NewestWordsGraph {
        NewestWordsGraph(
            scope: scope, dependencies, title: Message("Main"), emptyMessage: Message("No words yet"),
            source: WordListSource { _ in
                true
            } fetch: { [words = dependencies.words] page throws(DictionaryError) in
                try await words.words(page)
            })
    }
}
