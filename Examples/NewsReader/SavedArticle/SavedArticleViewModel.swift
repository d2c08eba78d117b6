package import CoreModule
package import Foundation
import Observation

/// A saved article, for a view. It comes from the store, whole: no network is needed, and there is nothing to save.
@MainActor
@Observable
package final class SavedArticleViewModel: ScreenViewModel {
    package let id: Article.ID
    private let newsroom: Newsroom
    private let loader: Loader<SavedArticle?, NewsError>
    private let log: UserActions

    init(_ id: Article.ID, _ newsroom: Newsroom, scope: FeatureScope) {
        self.id = id
        self.newsroom = newsroom
        loader = Loader(nil) { () throws(NewsError) in try await newsroom.saved.article(id) }
        log = scope.actions
        scope.observe(newsroom.saved.changes.events(), with: self) { await $0.apply($1) }
    }

    package var title: Message { Message("Saved article") }
    package var article: Article? { loader.value?.article }
    package var day: Message? { article.flatMap { newsroom.day(of: $0) } }
    package var picture: Data? { loader.value?.picture }
    /// What to show in place of the picture; nil if there is one.
    package var placeholder: Message? { picture == nil ? NewsError.noPicture.explanation : nil }
    /// What to show in place of the article; nil if there is one.
    package var message: Message? {
        switch loader.phase {
        case .failed(let error): error.explanation
        case .loading: Message("The article is loading…")
        case .loaded: article == nil ? NewsError.notSaved.explanation : nil
        }
    }

    /// Reads the article. Call it when the screen appears, and again after a failure.
    package func load() async {
        await loader.load()
    }

    /// Asks the front end to open the page of the source.
    package func openPage() {
        guard let article else { return }
        log.note("open page")
        newsroom.pages.send(article.page)
    }

    /// Reads the article again if it has changed.
    private func apply(_ change: LiveList<SavedRow>.Change) async {
        switch change {
        case .put(let row) where row.id == id: await loader.reload()
        case .remove(id): await loader.reload()
        case .put, .remove: break
        }
    }
}
