public import CoreModule
import Foundation
public import Observation

/// The words that the user's search finds, best match first. It searches while the user types: a later search cancels an earlier
/// one, whose result is never shown.
@MainActor
@Observable
public final class SearchWordListViewModel {
    /// The text that is searched for. Changing it starts a search.
    public internal(set) var text: String {
        didSet { if text != oldValue { search() } }
    }
    /// Where the text is searched. Changing it starts a search.
    public internal(set) var mode: SearchMode {
        didSet { if mode != oldValue { search() } }
    }
    /// The maximum number of words. Changing it starts a search.
    public var limit = 50 {
        didSet { if limit != oldValue { search() } }
    }

    /// Up to three words and translations that the text may mean, the nearest first. Empty unless the search found nothing.
    public private(set) var nearest: [String] = []

    private let repository: Vocabulary
    private let rows: WordListViewModel
    private let searching: LatestTask
    private let findingNearest: LatestTask

    init(text: String, mode: SearchMode, words: Vocabulary, rows: WordListViewModel, scope: FeatureScope) {
        self.text = text
        self.mode = mode
        repository = words
        self.rows = rows
        searching = LatestTask(in: scope)
        findingNearest = LatestTask(in: scope)
        rows.show([])
        search()
    }

    /// Whether a search is running.
    public var isSearching: Bool { searching.isRunning }
    /// Whether ``nearest`` may change soon: it is found after the words are shown, so that they do not wait for it.
    public var isFindingNearest: Bool { findingNearest.isRunning }
    /// The title of the list's screen, with the text that is searched for.
    public var title: Message { text.isEmpty ? rows.title : Message("Search “\(text)”") }
    /// What the search has come to.
    public var phase: SearchPhase {
        if isSearching { return .searching }
        if isBlank { return .blank }
        if let failure = rows.phase.failure { return .failed(failure) }
        return words.isEmpty ? .nothingFound : .found
    }
    /// What the user is told of the phase; nil if words were found.
    public var message: Message? {
        switch phase {
        case .blank: blankMessage
        case .searching: Self.searchingMessage
        case .nothingFound: Self.nothingFoundMessage
        case .found: nil
        case .failed(let error): error.explanation
        }
    }
    /// The found words, best match first.
    public var words: [Word] { rows.words }
    /// Whether no words are shown. Why is in ``phase``.
    public var isEmpty: Bool { rows.isEmpty }
    /// The text to show if there are no words. It follows the phase.
    public var emptyMessage: Message { rows.emptyMessage }
    /// The text to show after it, with what the text may mean; nil if there is none.
    public var nearestMessage: Message? {
        nearest.isEmpty ? nil : Message("did you mean: \(nearest.joined(separator: ", "))")
    }

    /// Searches again, for example after a failure.
    public func search() {
        findingNearest.cancel()
        nearest = []
        guard !isBlank else {
            searching.cancel()
            return rows.show([], orElse: blankMessage)
        }
        let query = WordQuery(text.trimmingCharacters(in: .whitespacesAndNewlines), mode: mode, limit: limit)
        rows.show(emptyMessage: Self.searchingMessage)
        searching.start { [weak self, repository] in
            do throws(DictionaryError) {
                let words = try await repository.search(query)
                guard !Task.isCancelled, let self else { return }
                rows.show(words, orElse: Self.nothingFoundMessage)
                if words.isEmpty, query.limit > 0 { findNearest(query) }
            } catch {
                guard !Task.isCancelled, let self else { return }
                rows.show(failure: error)
                rows.show(emptyMessage: error.explanation)
            }
        }
    }

    static let nothingFoundMessage = Message("Nothing found")
    private static let searchingMessage = Message("Searching…")

    private var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    private var blankMessage: Message {
        switch mode {
        case .word: Message("Type a part of a word")
        case .translation: Message("Type a part of a translation")
        case .both: Message("Type a part of a word or of its translation")
        }
    }

    private func findNearest(_ query: WordQuery) {
        findingNearest.start { [weak self, repository] in
            do throws(DictionaryError) {
                let found = try await repository.nearest(to: query)
                if !Task.isCancelled, let self { nearest = found }
            } catch {
                // The repository has logged it. The search itself has ended: it found nothing, and without these words there is
                // only less help.
            }
        }
    }
}
