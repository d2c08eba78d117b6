import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("What the import and the export of words cost", .timeLimit(.minutes(15)), .longComputation)
struct ExchangeGrowthTests {
    private let time = ManualTime()

    private func exchange(_ repository: any WordRepository) -> WordExchange {
        WordExchange(
            words: Vocabulary(repository), languages: .everyday, direction: ValueStream(.englishToRussian),
            clock: time.clock, identifiers: .uuidV7(clock: time.clock))
    }

    /// Imports a text through a file.
    private func importing(
        _ text: String, _ format: ExchangeFormat = .csv, isTrial: Bool = false, into words: CountingWordRepository
    ) async throws -> WordImportReport {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data(text.utf8).write(to: file)
            let handle = try FileHandle(forReadingFrom: file)
            defer { do { try handle.close() } catch { Issue.record(error) } }
            words.watch(handle)
            return try await exchange(words).importWords(
                from: handle, named: "words", format: format, isTrial: isTrial)
        }
    }

    @Test(
        "a file that has become shorter or longer before its import is an error, and changes nothing",
        arguments: [-1, 1])
    func changed(lines: Int) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words")
            try Data(Self.file(3).utf8).write(to: file)
            let words = InMemoryWordRepository()
            let handle = try FileHandle(forUpdating: file)
            defer { do { try handle.close() } catch { Issue.record(error) } }
            let changed = Data(Self.file(3 + lines).utf8)
            await #expect(
                throws: DictionaryError.fileUnreadable(
                    path: "words", reason: Message("it has changed while it was read"))
            ) {
                _ = try await exchange(words).importWords(from: handle, named: "words", format: .csv) { _ in
                    do { try changed.write(to: file, options: []) } catch { Issue.record(error) }
                }
            }
            #expect(try await Vocabulary(words).words(.newest(9)).isEmpty)
        }
    }

    private static func file(_ count: Int) -> String { (0..<count).map { "word \($0),слово \($0)\n" }.joined() }

    @Test(
        "a new word costs one call of the store, one that is there one look-up; all are one transaction, which begins before the file was read",
        arguments: TestScale.isFull ? [10_000, 20_000] : [6_000])
    func imported(count: Int) async throws {
        let words = CountingWordRepository(InMemoryWordRepository())
        let file = Self.file(count)
        _ = try await importing(file, isTrial: true, into: words)
        let trial = words.takeCounts()
        _ = try await importing(file, into: words)
        let first = words.takeCounts()
        #expect(first == trial)
        #expect(first["write"] == 1 && first["read"] == nil)
        #expect(first["insert"] == count && first["look-up"] == nil)
        // The note, in parts of 64 KiB.
        #expect(first["note"] ?? 0 <= count / 300)
        // 64 KiB, to recognize the form of the file, and as much again.
        #expect(words.largestReadAhead <= 1 << 17)
        let report = try await importing(file, into: words)
        let again = words.takeCounts()
        #expect(report.report.unchanged == count)
        #expect(again["insert"] == 1 && again["look-up"] == count && again["note"] == nil)
    }

    @Test("an export costs one transaction for 500 words, also with their entries", arguments: [1_000, 2_000])
    func exported(count: Int) async throws {
        let repository = InMemoryWordRepository()
        let words = Vocabulary(repository)
        try await words.add(try (0..<count).map { try .make("\($0)", "word \($0)", createdAt: time.now) })
        let entry = try DictionaryEntry.make("word", ["слово"], at: time.now)
        try await words.record(.found(entry), of: WordID("7"), at: time.now)
        let counting = CountingWordRepository(repository)
        try await withTemporaryFolder { folder in
            for format in ExchangeFormat.allCases {
                let file = folder.appending(path: "words")
                #expect(try await exchange(counting).exportWords(to: file, format: format) == count)
                #expect(counting.takeCounts() == ["read": count / 500 + 1])
                let text = try String(contentsOf: file, encoding: .utf8)
                #expect(text.contains("headword"))
            }
        }
    }

    @Test("of any number of rejected lines, the first 1,000 are kept, and the number", arguments: [3_000, 6_000])
    func rejected(count: Int) async throws {
        let words = CountingWordRepository(InMemoryWordRepository())
        let report = try await importing("dog,собака\n" + String(repeating: ",x\n", count: count), into: words).report
        #expect(report.rejected.map(\.line) == Array(2...1001))
        #expect(report.rejectedCount == count && report.total == count + 1 && report.added == 1)
        let contradicting = (0..<count).map { "dog,\($0)\n" }.joined()
        let kept = try await importing(contradicting, into: words)
        #expect(kept.kept.map(\.line) == Array(1...1000))
        #expect(kept.keptCount == count && kept.report.unchanged == count)
    }

    @Test("a pipe is imported like a file, and a file from where it stands", arguments: [false, true])
    func positions(isPipe: Bool) async throws {
        let glossary = try DictionaryEntry.make("cat", ["кошка"], at: time.now)
        let words = Vocabulary(InMemoryWordRepository(), onDevice: { text, _ in text.value == "cat" ? glossary : nil })
        let exchange = WordExchange(
            words: words, languages: .everyday, direction: ValueStream(.englishToRussian), clock: time.clock,
            identifiers: .uuidV7(clock: time.clock))
        // More than a pipe holds, and more than is read at once.
        let count = TestScale.count(8_000, full: 20_000)
        let rows = Data(("dog,собака\ncat,\n" + Self.file(count)).utf8)
        let skipped = "owl,сова\n"
        let report: WordImportReport
        if isPipe {
            let pipe = Pipe()
            Thread.detachNewThread {
                do {
                    try pipe.fileHandleForWriting.write(contentsOf: rows)
                    try pipe.fileHandleForWriting.close()
                } catch {
                    Issue.record(error)
                }
            }
            report = try await exchange.importWords(from: pipe.fileHandleForReading, named: "pipe", format: .csv)
        } else {
            report = try await withTemporaryFolder { folder in
                let file = folder.appending(path: "words")
                try (Data(skipped.utf8) + rows).write(to: file)
                let handle = try FileHandle(forReadingFrom: file)
                try handle.seek(toOffset: UInt64(skipped.utf8.count))
                defer { do { try handle.close() } catch { Issue.record(error) } }
                return try await exchange.importWords(from: handle, named: "words", format: .csv)
            }
        }
        #expect(report.report.added == count + 2 && report.report.rejectedCount == 0)
        #expect(report.first.prefix(2).map { $0[1] } == ["собака", "кошка"])
        let cat = try #require(try await words.words(WordText("cat")).first)
        #expect(try await words.entry(of: cat.id) == glossary)
    }

    @Test("the note of an import in one part is undone, and replaced by the next import")
    func shortNote() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "words.sqlite")
            for isReplaced in [false, true] {
                let store = try await DictionaryStore.open(file)
                try await store.vocabulary.add(.make("1", "dog", createdAt: time.now))
                try SQLiteProbe(file.systemPath).run(
                    """
                    INSERT INTO setting VALUES ('lastImport', '{"id":"1","after":{"isFavorite":false,"text":"en→ru dog"}}' || char(10)),
                    ('lastImporter', 'other')
                    """)
                let cat = ImportedWord(try .make("2", "cat", createdAt: time.now))
                if isReplaced { _ = try await store.vocabulary.merge([cat], isUndoable: true) { WordID("3") } }
                let undo = try #require(try await store.vocabulary.undoImport())
                #expect(undo.removed == 1)
                #expect(try await store.vocabulary.words(.newest(9)).map(\.text.value) == (isReplaced ? ["dog"] : []))
                #expect(try await store.vocabulary.undoImport() == nil)
                let rest = try SQLiteProbe(file.systemPath).text("SELECT group_concat(key) FROM setting")
                #expect(rest == "lastImporter")
                try SQLiteProbe(file.systemPath).run("DELETE FROM setting")
                await store.close()
            }
        }
    }
}
