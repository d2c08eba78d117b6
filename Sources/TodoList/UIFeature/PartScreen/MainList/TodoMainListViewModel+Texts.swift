public import CoreModule

/// The messages about a removal. Titles such as `Message.delete` and `Message.undo` are in `CoreModule`.
extension TodoMainListViewModel {
    /// What was removed last, to show beside `Message.undo`. Nil if nothing can be restored.
    public var removalMessage: Message? {
        guard let first = lastRemoved.first else { return nil }
        return lastRemoved.count == 1
            ? .removed(first.text.value) : Message("\(count: lastRemoved.count) tasks removed")
    }

    /// The text to show if ``undoRemoval()`` has nothing to restore.
    public var nothingToUndoMessage: Message { .nothingToUndo }
}
