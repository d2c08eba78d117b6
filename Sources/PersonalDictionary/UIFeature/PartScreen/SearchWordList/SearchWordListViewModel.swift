public import CoreModule
import Foundation
public import Observation

/// The words that the user's search finds, best match first. It searches while the user types: a later search cancels an earlier
/// one, whose result is never shown.
@MainActor
@Observable
public final class SearchWordListViewModel {
    /// The text that is searched for. Changing it starts a search.
    public internal(set) var text = "" {
        didSet { if text != oldValue { search() } }
    }
    /// Where the text is searched. Changing it starts a search.
    public internal(set) var mode = SearchMode.both {
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

    init(words: Vocabulary, rows: WordListViewModel, scope: FeatureScope) {
        repository = words
        self.rows = rows
        searching = LatestTask(in: scope)
        findingNearest = LatestTask(in: scope)
        rows.show([])
    }

    /// Whether a search is running.
    public var isSearching: Bool { searching.isRunning }
    /// Whether ``nearest`` may change soon: it is found after the words are shown, so that they do not wait for it.
    public var isFindingNearest: Bool { findingNearest.isRunning }
    /// The title of the list's screen, with the text that is searched for.
    public var title: Message { text.isEmpty ? rows.title : Message("Search “\(text)”") }
    /// The loading phase of the list.
    public var phase: ListPhase<DictionaryError> { rows.phase }
    /// The found words, best match first.
    public var words: [Word] { rows.words }
    /// Whether the search found nothing.
    public var isEmpty: Bool { rows.isEmpty }
    /// The text to show if there are no words.
    public var emptyMessage: Message { rows.emptyMessage }
    /// The text to show after it, with what the text may mean; nil if there is none.
    public var nearestMessage: Message? {
        nearest.isEmpty ? nil : Message("did you mean: \(nearest.joined(separator: ", "))")
    }

    /// Searches again, for example after a failure.
    public func search() {
        let query = WordQuery(text.trimmingCharacters(in: .whitespacesAndNewlines), mode: mode, limit: limit)
        findingNearest.cancel()
        searching.start { [weak self, repository] in
            do throws(DictionaryError) {
                let words = try await repository.search(query)
                guard !Task.isCancelled, let self else { return }
                rows.show(words)
                nearest = []
                if words.isEmpty, query.limit > 0 { findNearest(query) }
            } catch {
                guard !Task.isCancelled, let self else { return }
                rows.show(failure: error)
                nearest = []
            }
        }
    }

    private func findNearest(_ query: WordQuery) {
        findingNearest.start { [weak self, repository] in
            do throws(DictionaryError) {
                let found = try await repository.nearest(to: query)
                if !Task.isCancelled, let self { nearest = found }
            } catch {
                guard !Task.isCancelled, let self else { return }
                rows.show(failure: error)
                nearest = []
            }
        }
    }
}
