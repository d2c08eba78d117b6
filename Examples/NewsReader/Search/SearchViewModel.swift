package import CoreModule
import Foundation
import Observation

/// The articles that the reader's search finds. It asks a second after the last key. The rows always belong to the text.
@MainActor
@Observable
package final class SearchViewModel: ScreenViewModel {
    /// How long the reader must not type before the service is asked, in seconds.
    package static let delay = 1.0

    /// What the reader types. Bind the field to it. A change ends the search before, and its answer is never shown.
    package var text = "" {
        didSet { if text != oldValue { textChanged() } }
    }

    /// The search for the text; nil before it begins.
    private var results: Results?
    private let newsroom: Newsroom
    private let searching: LatestTask
    private let name: Loader<String?, NewsError>
    private let log: UserActions

    private struct Results {
        let query: String
        let list: ArticleList
    }

    init(_ newsroom: Newsroom, scope: FeatureScope) {
        self.newsroom = newsroom
        searching = LatestTask(in: scope)
        name = Loader(nil) { () throws(NewsError) in try await newsroom.name.read() }
        log = scope.actions
        scope.observe(newsroom.name.changes.events(), with: self) { model, _ in await model.name.reload() }
    }

    package var title: Message { Message("Search") }
    package var rows: [Article] { results?.list.rows ?? [] }
    /// What to type, beside the field: also while there are rows.
    package var hint: Message {
        name.value.map { Message("\($0), what would you like to read about?") }
            ?? Message("What would you like to read about?")
    }
    /// What to show in place of the rows; nil if there are rows, or if nothing is typed.
    package var message: Message? {
        let searching = Message("Searching…")
        guard !query.isEmpty else { return nil }
        return results.map { $0.list.message(loading: searching, none: Message("Nothing found")) } ?? searching
    }
    /// Why the last page could not be read; nil if it could. Show it with a button to try again: after the rows, if there are any.
    package var failure: NewsError? { results?.list.phase.failure }
    package var isLoadingMore: Bool { results?.list.phase == .loadingMore }
    /// Why the reader's name could not be read; nil if it could.
    package var nameFailure: NewsError? { name.phase.failure }

    /// Reads the reader's name. Call it when the screen appears.
    package func load() async {
        await name.load()
    }

    /// Reads the next page if the row is the last one. Call it when a row appears.
    package func appeared(_ id: Article.ID) async {
        await read { await $0.appeared(id) }
    }

    /// Reads again what could not be read.
    package func tryAgain() async {
        log.note("try again")
        await read { await $0.loadMore() }
    }

    private var query: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    private func textChanged() {
        let query = query
        // White space at the end asks nothing new.
        guard query != results?.query else { return }
        searching.cancel()
        results = nil
        guard !query.isEmpty else { return }
        let due = newsroom.clock.now().addingTimeInterval(Self.delay)
        searching.start { [weak self, sleeper = newsroom.sleeper] in
            do { try await sleeper.sleep(until: due) } catch { return }
            // The text may have changed since the sleep ended.
            guard !Task.isCancelled, let list = self?.begin(query) else { return }
            await list.reload()
        }
    }

    private func begin(_ query: String) -> ArticleList {
        log.note("search")
        let list = ArticleList { [newsroom] page throws(NewsError) in try await newsroom.search(query, page: page) }
        results = Results(query: query, list: list)
        return list
    }

    /// Reads pages of the search in the task that a change of the text cancels.
    private func read(_ operation: @escaping @MainActor @Sendable (ArticleList) async -> Void) async {
        guard let list = results?.list, !list.isLoading else { return }
        searching.start { await operation(list) }
        await searching.wait()
    }
}
