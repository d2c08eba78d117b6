public import CoreModule
import Foundation
public import Observation

/// The words that the user's search finds, best match first. It searches as the user types: a search that was overtaken by
/// another is cancelled, and its result is never shown.
@MainActor
@Observable
public final class SearchWordListViewModel {
    /// The text that is searched for; to change it starts a search.
    public internal(set) var text = "" {
        didSet { if text != oldValue { search() } }
    }
    /// Where it is searched for; to change it starts a search.
    public internal(set) var mode = SearchMode.both {
        didSet { if mode != oldValue { search() } }
    }
    /// How many words to show at most.
    public var limit = 50 {
        didSet { if limit != oldValue { search() } }
    }
    /// Whether a search is under way.
    public private(set) var isSearching = false

    private let repository: any WordSearching
    private let rows: WordListViewModel
    @ObservationIgnored private var searching: Task<Void, Never>?
    @ObservationIgnored private var lastSearch = 0

    init(words: any WordSearching, rows: WordListViewModel) {
        repository = words
        self.rows = rows
        rows.show([])
    }

    /// What the screen of the list is called: what is searched for.
    public var title: Message { text.isEmpty ? Message("Search") : Message("Search “\(text)”") }
    /// How far the list has come.
    public var phase: ListPhase<DictionaryError> { rows.phase }
    /// The words that were found, best match first.
    public var words: [Word] { rows.words }
    /// Whether the search found nothing.
    public var isEmpty: Bool { rows.isEmpty }
    /// What to show in place of words where there are none.
    public var emptyMessage: Message { Message("Nothing found") }

    /// Searches again, to try once more after a failure.
    public func search() {
        searching?.cancel()
        lastSearch += 1
        let number = lastSearch
        let query = WordQuery(text.trimmingCharacters(in: .whitespacesAndNewlines), mode: mode, limit: limit)
        isSearching = true
        searching = Task { [weak self, repository] in
            let result: Result<[Word], DictionaryError>
            do throws(DictionaryError) {
                result = .success(try await repository.search(query))
            } catch {
                result = .failure(error)
            }
            self?.show(result, of: number)
        }
    }

    /// Waits until the search that is under way, and any that overtakes it, has ended.
    public func searchIsDone() async {
        while isSearching, let searching { await searching.value }
    }

    func cancel() {
        searching?.cancel()
        isSearching = false
    }

    private func show(_ result: Result<[Word], DictionaryError>, of number: Int) {
        guard number == lastSearch else { return }
        isSearching = false
        switch result {
        case .success(let words): rows.show(words)
        case .failure(.store(let error)) where error.code == .cancelled: break
        case .failure(let error): rows.show(failure: error)
        }
    }
}
