public import CoreModule
import Foundation

/// The bin: what was removed stays for 30 days.
extension Vocabulary {
    /// Returns the words in the bin, latest removal first.
    public func removedWords() async throws(DictionaryError) -> [RemovedWord] {
        let start = Bin.start(clock.now())
        return try await read("read bin", "", { "\($0.count)" }) { words throws(DictionaryError) in
            try words.removedWords(before: .distantFuture).filter { $0.removedAt >= start }
        }
    }

    /// Returns the only removed word that a name means: see ``word(named:)``.
    public func removedWord(named name: String) async throws(DictionaryError) -> RemovedWord {
        let removed = try await removedWords()
        if let word = removed.first(where: { $0.id.rawValue == name }) { return word }
        let text: WordText
        do { text = try WordText(name) } catch { throw .notFound(name) }
        let similar = removed.filter { $0.word.text.folded == text.folded }
        var matches = similar.filter { $0.word.text.identity == text.identity }
        if matches.isEmpty {
            matches = similar + removed.filter { $0.id.rawValue.hasPrefix(name) && !similar.contains($0) }
        }
        guard let match = matches.first else { throw .notFound(name) }
        guard matches.count == 1 else { throw .ambiguousID(name, matches: matches.prefix(10).map(\.word)) }
        return match
    }

    /// Brings words back from the bin, as they were, all or none. Throws ``DictionaryError/notFound(_:)`` if one is not in the bin, and
    /// ``DictionaryError/duplicate(of:)`` if its text has been added again in its direction: it stays in the bin then.
    /// - Returns: the words, each once.
    @discardableResult
    public func restore(_ ids: [WordID]) async throws(DictionaryError) -> [Word] {
        let start = Bin.start(clock.now())
        return try await restoring(ids.map(\.rawValue)) { words throws(DictionaryError) in
            var seen: Set<WordID> = []
            var restored: [Word] = []
            for id in ids where seen.insert(id).inserted {
                guard let removed = try words.removedWord(id), removed.removedAt >= start else {
                    throw .notFound(id.rawValue)
                }
                try Self.restore(removed, in: words)
                restored.append(removed.word)
            }
            return restored
        }
    }

    /// Deletes what is in the bin for good, and returns how many words that were.
    @discardableResult
    public func emptyBin() async throws(DictionaryError) -> Int {
        let start = Bin.start(clock.now())
        return try await write("empty bin", "", { "\($0)" }, publishing: { _ in [] }) { words throws(DictionaryError) in
            _ = try words.deleteRemovedWords(before: start)
            return try words.deleteRemovedWords(before: .distantFuture)
        }
    }

    /// Undoes a removal as ``restore(_:)`` does, also if the store keeps no bin. A word that is back already is left as it is.
    func undoRemoval(of removed: [RemovedWord]) async throws(DictionaryError) -> [Word] {
        try await restoring(removed.map(\.id.rawValue)) { words throws(DictionaryError) in
            var restored: [Word] = []
            for removed in removed where try words.word(removed.id) == nil {
                let kept = try words.removedWord(removed.id) ?? removed
                try Self.restore(kept, in: words)
                restored.append(kept.word)
            }
            return restored
        }
    }

    private func restoring(
        _ ids: [String],
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> [Word]
    ) async throws(DictionaryError) -> [Word] {
        try await write("restore words", ids.joined(separator: " "), publishing: { $0.map { .added($0) } }, body)
    }

    // MARK: The rules, inside a transaction

    /// Moves a word to the bin. Throws ``DictionaryError/notFound(_:)``.
    static func remove(
        _ id: WordID, at date: Date, in words: any WordTransaction
    ) throws(DictionaryError) -> RemovedWord {
        let removed = RemovedWord(
            try word(id, in: words), entry: try words.entry(of: id), askedProviders: try words.askedProviders(of: id),
            removedAt: date)
        try words.delete(id)
        try words.setRemovedWord(removed, of: id)
        return removed
    }

    private static func restore(_ removed: RemovedWord, in words: any WordTransaction) throws(DictionaryError) {
        try insert(ImportedWord(removed.word, entry: removed.entry), in: words)
        if !removed.askedProviders.isEmpty { try words.setAskedProviders(removed.askedProviders, of: removed.id) }
        try words.setRemovedWord(nil, of: removed.id)
    }
}

extension WordRepository {
    /// Deletes what has been in the bin for 30 days. Writes only if there is something to delete.
    func deleteOldRemovals(_ clock: WallClock) async throws(DictionaryError) {
        let start = Bin.start(clock.now())
        let isOld: Bool
        do throws(DictionaryError) {
            isOld = try await read { words throws(DictionaryError) in try !words.removedWords(before: start).isEmpty }
        } catch {
            // One that cannot be read goes too.
            isOld = true
        }
        guard isOld else { return }
        _ = try await write { words throws(DictionaryError) in try words.deleteRemovedWords(before: start) }
    }
}
