public import CoreModule

/// The texts of the controls of a row, and the messages of the list.
///
/// Those that most screens have are `Message.delete`, `Message.undo` and
/// `Message.tryAgain`.
extension WordListViewModel {
    /// The title of the control that stars a word, or takes the star away.
    public func starTitle(of word: Word) -> Message { word.starTitle }

    /// The title of the control that looks words up again.
    public var lookUpAgainTitle: Message { .lookUpAgain }

    /// Why a word has no translation, and when it is looked up again; nil if it has one.
    public func status(of word: Word) -> Message? { word.translation.status(because: lookUpFailures[word.id]) }

    /// What was removed last, to show beside `Message.undo`; nil if nothing can be brought back.
    public var removalMessage: Message? {
        guard let first = lastRemoved.first else { return nil }
        return lastRemoved.count == 1 ? first.removalMessage : Message("\(count: lastRemoved.count) words removed")
    }

    /// The text to show if ``undoRemoval()`` has nothing to restore.
    public var nothingToUndoMessage: Message { .nothingToUndo }

    /// The text to show if ``retryAll()`` finds no word that waits.
    public var nothingToRetryMessage: Message { Message("nothing to retry") }
}
