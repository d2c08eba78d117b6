public import CoreModule
import Foundation

/// What the screen uses from outside.
struct BinDependencies {
    let words: Vocabulary
    let removed: WordRemovalUndo
    let changes: any ModelStreamReader<WordChange>
    let timeZone: TimeZone
}

/// Builds the screen with the removed words.
struct BinBuilder: Builder {
    static let feature = Feature.screen("Bin")
    let dependencies: BinDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> BinGraph {
        let words = dependencies.words
        let store = WordBinViewModel.Store { () throws(DictionaryError) in
            try await words.removedWords()
        } named: { name throws(DictionaryError) in
            try await words.removedWord(named: name)
        } restore: { ids throws(DictionaryError) in
            try await words.restore(ids)
        } empty: { () throws(DictionaryError) in
            try await words.emptyBin()
        }
        let viewModel = WordBinViewModel(
            store, undo: dependencies.removed, timeZone: dependencies.timeZone, scope: scope)
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in
            await model.reload()
        }
        return BinGraph(scope: scope, viewModel: viewModel)
    }
}

/// The removed words.
public typealias WordBinViewModel = BinViewModel<RemovedWord, DictionaryError>

/// The screen with the removed words.
public typealias BinGraph = PartGraph<WordBinViewModel>
