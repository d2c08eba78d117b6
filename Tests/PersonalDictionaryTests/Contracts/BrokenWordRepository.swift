import CoreModule
import Foundation
import PersonalDictionary
import TestSupport

/// How a repository breaks the contract: one flaw for each law, named for it.
enum WordRepositoryFlaw: String, CaseIterable, Sendable {
    case beginsWithAWord = "an empty repository has nothing"
    case losesNotes = "a word is returned as it was inserted"
    case losesBackslashes = "hostile text is stored unchanged"
    case acceptsDuplicates = "a duplicate is refused, and the transaction goes on"
    case keepsOldText = "an update replaces the word"
    case updateDropsEntry = "an update keeps the entry and the asked providers"
    case deleteKeepsEntry = "a word is deleted with its entry and its asked providers"
    case keepsRemovedEntry = "an entry is stored, replaced and removed"
    case lowercasesProviders = "asked providers are stored exactly, and change nothing else"
    case keepsLaterParts = "the note on the last import is stored in parts, or not at all"
    case binIgnoresDates = "the bin keeps what was removed, apart from the words"
    case ignoresLimits = "each selection has its words in its order, page by page"
    case findsTagsByTheirBeginning = "words are listed by a tag, or by a part of it"
    case ignoresTheAlphabet = "words are listed by their direction and by the alphabet, and counted by their direction"
    case pagesByIndex = "a page begins after a word that was deleted"
    case ordersOnlyByDate = "words of one millisecond are ordered by their identifiers"
    case countsDeletedWords = "the number of words is counted"
    case ignoresCaseOfIdentifiers = "words are found by the beginning of an identifier"
    case comparesExactTexts = "words are found by their folded text"
    case readsNothingNow = "what is read at once is what is read"
    case findsInAnyOrder = "a search finds words by every text of theirs, best first"
    case searchesOldWords = "a search sees every change"
    case doesNotRollBack = "a transaction that throws changes nothing"
    case wrapsErrors = "a closure's error is thrown as it is, also by a read"
    case callsTwice = "a closure is called once, and its value returned"
    case readsCommittedWords = "a transaction sees its own changes"
    case losesTransactions = "transactions of several tasks lose nothing"
    case reportsOwnChanges = "changes of one's own are not external"
    case forgetsNewTexts = "random calls have the same effect as in memory"
}

/// A plain repository with at most one flaw.
actor BrokenWordRepository: WordRepository {
    private let flaw: WordRepositoryFlaw?
    private var words: BrokenWords
    private var hasChanged = false
    /// The law of transactions first adds a word alone.
    private let overlap = Overlap(firstCall: 2)

    init(_ flaw: WordRepositoryFlaw?) throws {
        self.flaw = flaw
        words = BrokenWords(flaw)
        guard flaw == .beginsWithAWord else { return }
        let date = Date(timeIntervalSince1970: 0)
        try words.insert(
            Word(
                id: WordID("sample"), text: try WordText("sample"), direction: .englishToRussian, createdAt: date,
                updatedAt: date))
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value {
        do throws(DictionaryError) {
            return try body(words)
        } catch {
            throw flaw == .wrapsErrors ? .store(StoreError(wrapping: error, path: nil)) : error
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        hasChanged = true
        if flaw == .callsTwice { _ = try body(BrokenWords(flaw, words)) }
        let draft = flaw == .doesNotRollBack ? words : BrokenWords(flaw, words)
        // Others begin with the same words meanwhile.
        if flaw == .losesTransactions { await overlap.begin() }
        let value = try body(draft)
        words = BrokenWords(flaw, draft)
        return value
    }

    func externalChanges() -> [WordChange] { flaw == .reportsOwnChanges && hasChanged ? [.reloaded] : [] }

    nonisolated func readNow<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value? {
        flaw == .readsNothingNow ? try body(BrokenWords(flaw)) : nil
    }
}

private final class BrokenWords: WordTransaction {
    private let flaw: WordRepositoryFlaw?
    private var words: [WordID: Word] = [:]
    private var committed: [WordID: Word]?
    private var firstTexts: [WordID: WordText] = [:]
    private var entries: [WordID: DictionaryEntry] = [:]
    private var asked: [WordID: Set<TranslationProvider>] = [:]
    private var note: [String] = []
    private var bin: [WordID: RemovedWord] = [:]
    private var insertions = 0
    private var searched: [Word]?

    init(_ flaw: WordRepositoryFlaw?, _ other: BrokenWords? = nil) {
        self.flaw = flaw
        guard let other else { return }
        (words, firstTexts, entries, asked) = (other.words, other.firstTexts, other.entries, other.asked)
        bin = other.bin
        (note, insertions, searched) = (other.note, other.insertions, other.searched)
        if flaw == .readsCommittedWords { committed = other.words }
    }

    private var seen: [WordID: Word] { committed ?? words }

    func word(_ id: WordID) -> Word? { seen[id] }

    func words(folded: String) -> [Word] {
        seen.values.filter { word in
            let text = flaw == .keepsOldText ? firstTexts[word.id] ?? word.text : word.text
            return flaw == .comparesExactTexts ? text.value.lowercased() == folded : text.folded == folded
        }
    }

    func words(idPrefix: String, limit: Int) -> [Word] {
        func key(_ text: String) -> String { flaw == .ignoresCaseOfIdentifiers ? text.lowercased() : text }
        let found = seen.values.filter { key($0.id.rawValue).hasPrefix(key(idPrefix)) }
        return Array(found.sorted { $0.id < $1.id }.prefix(limit))
    }

    func words(_ selection: WordSelection, _ page: WordPage) -> [Word] {
        let found = seen.values.filter { selection.contains($0, askedProviders: asked[$0.id] ?? []) }
        var page = page
        if flaw == .findsTagsByTheirBeginning, case .listed(let filter) = selection,
            let tag = filter.tag
        {
            return selection.page(
                page, of: seen.values.filter { $0.tags.names.contains { !tag.isEmpty && $0.hasPrefix(tag) } })
        }
        switch flaw {
        case .ignoresTheAlphabet where selection.isAlphabetical: return WordSelection.all.page(page, of: found)
        case .ignoresLimits where page.limit > 0: page.limit = .max
        case .pagesByIndex where page.start.map { seen[$0.id] == nil } ?? false: page.start = nil
        case .ordersOnlyByDate:
            let sorted = found.sorted { ($1.createdAt, $0.id) < ($0.createdAt, $1.id) }
            return page.start == nil ? Array(sorted.prefix(page.limit)) : selection.page(page, of: found)
        default: break
        }
        return selection.page(page, of: found)
    }

    func wordCount() -> Int { flaw == .countsDeletedWords ? insertions : seen.count }

    func entry(of id: WordID) -> DictionaryEntry? { entries[id] }

    func askedProviders(of id: WordID) -> Set<TranslationProvider> { asked[id] ?? [] }

    func search(_ query: WordQuery) -> [Word] {
        var index = WordIndex()
        let all = flaw == .searchesOldWords ? searched ?? Array(seen.values) : Array(seen.values)
        let found = WordSelection.all.page(.newest(.max), of: all).reversed() as [Word]
        searched = found
        for (number, word) in found.enumerated() { index.insert(word, entries[word.id], key: Int64(number)) }
        let keys = index.search(query)
        return (flaw == .findsInAnyOrder ? keys.sorted() : keys).map { found[Int($0)] }
    }

    func insert(_ word: Word) throws(DictionaryError) {
        let same = words.values.first { present in
            let text = flaw == .forgetsNewTexts ? firstTexts[present.id] : present.text
            return text?.identity == word.text.identity && present.direction == word.direction
        }
        if let id = same?.id ?? words[word.id]?.id, flaw != .acceptsDuplicates { throw .duplicate(of: id) }
        var word = word
        if flaw == .losesNotes { word.note = .empty }
        words[word.id] = word
        firstTexts[word.id] = word.text
        insertions += 1
    }

    func update(_ word: Word) {
        words[word.id] = word
        if flaw == .updateDropsEntry { entries[word.id] = nil }
    }

    func delete(_ id: WordID) {
        words[id] = nil
        if flaw != .deleteKeepsEntry { entries[id] = nil }
        asked[id] = nil
    }

    func setEntry(_ entry: DictionaryEntry?, of id: WordID) {
        if flaw == .keepsRemovedEntry, entry == nil { return }
        if flaw == .losesBackslashes, entry?.headword.contains("\\") == true { return }
        entries[id] = entry
    }

    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) {
        asked[id] =
            flaw == .lowercasesProviders
            ? Set(providers.map { TranslationProvider(rawValue: $0.rawValue.lowercased()) }) : providers
    }

    func importNote(part: Int) -> String? { note.dropFirst(part).first }

    func setImportNote(_ note: String?, part: Int) {
        let later = flaw == .keepsLaterParts ? Array(self.note.dropFirst(part + 1)) : []
        self.note = self.note.prefix(part) + [note].compactMap(\.self) + later
    }

    func removedWords(before date: Date) -> [RemovedWord] {
        bin.values.filter { $0.removedAt < date || flaw == .binIgnoresDates }.latestFirst
    }

    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) { bin[id] = removed }

    func deleteRemovedWords(before date: Date) -> Int {
        let old = removedWords(before: date)
        for removed in old { bin[removed.id] = nil }
        return old.count
    }
}
