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

    /// How many changes of the word the stream has brought; each is newer than what was asked for before.
    @ObservationIgnored private var changeCount = 0
    @ObservationIgnored private var lastLoad = 0
    private let words: any WordFetching & WordEditing
    private let removed: WordRemovalUndo
    private let translator: any WordTranslating
    private let clock: WallClock
    private let actions: UserActions

    init(_ word: Word, _ dependencies: DictionaryEntryDependencies, actions: UserActions) {
        self.actions = actions
        self.word = word
        words = dependencies.words
        removed = dependencies.removed
        translator = dependencies.translator
        clock = dependencies.clock
    }

    /// What the screen is called: the word, in every language.
    public var title: Message { Message(key: "%@", arguments: [.text(word.text.value)]) }

    /// The senses, the usual one first; the user's own translation is a single one without a part of speech.
    public var senses: [DictionaryEntry.Sense] {
        if let entry { return entry.senses }
        return word.translation.translation.map { [DictionaryEntry.Sense(translations: [$0.text])] } ?? []
    }

    /// Reads the entry.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        let result: Result<DictionaryEntry?, DictionaryError>
        do throws(DictionaryError) {
            result = .success(try await words.entry(of: word.id))
        } catch {
            result = .failure(error)
        }
        guard load == lastLoad else { return }
        switch result {
        case .success(let entry):
            self.entry = entry
            phase = .loaded
        case .failure(let error):
            phase = .failed(error)
        }
    }

    /// Puts the word among the favourites, or takes it out.
    public func setFavorite(_ isFavorite: Bool) async {
        await perform(isFavorite ? "star word" : "unstar word") { () throws(DictionaryError) in
            try await words.setFavorite(isFavorite, of: word.id, at: clock.now())
        }
    }

    /// Gives the word the user's own translation, which no look-up replaces.
    public func setTranslation(_ text: String) async {
        await perform("translate word") { () throws(DictionaryError) in
            try await words.setUserTranslation(text, of: word.id, at: clock.now())
        }
        await load()
    }

    /// Looks the word up again, now, unless the user has translated it.
    public func retry() async {
        await perform("look word up again") { () throws(DictionaryError) in
            try await translator.translate(word.id)
        }
        await load()
    }

    /// Removes the word.
    public func remove() async {
        await perform("remove word") { () throws(DictionaryError) in
            try await removed.remove([word.id])
            isRemoved = true
            return nil
        }
    }

    /// Brings the words back that were removed last, from whichever screen.
    public func undoRemoval() async {
        await perform("undo removal") { () throws(DictionaryError) in
            _ = try await removed.restore()
            return nil
        }
    }

    func apply(_ change: WordChange) async {
        switch change {
        case .updated(let changed) where changed.id == word.id:
            changeCount += 1
            let isRetranslated = changed.translation != word.translation
            word = changed
            if isRetranslated { await load() }
        case .removed(let id) where id == word.id:
            isRemoved = true
        case .reloaded:
            await reload()
        case .added, .updated, .removed:
            break
        }
    }

    /// Reads the word and its entry again.
    private func reload() async {
        do {
            word = try await words.word(word.id)
            isRemoved = false
            await load()
        } catch .notFound {
            isRemoved = true
        } catch {
            phase = .failed(error)
        }
    }

    /// Does what the user wants, and shows the word that it returns unless the stream has brought one meanwhile.
    private func perform(_ name: String, _ action: () async throws(DictionaryError) -> Word?) async {
        let count = changeCount
        do {
            let changed = try await actions.perform(name, "\(word.id)", action)
            if let changed, count == changeCount { word = changed }
            failure = nil
        } catch {
            failure = error
        }
    }
}
