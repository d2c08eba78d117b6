import CoreModule
import Foundation
public import PersonalDictionary

/// Checks caches against the contract of `TranslationCache`, and returns the laws that they break. The closure makes an empty cache for
/// each law. Throws only what the closure throws.
public func translationCacheViolations(
    _ makeCache: () async throws -> any TranslationCache, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: TranslationMemoryContract.cache, makeCache)
}

/// Checks ledgers against the contract of `RequestLedger`, and returns the laws that they break. The closure makes an empty ledger for
/// each law. Throws only what the closure throws.
public func requestLedgerViolations(
    _ makeLedger: () async throws -> any RequestLedger, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: TranslationMemoryContract.ledger, makeLedger)
}

/// The laws of what is remembered of translation services.
package enum TranslationMemoryContract {
    private static let date = ManualTime.start

    package static let cache: [ContractLaw<any TranslationCache>] = [
        ContractLaw("the last answer is kept with its date, for each service, text and direction") { cache, findings in
            let entry = CachedAnswer.found(try WordRepositoryContract.entry("dog", ["собака"]))
            let dog = try WordText("dog")
            let others: [(TranslationProvider, WordText?, TranslationDirection)] = [
                (.pons, dog, .englishToRussian), (.dict, try WordText("Dog"), .englishToRussian),
                (.dict, dog, .englishToRussian.swapped), (.dict, nil, .englishToRussian),
            ]
            // Also an earlier date replaces a later one: the clock was set back.
            for (answer, seconds) in [(CachedAnswer.notFound, 10.0), (entry, 5), (nil, 7)] {
                try await cache.keep(answer, of: .dict, to: dog, .englishToRussian, at: date + seconds)
                let kept = try await cache.answer(of: .dict, to: dog, .englishToRussian)
                findings.expect("the answer", kept?.answer, is: answer)
                findings.expect("its date", kept?.date, is: answer.map { _ in date + seconds })
                for (service, text, direction) in others {
                    let other = try await cache.answer(of: service, to: text, direction)
                    findings.expect("the answer to something else", other?.answer, is: nil)
                }
            }
            try await cache.keep(.notFound, of: .dict, to: nil, .englishToRussian, at: date)
            let lack = try await cache.answer(of: .dict, to: nil, .englishToRussian)
            findings.expect("the answer to no text", lack?.answer, is: .notFound)
            findings.expect(
                "the answer to a text", try await cache.answer(of: .dict, to: dog, .englishToRussian)?.answer, is: nil)
        },
        ContractLaw("kept entries are found by the beginning of their words, shortest first") { cache, findings in
            for text in ["Überall", "über", "uva", "100%"] {
                let entry = try WordRepositoryContract.entry(text, ["x"])
                try await cache.keep(.found(entry), of: .dict, to: WordText(text), .englishToRussian, at: date)
            }
            try await cache.keep(.notFound, of: .dict, to: WordText("uber alles"), .englishToRussian, at: date)
            let expected = ["UBE": ["über", "Überall"], "u": ["uva", "über", "Überall"], "%": [], "100%": ["100%"]]
            for (prefix, headwords) in expected {
                for limit in [0, 1, 9] {
                    let entries = try await cache.entries(beginningWith: prefix, .englishToRussian, limit: limit)
                    findings.expect(
                        "the words of \(prefix)", entries.map(\.headword), is: Array(headwords.prefix(limit)))
                }
                let others = try await cache.entries(beginningWith: prefix, .englishToRussian.swapped, limit: 9)
                findings.expect("the words of another direction", others.count, is: 0)
            }
        },
    ]

    package static let ledger: [ContractLaw<any RequestLedger>] = [
        ContractLaw("the record of each provider is stored as it was edited") { ledger, findings in
            let records = [
                RequestRecord(sent: [date, date + 1]),
                RequestRecord(sent: [date + 1, date + 2], retryAfter: .init(setAt: date, until: date + 60)),
                RequestRecord(retryAfter: .init(setAt: date + 1, until: date + 9, isDated: false)), RequestRecord(),
            ]
            findings.expect("the record at first", try await ledger.edit(.dict) { $0 }, is: RequestRecord())
            for record in records {
                try await ledger.edit(.dict) { $0 = record }
                findings.expect("the record", try await ledger.edit(.dict) { $0 }, is: record)
                findings.expect("another provider's", try await ledger.edit(.pons) { $0 }, is: RequestRecord())
            }
        },
        ContractLaw("edits of several tasks lose nothing") { ledger, findings in
            await findings.performAtOnce { number in
                try await ledger.edit(.dict) { record in
                    record = RequestRecord(sent: (record.sent + [date + Double(number)]).sorted())
                }
                return nil
            }
            findings.expect("the number of requests", try await ledger.edit(.dict) { $0.sent.count }, is: 40)
        },
    ]
}
