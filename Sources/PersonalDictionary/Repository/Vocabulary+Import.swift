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
        try await mergeImport(imported, isUndoable: isUndoable, makeFallbackID: makeFallbackID).map(\.outcome)
    }

    /// Like ``merge(_:isUndoable:makeFallbackID:)``; returns also the translation that each word has now.
    func mergeImport(
        _ imported: [ImportedWord], isUndoable: Bool, makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [(outcome: ImportOutcome, translation: String?)] {
        try await write(
            "merge words", "\(imported.count)",
            { outcomes in
                let count = { (outcome: ImportOutcome) in outcomes.count { $0.outcome == outcome } }
                return "added \(count(.added)), updated \(count(.updated)), unchanged \(count(.unchanged))"
            },
            publishing: { $0.contains { $0.outcome != .unchanged } ? [.reloaded] : [] }
        ) { words throws(DictionaryError) in
            var outcomes: [(outcome: ImportOutcome, translation: String?)] = []
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
    /// before. A word that the user has changed since stays, and so does what a service has said since. Published as
    /// ``WordChange/reloaded``.
    /// - Returns: what was done. Nil if there is no import to take back.
    public func undoImport() async throws(DictionaryError) -> ImportUndo? {
        try await write("undo import", "", publishing: { $0 == nil ? [] : [.reloaded] }) {
            words throws(DictionaryError) in
            guard let note = try words.replaceImportNote(nil) else { return nil }
            var undo = ImportUndo()
            for (id, changes) in try Self.changes(note) {
                guard let word = try words.word(id) else { continue }
                if changes.last?.after != ImportedChange.Choices(word) {
                    undo.kept += 1
                } else if changes.contains(where: { $0.before == nil }) {
                    try words.delete(id)
                    undo.removed += 1
                } else {
                    var word = word
                    for before in changes.compactMap(\.before).reversed() {
                        try Self.restore(before, of: &word, in: words)
                    }
                    try words.update(word)
                    undo.restored += 1
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
    ) throws(DictionaryError) -> (outcome: ImportOutcome, translation: String?) {
        let offered = imported.word
        let present = try words.words(identity: offered.text.identity).first { $0.direction == offered.direction }
        guard let present else {
            let word = try words.word(offered.id) == nil ? offered : offered.renamed(makeFallbackID())
            try words.insert(word)
            if let entry = imported.entry { try words.setEntry(entry, of: word.id) }
            note += try line(ImportedChange(id: word.id, before: nil, after: .init(word)))
            return (.added, word.translation.translation?.text)
        }
        let merged = imported.merged(into: present)
        let translation = merged.translation.translation?.text
        guard merged != present else { return (.unchanged, translation) }
        var before = ImportedChange.Before(present, merged)
        if merged.translation != present.translation {
            before.asked = try words.askedProviders(of: present.id)
            before.newEntry = try keepEntry(of: present, or: imported.entry, in: words)
        }
        note += try line(ImportedChange(id: present.id, before: before, after: .init(merged)))
        var word = present
        word.isFavorite = merged.isFavorite
        _ = try set(merged.translation, of: word, at: merged.updatedAt, in: words)
        return (.updated, translation)
    }

    /// Restores what an import has changed, except what a service has said since.
    private static func restore(
        _ before: ImportedChange.Before, of word: inout Word, in words: any WordTransaction
    ) throws(DictionaryError) {
        word.isFavorite = before.isFavorite
        if word.updatedAt.millisecondsSince1970 == before.changedAt {
            word.updatedAt = Date(millisecondsSince1970: before.updatedAt)
        }
        guard let old = before.translation else { return }
        var entry = try words.entry(of: word.id)
        if entry != nil, entry == before.newEntry {
            try words.setEntry(nil, of: word.id)
            entry = nil
        }
        guard before.newTranslation == .init(word.translation) else { return }
        word.translation = old.state
        if let entry, old.state.translation == nil {
            word.translation = .translated(entry.translation)
        } else {
            try words.setAskedProviders(before.asked, of: word.id)
        }
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

/// What an import did to one word, as the note on it has it.
private struct ImportedChange: Codable {
    /// A state of a translation.
    struct State: Codable, Equatable {
        let status: String
        var translation: String?
        var provider: String?
        /// That of the translation, or of the next try.
        var date: Int64?

        init(_ state: TranslationState) {
            status = state.name
            translation = state.translation?.text
            provider = state.translation?.provider.rawValue
            let retryDate = if case .failed(let until) = state { until } else { Date?.none }
            date = (state.translation?.date ?? retryDate)?.millisecondsSince1970
        }

        var state: TranslationState {
            let date = date.map { Date(millisecondsSince1970: $0) }
            guard let translation, let provider, let date else {
                return status == "notFound" ? .notFound : status == "failed" ? .failed(until: date) : .pending
            }
            return .translated(
                Translation(text: translation, provider: TranslationProvider(rawValue: provider), date: date))
        }
    }

    /// A word that was there.
    struct Before: Codable {
        let isFavorite: Bool
        let updatedAt: Int64
        let changedAt: Int64
        /// Nil if the import has left the translation.
        var translation: State?
        var newTranslation: State?
        var newEntry: DictionaryEntry?
        var asked: Set<TranslationProvider> = []

        init(_ word: Word, _ merged: Word) {
            isFavorite = word.isFavorite
            updatedAt = word.updatedAt.millisecondsSince1970
            changedAt = merged.updatedAt.millisecondsSince1970
            guard merged.translation != word.translation else { return }
            translation = State(word.translation)
            newTranslation = State(merged.translation)
        }
    }

    /// What only a user changes, or a file.
    struct Choices: Codable, Equatable {
        private let isFavorite: Bool
        private let translation: String?

        init(_ word: Word) {
            isFavorite = word.isFavorite
            translation = word.translation.isOwn ? word.translation.translation?.text : nil
        }
    }

    let id: WordID
    /// Nil if the import added the word.
    let before: Before?
    /// A word whose choices differ from these has been edited since.
    let after: Choices
}
