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

    private let repository: Vocabulary
    private let rows: WordListViewModel
    private let searching: LatestTask

    init(words: Vocabulary, rows: WordListViewModel, scope: FeatureScope) {
        repository = words
        self.rows = rows
        searching = LatestTask(in: scope)
        rows.show([])
    }

    /// Whether a search is running.
    public var isSearching: Bool { searching.isRunning }
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

    /// Searches again, for example after a failure.
    public func search() {
        let query = WordQuery(text.trimmingCharacters(in: .whitespacesAndNewlines), mode: mode, limit: limit)
        searching.start { [weak self, repository] in
            do throws(DictionaryError) {
                let words = try await repository.search(query)
                if !Task.isCancelled { self?.rows.show(words) }
            } catch {
                if !Task.isCancelled { self?.rows.show(failure: error) }
            }
        }
    }
}
