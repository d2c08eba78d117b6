package import CoreModule
import Observation

/// The saved articles, for a view. The newest come first.
@MainActor
@Observable
package final class SavedViewModel: ScreenViewModel {
    /// What to ask before all articles are removed; nil if nothing is asked.
    package private(set) var question: Message?

    private let saved: SavedArticles
    private let list: ListLoader<SavedRow, NewsError>
    private let actions: ActionState<NewsError>

    init(_ saved: SavedArticles, scope: FeatureScope) {
        self.saved = saved
        list = ListLoader(.ordered(by: SavedRow.precedes, includes: { _ in true }))
        actions = ActionState(scope.actions)
        scope.observe(saved.changes.events(), with: self) { $0.list.apply($1) }
    }

    package var title: Message { Message("Saved") }
    package var rows: [SavedRow] { list.elements }
    /// What to show in place of the rows; nil if there are rows.
    package var message: Message? {
        guard rows.isEmpty else { return nil }
        return switch list.phase {
        case .failed(let error): error.explanation
        case .loading: Message("Saved articles are loading…")
        case .loaded: Message("No saved articles yet")
        }
    }
    /// Why the last action or a repeated load failed; nil if there is nothing wrong.
    package var failure: NewsError? { actions.failure ?? (rows.isEmpty ? nil : list.phase.failure) }
    package var canRemoveAll: Bool { !rows.isEmpty && !actions.isRunning }

    /// Reads the articles. Call it when the screen appears, and again after a failure.
    package func load() async {
        await list.load { () throws(NewsError) in try await saved.rows() }
    }

    /// Removes exactly this article, as a swipe does.
    package func remove(_ id: Article.ID) async {
        await actions.perform("remove saved article") { () throws(NewsError) in try await saved.remove(id) }
    }

    /// Asks whether to remove all articles. Answer with ``removeAll()`` or ``keepAll()``.
    package func askToRemoveAll() {
        guard canRemoveAll else { return }
        actions.note("ask to remove all")
        question = Message("Remove \(count: rows.count) saved articles?")
    }

    /// Answers the question with no.
    package func keepAll() {
        question = nil
    }

    /// Answers the question with yes. Does nothing if it was not asked.
    package func removeAll() async {
        guard question != nil else { return }
        question = nil
        await actions.performAlone("remove all") { () throws(NewsError) in try await saved.removeAll() }
    }
}
