public import CoreModule
public import Observation

/// The list of favourite words: newest first, and those that are starred while it is open.
@MainActor
@Observable
public final class FavoriteWordListViewModel {
    private let rows: WordListViewModel

    init(rows: WordListViewModel) {
        self.rows = rows
    }

    /// What the screen of the list is called.
    public var title: Message { Message("Favorites") }
    /// How far the list has come.
    public var phase: ListPhase<DictionaryError> { rows.phase }
    /// The words that are loaded, newest first.
    public var words: [Word] { rows.words }
    /// Whether the list was read and has nothing to show.
    public var isEmpty: Bool { rows.isEmpty }
    /// What to show in place of words where there are none.
    public var emptyMessage: Message { Message("No favourite words") }
    /// Whether ``loadMore()`` would bring more.
    public var hasMore: Bool { rows.hasMore }

    /// Reads the newest words; call it when the list appears, and to try again after a failure.
    /// - Parameter count: how many words to read at most.
    public func load(first count: Int = WordListViewModel.pageSize) async { await rows.load(first: count) }

    /// Reads the next page, if there is one; call it when the last row comes into sight.
    public func loadMore() async { await rows.loadMore() }
}
