import CoreModule

/// The last removal of words, from whichever screen.
typealias WordRemovalUndo = RemovalUndo<Word, DictionaryError>

extension WordRemovalUndo {
    /// Removes words, all or none. Throws ``DictionaryError/notFound(_:)`` if one is not there.
    ///
    /// Undoing brings them back with their entries. A word that was added again since is merged.
    func remove(
        _ ids: [WordID], from words: Vocabulary, _ identifiers: IdentifierGenerator
    ) async throws(DictionaryError) {
        let removed = try await words.remove(ids)
        note(removed.map(\.word)) { () throws(DictionaryError) in
            _ = try await words.merge(removed) { identifiers.next() }
            return removed.map(\.word)
        }
    }
}
