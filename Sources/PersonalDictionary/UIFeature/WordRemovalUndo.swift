import CoreModule

/// The last removal of words, from whichever screen.
typealias WordRemovalUndo = ChangeUndo<Word, DictionaryError>

extension WordRemovalUndo {
    /// Removes words, all or none. Throws ``DictionaryError/notFound(_:)`` if one is not there.
    ///
    /// Undoing brings them back with their entries. A word that was added again since is merged.
    func remove(
        _ ids: [WordID], from words: Vocabulary, _ identifiers: IdentifierGenerator
    ) async throws(DictionaryError) {
        let removed = try await words.remove(ids)
        note(removed.map(\.word), isRemoval: true) { () throws(DictionaryError) in
            _ = try await words.merge(removed) { identifiers.next() }
            return removed.map(\.word)
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
