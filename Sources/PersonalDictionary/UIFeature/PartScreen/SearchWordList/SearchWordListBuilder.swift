import CoreModule

/// What the list of found words uses from outside.
struct SearchWordListDependencies {
    let text: SearchTextStream
    let mode: SearchModeStream
    let wordList: WordListDependencies
}

/// Builds the list of found words.
struct SearchWordListBuilder: Builder {
    static let feature = Feature.part("SearchWordList")
    let dependencies: SearchWordListDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchWordListGraph {
        let wordList = WordListBuilder(
            dependencies: dependencies.wordList, title: Message("Search"),
            emptyMessage: SearchWordListViewModel.nothingFoundMessage,
            content: nil, parent: scope
        ).build()
        // What is typed already is searched for at once.
        let viewModel = SearchWordListViewModel(
            text: dependencies.text.value, mode: dependencies.mode.value, words: dependencies.wordList.entry.words,
            rows: wordList.viewModel, scope: scope)
        scope.observe(dependencies.text.events(buffer: .newest(1)), with: viewModel) { $0.text = $1 }
        scope.observe(dependencies.mode.events(buffer: .newest(1)), with: viewModel) { $0.mode = $1 }
        scope.observe(dependencies.wordList.entry.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in
            model.refresh()
        }
        return SearchWordListGraph(scope: scope, viewModel: viewModel, wordList: wordList)
    }
}

/// The list of found words.
public typealias SearchWordListGraph = RowsGraph<SearchWordListViewModel>
