public import CoreModule
import Foundation
public import Observation

/// One word with its dictionary entry, and what the user can do with it.
@MainActor
@Observable
public final class DictionaryEntryViewModel: ScreenViewModel, ActionViewModel {
    /// The word, kept up to date.
    public private(set) var word: Word
    /// Whether the word was removed while its screen was open.
    public private(set) var isRemoved = false
    /// Why the word's last look-up by the queue had no answer.
    private(set) var lookUpFailure: TranslationError?

    /// The last ``lookUpAgain()`` that had no answer: the word before it, and why.
    private var failedLookUp: (word: Word, error: DictionaryError)?
    /// How many look-ups that the user asked for are running.
    private var retryCount = 0
    /// How many changes of the word the stream has brought. Each is newer than the result of an action that began before it.
    @ObservationIgnored private var changeCount = 0
    private let loader: Loader<DictionaryEntry?, DictionaryError>
    private let dependencies: DictionaryEntryDependencies
    private let lookUp: LatestTask
    private let favorite = SavedValue<Bool>()
    /// The user's actions.
    public let actions: ActionState<DictionaryError>

    init(_ word: Word, _ dependencies: DictionaryEntryDependencies, scope: FeatureScope) {
        self.word = word
        self.dependencies = dependencies
        lookUp = LatestTask(in: scope)
        actions = ActionState(scope.actions)
        loader = Loader(nil) { [words = dependencies.words, id = word.id] () throws(DictionaryError) in
            try await words.entry(of: id)
        }
        let shown = dependencies.words.readNow { words throws(DictionaryError) in try words.entry(of: word.id) }
        if let shown { loader.show(read: shown) }
    }

    /// The screen's title: the word, the same in every language.
    public var title: Message { Message(key: "%@", arguments: [.text(word.text.value)]) }

    /// What a service said about the word; nil if none did, or it is not loaded yet.
    public var entry: DictionaryEntry? { loader.value }

    /// What is known of the entry.
    public var phase: DictionaryEntryPhase {
        if isLookingUp { return .lookingUp }
        switch (loader.phase, lookUpAgainFailure) {
        case (.failed(let error), _): return .failed(error)
        case (_, let error?): return .lookUpFailed(error)
        case (.loading, nil): return .loading
        case (.loaded, nil): return entry == nil ? .noEntry : .loaded
        }
    }

    /// Why the word has no answer since ``lookUpAgain()``; nil once it has one, or has another text or direction. That no service has
    /// the word is an answer too.
    private var lookUpAgainFailure: DictionaryError? {
        guard let (before, error) = failedLookUp, word.asksSame(as: before),
            word.translation.translation == before.translation.translation,
            word.translation != .notFound || before.translation == .notFound
        else { return nil }
        return error
    }

    /// Whether the word is being looked up again: by ``retry()``, or after an edit of a word with an own translation.
    public var isLookingUp: Bool { retryCount > 0 || lookUp.isRunning }

    /// The senses, the usual one first. The user's own translations are a sense without a part of speech, before the others.
    public var senses: [DictionaryEntry.Sense] { word.senses(with: entry) }

    /// Loads the entry.
    public func load() async {
        await loader.load()
    }

    /// Whether the word is a favourite, for a two-way control. Setting it calls ``setFavorite(_:)``; if that fails, the control shows the
    /// state before.
    public var isFavorite: Bool {
        get { favorite.unsaved ?? word.isFavorite }
        set { if newValue != isFavorite { favorite.set(newValue) { [self] in await setFavorite($0) } } }
    }

    /// Adds the word to the favourites or removes it from them.
    public func setFavorite(_ isFavorite: Bool) async {
        await perform(isFavorite ? "star word" : "unstar word") { () throws(DictionaryError) in
            try await dependencies.words.setFavorite(isFavorite, of: word.id, at: dependencies.clock.now())
        }
    }

    /// Stores the user's own translation, which no look-up replaces. If `isAdded`, the word's other own translations stay
    /// before it; otherwise it replaces them.
    public func setTranslation(_ text: String, isAdded: Bool = false) async {
        await setTranslations([text], isAdded: isAdded)
    }

    /// Stores the user's own translations, the first one first, like ``setTranslation(_:isAdded:)``.
    public func setTranslations(_ texts: [String], isAdded: Bool = false) async {
        await perform("translate word") { () throws(DictionaryError) in
            try await dependencies.words.setUserTranslations(
                texts, of: word.id, at: dependencies.clock.now(), isAdded: isAdded)
        }
        await load()
    }

    /// Edits the text, or the languages by their codes. What is nil stays; the closure changes the word's other parts, such as its
    /// note, and the translations replace the user's own ones: see ``Vocabulary/edit(_:text:direction:translations:at:_:)``. Another text or
    /// direction is looked up in the background; beside an own translation while the screen is open.
    /// - Returns: whether it was stored. If not, nothing has changed, and `failure` says why. A look-up that fails sets that too.
    @discardableResult
    public func edit(
        text: String? = nil, from source: String? = nil, to target: String? = nil, translations: [String]? = nil,
        _ change: @escaping @Sendable (inout Word) throws -> Void = { _ in }
    ) async -> Bool {
        let before = word
        let isStored = await perform("edit word") { () throws(DictionaryError) in
            try await dependencies.words.edit(
                word.id, text: text.map { text throws(DictionaryError) in try WordText(text) },
                direction: source == nil && target == nil
                    ? nil : dependencies.offered.value.direction(from: source, to: target, insteadOf: word.direction),
                translations: translations, at: dependencies.clock.now(), change)
        }
        if word.translation.isOwn, !word.asksSame(as: before) {
            lookUp.start { [weak self] in await self?.lookUpBesideOwn() }
        }
        await load()
        return isStored
    }

    /// If the look-up fails, the edit stays stored, and the word can be looked up again.
    private func lookUpBesideOwn() async {
        await actions.perform(nil) { () throws(DictionaryError) in try await lookUpAgain() }
        await load()
    }

    /// Looks the word up now, and keeps why there was no answer. A look-up whose task was cancelled has not failed.
    private func lookUpAgain() async throws(DictionaryError) -> Word? {
        let before = word
        failedLookUp = nil
        do throws(DictionaryError) {
            return try await dependencies.translator.translate(before.id)
        } catch {
            if !Task.isCancelled { failedLookUp = (before, error) }
            throw error
        }
    }

    /// Clears the user's own translations. The service's translation is shown again, or looked up.
    public func clearTranslation() async {
        await perform("clear translation") { () throws(DictionaryError) in
            try await dependencies.words.clearUserTranslation(of: word.id, at: dependencies.clock.now())
        }
        await load()
    }

    /// Looks the word up again now. The user's own translation stays.
    public func retry() async {
        retryCount += 1
        defer { retryCount -= 1 }
        await perform("look word up again") { () throws(DictionaryError) in try await lookUpAgain() }
        await load()
    }

    /// Removes the word.
    public func remove() async {
        await perform("remove word") { () throws(DictionaryError) in
            try await dependencies.removed.remove([word.id], from: dependencies.words)
            isRemoved = true
            return nil
        }
    }

    /// Whether the word is among those that ``undoRemoval()`` would restore. Not if another program has removed it.
    public var canUndoRemoval: Bool {
        isRemoved && dependencies.removed.last?.items.contains { $0.id == word.id } == true
    }

    /// Restores the words of the last removal, on any screen.
    public func undoRemoval() async {
        await perform("undo removal") { () throws(DictionaryError) in
            _ = try await dependencies.removed.restore(dependencies.removed.last)
            return nil
        }
    }

    /// Shows why the look-up of the word has no answer.
    func show(lookUpFailure failure: TranslationError?) {
        if failure != lookUpFailure { lookUpFailure = failure }
    }

    func apply(_ change: WordChange) async {
        switch change {
        case .added(let changed) where changed.id == word.id, .updated(let changed) where changed.id == word.id:
            changeCount += 1
            // A look-up that adds senses beside the user's own translation changes only the date.
            let isRetranslated = changed.translation != word.translation || changed.translation.isOwn
            word = changed
            // Its removal may have been undone.
            isRemoved = false
            if isRetranslated { await load() }
        case .removed(let id) where id == word.id:
            isRemoved = true
        case .reloaded:
            await reload()
        case .added, .updated, .removed:
            break
        }
    }

    /// Reads the word and its entry again, as they are in the store now: others may have changed them just before.
    public func reload() async {
        do {
            word = try await dependencies.words.word(word.id)
            isRemoved = false
            await load()
        } catch .notFound {
            isRemoved = true
        } catch {
            // A cancelled reload has not failed.
            if !Task.isCancelled { loader.show(error) }
        }
    }

    /// Performs an action and shows the word that it returns, unless the stream has brought a newer one.
    /// - Returns: whether it has not failed.
    @discardableResult
    private func perform(
        _ name: String, _ action: @MainActor () async throws(DictionaryError) -> Word?
    ) async -> Bool {
        let count = changeCount
        let changed = await actions.perform(name, "\(word.id)", action)
        if let changed = changed ?? nil, count == changeCount { word = changed }
        return changed != nil
    }
}

/// What the screen of a word knows of its entry. Exactly one phase holds at a time.
public enum DictionaryEntryPhase: Hashable, Sendable {
    /// The entry is being loaded for the first time.
    case loading
    /// No service has said anything about the word.
    case noEntry
    /// There is an entry.
    case loaded
    /// The word is being looked up again, on the user's request or after an edit. The entry before is still shown.
    case lookingUp
    /// The word was looked up again, on the user's request or after an edit, and there was no answer. The entry before is still shown.
    case lookUpFailed(DictionaryError)
    /// The entry could not be read. The one before is still shown.
    case failed(DictionaryError)

    /// The failure; nil in the other phases.
    public var failure: DictionaryError? {
        switch self {
        case .lookUpFailed(let failure), .failed(let failure): failure
        case .loading, .noEntry, .loaded, .lookingUp: nil
        }
    }
}
