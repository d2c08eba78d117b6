public import CoreModule
import Foundation
public import Observation

/// The rows of a list of words, and what the user can do with each.
@MainActor
@Observable
public final class WordListViewModel: ActionViewModel {
    /// How many words are loaded at a time.
    public static let pageSize = 50

    /// The title of the list's screen.
    public let title: Message
    /// The text to show if there are no words.
    public private(set) var emptyMessage: Message
    /// Why the queue's last look-up of each word had no answer.
    private(set) var lookUpFailures: [WordID: TranslationError] = [:]
    private var list: ListLoader<Word, DictionaryError>
    private let reloading: LatestTask
    /// The user's actions.
    public let actions: ActionState<DictionaryError>
    private var content: WordListContent?
    private let dependencies: DictionaryEntryDependencies

    init(
        _ dependencies: DictionaryEntryDependencies, title: Message, emptyMessage: Message, content: WordListContent?,
        scope: FeatureScope
    ) {
        self.title = title
        self.emptyMessage = emptyMessage
        self.content = content
        self.dependencies = dependencies
        list = ListLoader(content?.rule ?? .asLoaded)
        reloading = LatestTask(in: scope)
        actions = ActionState(scope.actions)
        guard let content else { return }
        let limit = Self.pageSize
        let shown = dependencies.words.readNow { words throws(DictionaryError) in
            try content.read(after: nil, limit: limit, in: words)
        }
        if let shown { list.show(shown, limit: limit) }
    }

    /// The loading phase of the list.
    public var phase: ListPhase<DictionaryError> { list.phase }
    /// The loaded words, in order.
    public var words: [Word] { list.elements }
    /// Whether ``loadMore()`` would load more words.
    public var hasMore: Bool { list.hasMore }
    /// Whether the list was loaded and has no words.
    public var isEmpty: Bool { list.isEmpty }
    /// The text to show in place of rows: why there are none. Nil if there are rows, and while the first are being loaded.
    public var message: Message? {
        guard words.isEmpty else { return nil }
        return phase.failure?.explanation ?? (isEmpty ? emptyMessage : nil)
    }

    // MARK: Loading

    /// Loads at most `count` words from the beginning. Call it when the list appears, and to try again after a failure.
    public func load(first count: Int = pageSize) async {
        guard let content else { return }
        await list.load(limit: count) { () throws(DictionaryError) in
            try await dependencies.words.words(content, after: nil, limit: count)
        }
    }

    /// Loads the next page, if there is one. Call it when the last row appears.
    public func loadMore() async {
        guard let content else { return }
        // If all loaded words were removed, the list begins anew.
        await list.loadMore(limit: Self.pageSize) { last throws(DictionaryError) in
            try await dependencies.words.words(content, after: last, limit: Self.pageSize)
        }
    }

    /// Loads more if this is the last row. Call it when a row appears.
    public func appeared(_ id: WordID) async {
        if id == words.last?.id { await loadMore() }
    }

    /// Shows other words, such as those with a tag: at most `count`, from the beginning, or the message if there are none; if that is
    /// nil, the one before. Changes nothing in a list of found words.
    public func show(
        _ content: WordListContent, orElse message: Message? = nil, first count: Int = pageSize
    ) async {
        guard self.content != nil else { return }
        if !content.isSame(as: self.content) {
            self.content = content
            list = ListLoader(content.rule)
        }
        if let message { show(emptyMessage: message) }
        await load(first: count)
    }

    /// Whether these words are shown. False if that cannot be known.
    public func shows(_ content: WordListContent) -> Bool { content.isSame(as: self.content) }

    // MARK: Actions of the user

    /// Adds a word to the favourites or removes it from them.
    /// - Returns: the changed word; nil if it failed, and then `failure` says why.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID) async -> Word? {
        await actions.perform(isFavorite ? "star word" : "unstar word", "\(id)") { () throws(DictionaryError) in
            try await dependencies.words.setFavorite(isFavorite, of: id, at: dependencies.clock.now())
        }
    }

    /// Adds words to the favourites or removes them from them, all or none.
    /// - Returns: the words; nil if it failed, and then `failure` says why.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of ids: [WordID]) async -> [Word]? {
        await actions.perform(isFavorite ? "star words" : "unstar words", "\(ids.count)") {
            () throws(DictionaryError) in
            try await dependencies.words.edit(ids, at: dependencies.clock.now()) { $0.isFavorite = isFavorite }
        }
    }

    /// Adds the tags that the user typed to words, or takes them away, all or none.
    /// - Returns: the words; nil if it failed, and then `failure` says why.
    @discardableResult
    public func tag(_ ids: [WordID], _ typed: String, isAdded: Bool = true) async -> [Word]? {
        await actions.perform(isAdded ? "tag words" : "untag words", "\(ids.count)") { () throws(DictionaryError) in
            try await dependencies.words.edit(ids, at: dependencies.clock.now()) { try $0.tag(typed, isAdded: isAdded) }
        }
    }

    /// Whether the row of a word offers to look it up again: it has no translation yet.
    public func canLookUpAgain(_ word: Word) -> Bool { word.translation.translation == nil }

    /// Looks words up again now, as one action of the user. The user's own translations stay.
    /// - Returns: the words after the look-up; nil if it failed, and then `failure` says why.
    @discardableResult
    public func retry(_ ids: [WordID]) async -> [Word]? {
        await actions.perform("look words up again", "\(ids.count)") { () throws(DictionaryError) in
            let retry = UserRetry()
            var words: [Word] = []
            for id in ids {
                try await dependencies.translator.translate(id, in: retry)
                words.append(try await dependencies.words.word(id))
            }
            return words
        }
    }

    /// Looks up every word of the dictionary that waits for its translation.
    /// - Returns: the words that were looked up; nil if it failed, and then `failure` says why.
    @discardableResult
    public func retryAll() async -> [Word]? {
        await actions.perform("look waiting words up again") { () throws(DictionaryError) in
            try await dependencies.translator.translateWaiting()
        }
    }

    /// Removes words, all or none.
    /// - Returns: whether they were removed; if not, `failure` says why.
    @discardableResult
    public func remove(_ ids: [WordID]) async -> Bool {
        await actions.perform("remove words", "\(ids.count)") { () throws(DictionaryError) in
            try await dependencies.removed.remove(ids, from: dependencies.words)
        } != nil
    }

    /// The words that ``undoRemoval()`` would restore: those of the last removal, on any screen.
    public var lastRemoved: [Word] { dependencies.removed.last?.items ?? [] }

    /// Restores the words of the last removal as they were. Lists show them soon after, when they have loaded again.
    /// - Returns: the words; nil if they could not be restored, and then `failure` says why.
    @discardableResult
    public func undoRemoval() async -> [Word]? {
        await actions.perform("undo removal") { () throws(DictionaryError) in
            try await dependencies.removed.restore(dependencies.removed.last)
        }
    }

    /// Puts ``removalMessage`` away until the next removal. ``undoRemoval()`` still restores the words.
    public func dismissRemovalMessage() { dependencies.removed.dismiss() }

    private var isRemovalDismissed: Bool { dependencies.removed.last.map(dependencies.removed.isDismissed) ?? false }

    /// Finds the only word that a user means: see ``Vocabulary/word(named:)``.
    /// - Returns: the word; nil if there is none or several, and then `failure` says why.
    public func word(named name: String) async -> Word? {
        await actions.perform(nil) { () throws(DictionaryError) in try await dependencies.words.word(named: name) }
    }

    // MARK: For the features that contain the list

    /// Shows words that were found elsewhere, in the given order, or a message if there are none: for a list without a content of its own.
    func show(_ words: [Word], orElse message: Message? = nil) {
        if words != list.elements || phase != .loaded { list.show(words) }
        if let message { show(emptyMessage: message) }
    }

    /// Changes the text to show if there are no words.
    func show(emptyMessage message: Message) {
        if message != emptyMessage { emptyMessage = message }
    }

    /// Shows why the look-ups of waiting words have no answer.
    func show(lookUpFailures failures: [WordID: TranslationError]) {
        if failures != lookUpFailures { lookUpFailures = failures }
    }

    /// Shows that words could not be found. Those that are shown stay.
    func show(failure: DictionaryError) {
        list.show(failure)
    }

    func apply(_ change: WordChange) {
        switch change {
        case .added(let word), .updated(let word): list.apply(.put(word))
        case .removed(let id): list.apply(.remove(id))
        case .reloaded: reload()
        }
    }

    /// Loads as many words again as are shown or being loaded, if the list was asked for before.
    private func reload() {
        guard list.requestedCount > 0, content != nil else { return }
        let count = max(words.count, list.requestedCount)
        reloading.start { [weak self] in await self?.load(first: count) }
    }
}

/// The texts of the controls of a row, and the messages of the list. Those that most screens have are `Message.delete`, `Message.undo`
/// and `Message.tryAgain`.
extension WordListViewModel {
    /// The title of the control that stars a word, or takes the star away.
    public func starTitle(of word: Word) -> Message { word.starTitle }

    /// The title of the control that looks words up again.
    public var lookUpAgainTitle: Message { .lookUpAgain }

    /// Why a word has no translation, and when it is looked up again; nil if it has one.
    public func status(of word: Word) -> Message? { word.translation.status(because: lookUpFailures[word.id]) }

    /// What was removed last, to show beside `Message.undo`; nil if nothing can be brought back, or after ``dismissRemovalMessage()``.
    public var removalMessage: Message? {
        guard let first = lastRemoved.first, !isRemovalDismissed else { return nil }
        return lastRemoved.count == 1 ? first.removalMessage : Message("\(count: lastRemoved.count) words removed")
    }

    /// The text to show if ``undoRemoval()`` has nothing to restore.
    public var nothingToUndoMessage: Message { .nothingToUndo }

    /// The text to show if ``retryAll()`` finds no word that waits.
    public var nothingToRetryMessage: Message { Message("nothing to retry") }
}
