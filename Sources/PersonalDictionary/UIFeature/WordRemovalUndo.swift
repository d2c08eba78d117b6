public import CoreModule
public import Observation

/// Removes words, and keeps those of the last removal so that it can be undone, from whichever screen.
@MainActor
@Observable
public final class WordRemovalUndo {
    /// The words of the last removal; none where it was undone.
    public private(set) var words: [Word] = []

    @ObservationIgnored private var removed: [ImportedWord] = []
    private let repository: any WordFetching & WordEditing
    private let identifiers: IdentifierGenerator

    /// Makes a keeper of nothing.
    public init(words: any WordFetching & WordEditing, identifiers: IdentifierGenerator) {
        repository = words
        self.identifiers = identifiers
    }

    /// Removes words, all or none; throws ``DictionaryError/notFound(_:)`` where one is not there.
    func remove(_ ids: [WordID]) async throws(DictionaryError) {
        keep(try await repository.remove(ids))
    }

    /// Brings the words of the last removal back as they were, with their entries. One that was added again meanwhile is merged
    /// with the new one.
    /// - Returns: the words; none where there was nothing to undo.
    func restore() async throws(DictionaryError) -> [Word] {
        let restored = removed
        guard !restored.isEmpty else { return [] }
        let identifiers = identifiers
        _ = try await repository.merge(restored) { identifiers.next() }
        // What was removed meanwhile is the last removal now.
        if removed == restored { keep([]) }
        return restored.map(\.word)
    }

    private func keep(_ removed: [ImportedWord]) {
        self.removed = removed
        words = removed.map(\.word)
    }
}
