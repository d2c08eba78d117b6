public import CoreModule
import Foundation
public import Observation

/// The rows of a list of words, and what the user can do with each.
@MainActor
@Observable
public final class WordListViewModel {
    /// How many words are read at a time.
    public static let pageSize = 50

    /// How far the list has come.
    public private(set) var phase: ListPhase<DictionaryError> = .loading
    /// Why the last thing the user wanted could not be done; `nil` once something was done.
    public private(set) var failure: DictionaryError?
    private var list: LiveList<Word>

    @ObservationIgnored private var reloading: Task<Void, Never>?
    @ObservationIgnored private var isEnded = false
    private let source: WordListSource
    private let repository: any WordFetching & WordEditing
    private let removed: WordRemovalUndo
    private let translator: any WordTranslating
    private let clock: WallClock
    private let actions: UserActions

    init(source: WordListSource, dependencies: WordListDependencies, actions: UserActions) {
        self.actions = actions
        self.source = source
        repository = dependencies.words
        removed = dependencies.removed
        translator = dependencies.translator
        clock = dependencies.clock
        let rule: LiveList<Word>.Rule =
            source.includes.map { .ordered(by: { $0.position < $1.position }, includes: $0) } ?? .asLoaded
        list = LiveList(rule)
    }

    /// The words that are loaded, in their order.
    public var words: [Word] { list.elements }

    /// Whether ``loadMore()`` would bring more.
    public var hasMore: Bool { list.hasMore }

    /// Whether the list was read and has nothing to show.
    public var isEmpty: Bool { phase == .loaded && words.isEmpty && !hasMore }

    // MARK: Reading

    /// Reads the list again from its beginning.
    /// - Parameter count: how many words to read at most.
    public func load(first count: Int = pageSize) async {
        guard let fetch = source.fetch else { return }
        let load = list.beginLoading()
        do {
            let words = try await fetch(.newest(count))
            if list.finish(load, with: words, hasMore: words.count == count) { phase = .loaded }
        } catch {
            // A load that is overtaken is cancelled, which is no failure to show.
            if list.fail(load), !Task.isCancelled { phase = .failed(error) }
        }
    }

    /// Reads the next page, if there is one.
    public func loadMore() async {
        guard let fetch = source.fetch, hasMore else { return }
        // All that were loaded have been removed.
        guard let last = words.last else { return await load() }
        let load = list.beginLoading()
        do {
            let words = try await fetch(WordPage(start: .after(last.position), limit: Self.pageSize))
            if list.finish(load, appending: words, hasMore: words.count == Self.pageSize) { phase = .loaded }
        } catch {
            if list.fail(load) { phase = .failed(error) }
        }
    }

    // MARK: What the user does

    /// Puts a word among the favourites, or takes it out.
    /// - Returns: the word as it is then; `nil` where it failed, and then ``failure`` says why.
    @discardableResult
    public func setFavorite(_ isFavorite: Bool, of id: WordID) async -> Word? {
        await perform(isFavorite ? "star word" : "unstar word", "\(id)") { () throws(DictionaryError) in
            try await repository.setFavorite(isFavorite, of: id, at: clock.now())
        }
    }

    /// Looks words up again, now, unless the user has translated them.
    /// - Returns: the words as they are then; `nil` where it failed, and then ``failure`` says why.
    @discardableResult
    public func retry(_ ids: [WordID]) async -> [Word]? {
        await perform("look words up again", "\(ids.count)") { () throws(DictionaryError) in
            var words: [Word] = []
            for id in ids {
                try await translator.translate(id)
                words.append(try await repository.word(id))
            }
            return words
        }
    }

    /// Looks up every word of the dictionary that waits to be looked up.
    /// - Returns: the words that were changed; `nil` where it failed, and then ``failure`` says why.
    @discardableResult
    public func retryAll() async -> [Word]? {
        await perform("look waiting words up again") { () throws(DictionaryError) in
            try await translator.translateWaiting()
        }
    }

    /// Removes words, all or none.
    /// - Returns: whether they are gone; where not, ``failure`` says why.
    @discardableResult
    public func remove(_ ids: [WordID]) async -> Bool {
        await perform("remove words", "\(ids.count)") { () throws(DictionaryError) in
            try await removed.remove(ids)
        } != nil
    }

    /// The words that ``undoRemoval()`` would bring back: those that were removed last, from whichever screen.
    public var lastRemoved: [Word] { removed.words }

    /// Brings back the words that were removed last, as they were.
    /// - Returns: the words; `nil` where they could not be brought back, and then ``failure`` says why.
    @discardableResult
    public func undoRemoval() async -> [Word]? {
        await perform("undo removal") { () throws(DictionaryError) in try await removed.restore() }
    }

    /// The one word of the dictionary that a user means: by the beginning of its identifier, or else by its text; `nil` where
    /// there is none or are several, and then ``failure`` says why.
    public func word(named name: String) async -> Word? {
        await keepingFailure { () throws(DictionaryError) in
            do throws(DictionaryError) {
                return try await repository.word(idPrefix: name)
            } catch {
                guard case .notFound = error else { throw error }
                let words: [Word]
                do throws(DictionaryError) {
                    words = try await repository.words(WordText(name))
                } catch {
                    guard case .store = error else { throw .notFound(name) }
                    throw error
                }
                guard let word = words.first else { throw .notFound(name) }
                guard words.count == 1 else { throw .ambiguousID(name, matches: words.map(\.id)) }
                return word
            }
        }
    }

    /// The one word of the dictionary whose identifier begins so; `nil` where there is none or are several, and then
    /// ``failure`` says why.
    public func word(idPrefix: String) async -> Word? {
        await keepingFailure { () throws(DictionaryError) in try await repository.word(idPrefix: idPrefix) }
    }

    // MARK: What its owner does

    /// Shows words that were found elsewhere, in the order given: for a list whose source is ``WordListSource/external``.
    public func show(_ words: [Word]) {
        let load = list.beginLoading()
        list.finish(load, with: words, hasMore: false)
        phase = .loaded
    }

    /// Shows that words could not be found; those that are shown stay.
    public func show(failure error: DictionaryError) {
        phase = .failed(error)
    }

    func apply(_ change: WordChange) {
        switch change {
        case .added(let word), .updated(let word): list.apply(.put(word))
        case .removed(let id): list.apply(.remove(id))
        case .reloaded: reload()
        }
    }

    /// Reads nothing by itself any more.
    func end() {
        isEnded = true
        reloading?.cancel()
    }

    /// Reads as much again as is shown, unless nothing was read yet.
    private func reload() {
        guard !isEnded, phase != .loading, source.fetch != nil else { return }
        let count = max(words.count, Self.pageSize)
        reloading?.cancel()
        reloading = Task { [weak self] in await self?.load(first: count) }
    }

    /// Does what the user wants.
    private func perform<Value>(
        _ name: String, _ subject: @autoclosure () -> String = "", _ action: () async throws(DictionaryError) -> Value
    ) async -> Value? {
        await keepingFailure { () throws(DictionaryError) in try await actions.perform(name, subject(), action) }
    }

    private func keepingFailure<Value>(_ action: () async throws(DictionaryError) -> Value) async -> Value? {
        do {
            let value = try await action()
            failure = nil
            return value
        } catch {
            failure = error
            return nil
        }
    }
}
