import CoreModule
import Foundation
import PersonalDictionary
import TestSupport

/// Settings that break a law of their contract.
actor BrokenSettingsStore: SettingsStore {
    /// One flaw for each law, named for it.
    enum Flaw: String, CaseIterable, Sendable {
        case losesEmptyTexts = "a text is stored under its key, replaced and removed"
        case ignoresCase = "keys and texts are compared and stored exactly"
        case watchesOldTexts = "the watched texts are those of now, and only of the keys that are there"
        case keepsOnFailure = "a change that throws changes nothing, and its error is thrown"
        case losesChanges = "changes of several tasks lose nothing"
        case ignoresRemovedKeys = "random calls have the same effect as in memory"
    }

    private let flaw: Flaw?
    private let normalizesTexts: Bool
    private var texts: [String: String] = [:]
    private var removed: Set<String> = []
    private var watched: [String: String]?
    private let overlap = Overlap()

    init(_ flaw: Flaw?, normalizesTexts: Bool = false) {
        self.flaw = flaw
        self.normalizesTexts = normalizesTexts
    }

    private func key(_ key: String) -> String { flaw == .ignoresCase ? key.lowercased() : key }

    func text(_ key: String) -> String? { texts[self.key(key)] }

    func watchedTexts(_ keys: [String]) -> [String: String] {
        if let watched, flaw == .watchesOldTexts { return watched }
        let current = texts.filter { keys.map(key).contains($0.key) }
        watched = current
        return current
    }

    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        let before = texts[self.key(key)]
        var text = before
        if flaw == .losesChanges { await overlap.begin() }
        defer { if flaw == .keepsOnFailure { texts[self.key(key)] = text } }
        let result = try edit(&text)
        if flaw == .ignoresRemovedKeys, removed.contains(key) { return result }
        if before != nil, text == nil { removed.insert(key) }
        if normalizesTexts { text = text?.precomposedStringWithCanonicalMapping }
        texts[self.key(key)] = flaw == .losesEmptyTexts && text == "" ? nil : text
        return result
    }
}

/// A cache that breaks a law of its contract.
struct BrokenTranslationCache: TranslationCache {
    enum Flaw: String, CaseIterable, Sendable {
        case ignoresDirections = "the last answer is kept with its date, for each service, text and direction"
        case findsParts = "kept entries are found by the beginning of their words, shortest first"
        case removesAnswersOfAll = "random calls have the same effect as in memory"
    }

    let flaw: Flaw?
    private let base = DictionaryStore.inMemory().cache

    init(_ flaw: Flaw?) { self.flaw = flaw }

    private func direction(_ direction: TranslationDirection) -> TranslationDirection {
        flaw == .ignoresDirections ? .englishToRussian : direction
    }

    func answer(
        of service: TranslationProvider, to text: WordText?, _ direction: TranslationDirection
    ) async throws(DictionaryError) -> (answer: CachedAnswer, date: Date)? {
        try await base.answer(of: service, to: text, self.direction(direction))
    }

    func keep(
        _ answer: CachedAnswer?, of service: TranslationProvider, to text: WordText?,
        _ direction: TranslationDirection, at date: Date
    ) async throws(DictionaryError) {
        if flaw == .removesAnswersOfAll, answer == nil {
            for service in [TranslationProvider.dict, .pons] {
                try await base.keep(nil, of: service, to: text, direction, at: date)
            }
        }
        try await base.keep(answer, of: service, to: text, self.direction(direction), at: date)
    }

    func entries(
        beginningWith prefix: String, _ direction: TranslationDirection, limit: Int
    ) async throws(DictionaryError) -> [DictionaryEntry] {
        let prefix = flaw == .findsParts && prefix == "%" ? "100%" : prefix
        return try await base.entries(beginningWith: prefix, direction, limit: limit)
    }
}

/// A ledger that breaks a law of its contract.
actor BrokenRequestLedger: RequestLedger {
    enum Flaw: String, CaseIterable, Sendable {
        case sharesRecords = "the record of each provider is stored as it was edited"
        case losesEdits = "edits of several tasks lose nothing"
        case removesAllRecords = "random calls have the same effect as in memory"
    }

    private let flaw: Flaw?
    private var records: [TranslationProvider: RequestRecord] = [:]
    private let overlap = Overlap()

    init(_ flaw: Flaw?) { self.flaw = flaw }

    func edit<Value: Sendable>(
        _ provider: TranslationProvider, _ body: @escaping @Sendable (inout RequestRecord) -> Value
    ) async -> Value {
        let provider = flaw == .sharesRecords ? .dict : provider
        var record = records[provider] ?? RequestRecord()
        if flaw == .losesEdits { await overlap.begin() }
        let value = body(&record)
        records[provider] = record
        if flaw == .removesAllRecords, record == RequestRecord() { records = [:] }
        return value
    }
}
