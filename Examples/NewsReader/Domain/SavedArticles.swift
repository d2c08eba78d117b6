package import CoreModule
package import Foundation

/// The saved articles with their rules. Every change goes through it: it is stored, and then sent to all screens.
package final class SavedArticles: Sendable {
    private let repository: any SavedArticleRepository
    private let clock: WallClock
    private let log: OperationLog
    private let stream = EventStream<LiveList<SavedRow>.Change>()
    /// One change at a time: it is read, changed, stored and sent before the next begins.
    private let mutex = AsyncMutex()

    package init(_ repository: any SavedArticleRepository, clock: WallClock, logger: EventLogger) {
        self.repository = repository
        self.clock = clock
        log = OperationLog(logger.labelled("saved articles"))
    }

    /// What changes, after it was stored.
    package var changes: any ModelStreamReader<LiveList<SavedRow>.Change> { stream }

    /// The saved articles without their pictures, the newest first.
    package func rows() async throws(NewsError) -> [SavedRow] {
        try await log.run("read saved articles") { () throws(NewsError) in
            try await repository.rows().sorted(by: SavedRow.precedes)
        }
    }

    package func article(_ id: Article.ID) async throws(NewsError) -> SavedArticle? {
        try await log.run("read saved article", id.rawValue) { () throws(NewsError) in try await repository.article(id)
        }
    }

    /// Saves an article. One that is saved already keeps its place, and its picture if there is no other.
    package func save(_ article: Article, picture: Data?) async throws(NewsError) {
        try await change("save article", article.id.rawValue) { () throws(NewsError) in
            let old = try await repository.article(article.id)
            let saved = SavedArticle(
                article, picture: picture ?? old?.picture, saved: old?.saved ?? clock.now())
            try await repository.put(saved)
            return [.put(saved.row)]
        }
    }

    /// Adds the picture that has arrived after its article was saved. Does nothing if that was removed meanwhile.
    package func add(_ picture: Data, to id: Article.ID) async throws(NewsError) {
        try await change("add picture", id.rawValue) { () throws(NewsError) in
            guard var saved = try await repository.article(id), saved.picture == nil else { return [] }
            saved.picture = picture
            try await repository.put(saved)
            return [.put(saved.row)]
        }
    }

    package func remove(_ id: Article.ID) async throws(NewsError) {
        try await change("remove saved article", id.rawValue) { () throws(NewsError) in
            try await repository.remove(id)
            return [.remove(id)]
        }
    }

    package func removeAll() async throws(NewsError) {
        try await change("remove all saved articles") { () throws(NewsError) in
            try await repository.removeAll().map { .remove($0) }
        }
    }

    private func change(
        _ name: String, _ subject: String = "", _ store: () async throws(NewsError) -> [LiveList<SavedRow>.Change]
    ) async throws(NewsError) {
        await mutex.enter()
        defer { mutex.leave() }
        for change in try await log.run(name, subject, store) { stream.send(change) }
    }
}
