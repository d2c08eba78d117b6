import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// What searching and adding cost, in pages that are read and written.
@Suite("The search index", .timeLimit(.minutes(15)), .longComputation)
struct SearchIndexTests {
    private static let date = Date(millisecondsSince1970: 1_780_000_000_000)

    private func words(_ numbers: Range<Int>) throws -> [Word] {
        try numbers.map { try .make("\($0)", "word \($0)", createdAt: Self.date + Double($0)) }
    }

    /// Passes a store with as many words to a test, opened anew through a VFS that counts.
    private func withStore(
        _ count: Int, _ body: (DictionaryStore, FaultyVFS) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let store = try await DictionaryStore.open(file)
            try await store.vocabulary.add(words(0..<count))
            await store.close()
            let vfs = FaultyVFS()
            let again = try await DictionaryStore.open(.file(file), options: vfs.options)
            try await body(again, vfs)
            await again.close()
        }
    }

    @Test("with four times the words, the first search reads four times the pages, and no more of them at a time")
    func firstSearch() async throws {
        var costs: [(total: Int, longest: Int)] = []
        for count in [6000, 24_000] {
            try await withStore(count) { store, vfs in
                _ = vfs.longestRead()
                let before = vfs.count(.read)
                let found = try await store.vocabulary.search(WordQuery("word"))
                #expect(found.count == 50)
                costs.append((vfs.count(.read) - before, vfs.longestRead()))
            }
        }
        #expect(costs[1].total < costs[0].total * 44 / 10, "\(costs)")
        #expect(costs[1].longest <= costs[0].longest + 10, "\(costs)")
    }

    @Test("with twice the changes, no step that reads them reads more pages")
    func changes() async throws {
        var longest: [Int] = []
        for count in [6000, 12_000] {
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "a.sqlite")
                let vfs = FaultyVFS()
                let store = try await DictionaryStore.open(.file(file), options: vfs.options)
                #expect(try await store.vocabulary.search(WordQuery("word")).isEmpty)
                try await store.vocabulary.add(words(0..<count))
                _ = vfs.longestRead()
                #expect(try await store.vocabulary.search(WordQuery("word \(count - 1)")).count == 1)
                longest.append(vfs.longestRead())
                await store.close()
            }
        }
        #expect(longest[1] <= longest[0] + 20, "\(longest)")
    }

    @Test("a search that is cancelled does not cancel the building of the index")
    func cancellation() async throws {
        try await withStore(12_000) { store, vfs in
            let vocabulary = store.vocabulary
            let before = vfs.count(.read)
            let search = Task { try await vocabulary.search(WordQuery("word")) }
            try await eventually { vfs.count(.read) > before + 20 }
            search.cancel()
            _ = await search.result
            _ = vfs.longestRead()
            let built = vfs.count(.read)
            #expect(built - before > 200)
            let found = try await vocabulary.search(WordQuery("word"))
            #expect(found.count == 50)
            #expect(vfs.count(.read) - built < 60)
        }
    }

    @Test("others use the words while the index is built, in every store", arguments: WordRepositoryKind.withIndex)
    func interleaving(kind: WordRepositoryKind) async throws {
        // Each step is 2,000 words. Under load, it may leave time for one answer only.
        let steps = TestScale.count(8, full: 25)
        // Whether another task runs meanwhile is up to the scheduler.
        for _ in 0..<50 {
            let vocabulary = Vocabulary(try await kind.makeInMemory())
            try await vocabulary.add(words(0..<(steps * 2000)))
            let isBuilt = Locked<Bool?>(nil)
            let search = Task {
                isBuilt.withLock { $0 = false }
                defer { isBuilt.withLock { $0 = true } }
                return try await vocabulary.search(WordQuery("word"))
            }
            try await eventually { isBuilt.withLock { $0 } != nil }
            var answers = 0
            while isBuilt.withLock({ $0 }) == false {
                _ = try await vocabulary.word(WordID("1"))
                answers += 1
            }
            let found = try await search.value
            #expect(found.count == 50)
            if answers * 5 > steps * 4 { return }
        }
        Issue.record("nothing was read while the index was built")
    }

    @Test("searches are right while words change, few and many at a time", arguments: WordRepositoryKind.withIndex)
    func changing(kind: WordRepositoryKind) async throws {
        try await kind.withWords { vocabulary in
            try await vocabulary.add(words(0..<9000))
            /// Searches while words change. One search for each change: more would keep the store from the changes.
            func searching(_ change: @Sendable () async throws -> Void) async throws {
                async let found = vocabulary.search(WordQuery("word 8"))
                try await change()
                #expect(try await !found.isEmpty)
            }
            // The last row's number is used again.
            try await searching { try await vocabulary.remove([WordID("8999")]) }
            try await searching { try await vocabulary.add(words(8999..<9001)) }
            try await searching { try await vocabulary.remove((0..<5000).map { WordID("\($0)") }) }
            try await searching { try await vocabulary.add(words(20_000..<29_000)) }
            for first in stride(from: 6000, to: 6020, by: 5) {
                try await searching {
                    for number in first..<first + 5 {
                        try await vocabulary.setUserTranslations(["übersetzt"], of: WordID("\(number)"), at: Self.date)
                        try await vocabulary.remove([WordID("\(number + 500)")])
                    }
                }
            }
            let all = try await vocabulary.words(.newest(.max))
            #expect(all.count == 12_981)
            #expect(try await vocabulary.search(WordQuery("word", limit: .max)) == all)
            #expect(try await vocabulary.search(WordQuery("ubersetzt")).count == 20)
            #expect(try await vocabulary.search(WordQuery("word 8999")).count == 1)
            #expect(try await vocabulary.search(WordQuery("word 65", limit: .max)).count == 80)
        }
    }

    @Test("a search in a transaction that is rolled back leaves nothing behind", arguments: WordRepositoryKind.allCases)
    func rollBack(kind: WordRepositoryKind) async throws {
        let repository = try await kind.makeInMemory()
        let vocabulary = Vocabulary(repository)
        try await vocabulary.add(words(0..<3))
        #expect(try await vocabulary.search(WordQuery("word")).count == 3)
        let new = [try words(3..<4)[0], try .make("fox", "fox", createdAt: Self.date)]
        await #expect(throws: DictionaryError.emptyText) {
            try await repository.write { words throws(DictionaryError) in
                try words.insert(new[0])
                guard try words.search(WordQuery("word")).count == 4 else { throw .notFound("its own change") }
                throw .emptyText
            }
        }
        try await vocabulary.add([new[1]])
        #expect(try await vocabulary.search(WordQuery("word")).count == 3)
        #expect(try await vocabulary.search(WordQuery("fox")) == [new[1]])
    }

    @Test("a new word is written to the table and four indexes, and twice the words are twice the pages")
    func batch() async throws {
        var pages: [Int] = []
        for count in [4000, 8000] {
            try await withTemporaryFolder { folder in
                let file = folder.appending(path: "a.sqlite")
                let vfs = FaultyVFS()
                let store = try await DictionaryStore.open(.file(file), options: vfs.options)
                let before = vfs.count(.write)
                try await store.vocabulary.add(words(0..<count))
                pages.append(vfs.count(.write) - before)
                await store.close()
                let indexes = "SELECT count(*) FROM pragma_index_list('word') WHERE NOT partial"
                #expect(try SQLiteProbe(file.systemPath).text(indexes) == "4")
            }
        }
        #expect(pages[1] < pages[0] * 22 / 10, "\(pages)")
    }
}

extension WordRepositoryKind {
    fileprivate static let withIndex: [WordRepositoryKind] = [.inMemory, .sqlite]
}
