public import CoreModule
import Foundation
public import Observation

/// One word with all that is known of it, and what the user can do with it.
@MainActor
@Observable
public final class DictionaryEntryViewModel {
    /// The word, kept up to date.
    public private(set) var word: Word
    /// Whether the word was removed while its screen was open.
    public private(set) var isRemoved = false
    /// What a service said of the word; `nil` where none did, or it was not read yet.
    public private(set) var entry: DictionaryEntry?
    /// How far the reading of the entry has come.
    public private(set) var phase: ListPhase<DictionaryError> = .loading
    /// Why the last thing the user wanted could not be done; `nil` once something was done.
    public private(set) var failure: DictionaryError?

    private let words: any WordFetching & WordEditing
    private let translator: any WordTranslating
    private let clock: WallClock

    init(_ word: Word, _ dependencies: DictionaryEntryDependencies) {
        self.word = word
        words = dependencies.words
        translator = dependencies.translator
        clock = dependencies.clock
    }

    /// The senses, the usual one first; the user's own translation is a single one without a part of speech.
    public var senses: [DictionaryEntry.Sense] {
        if let entry { return entry.senses }
        return word.translation.translation.map { [DictionaryEntry.Sense(translations: [$0.text])] } ?? []
    }

    /// Reads the entry.
    public func load() async {
        do {
            entry = try await words.entry(of: word.id)
            phase = .loaded
        } catch {
            phase = .failed(error)
        }
    }

    /// Puts the word among the favourites, or takes it out.
    public func setFavorite(_ isFavorite: Bool) async {
        await perform { () throws(DictionaryError) in
            word = try await words.setFavorite(isFavorite, of: word.id, at: clock.now())
        }
    }

    /// Gives the word the user's own translation, which no look-up replaces.
    public func setTranslation(_ text: String) async {
        await perform { () throws(DictionaryError) in
            word = try await words.setUserTranslation(text, of: word.id, at: clock.now())
        }
        await load()
    }

    /// Looks the word up again, now, unless the user has translated it.
    public func retry() async {
        await perform { () throws(DictionaryError) in
            if let translated = try await translator.translate(word.id) { word = translated }
        }
        await load()
    }

    /// Removes the word.
    public func remove() async {
        await perform { () throws(DictionaryError) in
            try await words.remove([word.id])
            isRemoved = true
        }
    }

    func apply(_ change: WordChange) async {
        switch change {
        case .updated(let changed) where changed.id == word.id:
            let isRetranslated = changed.translation != word.translation
            word = changed
            if isRetranslated { await load() }
        case .removed(let id) where id == word.id:
            isRemoved = true
        case .added, .updated, .removed:
            break
        }
    }

    private func perform(_ action: () async throws(DictionaryError) -> Void) async {
        do {
            try await action()
            failure = nil
        } catch {
            failure = error
        }
    }
}
