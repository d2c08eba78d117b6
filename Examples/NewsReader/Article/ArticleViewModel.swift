package import CoreModule
package import Foundation
import Observation

/// An article of the news, for a view.
@MainActor
@Observable
package final class ArticleViewModel: ScreenViewModel {
    package let article: Article
    /// What to tell the reader after the article was saved; nil before.
    package private(set) var confirmation: Message?

    @ObservationIgnored private var isSaved = false
    private let newsroom: Newsroom
    private let loader: Loader<Data?, NewsError>
    private let name: Loader<String?, NewsError>
    private let actions: ActionState<NewsError>

    init(_ article: Article, _ newsroom: Newsroom, scope: FeatureScope) {
        self.article = article
        self.newsroom = newsroom
        loader = Loader(nil) { () throws(NewsError) in try await newsroom.picture(of: article) }
        name = Loader(nil) { () throws(NewsError) in try await newsroom.name.read() }
        actions = ActionState(scope.actions)
        if article.picture == nil { loader.show(read: nil) }
        scope.observe(newsroom.name.changes.events(), with: self) { model, _ in await model.name.reload() }
    }

    package var title: Message { Message("Article") }
    package var day: Message? { newsroom.day(of: article) }
    package var picture: Data? { loader.value }
    /// What to show in place of the picture; nil if there is one.
    package var placeholder: Message? {
        switch loader.phase {
        case .loading: Message("The picture is loading…")
        case .loaded: picture == nil ? NewsError.noPicture.explanation : nil
        case .failed(let error): error.explanation
        }
    }
    package var canSave: Bool { !actions.isRunning }
    /// Why the article could not be saved; nil if it could.
    package var failure: NewsError? { actions.failure }

    /// Loads the picture. Call it when the screen appears.
    package func load() async {
        async let reading: Void = name.load()
        if article.picture != nil { await loader.load() }
        await reading
        // The reader did not wait for it.
        if isSaved, let picture { await keep(picture) }
    }

    /// Saves the article, with the picture if that has arrived, and confirms it then.
    package func save() async {
        confirmation = nil
        let picture = picture
        await actions.performAlone("save article") { () throws(NewsError) in
            try await newsroom.saved.save(article, picture: picture)
            isSaved = true
            // The screen may still be reading it.
            if name.phase == .loading { await name.load() }
            confirmation = name.value.map { Message("\($0), the article is saved") } ?? Message("The article is saved")
        }
        // It has arrived meanwhile.
        if isSaved, picture == nil, let picture = self.picture { await keep(picture) }
    }

    /// Closes the confirmation.
    package func dismissConfirmation() {
        confirmation = nil
    }

    /// Asks the front end to open the page of the source.
    package func openPage() {
        actions.note("open page")
        newsroom.pages.send(article.page)
    }

    private func keep(_ picture: Data) async {
        await actions.perform(nil) { () throws(NewsError) in try await newsroom.saved.add(picture, to: article.id) }
    }
}
