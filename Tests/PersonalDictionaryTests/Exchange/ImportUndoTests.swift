import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Repeating an import, and taking it back", .timeLimit(.minutes(15)), .longComputation)
struct ImportUndoTests {
    private let time = ManualTime()
    /// As in a program, none is made twice.
    private let identifiers = IdentifierGenerator.sequence(prefix: "made-")

    /// Imports the bytes of a file.
    private func importing(
        _ bytes: [UInt8], _ format: ExchangeFormat, into words: Vocabulary
    ) async throws -> ImportReport {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data(bytes).write(to: file)
            let exchange = WordExchange(
                words: words, languages: .everyday, direction: ValueStream(.englishToRussian), clock: time.clock,
                identifiers: identifiers)
            let handle = try FileHandle(forReadingFrom: file)
            defer { do { try handle.close() } catch { Issue.record(error) } }
            return try await exchange.importWords(from: handle, named: "words", format: format).report
        }
    }

    /// Everything that is stored of words.
    private struct Content: Equatable {
        var words: [Word]
        var entries: [DictionaryEntry?] = []
        var asked: [Set<TranslationProvider>] = []

        init(_ words: Vocabulary) async throws {
            self.words = try await words.words(.newest(.max))
            for word in self.words {
                entries.append(try await words.entry(of: word.id))
                asked.append(try await words.providersAsked(for: word.id))
            }
        }
    }

    /// A word of each state: an own translation, a service's with and without an entry, not found, failed, waiting.
    private func fill(_ words: Vocabulary) async throws {
        let texts = ["Weg", "weg", "замок", "polish", "é", "Polish"]
        for (number, text) in texts.enumerated() {
            try await words.add(.make("\(number)", text, "de", "ru", createdAt: time.now))
        }
        func entry(_ number: Int) throws -> DictionaryEntry {
            try .make(texts[number], ["a"], .between("de", "ru"), at: time.now)
        }
        try await words.record(.found(entry(0)), of: WordID("0"), at: time.now)
        try await words.setUserTranslations(["mine"], of: WordID("0"), at: time.now)
        try await words.record(.found(entry(1)), of: WordID("1"), at: time.now)
        try await words.remove([WordID("2")])
        let translation = Translation(text: "b", provider: .pons, date: time.now)
        try await words.add(
            .make("2", texts[2], "de", "ru", createdAt: time.now, translation: .translated(translation)))
        try await words.record(.notFound(askedOf: [.pons, .dict]), of: WordID("3"), at: time.now)
        try await words.record(.failed(until: time.now + 60), of: WordID("4"), at: time.now)
        try await words.edit(WordID("1"), at: time.now) { $0.note = try WordNote("mine") }
        try await words.setUserTranslations(["A"], of: WordID("5"), at: time.now)
        try await words.setUserTranslations(["more"], of: WordID("5"), at: time.now, isAdded: true)
    }

    @Test(
        "a file that is imported twice changes nothing, whatever is in it: contradictions, variants, duplicates, entries; an undo brings all back",
        arguments: WordRepositoryKind.allCases, 1...UInt64(TestScale.count(10, full: 200)))
    func twice(kind: WordRepositoryKind, seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        func one<Value>(_ values: [Value]) throws -> Value { try #require(values.randomElement(using: &generator)) }
        let format = try one([ExchangeFormat.csv, .jsonl])
        let writer = ExchangeWriter(format: format)
        let dates = [nil, "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z"].map { $0.flatMap(ISO8601Date.date) }
        var file = writer.header()
        for _ in 0..<30 {
            var record = ExchangeRecord(
                text: try one([
                    "weg", "Weg", " weg", "WEG", "за́мок", "замо́к", "замок", "e\u{301}", "é", "polish", "Polish",
                ]))
            record.translation = try one([nil, nil, "a", "b", "A"])
            record.provider = try one([nil, "user", "glossary", "pons", "dict"])
            record.sourceLang = try one([nil, "de", "de", "en"])
            record.targetLang = try one([nil, "ru", "it"])
            record.isFavorite = try one([nil, true, false])
            record.id = try one([nil, "same-1", "same-2", "new-1"])
            record.status = try one([nil, "pending", "notFound", "failed", "translated"])
            record.updatedAt = try one(dates)
            record.alternatives = try one([[], [], [], ["a"], ["b", "c"], ["A"]])
            record.note = try one([nil, nil, "n", "m"])
            if try one([true, false]) {
                record.entry = try .make("x", [one(["a", "b"])], .between("de", "ru"), at: time.now)
            }
            file += try writer.line(for: record)
        }
        try await kind.withWords { words in
            try await fill(words)
            let filled = try await Content(words)
            let first = try await importing(file, format, into: words)
            let imported = try await Content(words)
            #expect(imported.words.first { $0.id.rawValue == "0" }?.translation.translation?.text == "mine")
            time.advance(by: 60)
            let second = try await importing(file, format, into: words)
            #expect(second.added == 0 && second.updated == 0, "seed \(seed)")
            #expect(second.unchanged + second.rejected.count == 30, "seed \(seed)")
            #expect(try await Content(words) == imported, "seed \(seed)")
            // The undo is that of the first import, because the second has changed nothing.
            let undo = try await words.undoImport()
            #expect(undo?.removed ?? 0 == first.added && undo?.kept ?? 0 == 0, "seed \(seed)")
            #expect(try await Content(words) == filled, "seed \(seed)")
            #expect(try await words.undoImport() == nil)
        }
    }

    @Test(
        "undoing an import brings translations and asked providers back, and keeps words that the user has edited since",
        arguments: WordRepositoryKind.allCases)
    func undo(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            try await words.add([.make("1", "dog", createdAt: time.now), .make("2", "xyz", createdAt: time.now)])
            let old = try DictionaryEntry.make("dog", ["собака"], at: time.now)
            let new = try DictionaryEntry.make("dog", ["пёс"], at: time.now)
            try await words.record(.found(old), of: WordID("1"), at: time.now)
            try await words.record(.notFound(askedOf: [.pons]), of: WordID("2"), at: time.now)
            let before = try await Content(words)
            let file = [
                ImportedWord(try own("a", "dog"), entry: new), ImportedWord(try own("b", "xyz"), entry: new),
                ImportedWord(try own("c", "more")), ImportedWord(try own("d", "edited")),
            ]
            _ = try await words.merge(file, isUndoable: true) { WordID("spare") }
            // A merge only goes up: the entry that is there stays.
            #expect(try await words.entry(of: WordID("1")) == old)
            #expect(try await words.entry(of: WordID("2")) == new)
            #expect(try await words.providersAsked(for: WordID("2")).isEmpty)
            try await words.setUserTranslations(["better"], of: WordID("d"), at: time.now)
            // The undo of a removal is no import.
            _ = try await words.merge(words.remove([WordID("c")])) { WordID("spare") }
            let undo = try #require(try await words.undoImport())
            #expect(undo.restored == 2 && undo.removed == 1 && undo.kept == 1)
            try await words.remove([WordID("d")])
            #expect(try await Content(words) == before)
        }
    }

    @MainActor
    @Test("undoing an import keeps words that were reviewed or suspended since, and says how many")
    func reviewedSince() async throws {
        let app = TestApp()
        let (words, reviews) = (app.graph.words, app.graph.reviews)
        try await words.add(own("there", "there"))
        try await words.add(.make("waiting", "waiting", createdAt: time.now))
        let starred = try Word.make("x", "there", createdAt: time.now, isFavorite: true)
        let file = [starred, try own("y", "waiting")] + (try ["rated", "suspended", "new"].map { try own($0, $0) })
        _ = try await words.merge(file.map { ImportedWord($0) }, isUndoable: true) { WordID("spare") }
        for word in ["there", "waiting", "rated"] { try await reviews.rate(ReviewCardID(WordID(word), .word), .good) }
        try await reviews.suspend(WordID("suspended"))
        let undo = try #require(try await words.undoImport())
        let left = try await words.words(.newest(.max)).filter(\.isLearnable).map(\.id.rawValue)
        #expect(left.sorted().joined(separator: " ") == "rated suspended there waiting")
        #expect(undo.kept == 3 && undo.removed == 1 && undo.restored == 1)
        #expect(try await !words.word(WordID("there")).isFavorite)
        #expect(
            undo.keptMessage.map { app.graph.localizer($0) }
                == "kept, because you have changed or reviewed them since: 3")
    }

    @Test("undoing an import keeps a word that is reviewed while it is asked which were", arguments: [true, false])
    func reviewedMeanwhile(isInMemory: Bool) async throws {
        let store =
            isInMemory
            ? DictionaryStore.inMemory()
            : try await DictionaryStore.open(.memory, options: SQLiteDatabase.Options())
        let reviews = Reviews(
            store.reviews, settings: AppSettings(store.settings), clock: time.clock, timeZone: .gmt,
            identifiers: identifiers)
        let words = Vocabulary(
            store.words,
            reviewedWords: { () throws(DictionaryError) in
                try await reviews.rate(ReviewCardID(WordID("a"), .word), .good)
                return []
            })
        let file = [ImportedWord(try own("a", "reviewed")), ImportedWord(try own("b", "left"))]
        _ = try await words.merge(file, isUndoable: true) { WordID("spare") }
        let undo = try #require(try await words.undoImport())
        #expect(undo.kept == 1 && undo.removed == 1)
        #expect(try await words.words(.newest(9)).map(\.id.rawValue) == ["a"])
        await store.close()
    }

    private func own(_ id: String, _ text: String) throws -> Word {
        let mine = Translation(text: "mine", provider: .user, date: time.now)
        return try Word.make(id, text, createdAt: time.now, translation: .translated(mine))
    }

    @Test(
        "undoing an import keeps what a service has said since, also in another process",
        arguments: WordRepositoryKind.allCases)
    func serviceSince(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in try await serviceSince(words, words) }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            let stores = [try await DictionaryStore.open(file), try await DictionaryStore.open(file)]
            try await serviceSince(stores[0].vocabulary, stores[1].vocabulary)
            for store in stores { await store.close() }
        }
    }

    /// - Parameter other: the words of another process.
    private func serviceSince(_ words: Vocabulary, _ other: Vocabulary) async throws {
        let ids = ["starred", "owned", "told", "known"]
        for id in ids { try await words.add(.make(id, id, createdAt: time.now)) }
        let known = Translation(text: "old", provider: .pons, date: time.now)
        let told = try Word.make("c", "told", createdAt: time.now, translation: .translated(known))
        let file = [
            try Word.make("a", "starred", createdAt: time.now, isFavorite: true), try own("b", "owned"), told,
        ]
        _ = try await words.merge(file.map { ImportedWord($0) }, isUndoable: true) { WordID("spare") }
        time.advance(by: 5)
        var entries: [DictionaryEntry] = []
        for id in ids {
            entries.append(try .make(id, ["new \(id)"], at: time.now))
            try await other.record(.found(entries[entries.count - 1]), of: WordID(id), at: time.now)
        }
        let undo = try #require(try await words.undoImport())
        #expect(undo.restored == 3 && undo.removed == 0 && undo.kept == 0)
        for (id, entry) in zip(ids, entries) {
            let word = try await words.word(WordID(id))
            #expect(!word.isFavorite && word.translation == .translated(entry.translation), "\(id)")
            #expect(word.updatedAt == time.now, "\(id)")
            #expect(try await words.entry(of: word.id) == entry, "\(id)")
        }
    }

    @Test(
        "undoing an import keeps the entry of a look-up since, also where the import has stored one",
        arguments: WordRepositoryKind.allCases)
    func entrySince(kind: WordRepositoryKind) async throws {
        try await kind.withWords { words in
            let known = Translation(text: "old", provider: .pons, date: time.now)
            for isLookedUp in [true, false] {
                let id = WordID("looked up: \(isLookedUp)")
                let word = try Word.make(
                    id.rawValue, id.rawValue, createdAt: time.now, translation: .translated(known))
                try await words.add(word)
                _ = try await words.merge([ImportedWord(own("other", id.rawValue))], isUndoable: true) {
                    WordID("spare")
                }
                time.advance(by: 5)
                let entry = try DictionaryEntry.make(id.rawValue, ["new", "newer"], at: time.now)
                if isLookedUp { try await words.record(.found(entry), of: id, at: time.now) }
                #expect(try await words.undoImport()?.restored == 1)
                #expect(try await words.entry(of: id) == (isLookedUp ? entry : nil))
                #expect(try await words.word(id).translation == .translated(known))
            }
        }
    }

    @Test("an import of many words is taken back, from a note that is not much larger than the words")
    func many() async throws {
        let count = TestScale.count(2_000, full: 100_000)
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            let store = try await DictionaryStore.open(file)
            let words = store.vocabulary
            try await words.add(.make("1", "word 7", createdAt: time.now))
            let before = try await Content(words)
            let text = (0..<count).map { "word \($0),слово \($0)\n" }.joined()
            let report = try await importing(Array(text.utf8), .csv, into: words)
            #expect(report.added == count - 1 && report.updated == 1)
            let probe = try SQLiteProbe(file.systemPath)
            let note = "FROM (SELECT length(CAST(value AS BLOB)) size FROM setting WHERE key LIKE 'lastImport%')"
            let size = probe.text("SELECT sum(size) \(note)")
            #expect(try #require(size.flatMap { Int($0) }) < 200 * count)
            // It is stored in parts, so that it is never in memory as a whole.
            let part = probe.text("SELECT max(size) \(note)")
            #expect(try #require(part.flatMap { Int($0) }) < 70_000)
            let undo = try #require(try await words.undoImport())
            #expect(undo.removed == count - 1 && undo.restored == 1)
            #expect(try await Content(words) == before)
            await store.close()
        }
    }

    @Test("a repository that keeps no note takes imports, which cannot be undone")
    func withoutNote() async throws {
        struct Store: WordRepository {
            let inner = InMemoryWordRepository()

            func read<Value: Sendable>(
                _ body: @escaping @Sendable (any WordSnapshot) throws(DictionaryError) -> Value
            ) async throws(DictionaryError) -> Value { try await inner.read(body) }

            func write<Value: Sendable>(
                _ body: @escaping @Sendable (any WordTransaction) throws(DictionaryError) -> Value
            ) async throws(DictionaryError) -> Value {
                try await inner.write { words throws(DictionaryError) in try body(Transaction(inner: words)) }
            }
        }
        /// Implements what has no default.
        struct Transaction: WordTransaction {
            let inner: any WordTransaction

            func word(_ id: WordID) throws(DictionaryError) -> Word? { try inner.word(id) }
            func words(folded: String) throws(DictionaryError) -> [Word] { try inner.words(folded: folded) }
            func words(idPrefix: String, limit: Int) throws(DictionaryError) -> [Word] {
                try inner.words(idPrefix: idPrefix, limit: limit)
            }
            func words(_ selection: WordSelection, _ page: WordPage) throws(DictionaryError) -> [Word] {
                try inner.words(selection, page)
            }
            func wordCount() throws(DictionaryError) -> Int { try inner.wordCount() }
            func entry(of id: WordID) throws(DictionaryError) -> DictionaryEntry? { try inner.entry(of: id) }
            func askedProviders(of id: WordID) throws(DictionaryError) -> Set<TranslationProvider> {
                try inner.askedProviders(of: id)
            }
            func insert(_ word: Word) throws(DictionaryError) { try inner.insert(word) }
            func update(_ word: Word) throws(DictionaryError) { try inner.update(word) }
            func delete(_ id: WordID) throws(DictionaryError) { try inner.delete(id) }
            func setEntry(_ entry: DictionaryEntry?, of id: WordID) throws(DictionaryError) {
                try inner.setEntry(entry, of: id)
            }
            func setAskedProviders(
                _ providers: Set<TranslationProvider>, of id: WordID
            ) throws(DictionaryError) { try inner.setAskedProviders(providers, of: id) }
        }
        let words = Vocabulary(Store())
        let report = try await importing(Array("dog,собака\n".utf8), .csv, into: words)
        #expect(report.added == 1)
        #expect(try await words.wordCount() == 1)
        #expect(try await words.undoImport() == nil)
        #expect(try await words.wordCount() == 1)
    }
}
