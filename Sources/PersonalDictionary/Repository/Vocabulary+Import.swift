public import CoreModule
import Foundation

extension Vocabulary {
    /// Adds imported words, all or none. A word that is there is merged: see ``ImportedWord``. Published as ``WordChange/reloaded``.
    /// Throws if the task is cancelled.
    /// - Parameters:
    ///   - imported: the words to import.
    ///   - isUndoable: whether ``undoImport()`` takes it back, instead of the import before.
    ///   - makeFallbackID: makes the identifier of a new word whose own identifier another word has.
    /// - Returns: the outcome of each word, in their order.
    public func merge(
        _ imported: [ImportedWord], isUndoable: Bool = false, makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome] {
        let imported = await answered(imported)
        return try await importing(isUndoable: isUndoable, makeFallbackID: makeFallbackID) {
            words throws(DictionaryError) in
            var outcomes: [ImportOutcome] = []
            for word in imported {
                try Self.checkCancellation()
                outcomes.append(try words.merge(word).outcome)
            }
            return outcomes
        }
    }

    /// Runs an import as one transaction, which is published once.
    /// - Parameter isTrial: whether nothing is stored and published in the end.
    func importing<Value: Sendable>(
        isUndoable: Bool, isTrial: Bool = false, makeFallbackID: @escaping @Sendable () -> WordID,
        _ body: @escaping @Sendable (inout WordImport) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let done: (report: ImportReport, value: Value) = try await write(
            "merge words", isTrial ? "trial" : "", isTrial: isTrial,
            { "added \($0.report.added), updated \($0.report.updated), unchanged \($0.report.unchanged)" },
            publishing: { $0.report.added + $0.report.updated > 0 ? [.reloaded] : [] }
        ) { words throws(DictionaryError) in
            var running = WordImport(words, isUndoable: isUndoable, makeFallbackID: makeFallbackID)
            let value = try body(&running)
            try running.storeNote()
            return (running.report, value)
        }
        return done.value
    }

    /// Returns a page of all words, newest first, with their entries.
    func wordsWithEntries(_ page: WordPage) async throws(DictionaryError) -> [ImportedWord] {
        try await read("read words with entries", "at most \(page.limit)", { "\($0.count)" }) {
            words throws(DictionaryError) in
            try words.words(.all, page).map { word throws(DictionaryError) in
                ImportedWord(word, entry: try words.entry(of: word.id))
            }
        }
    }

    /// Undoes the last import that changed anything: removes the words that it added, and restores those that it changed. Words that
    /// the user has changed since stay, those that could only be reviewed by the import and have been, and translations that a service
    /// has found since. Published as ``WordChange/reloaded``. Returns nil if there is no import to take back.
    public func undoImport() async throws(DictionaryError) -> ImportUndo? {
        let reviewed = try await reviewedWords()
        return try await write("undo import", "", publishing: { $0 == nil ? [] : [.reloaded] }) {
            words throws(DictionaryError) in
            guard let changes = try Self.changes(words) else { return nil }
            try words.setImportNote(nil, part: 0)
            var undo = ImportUndo()
            for (id, changes) in changes {
                guard let word = try words.word(id) else { continue }
                let known = try words.isReviewed(id)
                let isReviewed = (known ?? reviewed.contains(id)) && changes.contains(where: \.madeLearnable)
                if isReviewed || changes.last?.after != WordChoices(word) {
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

    /// Restores what an import has changed, except what a service has said since.
    private static func restore(
        _ before: ImportedChange.Before, of word: inout Word, in words: any WordTransaction
    ) throws(DictionaryError) {
        word = before.restored(word)
        guard let newTranslation = before.newTranslation else { return }
        var entry = try words.entry(of: word.id)
        if entry != nil, entry == before.newEntry {
            try words.setEntry(nil, of: word.id)
            entry = nil
        }
        guard newTranslation == StoredTranslation(word.translation) else { return }
        word.translation = before.oldTranslation
        if let entry, word.translation.translation == nil {
            word.translation = .translated(entry.translation)
        } else {
            try words.setAskedProviders(before.asked, of: word.id)
        }
    }

    /// The changes of each word in their order. Nil if there is no note.
    private static func changes(
        _ words: any WordTransaction
    ) throws(DictionaryError) -> [WordID: [ImportedChange]]? {
        var changes: [WordID: [ImportedChange]] = [:]
        var part = 0
        while let note = try words.importNote(part: part) {
            part += 1
            do {
                for line in note.split(separator: "\n") {
                    let change = try JSONDecoder().decode(ImportedChange.self, from: Data(line.utf8))
                    changes[change.id, default: []].append(change)
                }
            } catch {
                throw DictionaryError(wrapping: error, path: nil)
            }
        }
        return part == 0 ? nil : changes
    }
}

/// An import inside its transaction.
struct WordImport {
    /// The number of bytes of a part of the note.
    private static let notePartSize = 1 << 16

    /// What was done so far.
    var report = ImportReport()
    private let words: any WordTransaction
    private let isUndoable: Bool
    private let makeFallbackID: () -> WordID
    /// Whether the last word existed. Then the next one probably does, and is looked up before it is inserted.
    private var isMostlyKnown = false
    /// A line for each change, of the part that is not stored yet.
    private var note = ""
    private var notePart = 0

    init(_ words: any WordTransaction, isUndoable: Bool, makeFallbackID: @escaping () -> WordID) {
        self.words = words
        self.isUndoable = isUndoable
        self.makeFallbackID = makeFallbackID
    }

    /// Adds a word, or merges it with the one that is there.
    /// - Returns: also the translation that the word has now.
    mutating func merge(
        _ imported: ImportedWord
    ) throws(DictionaryError) -> (outcome: ImportOutcome, translation: Translation?) {
        let (outcome, word) = try result(of: imported)
        report.count(outcome)
        return (outcome, word.translation.translation)
    }

    private mutating func result(of imported: ImportedWord) throws(DictionaryError) -> (ImportOutcome, Word) {
        let offered = imported.word
        var present = isMostlyKnown ? try words.twin(of: offered) : nil
        if present == nil {
            do throws(DictionaryError) {
                return (.added, try insert(offered, imported.entry))
            } catch .duplicate {
                present = try words.twin(of: offered)
            }
        }
        isMostlyKnown = present != nil
        guard let present else {
            var renamed = offered
            renamed.id = makeFallbackID()
            return (.added, try insert(renamed, imported.entry))
        }
        let merged = imported.merged(into: present)
        guard merged != present else { return (.unchanged, merged) }
        var before = ImportedChange.Before(present, merged)
        if merged.translation != present.translation {
            before.asked = try words.askedProviders(of: present.id)
            before.newEntry = try Vocabulary.keepEntry(of: present, or: imported.entry, in: words)
        }
        try note(ImportedChange(id: present.id, before: before, after: merged))
        try Vocabulary.update(present, to: merged, in: words)
        return (.updated, merged)
    }

    private mutating func insert(_ word: Word, _ entry: DictionaryEntry?) throws(DictionaryError) -> Word {
        try Vocabulary.insert(ImportedWord(word, entry: entry), in: words)
        try note(ImportedChange(id: word.id, before: nil, after: word))
        return word
    }

    private mutating func note(_ change: ImportedChange) throws(DictionaryError) {
        guard isUndoable else { return }
        do { note += try change.line } catch { throw DictionaryError(wrapping: error, path: nil) }
        if note.utf8.count >= Self.notePartSize { try storeNote() }
    }

    /// Stores what is not stored yet of the note.
    mutating func storeNote() throws(DictionaryError) {
        guard !note.isEmpty else { return }
        try words.setImportNote(note, part: notePart)
        notePart += 1
        note.removeAll(keepingCapacity: true)
    }
}

/// What an import did to one word, as the note on it has it.
private struct ImportedChange: Codable {
    /// A word that was there.
    struct Before: Codable {
        /// The word as it was. Nil in a note of an earlier version, which has some of its parts.
        private var word: Word?
        private var isFavorite: Bool?
        private var hadNoNote: Bool?
        private var updatedAt: Int64?
        private var translation: StoredTranslation?
        /// When the import says that the word changed.
        private let changedAt: Int64
        /// Nil if the import has left the translation.
        private(set) var newTranslation: StoredTranslation?
        var newEntry: DictionaryEntry?
        var asked: Set<TranslationProvider> = []

        init(_ word: Word, _ merged: Word) {
            self.word = word
            changedAt = merged.updatedAt.millisecondsSince1970
            if merged.translation != word.translation { newTranslation = StoredTranslation(merged.translation) }
        }

        /// The translation before the import.
        var oldTranslation: TranslationState { word?.translation ?? translation?.state ?? .pending }

        /// The word as it was, except for what is not the import's: its text may be written in another way by now, a service may
        /// have said something of it, and then it has another date.
        func restored(_ now: Word) -> Word {
            var old = (word ?? now).asChange(of: now)
            (old.text, old.translation) = (now.text, now.translation)
            if let isFavorite { old.isFavorite = isFavorite }
            if hadNoNote == true { old.note = .empty }
            if let updatedAt { old.updatedAt = Date(millisecondsSince1970: updatedAt) }
            if now.updatedAt.millisecondsSince1970 != changedAt { old.updatedAt = now.updatedAt }
            return old
        }
    }

    let id: WordID
    /// Nil if the import added the word.
    let before: Before?
    /// A word whose choices differ from these has been edited since.
    let after: WordChoices

    init(id: WordID, before: Before?, after word: Word) {
        self.id = id
        self.before = before
        after = WordChoices(word)
    }

    /// Whether the word was not there before, or had no translation.
    var madeLearnable: Bool {
        before.map { $0.newTranslation != nil && $0.oldTranslation.translation == nil } ?? true
    }

    /// The change as a line of JSON.
    var line: String {
        get throws {
            before == nil
                ? "{\"id\":\(id.rawValue.jsonQuoted),\"after\":\(after.json)}\n"
                : String(decoding: try JSONEncoder().encode(self), as: UTF8.self) + "\n"
        }
    }
}
