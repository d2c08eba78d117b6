import CoreModule

/// The last removal of words, from whichever screen.
typealias WordRemovalUndo = ChangeUndo<Word, DictionaryError>

extension WordRemovalUndo {
    /// Moves words to the bin, all or none. Throws ``DictionaryError/notFound(_:)`` if one is not there.
    ///
    /// Undoing brings them back. It throws ``DictionaryError/duplicate(of:)`` if one was added again since.
    func remove(_ ids: [WordID], from words: Vocabulary) async throws(DictionaryError) {
        let removed = try await words.moveToBin(ids)
        note(removed.map(\.word), isRemoval: true) { () throws(DictionaryError) in
            try await words.undoRemoval(of: removed)
        }
    }
}

extension Message {
    static var lookUpAgain: Message { Message("Look up again") }
}

extension Word {
    /// The title of the control that stars the word, or takes the star away.
    var starTitle: Message { isFavorite ? Message("Remove from favourites") : Message("Add to favourites") }

    /// Says that the word was removed.
    var removalMessage: Message { .removed(text.value) }
}
