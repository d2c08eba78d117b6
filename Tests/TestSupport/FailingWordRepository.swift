import CoreModule
package import Foundation
package import PersonalDictionary

/// A word repository whose every call fails while a test wants it to.
package final class FailingWordRepository: WordRepository {
    package static let error = DictionaryError.store(
        StoreError(.unreadable, path: nil, message: Message("the disk is gone")))

    private let base: any WordRepository
    private let fails = Locked(false)

    package init(_ base: any WordRepository) {
        self.base = base
    }

    package var isFailing: Bool {
        get { fails.withLock { $0 } }
        set { fails.withLock { $0 = newValue } }
    }

    private func check() throws(DictionaryError) {
        if isFailing { throw Self.error }
    }

    package func words(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.words(page)
    }

    package func word(_ id: WordID) async throws(DictionaryError) -> Word {
        try check()
        return try await base.word(id)
    }

    package func word(idPrefix: String) async throws(DictionaryError) -> Word {
        try check()
        return try await base.word(idPrefix: idPrefix)
    }

    package func wordsAwaitingTranslation(limit: Int) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.wordsAwaitingTranslation(limit: limit)
    }

    package func words(_ text: WordText) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.words(text)
    }

    package func wordCount() async throws(DictionaryError) -> Int {
        try check()
        return try await base.wordCount()
    }

    package func entry(of id: WordID) async throws(DictionaryError) -> DictionaryEntry? {
        try check()
        return try await base.entry(of: id)
    }

    package func favoriteWords(_ page: WordPage) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.favoriteWords(page)
    }

    package func search(_ query: WordQuery) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.search(query)
    }

    package func externalChanges() async throws(DictionaryError) -> [WordChange] {
        try check()
        return try await base.externalChanges()
    }

    package func add(_ word: Word) async throws(DictionaryError) {
        try check()
        try await base.add(word)
    }

    package func add(_ words: [Word]) async throws(DictionaryError) {
        try check()
        try await base.add(words)
    }

    package func merge(
        _ words: [ImportedWord], makeFallbackID: @escaping @Sendable () -> WordID
    ) async throws(DictionaryError) -> [ImportOutcome] {
        try check()
        return try await base.merge(words, makeFallbackID: makeFallbackID)
    }

    package func setFavorite(_ isFavorite: Bool, of id: WordID, at date: Date) async throws(DictionaryError) -> Word {
        try check()
        return try await base.setFavorite(isFavorite, of: id, at: date)
    }

    package func setUserTranslation(
        _ text: String, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word {
        try check()
        return try await base.setUserTranslation(text, of: id, at: date)
    }

    package func record(
        _ outcome: LookUpOutcome, of id: WordID, at date: Date
    ) async throws(DictionaryError) -> Word? {
        try check()
        return try await base.record(outcome, of: id, at: date)
    }

    package func notFoundWords(
        notAskedOf providers: Set<TranslationProvider>, limit: Int
    ) async throws(DictionaryError) -> [Word] {
        try check()
        return try await base.notFoundWords(notAskedOf: providers, limit: limit)
    }

    package func providersAsked(for id: WordID) async throws(DictionaryError) -> Set<TranslationProvider> {
        try check()
        return try await base.providersAsked(for: id)
    }

    package func remove(_ ids: [WordID]) async throws(DictionaryError) {
        try check()
        try await base.remove(ids)
    }
}
