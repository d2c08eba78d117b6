import CoreModule
import PersonalDictionary

/// What the row of a word can do. Each call waits for the store.
@MainActor
func starRemoveAndUndo(_ word: Word, in app: AppGraph) async -> String? {
    let rows = app.mainScreen.mainWordList.wordList.viewModel
    await rows.setFavorite(true, of: word.id)
    await rows.remove([word.id])
    await rows.undoRemoval()
    return rows.failure.map { app.localizer($0.explanation) }
}
