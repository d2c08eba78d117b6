import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Every store of the translation services", .bounded)
struct TranslationMemoryContractTests {
    private let time = ManualTime()

    enum Kind: CaseIterable, Sendable { case inMemory, sqlite }

    private func withStore(_ kind: Kind, _ body: (DictionaryStore) async throws -> Void) async throws {
        switch kind {
        case .inMemory: try await body(.inMemory())
        case .sqlite:
            try await withTemporaryFolder { folder in
                let store = try await DictionaryStore.open(folder.appending(path: "a.sqlite"))
                try await body(store)
                await store.close()
            }
        }
    }

    @Test("requests are permitted within every limit, for each provider on its own", arguments: Kind.allCases)
    func limits(kind: Kind) async throws {
        try await withStore(kind) { store in
            let limits = [RequestLimit(2, per: .seconds(10)), RequestLimit(3, per: .seconds(100))]
            let start = time.now
            func acquire(_ seconds: TimeInterval, _ provider: TranslationProvider = .dict) async throws -> Date? {
                try await store.requests.acquire(provider, limits, now: start + seconds)
            }
            #expect(try await acquire(0) == nil)
            #expect(try await acquire(4) == nil)
            #expect(try await acquire(5) == start + 10)
            #expect(try await acquire(5, .glossary) == nil)
            #expect(try await acquire(10) == nil)
            #expect(try await acquire(50) == start + 100)
            #expect(try await acquire(100) == nil)
            try await store.requests.setRetryAfter(.dict, start + 500, now: start)
            #expect(try await acquire(300) == start + 500)
            #expect(try await acquire(500) == nil)
        }
    }

    @Test(
        "of two dates that a provider asked for the later one holds, also if the clock was set back",
        arguments: Kind.allCases)
    func retryAfters(kind: Kind) async throws {
        try await withStore(kind) { store in
            let start = time.now
            func setRetryAfter(_ provider: TranslationProvider, until end: TimeInterval, at seconds: TimeInterval)
                async throws
            {
                try await store.requests.setRetryAfter(provider, start + end, now: start + seconds)
            }
            func acquire(_ provider: TranslationProvider, at seconds: TimeInterval) async throws -> Date? {
                try await store.requests.acquire(provider, [], now: start + seconds)
            }
            // A request that was already under way receives an earlier date; then another receives a later one.
            try await setRetryAfter(.dict, until: 500, at: 0)
            try await setRetryAfter(.dict, until: 60, at: 1)
            #expect(try await acquire(.dict, at: 60) == start + 500)
            try await setRetryAfter(.dict, until: 600, at: 2)
            #expect(try await acquire(.dict, at: 500) == start + 600)
            try await setRetryAfter(.dict, until: 610, at: 600)
            #expect(try await acquire(.dict, at: 605) == start + 610)
            #expect(try await acquire(.dict, at: 610) == nil)
            // For the clock that was set back, the first date is -400.
            try await setRetryAfter(.pons, until: 600, at: 0)
            try await setRetryAfter(.pons, until: -990, at: -1000)
            #expect(try await acquire(.pons, at: -500) == start - 400)
            #expect(try await acquire(.pons, at: -400) == nil)
            try await setRetryAfter(.glossary, until: 600, at: 0)
            try await setRetryAfter(.glossary, until: -300, at: -1000)
            #expect(try await acquire(.glossary, at: -400) == start - 300)
            // Not longer than when it was last read.
            let later = TranslationProvider(rawValue: "later")
            try await setRetryAfter(later, until: 600, at: 0)
            try await setRetryAfter(later, until: 510, at: 500)
            #expect(try await acquire(later, at: -1000) == start - 900)
        }
    }

    @Test(
        "setting the clock back neither frees a request nor blocks longer than the window",
        arguments: Kind.allCases)
    func clockSetBack(kind: Kind) async throws {
        try await withStore(kind) { store in
            let limits = [RequestLimit(1, per: .seconds(10))]
            let start = time.now
            let first = try await store.requests.acquire(.dict, limits, now: start)
            #expect(first == nil)
            let earlier = start - 1_000_000
            let second = try await store.requests.acquire(.dict, limits, now: earlier)
            #expect(second == earlier + 10)
            // Asking again does not prolong the wait.
            #expect(try await store.requests.acquire(.dict, limits, now: earlier + 5) == earlier + 10)
            #expect(try await store.requests.acquire(.dict, limits, now: earlier + 10) == nil)
            try await store.requests.setRetryAfter(.glossary, start + 60, now: start)
            #expect(try await store.requests.acquire(.glossary, limits, now: earlier) == earlier + 60)
            #expect(try await store.requests.acquire(.glossary, limits, now: earlier + 60) == nil)
        }
    }

    @Test("a budget survives a restart, and holds for all processes that share the store")
    func restart() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let limits = [RequestLimit(2, per: .seconds(1000))]
            for expected in [nil, nil, time.now + 1000] {
                let store = try await DictionaryStore.open(file)
                let other = try await DictionaryStore.open(file)
                #expect(try await store.requests.acquire(.dict, limits, now: time.now) == expected)
                await store.close()
                await other.close()
            }
        }
    }

    @Test("answers are kept for each service, text and direction, with their date", arguments: Kind.allCases)
    func cache(kind: Kind) async throws {
        try await withStore(kind) { store in
            let now = time.now
            let entry = try DictionaryEntry.make("dog", ["собака"], at: now)
            let dog = try WordText("dog")
            let always = Date.distantPast ... .distantFuture
            func kept(
                _ text: WordText, _ direction: TranslationDirection, datedIn dates: ClosedRange<Date>
            ) async throws -> CachedAnswer? {
                try await store.cache.answer(of: .dict, to: text, direction, datedIn: dates)
            }
            #expect(try await kept(dog, .englishToRussian, datedIn: always) == nil)
            try await store.cache.keep(.notFound, of: .dict, to: dog, .englishToRussian, at: now + 10)
            #expect(try await kept(dog, .englishToRussian, datedIn: now...(now + 10)) == .notFound)
            #expect(try await kept(dog, .englishToRussian, datedIn: now...(now + 9)) == nil)
            // The clock has been set back since.
            try await store.cache.keep(.found(entry), of: .dict, to: dog, .englishToRussian, at: now)
            #expect(try await kept(dog, .englishToRussian, datedIn: now...now) == .found(entry))
            #expect(try await kept(dog, .englishToRussian, datedIn: (now + 1)...(.distantFuture)) == nil)
            #expect(try await kept(WordText("Dog"), .englishToRussian, datedIn: always) == nil)
            #expect(try await kept(dog, .between("en", "de"), datedIn: always) == nil)
            #expect(try await store.cache.answer(of: .glossary, to: dog, .englishToRussian, datedIn: always) == nil)
        }
    }

    @Test("missing directions are kept for each service, with their date", arguments: Kind.allCases)
    func directions(kind: Kind) async throws {
        try await withStore(kind) { store in
            let now = time.now
            let direction = try TranslationDirection.between("it", "ru")
            func missingDate(
                _ direction: TranslationDirection, _ service: TranslationProvider = .pons
            ) async throws -> Date? {
                try await store.cache.answer(of: service, to: nil, direction)?.date
            }
            func set(_ isUnsupported: Bool, at date: Date) async throws {
                try await store.cache.keep(isUnsupported ? .notFound : nil, of: .pons, to: nil, direction, at: date)
            }
            #expect(try await missingDate(direction) == nil)
            // The clock was set back in between.
            try await set(true, at: now + 1_000_000)
            #expect(try await missingDate(direction) == now + 1_000_000)
            try await set(true, at: now)
            #expect(try await missingDate(direction) == now)
            #expect(try await missingDate(.between("ru", "it")) == nil)
            #expect(try await missingDate(direction, .dict) == nil)
            // It is not the answer to a word.
            #expect(try await store.cache.entries(beginningWith: "", direction, limit: 9).isEmpty)
            try await set(false, at: now)
            #expect(try await missingDate(direction) == nil)
        }
    }

    @Test(
        "cached entries are found by prefix, shorter words first, for any characters",
        arguments: Kind.allCases)
    func prefixes(kind: Kind) async throws {
        try await withStore(kind) { store in
            for text in ["dogma", "dog", "100%", "100 percent", "cat"] {
                let entry = try DictionaryEntry.make(text, ["x"], at: time.now)
                try await store.cache.keep(
                    .found(entry), of: .dict, to: WordText(text), .englishToRussian, at: time.now)
            }
            try await store.cache.keep(.notFound, of: .dict, to: WordText("dogx"), .englishToRussian, at: time.now)
            func found(_ prefix: String, _ limit: Int = 10) async throws -> [String] {
                try await store.cache.entries(beginningWith: prefix, .englishToRussian, limit: limit).map(\.headword)
            }
            #expect(try await found("do") == ["dog", "dogma"])
            #expect(try await found("do", 1) == ["dog"])
            #expect(try await found("100%") == ["100%"])
            #expect(try await found("%").isEmpty)
        }
    }

    @Test("cached entries are found ignoring case and accents", arguments: Kind.allCases)
    func foldedPrefixes(kind: Kind) async throws {
        try await withStore(kind) { store in
            for text in ["Über", "überall", "ÜBERHAUPT", "uva"] {
                let entry = try DictionaryEntry.make(text, ["x"], at: time.now)
                try await store.cache.keep(
                    .found(entry), of: .dict, to: WordText(text), .englishToRussian, at: time.now)
            }
            func found(_ prefix: String) async throws -> [String] {
                try await store.cache.entries(beginningWith: prefix, .englishToRussian, limit: 10).map(\.headword)
            }
            #expect(try await found("ube") == ["Über", "überall", "ÜBERHAUPT"])
            #expect(try await found("ÜBERA") == ["überall"])
            #expect(try await found("u\u{308}b").count == 3)
            #expect(try await found("\u{301}").isEmpty)
        }
    }

    @Test("cached entries of an earlier version are found too")
    func earlierVersion() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "a.sqlite")
            let first = try await DictionaryStore.open(file)
            for text in ["Über", "uva"] {
                let entry = try DictionaryEntry.make(text, ["x"], at: time.now)
                try await first.cache.keep(
                    .found(entry), of: .dict, to: WordText(text), .englishToRussian, at: time.now)
            }
            try await first.cache.keep(.notFound, of: .pons, to: nil, .englishToRussian, at: time.now)
            await first.close()
            let probe = try SQLiteProbe(file.systemPath)
            #expect(
                probe.run(
                    """
                    DROP INDEX translation_cache_folded;
                    ALTER TABLE translation_cache DROP COLUMN folded;
                    ALTER TABLE request_pause DROP COLUMN is_dated;
                    UPDATE schema_version SET version = 2 WHERE name = 'translation';
                    """))
            let second = try await DictionaryStore.open(file)
            let found = try await second.cache.entries(beginningWith: "UBER", .englishToRussian, limit: 10)
            #expect(found.map(\.headword) == ["Über"])
            #expect(
                try await second.cache.answer(of: .pons, to: nil, .englishToRussian)?.date == time.now)
            await second.close()
        }
    }
}
