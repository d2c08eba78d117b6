import CoreModule
import Observation

/// Removes words, and remembers those of the last removal so that it can be undone, from whichever screen.
@MainActor
@Observable
final class WordRemovalUndo {
    /// The words of the last removal; empty once it was undone.
    var words: [Word] { removed.map(\.word) }

    private var removed: [ImportedWord] = []
    private let repository: Vocabulary
    private let identifiers: IdentifierGenerator

    init(words: Vocabulary, identifiers: IdentifierGenerator) {
        repository = words
        self.identifiers = identifiers
    }

    /// Removes words, all or none. Throws ``DictionaryError/notFound(_:)`` if one is not there.
    func remove(_ ids: [WordID]) async throws(DictionaryError) {
        removed = try await repository.remove(ids)
    }

    /// Restores the words of the last removal, with their entries. A word that was added again since is merged.
    /// - Returns: the words; empty if there was nothing to undo.
    func restore() async throws(DictionaryError) -> [Word] {
        let restored = removed
        guard !restored.isEmpty else { return [] }
        _ = try await repository.merge(restored) { [identifiers] in identifiers.next() }
        // A removal since then is the last one now.
        if removed == restored { removed = [] }
        return restored.map(\.word)
    }
}
