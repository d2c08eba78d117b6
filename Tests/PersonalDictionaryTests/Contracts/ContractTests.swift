import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The contracts of stores", .bounded)
struct ContractTests {
    private let calls = TestScale.count(100, full: 400)

    @Test("every word repository of the library keeps the contract", arguments: WordRepositoryKind.allCases)
    func words(kind: WordRepositoryKind) async throws {
        #expect(try await wordRepositoryViolations(randomCalls: calls) { try await kind.makeInMemory() } == [])
    }

    @Test("the repository of previews and the faulty one keep the contract, as long as no fault is wanted")
    func otherWords() async throws {
        #expect(
            try await wordRepositoryViolations(randomCalls: calls) { AppDependencies.preview(words: []).store.words }
                == [])
        #expect(try await wordRepositoryViolations(randomCalls: calls) { FaultyWordRepository() } == [])
    }

    @Test("each flaw of a word repository is found by its law", arguments: WordRepositoryFlaw.allCases)
    func flaws(flaw: WordRepositoryFlaw) async throws {
        let law = WordRepositoryContract.laws.filter { $0.name == flaw.rawValue }
        #expect(try await !ContractLaw.violations(of: law) { try BrokenWordRepository(flaw) }.isEmpty)
    }

    @Test("without a flaw the same repository keeps the contract, and each law has a flaw")
    func flawless() async throws {
        #expect(try await wordRepositoryViolations(randomCalls: calls) { try BrokenWordRepository(nil) } == [])
        #expect(
            WordRepositoryContract.laws.map(\.name).sorted() == WordRepositoryFlaw.allCases.map(\.rawValue).sorted())
    }

    @Test("a repository that fails breaks every law that it is asked about")
    func failure() async throws {
        let violations = try await wordRepositoryViolations(randomCalls: 25) {
            let words = FaultyWordRepository()
            words.isFailing = true
            return words
        }
        #expect(Set(violations.map(\.law)) == Set(WordRepositoryContract.laws.map(\.name)))
        #expect(violations.first?.details.contains("it threw") == true, "\(violations)")
    }

    @Test("reviews in memory, in SQLite and the faulty ones keep the contract")
    func reviews() async throws {
        #expect(try await reviewRepositoryViolations(randomCalls: calls) { try await Self.sqlite() } == [])
        #expect(try await reviewRepositoryViolations(randomCalls: 25) { BrokenReviewRepository.store(nil) } == [])
        #expect(
            try await reviewRepositoryViolations(randomCalls: 25) {
                let words = InMemoryWordRepository()
                return DictionaryStore(
                    words: words, reviews: FaultyReviewRepository(InMemoryReviewRepository(words: words)))
            } == [])
        let names = BrokenReviewRepository.Flaw.allCases.map(\.rawValue)
        #expect(ReviewRepositoryContract.laws.map(\.name).sorted() == names.sorted())
        let violations = try await reviewRepositoryViolations(randomCalls: 25) {
            let reviews = FaultyReviewRepository()
            reviews.isFailing = true
            return DictionaryStore(words: InMemoryWordRepository(), reviews: reviews)
        }
        #expect(Set(violations.map(\.law)) == Set(names))
    }

    @Test("each flaw of reviews is found by its law", arguments: BrokenReviewRepository.Flaw.allCases)
    func brokenReviews(flaw: BrokenReviewRepository.Flaw) async throws {
        let law = ReviewRepositoryContract.laws.filter { $0.name == flaw.rawValue }
        #expect(try await !ContractLaw.violations(of: law) { BrokenReviewRepository.store(flaw) }.isEmpty)
    }

    @Test("settings in memory, in SQLite and the faulty ones keep the contract")
    func settings() async throws {
        #expect(try await settingsStoreViolations { InMemorySettingsStore() } == [])
        #expect(try await settingsStoreViolations { FaultySettingsStore() } == [])
        #expect(try await settingsStoreViolations { try await Self.sqlite().settings } == [])
        #expect(try await settingsStoreViolations { BrokenSettingsStore(nil) } == [])
        let names = BrokenSettingsStore.Flaw.allCases.map(\.rawValue)
        #expect(SettingsStoreContract.laws.map(\.name).sorted() == names.sorted())
        let violations = try await settingsStoreViolations {
            let settings = FaultySettingsStore()
            settings.error = StoreError(.unreadable, path: nil, message: Message("gone"))
            return settings
        }
        #expect(Set(violations.map(\.law)) == Set(names))
    }

    @Test("each flaw of settings is found by its law", arguments: BrokenSettingsStore.Flaw.allCases)
    func brokenSettings(flaw: BrokenSettingsStore.Flaw) async throws {
        let law = SettingsStoreContract.laws.filter { $0.name == flaw.rawValue }
        #expect(try await !ContractLaw.violations(of: law) { BrokenSettingsStore(flaw) }.isEmpty)
    }

    @Test("settings that store an equivalent text of other characters do not store it exactly")
    func normalizedSettings() async throws {
        let violations = try await settingsStoreViolations { BrokenSettingsStore(nil, normalizesTexts: true) }
        #expect(Set(violations.map(\.law)) == ["keys and texts are compared and stored exactly"])
    }

    @Test("what is remembered of services, in memory and in SQLite, keeps the contracts")
    func memories() async throws {
        let memory = { DictionaryStore.inMemory() }
        #expect(try await translationCacheViolations { memory().cache } == [])
        #expect(try await translationCacheViolations { try await Self.sqlite().cache } == [])
        #expect(try await translationCacheViolations { BrokenTranslationCache(nil) } == [])
        #expect(try await requestLedgerViolations { memory().requests } == [])
        #expect(try await requestLedgerViolations { try await Self.sqlite().requests } == [])
        #expect(try await requestLedgerViolations { BrokenRequestLedger(nil) } == [])
        let cacheFlaws = BrokenTranslationCache.Flaw.allCases.map(\.rawValue)
        #expect(TranslationMemoryContract.cache.map(\.name).sorted() == cacheFlaws.sorted())
        let ledgerFlaws = BrokenRequestLedger.Flaw.allCases.map(\.rawValue)
        #expect(TranslationMemoryContract.ledger.map(\.name).sorted() == ledgerFlaws.sorted())
    }

    @Test("each flaw of a cache is found by its law", arguments: BrokenTranslationCache.Flaw.allCases)
    func brokenCache(flaw: BrokenTranslationCache.Flaw) async throws {
        let violations = try await translationCacheViolations { BrokenTranslationCache(flaw) }
        #expect(violations.contains { $0.law == flaw.rawValue }, "\(violations)")
    }

    @Test("each flaw of a ledger is found by its law", arguments: BrokenRequestLedger.Flaw.allCases)
    func brokenLedger(flaw: BrokenRequestLedger.Flaw) async throws {
        let law = TranslationMemoryContract.ledger.filter { $0.name == flaw.rawValue }
        #expect(try await !ContractLaw.violations(of: law) { BrokenRequestLedger(flaw) }.isEmpty)
    }

    private static func sqlite() async throws -> DictionaryStore {
        try await DictionaryStore.open(.memory, options: SQLiteDatabase.Options())
    }
}
