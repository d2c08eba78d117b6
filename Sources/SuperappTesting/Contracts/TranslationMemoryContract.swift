import CoreModule
import Foundation
public import PersonalDictionary

/// Checks caches against the contract of `TranslationCache`, and returns the laws that they break. The closure makes an empty cache for
/// each law, and for each 25 random calls, which must have the same effect as in memory. Throws only what the closure throws.
/// `randomCalls` is the number of random calls, which are the same at each run.
public func translationCacheViolations(
    randomCalls: Int = 400,
    _ makeCache: () async throws -> any TranslationCache, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: TranslationMemoryContract.cache, randomCalls: randomCalls, makeCache)
}

/// Checks ledgers against the contract of `RequestLedger`, and returns the laws that they break. The closure makes an empty ledger for
/// each law, and for each 25 random calls, which must have the same effect as in memory. Throws only what the closure throws.
/// `randomCalls` is the number of random calls, which are the same at each run.
public func requestLedgerViolations(
    randomCalls: Int = 400,
    _ makeLedger: () async throws -> any RequestLedger, isolation: isolated (any Actor)? = #isolation
) async throws -> [ContractViolation] {
    try await ContractLaw.violations(of: TranslationMemoryContract.ledger, randomCalls: randomCalls, makeLedger)
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
        ContractLaw(
            RandomCalls(makeModel: { InMemoryTranslationCache() }, call: randomAnswer, state: answers)),
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
        ContractLaw(
            RandomCalls(makeModel: { InMemoryRequestLedger() }, call: randomEdit) { ledger in
                var seen: Seen = []
                for service in services {
                    seen.append(("the record of \(service)", try await ledger.edit(service) { $0 }))
                }
                return seen
            }),
    ]
}

/// The random calls.
extension TranslationMemoryContract {
    private static let services: [TranslationProvider] = [.dict, .pons]
    private static let directions = [TranslationDirection.englishToRussian, .englishToRussian.swapped]
    /// No two texts of one length, whose entries may come in any order.
    private static let texts = [nil, "dog", "Dogma"]

    @Sendable private static func randomAnswer(
        _ generator: inout SeededGenerator
    ) throws -> RandomCall<any TranslationCache> {
        let (service, direction) = (generator.pick(of: services), generator.pick(of: directions))
        let (text, seconds) = (generator.pick(of: texts), generator.pick(1.0, 2, 3))
        let entry = CachedAnswer.found(try WordRepositoryContract.entry(text ?? "", [generator.pick("собака", "пёс")]))
        let answer = generator.pick(nil, .notFound, text == nil ? .notFound : entry)
        let word = try text.map { try WordText($0) }
        let kind = answer.map { $0 == .notFound ? "notFound" : "\(entry)" } ?? "nil"
        return RandomCall("keep(\(kind), of: \(service), to: \(text ?? "nil"), \(direction), at: \(seconds))") {
            cache in
            try await cache.keep(answer, of: service, to: word, direction, at: date + seconds)
            return []
        }
    }

    @Sendable private static func answers(_ cache: any TranslationCache) async throws -> Seen {
        var seen: Seen = []
        for direction in directions {
            for (service, text) in services.flatMap({ service in texts.map { (service, $0) } }) {
                let word = try text.map { try WordText($0) }
                let kept = try await cache.answer(of: service, to: word, direction)
                let name = "of \(service) to \(text ?? "nil"), \(direction)"
                seen += [("the answer \(name)", kept?.answer), ("the date of that \(name)", kept?.date)]
            }
            let entries = try await cache.entries(beginningWith: "d", direction, limit: 9)
            seen += [
                ("the entries, \(direction)", Set(entries)), ("their words", entries.map(\.headword)),
                ("the number of first ones", try await cache.entries(beginningWith: "do", direction, limit: 1).count),
            ]
        }
        return seen
    }

    @Sendable private static func randomEdit(_ generator: inout SeededGenerator) -> RandomCall<any RequestLedger> {
        let (service, seconds) = (generator.pick(of: services), generator.pick(1.0, 2, 3))
        let retryAfter = RequestRecord.RetryAfter(
            setAt: date, until: date + seconds, isDated: generator.pick(true, false))
        let wait = generator.pick(nil, retryAfter)
        let edit = generator.pick("add", "replace", "remove")
        return RandomCall("edit(\(service)) { \(edit) \(seconds), wait \(wait?.isDated ?? false) }") { ledger in
            let before = try await ledger.edit(service) { record in
                defer {
                    let sent = edit == "add" ? record.sent + [date + seconds] : [date + seconds]
                    record = edit == "remove" ? RequestRecord() : RequestRecord(sent: sent.sorted(), retryAfter: wait)
                }
                return record
            }
            return [("the record before", before)]
        }
    }
}
