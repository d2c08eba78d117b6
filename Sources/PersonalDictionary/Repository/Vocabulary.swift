public import CoreModule
public import Foundation

/// The words of a dictionary, with the rules for them: duplicates, merging, the outcome of a look-up, removal.
///
/// Each operation is one transaction of the repository. It is logged, and what it changes is published, in the order in which it was
/// made; more than 50 changes are one ``WordChange/reloaded``. Every method throws ``DictionaryError/store(_:)`` if the store fails;
/// then nothing has changed.
public final class Vocabulary: Sendable {
    let repository: any WordRepository
    private let changes: (any ModelStreamWriter<WordChange>)?
    let onDevice: @Sendable (WordText, TranslationDirection) async -> DictionaryEntry?
    let wordsOfForm: @Sendable (WordText, Language) -> [String]
    private let languages: @Sendable () -> [Language]
    let reviewedWords: @Sendable () async throws(DictionaryError) -> Set<WordID>
    let clock: WallClock
    private let changeLog: ChangeLog<WordID>
    private let log: OperationLog
    private let gate = AsyncMutex()

    /// Creates a vocabulary.
    /// - Parameters:
    ///   - repository: stores the words.
    ///   - changes: receives all changes. If nil, changes are not published.
    ///   - onDevice: returns what is known of a text at once, without a network; nil if nothing is. A word that is saved without a
    ///     translation gets it, in the same transaction.
    ///   - wordsOfForm: returns the words that a text in a language may be a form of, folded for search. A search finds them too.
    ///   - languages: returns the languages in which a search without a direction looks for such words.
    ///   - reviewedWords: returns the words that were reviewed or suspended, for a store whose transactions do not know:
    ///     ``undoImport()`` keeps them.
    ///   - clock: says when words are removed.
    ///   - logger: logs operations and changes; the words only at debug level.
    public init(
        _ repository: any WordRepository, changes: (any ModelStreamWriter<WordChange>)? = nil,
        onDevice: @escaping @Sendable (WordText, TranslationDirection) async -> DictionaryEntry? = { _, _ in nil },
        wordsOfForm: @escaping @Sendable (WordText, Language) -> [String] = { _, _ in [] },
        languages: @escaping @Sendable () -> [Language] = { LanguageCatalog.everyday.languages },
        reviewedWords: @escaping @Sendable () async throws(DictionaryError) -> Set<WordID> = {
            () throws(DictionaryError) in []
        },
        clock: WallClock = .system, logger: EventLogger = .disabled
    ) {
        self.clock = clock
        self.repository = repository
        self.changes = changes
        self.onDevice = onDevice
        self.wordsOfForm = wordsOfForm
        self.languages = languages
        self.reviewedWords = reviewedWords
        changeLog = ChangeLog(logger.labelled("change"))
        log = OperationLog(logger.labelled("store"))
    }

    // MARK: Reading

    /// Returns a page of a selection, by default of all words, in the selection's order.
    public func words(_ page: WordPage, in selection: WordSelection = .all) async throws(DictionaryError) -> [Word] {
        try await read("read words", "\(selection), at most \(page.limit)", Self.count) {
            words throws(DictionaryError) in try words.words(selection, page)
        }
    }

    /// Returns at most `limit` words of a list: those after a word, or the first.
    func words(
        _ content: WordListContent, after last: Word?, limit: Int
    ) async throws(DictionaryError) -> [Word] {
        try await read("read words", "\(content.logText), at most \(limit)", Self.count) {
            words throws(DictionaryError) in
            try content.read(after: last, limit: limit, in: words)
        }
    }

    /// Returns the word with an identifier. Throws ``DictionaryError/notFound(_:)``.
    public func word(_ id: WordID) async throws(DictionaryError) -> Word {
        try await read("read word", "\(id)", \.logText) { words throws(DictionaryError) in
            try Self.word(id, in: words)
        }
    }

    /// Returns the only word that a name means: the one with this identifier, else the one with this text. Else it may be the
    /// beginning of an identifier, or a text that differs only in case, accents or stress. Throws ``DictionaryError/notFound(_:)``, or
    /// ``DictionaryError/ambiguousID(_:matches:)`` with at most ten matches by identifier.
    public func word(named name: String) async throws(DictionaryError) -> Word {
        try await read("find word", name, \.logText) { words throws(DictionaryError) in
            if let word = try words.word(WordID(name)) { return word }
            let text: WordText
            do { text = try WordText(name) } catch { throw .notFound(name) }
            var matches = try Self.words(text, in: words)
            if matches.first?.text.identity != text.identity {
                matches += try words.words(idPrefix: name, limit: 10).filter { !matches.contains($0) }
            }
            guard let match = matches.first else { throw .notFound(name) }
            guard matches.count == 1 else { throw .ambiguousID(name, matches: matches) }
            return match
        }
    }

    /// Returns the words with a text, one for each direction in which it was added, newest first. If there are none, those that
    /// differ from it only in case, accents or stress.
    public func words(_ text: WordText) async throws(DictionaryError) -> [Word] {
        try await read("read words of a text", text.value, Self.count) { words throws(DictionaryError) in
            try Self.words(text, in: words)
        }
    }

    /// Returns the number of words.
    public func wordCount() async throws(DictionaryError) -> Int {
        try await read("count words", "", \.description) { words throws(DictionaryError) in try words.wordCount() }
    }

    /// Returns the number of words of each direction that any has.
    public func wordCounts() async throws(DictionaryError) -> [TranslationDirection: Int] {
        try await read("count words by direction", "", { "\($0.count)" }) { words throws(DictionaryError) in
            try words.wordCounts()
        }
    }

    /// Returns the number of words, also in the bin, that are in a language or translated into it.
    func wordCount(in language: Language) async throws(DictionaryError) -> Int {
        func has(_ direction: TranslationDirection) -> Bool {
            [direction.source, direction.target].contains(language)
        }
        let removed = try await removedWords().count { has($0.word.direction) }
        return try await wordCounts().filter { has($0.key) }.values.reduce(removed, +)
    }

    /// Returns the dictionary entry of a word. Nil if there was no look-up, or no service has the word.
    public func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? {
        try await read("read entry", "\(id)", { $0 == nil ? "none" : "one" }) { words throws(DictionaryError) in
            try words.entry(of: id)
        }
    }

    /// Returns the words that match a query: first those with exactly its text, then those that differ in case or accents or whose
    /// shown translation it is, then words of which the query is a form, then those of whose shown translation it is one, then prefixes,
    /// other parts, the query's words in another order, and words with another translation of which it is a form; newest first among
    /// equals.
    public func search(_ query: WordQuery) async throws(DictionaryError) -> [Word] {
        let bases = bases(of: query)
        return try await read("search words", "\(query.text) in \(query.mode)", Self.count, isSearch: true) {
            words throws(DictionaryError) in try words.searchBestFirst(query, bases)
        }
    }

    /// The texts that a query may be a form of, in each language in which it may be one.
    private func bases(of query: WordQuery) -> [Language: [String]] {
        // What is no word, because it is empty or too long, is a form of none.
        let text: WordText
        do { text = try WordText(query.text) } catch { return [:] }
        let languages =
            query.direction.map { direction in
                switch query.mode {
                case .word: [direction.source]
                case .translation: [direction.target]
                case .both: [direction.source, direction.target]
                }
            } ?? self.languages()
        return Dictionary(languages.map { ($0, wordsOfForm(text, $0)) }, uniquingKeysWith: +)
    }

    /// Returns up to three words and translations that are spelt like a query that finds nothing, as they are written: the
    /// nearest first, and the newest first among equals.
    ///
    /// They differ from the query by at most one edit if it has three or four letters, two if it has up to eight, three if it has up to
    /// forty: as a whole, or word by word in any order. An edit adds, removes or replaces a letter, or swaps two neighbours. Case and
    /// diacritics do not matter; notes are not compared. Time grows with the number of words: milliseconds for 100,000.
    public func nearest(to query: WordQuery) async throws(DictionaryError) -> [String] {
        try await read("find nearest texts", "\(query.text) in \(query.mode)", { "\($0.count)" }, isSearch: true) {
            words throws(DictionaryError) in try words.nearest(to: query)
        }
    }

    // MARK: Look-ups

    /// Returns the asked providers of a word that was not found. Empty for any other word.
    package func providersAsked(for id: WordID) async throws(DictionaryError) -> Set<TranslationProvider> {
        try await read("read asked providers", "\(id)", { $0.map(\.rawValue).sorted().joined(separator: " ") }) {
            words throws(DictionaryError) in try words.askedProviders(of: id)
        }
    }

    /// Records how a look-up ended, and returns the word if it has changed.
    ///
    /// Control characters and those that nobody sees are left out. A word that was removed meanwhile stays removed. The user's own
    /// translation stays; the entry is stored beside it. A look-up without success removes no translation; for a word that no service
    /// knew, it adds the providers that were asked. Nothing is recorded if the word's text or direction is no longer that of `lookedUp`.
    @discardableResult
    public func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date, lookedUp: Word? = nil
    ) async throws(DictionaryError) -> Word? {
        try await write(
            "record look-up", "\(id) \(outcome.logText)", { $0?.logText ?? "unchanged" },
            publishing: { $0.map { [.updated($0)] } ?? [] }
        ) { words throws(DictionaryError) in
            guard let word = try words.word(id), lookedUp?.asksSame(as: word) != false else { return nil }
            var outcome = outcome
            if case .found(let entry) = outcome {
                outcome = entry.cleaned.map { .found($0) } ?? .notFound(askedOf: [entry.provider])
            }
            let state = outcome.state(replacing: word.translation)
            if case .notFound(let providers) = outcome, (state ?? word.translation) == .notFound {
                let asked = try words.askedProviders(of: id)
                if !providers.isSubset(of: asked) { try words.setAskedProviders(asked.union(providers), of: id) }
            }
            guard let state else { return nil }
            if case .found(let entry) = outcome { try words.setEntry(entry, of: id) }
            return try Self.set(state, of: word, at: date, in: words)
        }
    }

    // MARK: Editing

    /// Adds a word to the favourites or removes it from them, and returns it. Throws ``DictionaryError/notFound(_:)``.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        try await edit(isFavorite ? "star word" : "unstar word", id, at: date) { $0.isFavorite = isFavorite }
    }

    /// Stores the user's own translations, the first one first, and returns the word. No look-up replaces them; the service's
    /// translations stay beside them. If `isAdded`, the own ones that the word has stay before them. What is stored already changes
    /// nothing. Throws ``DictionaryError/notFound(_:)``, ``DictionaryError/emptyText`` also if there is none, or
    /// ``DictionaryError/textTooLong(length:maximum:)``.
    @discardableResult
    public func setUserTranslations(
        _ typed: [String], of id: WordID, at date: Date, isAdded: Bool = false
    ) async throws(DictionaryError) -> Word {
        try await write("write translation", "\(id)", \.logText, publishing: { [.updated($0)] }) {
            words throws(DictionaryError) in
            try Self.translate(Self.word(id, in: words), typed, isAdded: isAdded, at: date, in: words)
        }
    }

    /// Edits a word, and returns it. What is nil stays; the closure changes the word's other parts, such as its note. The identifier
    /// stays. The translations replace the user's own ones; an empty list clears them. What a service said of another text or
    /// direction is removed. The word then has what the device knows of the new one, or waits for a look-up, unless it has an own
    /// translation: then ``TranslationQueue/translate(_:)`` brings the service's. Throws ``DictionaryError/notFound(_:)``,
    /// ``DictionaryError/duplicate(of:)`` if another word has the text and direction, or what the closure throws.
    ///
    /// The closure runs inside the transaction. A translation or a date that it sets is not stored. An error that is no
    /// ``DictionaryError`` counts as one of the store.
    @discardableResult
    public func edit(
        _ id: WordID, text: WordText? = nil, direction: TranslationDirection? = nil, translations: [String]? = nil,
        at date: Date, _ change: @escaping @Sendable (inout Word) throws -> Void = { _ in }
    ) async throws(DictionaryError) -> Word {
        try await edit(
            "edit word", id, text: text, direction: direction, translations: translations, at: date, change)
    }

    /// - Parameter operation: its name in the log.
    private func edit(
        _ operation: String, _ id: WordID, text: WordText? = nil, direction: TranslationDirection? = nil,
        translations: [String]? = nil, at date: Date, _ change: @escaping @Sendable (inout Word) throws -> Void
    ) async throws(DictionaryError) -> Word {
        let known =
            text == nil && direction == nil ? nil : await entryOnDevice(try await word(id).asking(text, direction))
        return try await write(operation, "\(id)", \.logText, publishing: { [.updated($0)] }) {
            words throws(DictionaryError) in
            let word = try Self.word(id, in: words)
            var edited = try word.asking(text, direction).edited(change)
            guard edited != word else { return try Self.translate(word, translations, at: date, in: words) }
            edited.updatedAt = date
            if !edited.asksSame(as: word) {
                if let twin = try words.twin(of: edited) { throw .duplicate(of: twin.id) }
                // Another process may have edited it since.
                let entry = known.flatMap { $0.asked.asksSame(as: edited) ? $0.entry : nil }
                try words.setEntry(entry, of: id)
                try words.setAskedProviders([], of: id)
                if !word.translation.isOwn {
                    edited.translation = entry.map { .translated($0.translation) } ?? .pending
                }
            }
            try words.update(edited)
            return try Self.translate(edited, translations, at: date, in: words)
        }
    }

    /// Edits words in one way, all or none, and returns them, each once. The closure changes what that of
    /// ``edit(_:text:direction:translations:at:_:)`` does. Throws ``DictionaryError/notFound(_:)`` if a word is not there, or what the
    /// closure throws.
    @discardableResult
    public func edit(
        _ ids: [WordID], at date: Date, _ change: @escaping @Sendable (inout Word) throws -> Void
    ) async throws(DictionaryError) -> [Word] {
        try await write(
            "edit words", ids.map(\.rawValue).joined(separator: " "), publishing: { $0.map { .updated($0) } }
        ) { words throws(DictionaryError) in
            var seen: Set<WordID> = []
            var all: [Word] = []
            for id in ids where seen.insert(id).inserted {
                let word = try Self.word(id, in: words)
                var edited = try word.edited(change)
                if edited != word {
                    edited.updatedAt = date
                    try words.update(edited)
                }
                all.append(edited)
            }
            return all
        }
    }

    /// Moves words to the bin, all or none, where they stay for 30 days: see ``restore(_:)``. Throws
    /// ``DictionaryError/notFound(_:)`` if one is not there.
    /// - Returns: the removed words with their entries, each once.
    @discardableResult
    public func remove(_ ids: [WordID]) async throws(DictionaryError) -> [ImportedWord] {
        try await moveToBin(ids).map { ImportedWord($0.word, entry: $0.entry) }
    }

    /// Does ``remove(_:)``. Also deletes what has been in the bin for 30 days.
    func moveToBin(_ ids: [WordID]) async throws(DictionaryError) -> [RemovedWord] {
        let now = clock.now()
        return try await write(
            "remove words", ids.map(\.rawValue).joined(separator: " "), publishing: { $0.map { .removed($0.id) } }
        ) { words throws(DictionaryError) in
            var seen: Set<WordID> = []
            var removed: [RemovedWord] = []
            for id in ids where seen.insert(id).inserted { removed.append(try Self.remove(id, at: now, in: words)) }
            _ = try words.deleteRemovedWords(before: Bin.start(now))
            return removed
        }
    }

    // MARK: Other processes

    /// Reads and publishes what others have changed since the last call.
    @discardableResult
    public func externalChanges() async throws(DictionaryError) -> [WordChange] {
        await gate.enter()
        defer { gate.leave() }
        let external = try await log.runQuietly(
            "read external changes", result: { $0.isEmpty ? nil : "\($0.count)" }
        ) { () throws(DictionaryError) in try await repository.externalChanges() }
        for change in external { publish(change) }
        return external
    }

    // MARK: Details

    func read<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String, _ result: (Value) -> String, isSearch: Bool = false,
        _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await log.run(name, subject(), result: result) { () throws(DictionaryError) in
            isSearch ? try await repository.readToSearch(body) : try await repository.read(body)
        }
    }

    /// Reads what a screen shows before its first load. Nil if the store cannot read at once, or fails: the load that follows says why.
    func readNow<Value: Sendable>(
        _ body: @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
    ) -> Value? {
        do throws(DictionaryError) { return try repository.readNow(body) } catch { return nil }
    }

    func write<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String, isTrial: Bool = false,
        _ result: (Value) -> String = { _ in "" }, publishing events: (Value) -> [WordChange],
        _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        await gate.enter()
        defer { gate.leave() }
        let value = try await log.run(name, subject(), result: result) { () throws(DictionaryError) in
            isTrial ? try await repository.rollingBack(body) : try await repository.write(body)
        }
        guard !isTrial else { return value }
        let made = events(value)
        for change in made.count > ManyChanges.ofOneOperation ? [.reloaded] : made { publish(change) }
        return value
    }

    private func publish(_ change: WordChange) {
        change.log(to: changeLog)
        changes?.send(change)
    }

    static func count(_ words: [Word]) -> String { "\(words.count)" }
}
