public import CoreModule
import Foundation

extension Vocabulary {
    /// Adds imported words, all or none. A word that is there, with the same ``WordText/identity`` and direction, is
    /// merged; see ``ImportedWord``. Published as ``WordChange/reloaded``. Throws if the task is cancelled.
    /// - Parameters:
    ///   - imported: the words to import.
    ///   - isUndoable: whether ``undoImport()`` takes it back, instead of the import before.
    ///   - makeFallbackID: makes the identifier of a new word whose own identifier another word has.
    /// - Returns: the outcome of each word, in their order.
    public func merge(
        _ imported: [ImportedWord], isUndoable: Bool = false, makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome] {
        try await write(
            "merge words", "\(imported.count)",
            { outcomes in
                let count = { (outcome: ImportOutcome) in outcomes.count { $0 == outcome } }
                return "added \(count(.added)), updated \(count(.updated)), unchanged \(count(.unchanged))"
            },
            publishing: { $0.contains { $0 != .unchanged } ? [.reloaded] : [] }
        ) { words throws(DictionaryError) in
            var outcomes: [ImportOutcome] = []
            // A line for each change: in memory it takes less than the changes.
            var note = ""
            for word in imported {
                try Self.checkCancellation()
                outcomes.append(try Self.merge(word, makeFallbackID, in: words, &note))
            }
            if isUndoable, !note.isEmpty { _ = try words.replaceImportNote(note) }
            return outcomes
        }
    }

    /// Takes the last import back that changed anything: the words that it added are removed, and those that it changed are as
    /// before. A word that the user has changed since stays. Published as ``WordChange/reloaded``.
    /// - Returns: what was done. Nil if there is no import to take back.
    public func undoImport() async throws(DictionaryError) -> ImportUndo? {
        try await write("undo import", "", publishing: { $0 == nil ? [] : [.reloaded] }) {
            words throws(DictionaryError) in
            guard let note = try words.replaceImportNote(nil) else { return nil }
            var undo = ImportUndo()
            for (id, changes) in try Self.changes(note) {
                guard var word = try words.word(id) else { continue }
                if changes.last?.after != ImportedChange.Choices(word) {
                    undo.kept += 1
                } else if let before = changes.first?.before {
                    (word.translation, word.isFavorite) = (before.translation, before.isFavorite)
                    word.updatedAt = before.updatedAt
                    try words.setEntry(before.entry, of: word.id)
                    try words.update(word)
                    undo.restored += 1
                } else {
                    try words.delete(word.id)
                    undo.removed += 1
                }
            }
            return undo
        }
    }

    /// Throws if the task is cancelled.
    static func checkCancellation() throws(DictionaryError) {
        if Task.isCancelled { throw .store(StoreError(wrapping: CancellationError(), path: nil)) }
    }

    private static func merge(
        _ imported: ImportedWord, _ makeFallbackID: () -> WordID, in words: any WordTransaction,
        _ note: inout String
    ) throws(DictionaryError) -> ImportOutcome {
        let offered = imported.word
        let present = try words.words(identity: offered.text.identity).first { $0.direction == offered.direction }
        guard let present else {
            let word = try words.word(offered.id) == nil ? offered : offered.renamed(makeFallbackID())
            try words.insert(word)
            if let entry = imported.entry { try words.setEntry(entry, of: word.id) }
            note += try line(ImportedChange(id: word.id, before: nil, after: .init(word)))
            return .added
        }
        let merged = imported.merged(into: present)
        guard merged != present else { return .unchanged }
        let before = ImportedChange.Before(
            translation: present.translation, isFavorite: present.isFavorite, updatedAt: present.updatedAt,
            entry: try words.entry(of: present.id))
        note += try line(ImportedChange(id: present.id, before: before, after: .init(merged)))
        if merged.translation != present.translation {
            // The user's own translation does not take the place of what a service said.
            if imported.entry != nil || !merged.translation.isOwn {
                try words.setEntry(imported.entry, of: present.id)
            }
            if present.translation == .notFound { try words.setAskedProviders([], of: present.id) }
        }
        try words.update(merged)
        return .updated
    }

    private static func line(_ change: ImportedChange) throws(DictionaryError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(change), as: UTF8.self) + "\n"
        } catch {
            throw DictionaryError(wrapping: error, path: nil)
        }
    }

    /// The changes of each word in their order.
    private static func changes(_ note: String) throws(DictionaryError) -> [WordID: [ImportedChange]] {
        do {
            let changes = try note.split(separator: "\n").map {
                try JSONDecoder().decode(ImportedChange.self, from: Data($0.utf8))
            }
            return Dictionary(grouping: changes, by: \.id)
        } catch {
            throw DictionaryError(wrapping: error, path: nil)
        }
    }
}
