package import CoreModule
import Observation

/// The headlines, for a view.
@MainActor
@Observable
package final class NewsViewModel: ScreenViewModel {
    private let list: ArticleList
    private let log: UserActions

    init(_ newsroom: Newsroom, scope: FeatureScope) {
        list = ArticleList { page throws(NewsError) in try await newsroom.headlines(page: page) }
        log = scope.actions
    }

    package var title: Message { Message("News") }
    package var rows: [Article] { list.rows }
    /// What to show in place of the rows; nil if there are rows.
    package var message: Message? {
        list.message(loading: Message("The news is loading…"), none: Message("There is no news"))
    }
    /// Why the last page could not be read; nil if it could. Show it with a button to try again: after the rows, if there are any.
    package var failure: NewsError? { list.phase.failure }
    package var isLoadingMore: Bool { list.phase == .loadingMore }

    /// Reads the first page, if that was not done. Call it when the screen appears.
    package func load() async {
        if list.phase == .idle { await list.reload() }
    }

    /// Reads the first page again. The rows stay until it has arrived.
    package func refresh() async {
        log.note("refresh")
        await list.reload()
    }

    /// Reads the next page if the row is the last one. Call it when a row appears.
    package func appeared(_ id: Article.ID) async {
        await list.appeared(id)
    }

    /// Reads again what could not be read.
    package func tryAgain() async {
        log.note("try again")
        await list.loadMore()
    }

    /// Shows articles without reading them: for a preview.
    func show(_ articles: [Article]) {
        list.show(articles, isLast: true)
    }
}
