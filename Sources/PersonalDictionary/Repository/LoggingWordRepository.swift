public import CoreModule
public import Foundation

/// Logs what is read from another repository and written to it, as `OperationLog` does: words at debug level only.
public final class LoggingWordRepository: WordRepository {
    private let base: any WordRepository
    private let log: OperationLog

    /// Makes a repository that tells of what is done to another.
    public init(_ base: any WordRepository, logger: Logger) {
        self.base = base
        log = OperationLog(logger)
    }

    /// A page of all words, newest first.
    public func words(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try await log.run("read words", "at most \(page.limit)", result: Self.count) { () throws(DictionaryError) in
            try await base.words(page)
        }
    }

    /// The word of an identifier.
    public func word(_ id: WordID) async throws(DictionaryError) -> Word {
        try await log.run("read word", "\(id)", result: \.logText) { () throws(DictionaryError) in
            try await base.word(id)
        }
    }

    /// The one word whose identifier begins so.
    public func word(idPrefix: String) async throws(DictionaryError) -> Word {
        try await log.run("read word", idPrefix, result: \.logText) { () throws(DictionaryError) in
            try await base.word(idPrefix: idPrefix)
        }
    }

    /// The words of this text, newest first.
    public func words(_ text: WordText) async throws(DictionaryError) -> [Word] {
        try await log.run("read words of a text", text.value, result: Self.count) { () throws(DictionaryError) in
            try await base.words(text)
        }
    }

    /// The words whose translation is pending or failed, oldest first.
    public func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word] {
        try await log.run("read waiting words", result: Self.count) { () throws(DictionaryError) in
            try await base.wordsAwaitingTranslation(limit: limit)
        }
    }

    /// The words that no service knew while one of these providers was not asked, oldest first.
    public func notFoundWords(
        notAskedOf providers: Set<TranslationProvider>, limit: Int
    ) async throws(DictionaryError) -> [Word] {
        try await log.run("read unknown words", Self.names(providers), result: Self.count) {
            () throws(DictionaryError) in try await base.notFoundWords(notAskedOf: providers, limit: limit)
        }
    }

    /// Who was asked for a word that no service knew.
    public func providersAsked(for id: WordID) async throws(DictionaryError) -> Set<TranslationProvider> {
        try await log.run("read who was asked", "\(id)", result: Self.names) { () throws(DictionaryError) in
            try await base.providersAsked(for: id)
        }
    }

    /// How many words there are.
    public func wordCount() async throws(DictionaryError) -> Int {
        try await log.run("count words", result: { "\($0)" }) { () throws(DictionaryError) in
            try await base.wordCount()
        }
    }

    /// What a service said of the word.
    public func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? {
        try await log.run("read entry", "\(id)", result: { $0 == nil ? "none" : "one" }) {
            () throws(DictionaryError) in try await base.entry(of: id)
        }
    }

    /// A page of the favourite words, newest first.
    public func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try await log.run("read favourites", "at most \(page.limit)", result: Self.count) {
            () throws(DictionaryError) in try await base.favoriteWords(page)
        }
    }

    /// The words that a query finds.
    public func search(_ query: WordQuery) async throws(DictionaryError) -> [Word] {
        try await log.run("search words", "\(query.text) in \(query.mode)", result: Self.count) {
            () throws(DictionaryError) in try await base.search(query)
        }
    }

    /// What others have changed. Asked again and again, it is told of only where there is something, or it fails.
    public func externalChanges() async throws(DictionaryError) -> [WordChange] {
        try await log.runQuietly("read external changes", result: { $0.isEmpty ? nil : "\($0.count)" }) {
            () throws(DictionaryError) in try await base.externalChanges()
        }
    }

    /// Adds a word.
    public func add(_ word: Word) async throws(DictionaryError) {
        try await log.run("add word", word.logText) { () throws(DictionaryError) in try await base.add(word) }
    }

    /// Adds words at once, all or none.
    public func add(_ words: [Word]) async throws(DictionaryError) {
        try await log.run("add words", Self.count(words)) { () throws(DictionaryError) in try await base.add(words) }
    }

    /// Adds words that a file has, or merges them with those that are there.
    public func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome] {
        try await log.run(
            "merge words", "\(words.count)",
            result: { outcomes in
                let count = { (outcome: ImportOutcome) in outcomes.count { $0 == outcome } }
                return "added \(count(.added)), updated \(count(.updated)), unchanged \(count(.unchanged))"
            }
        ) { () throws(DictionaryError) in try await base.merge(words, makeFallbackID: makeFallbackID) }
    }

    /// Puts a word among the favourites or takes it out.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        try await log.run(isFavorite ? "star word" : "unstar word", "\(id)", result: \.logText) {
            () throws(DictionaryError) in try await base.setFavorite(isFavorite, of: id, at: date)
        }
    }

    /// Gives a word the user's own translation.
    @discardableResult
    public func setUserTranslation(
        _ text: String, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word {
        try await log.run("write translation", "\(id) \(text)", result: \.logText) { () throws(DictionaryError) in
            try await base.setUserTranslation(text, of: id, at: date)
        }
    }

    /// Records how a look-up ended.
    @discardableResult
    public func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word? {
        try await log.run(
            "record look-up", "\(id) \(outcome.logText)", result: { $0?.logText ?? "unchanged" }
        ) { () throws(DictionaryError) in try await base.record(outcome, of: id, at: date) }
    }

    /// Removes words, all or none.
    public func remove(_ ids: [WordID]) async throws(DictionaryError) {
        try await log.run("remove words", ids.map(\.rawValue).joined(separator: " ")) { () throws(DictionaryError) in
            try await base.remove(ids)
        }
    }

    private static func count(_ words: [Word]) -> String { "\(words.count)" }

    private static func names(_ providers: Set<TranslationProvider>) -> String {
        providers.map(\.rawValue).sorted().joined(separator: " ")
    }
}

/// What is logged of values at debug level.
extension Word {
    /// `0192… dog = собака (translated)`.
    var logText: String {
        "\(id) \(text.value)\(translation.translation.map { " = \($0.text)" } ?? "") (\(translation.name))"
    }
}

extension LookUpOutcome {
    /// How it ended, without the entry.
    var logText: String {
        switch self {
        case .found: "found"
        case .notFound: "not found"
        case .failed: "failed"
        }
    }
}
