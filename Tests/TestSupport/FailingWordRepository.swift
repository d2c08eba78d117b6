public import CoreModule
public import Foundation
public import PersonalDictionary
import Synchronization

/// A word repository whose every call fails while a test wants it to.
public final class FailingWordRepository: WordRepository {
    public static let error = DictionaryError.store(StoreError(.unreadable, path: nil, message: "the disk is gone"))

    private let base: any WordRepository
    private let fails = Mutex(false)

    public init(_ base: any WordRepository) {
        self.base = base
    }

    public var isFailing: Bool {
        get { fails.withLock { $0 } }
        set { fails.withLock { $0 = newValue } }
    }

    private func check() throws(DictionaryError) {
        if isFailing { throw Self.error }
    }

    public func words(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.words(page)
    }

    public func word(_ id: WordID) async throws(DictionaryError) -> Word {
        try check()
        return try await base.word(id)
    }

    public func word(idPrefix: String) async throws(DictionaryError) -> Word {
        try check()
        return try await base.word(idPrefix: idPrefix)
    }

    public func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.wordsAwaitingTranslation(limit: limit)
    }

    public func wordCount() async throws(DictionaryError) -> Int {
        try check()
        return try await base.wordCount()
    }

    public func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? {
        try check()
        return try await base.entry(of: id)
    }

    public func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.favoriteWords(page)
    }

    public func search(_ query: WordQuery) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.search(query)
    }

    public func add(_ word: Word) async throws(DictionaryError) {
        try check()
        try await base.add(word)
    }

    public func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        try check()
        return try await base.setFavorite(isFavorite, of: id, at: date)
    }

    public func setUserTranslation(
        _ text: String, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word {
        try check()
        return try await base.setUserTranslation(text, of: id, at: date)
    }

    public func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word? {
        try check()
        return try await base.record(outcome, of: id, at: date)
    }

    public func remove(_ ids: [WordID]) async throws(DictionaryError) {
        try check()
        try await base.remove(ids)
    }
}
