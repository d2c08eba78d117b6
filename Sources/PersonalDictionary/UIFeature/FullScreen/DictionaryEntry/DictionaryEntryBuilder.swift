public import CoreModule

/// What the screen of a word uses from outside.
struct DictionaryEntryDependencies {
    let words: Vocabulary
    let removed: WordRemovalUndo
    let changes: any ModelStreamReader<WordChange>
    let translator: TranslationQueue
    let offered: LanguageStream
    let clock: WallClock

    /// Leads to the entry of a word; an app may have an entry of its own in its place.
    @MainActor
    func route(with navigator: any Navigator, in scope: FeatureScope) -> ScreenRouter<Word, DictionaryEntryGraph> {
        RouteBuilder(
            navigator: navigator, as: .dictionaryEntry(in: words) { $0.viewModel.word.id }, isReplaceable: true,
            parent: scope
        ) { word, parent in
            DictionaryEntryBuilder(dependencies: self, word: word, parent: parent)
        }.buildRouter()
    }
}

/// Makes the screen of one word: its senses, its examples, and where they come from.
struct DictionaryEntryBuilder: Builder {
    static let feature = Feature.screen("DictionaryEntry")
    let dependencies: DictionaryEntryDependencies
    let word: Word
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> DictionaryEntryGraph {
        let viewModel = DictionaryEntryViewModel(word, dependencies, scope: scope)
        scope.observe(dependencies.changes.events(), with: viewModel) { await $0.apply($1) }
        scope.observe(dependencies.translator.status.events(buffer: .newest(1)), with: viewModel) {
            $0.show(lookUpFailure: $1.failure(of: $0.word.id))
        }
        return DictionaryEntryGraph(scope: scope, viewModel: viewModel)
    }
}

/// The screen of one word.
public typealias DictionaryEntryGraph = PartGraph<DictionaryEntryViewModel>
