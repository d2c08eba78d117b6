public import CoreModule
public import Foundation

/// Stores words. It contains no rules: ``Vocabulary`` has them, and calls it.
///
/// To store words in your own way, implement a repository and a ``WordTransaction``. Several tasks may call a repository at once. A
/// transaction is synchronous: run its body where your store may block, such as on an actor with its own executor. A word, its entry
/// and its asked providers are `Codable`; ``StoredTranslation`` has a translation as columns, and ``WordIndex`` searches. The contract
/// is a function of the library `SuperappTesting` that returns what breaks it.
public protocol WordRepository: Sendable {
    /// Runs a closure on one consistent state of the words. Throws what it throws, or ``DictionaryError/store(_:)``: a failure is no
    /// empty result.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value

    /// Runs a closure that searches, like ``read(_:)``. A store that has a search index brings it up to date before, in a way that
    /// lets others use the store meanwhile. The default implementation is ``read(_:)``.
    func readToSearch<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value

    /// Runs a closure once, as one transaction. When this method returns, all changes are stored. If it throws, nothing changes: a
    /// trial import throws at its end. Throws what the closure throws, or ``DictionaryError/store(_:)``.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value

    /// Returns what others, such as another process, have changed since the last call, or since the repository was opened. A word that
    /// is new or different is ``WordChange/updated(_:)``; very many changes are one ``WordChange/reloaded``. The default implementation,
    /// for a store that only one process uses, returns nothing.
    func externalChanges() async throws(DictionaryError) -> [WordChange]

    /// Runs a closure like ``read(_:)``, if the store can read at once, without waiting. Then a screen shows its words before it has
    /// loaded them, which a preview needs. The default implementation returns nil.
    func readNow<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value?
}

extension WordRepository {
    /// Runs a closure on one consistent state of the words.
    public func readToSearch<Value: Sendable>(
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await read(body)
    }

    /// Returns nothing: only this process uses the store.
    public func externalChanges() async throws(DictionaryError) -> [WordChange] { [] }

    /// Returns nil: the store cannot read at once.
    public func readNow<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) throws(DictionaryError) -> Value? { nil }

    /// Runs a closure as a transaction that is rolled back at its end.
    func rollingBack<Value: Sendable>(
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let result = Locked<Value?>(nil)
        do {
            return try await write { words throws(DictionaryError) -> Value in
                let value = try body(words)
                result.withLock { $0 = value }
                // Any error rolls back.
                throw .store(StoreError(wrapping: CancellationError(), path: nil))
            }
        } catch {
            guard let value = result.withLock({ $0 }) else { throw error }
            return value
        }
    }
}

/// The words in one consistent state. Valid only inside the closure that receives it.
///
/// Every method throws ``DictionaryError/store(_:)`` if the store fails.
public protocol WordSnapshot {
    /// Returns the word with an identifier, or nil if there is none.
    func word(_ id: WordID) throws(DictionaryError) -> Word?
    /// Returns the words with a ``WordText/folded`` text, in any order. The default implementation reads all words.
    func words(folded: String) throws(DictionaryError) -> [Word]
    /// Returns the words whose identifiers begin with a text, ordered by identifier. The default implementation reads all words.
    func words(idPrefix: String, limit: Int) throws(DictionaryError) -> [Word]
    /// Returns a page of a selection, in the selection's order: see ``WordSelection/page(_:of:)``.
    func words(_ selection: WordSelection, _ page: WordPage) throws(DictionaryError) -> [Word]
    /// Returns the number of words. The default implementation reads all words.
    func wordCount() throws(DictionaryError) -> Int
    /// Returns the number of words of each direction that any has. The default implementation reads all words.
    func wordCounts() throws(DictionaryError) -> [TranslationDirection: Int]
    /// Returns the dictionary entry that was stored with a word, or nil if there is none.
    func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry?
    /// Returns the providers that were stored with a word. Empty if there are none, or no such word.
    func askedProviders(of id: WordID) throws(DictionaryError) -> Set<TranslationProvider>
    /// Returns the words that match a query: exact matches first, then prefixes, then other parts, then words in another order;
    /// newest first among equals. The default implementation reads and indexes all words at each call.
    func search(_ query: WordQuery) throws(DictionaryError) -> [Word]
    /// Returns the words with one of these texts, folded for search, as a translation: shown in lists, or in their entry. In any order.
    /// The default implementation reads all words and entries.
    func words(translatedAs texts: Set<String>) throws(DictionaryError) -> [Word]
    /// Returns up to three texts that a query may mean, as ``Vocabulary/nearest(to:)`` says, but folded for search. The default
    /// implementation reads and indexes all words at each call.
    func nearestFolded(to query: WordQuery) throws(DictionaryError) -> [String]
    /// Returns what is in the bin with a date of removal before this one, the latest first. The default implementation
    /// returns nothing: the store keeps no bin.
    func removedWords(before date: Date) throws(DictionaryError) -> [RemovedWord]
    /// Returns a word in the bin, or nil if it is not there. The default implementation reads the whole bin.
    func removedWord(_ id: WordID) throws(DictionaryError) -> RemovedWord?
}

extension WordSnapshot {
    /// Returns the word with the ``WordText/identity`` and the direction of another one.
    package func twin(of word: Word) throws(DictionaryError) -> Word? {
        try words(folded: word.text.folded).first { $0.asksSame(as: word) }
    }

    /// Searches, and puts first what the index does not know: the words with exactly the query's text, then those that say it as
    /// their text or in a translation that lists show, then the words of which it is a form, then those of whose translation it is one. What has it in its entry only comes last.
    /// - Parameter bases: the texts that it may be a form of, folded for search, in each language.
    func searchBestFirst(_ query: WordQuery, _ bases: [Language: [String]]) throws(DictionaryError) -> [Word] {
        let folded = TextFolding.fold(query.text, .search)
        guard query.limit > 0, !folded.isEmpty else { return [] }
        let offset = max(0, query.offset)
        // What is put first moves the others back: every page begins with the same matches.
        let reordered = 200
        var first = query
        (first.offset, first.limit) = (0, query.limit < .max - offset ? max(query.limit + offset, reordered) : .max)
        let found = try search(first)
        var (best, hidden): ([Word], [Word]) = ([], [])
        func add(_ text: String, where isIncluded: (Word) -> Bool) throws(DictionaryError) {
            let same = try words(folded: text).filter {
                [nil, $0.direction].contains(query.direction) && isIncluded($0)
            }
            best += WordSelection.all.page(.newest(.max), of: same)
        }
        if query.mode != .translation { try add(folded) { $0.text.identity == query.text } }
        best += found.prefix(reordered).filter { $0.says(folded, query.mode) }
        if query.mode != .translation {
            for (language, texts) in bases.sorted(by: { $0.key.code < $1.key.code }) {
                for text in texts { try add(text) { $0.direction.source == language } }
            }
        }
        let texts = Set(bases.values.joined())
        if query.mode != .word, !texts.isEmpty {
            let translated = try words(translatedAs: texts).filter {
                [nil, $0.direction].contains(query.direction) && bases[$0.direction.target]?.isEmpty == false
            }
            for word in WordSelection.all.page(.newest(.max), of: translated) {
                let isShown = bases[word.direction.target, default: []].contains { word.says($0, .translation) }
                if isShown { best.append(word) } else { hidden.append(word) }
            }
        }
        var seen: Set<WordID> = []
        return Array(
            (best + found + hidden).filter { seen.insert($0.id).inserted }.dropFirst(offset).prefix(query.limit))
    }

    /// Returns the texts that a query may mean, as they are written in the newest words that have them.
    func nearest(to query: WordQuery) throws(DictionaryError) -> [String] {
        var (texts, query): ([String], WordQuery) = ([], query)
        for folded in try nearestFolded(to: query) {
            (query.text, query.limit, query.offset) = (folded, 1, 0)
            guard let word = try search(query).first else { continue }
            let lines = try entry(of: word.id)?.translationLines.split(separator: "\n").map(String.init) ?? []
            let all = [word.text.value] + (word.translation.translation?.all ?? []) + lines
            texts += all.filter { TextFolding.fold($0, .search) == folded }.prefix(1)
        }
        return texts
    }

    /// Reads all words, and returns those with a folded text.
    public func words(folded: String) throws(DictionaryError) -> [Word] {
        try words(.all, .newest(.max)).filter { $0.text.folded == folded }
    }

    /// Reads all words, and returns the first of those whose identifiers begin with a text.
    public func words(idPrefix: String, limit: Int) throws(DictionaryError) -> [Word] {
        let found = try words(.all, .newest(.max)).filter { $0.id.rawValue.hasPrefix(idPrefix) }
        return Array(found.sorted { $0.id < $1.id }.prefix(limit))
    }

    /// Reads all words, and counts them.
    public func wordCount() throws(DictionaryError) -> Int { try words(.all, .newest(.max)).count }

    /// Reads all words, and counts those of each direction.
    public func wordCounts() throws(DictionaryError) -> [TranslationDirection: Int] {
        try words(.all, .newest(.max)).reduce(into: [:]) { $0[$1.direction, default: 0] += 1 }
    }

    /// Reads all words, indexes them, and searches the index.
    public func search(_ query: WordQuery) throws(DictionaryError) -> [Word] {
        var (words, index) = try indexed()
        return index.search(query).map { words[Int($0)] }
    }

    /// Reads all words and entries, and returns the words with a translation that is one of the texts.
    public func words(translatedAs texts: Set<String>) throws(DictionaryError) -> [Word] {
        var found: [Word] = []
        for word in try words(.all, .newest(.max)) {
            let lines = try entry(of: word.id)?.translationLines.split(separator: "\n").map(String.init) ?? []
            let all = (word.translation.translation?.all ?? []) + lines
            if all.contains(where: { texts.contains(TextFolding.fold($0, .search)) }) { found.append(word) }
        }
        return found
    }

    /// Reads all words, indexes them, and compares the texts in the index.
    public func nearestFolded(to query: WordQuery) throws(DictionaryError) -> [String] {
        try indexed().index.nearest(to: query)
    }

    /// Returns nothing: the store keeps no bin.
    public func removedWords(before date: Date) throws(DictionaryError) -> [RemovedWord] { [] }

    /// Reads the whole bin.
    public func removedWord(_ id: WordID) throws(DictionaryError) -> RemovedWord? {
        try removedWords(before: .distantFuture).first { $0.id == id }
    }

    private func indexed() throws(DictionaryError) -> (words: [Word], index: WordIndex) {
        // Oldest first: of two words of the same time, the one with the larger key is found first.
        let words = try words(.all, .newest(.max)).reversed() as [Word]
        var index = WordIndex()
        for (number, word) in words.enumerated() {
            index.insert(word, try entry(of: word.id), key: Int64(number))
        }
        return (words, index)
    }
}

extension Word {
    /// Whether a folded text is its text or one of the translations that lists show.
    fileprivate func says(_ folded: String, _ mode: SearchMode) -> Bool {
        let texts = mode == .translation ? [] : [text.value]
        let translations = mode == .word ? [] : translation.translation?.all ?? []
        return (texts + translations).contains { TextFolding.fold($0, .search) == folded }
    }
}

/// The words inside a transaction. Valid only inside the closure that receives it.
public protocol WordTransaction: WordSnapshot {
    /// Adds a word. Throws ``DictionaryError/duplicate(of:)`` if there is a word with the same identifier, or with the same
    /// ``WordText/identity`` and direction; nothing is added then, and the transaction may go on.
    func insert(_ word: Word) throws(DictionaryError)
    /// Replaces a word that is there. Its date of creation never changes, and no other word has its ``WordText/identity`` and
    /// direction.
    func update(_ word: Word) throws(DictionaryError)
    /// Deletes a word with its entry and its asked providers. If there is no such word, nothing changes.
    func delete(_ id: WordID) throws(DictionaryError)
    /// Stores the dictionary entry of a word that is there, or removes it.
    func setEntry(_ entry: DictionaryEntry?, of id: WordID) throws(DictionaryError)
    /// Stores the providers that were asked for a word that is there. This does not count as a change of the word.
    func setAskedProviders(_ providers: Set<TranslationProvider>, of id: WordID) throws(DictionaryError)
    /// Returns a part of the note on the last import, from 0. Nil if there are not so many, and by default: no import can be undone.
    func importNote(part: Int) throws(DictionaryError) -> String?
    /// Stores a part of the note on the last import in place of this part and of those after it. Nil only removes them.
    func setImportNote(_ note: String?, part: Int) throws(DictionaryError)
    /// Returns whether a word has cards of reviews. By default nil: the store does not know. Then those are asked before the transaction.
    func isReviewed(_ id: WordID) throws(DictionaryError) -> Bool?
    /// Puts a removed word into the bin in place of one with its identifier, or takes it out. This changes no word: the bin may have one
    /// with the identifier or the text of a word that is there. By default nothing is kept: only the session can undo its removals.
    func setRemovedWord(_ removed: RemovedWord?, of id: WordID) throws(DictionaryError)
    /// Deletes what was put into the bin with a date of removal before this one, and returns how many words that were. By default none.
    func deleteRemovedWords(before date: Date) throws(DictionaryError) -> Int
}

extension WordTransaction {
    /// Returns nil: no import can be undone.
    public func importNote(part: Int) throws(DictionaryError) -> String? { nil }

    /// Keeps no note.
    public func setImportNote(_ note: String?, part: Int) throws(DictionaryError) {}

    /// Returns nil: the store does not know.
    public func isReviewed(_ id: WordID) throws(DictionaryError) -> Bool? { nil }

    /// Keeps nothing.
    public func setRemovedWord(_ removed: RemovedWord?, of id: WordID) throws(DictionaryError) {}

    /// Deletes nothing.
    public func deleteRemovedWords(before date: Date) throws(DictionaryError) -> Int { 0 }
}
