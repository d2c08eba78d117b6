package import CoreModule
package import Foundation

/// What the screens share: the news, the saved articles, the reader's name.
package struct Newsroom: Sendable {
    package let saved: SavedArticles
    package let name: ReaderName
    /// The pages of articles that the reader wants to open. A front end opens them.
    package let pages = EventStream<URL>()
    let clock: WallClock
    let sleeper: Sleeper
    private let timeZone: TimeZone
    private let service: any NewsService
    private let pictures: any PictureLoading
    private let log: OperationLog

    package init(_ dependencies: NewsReaderDependencies) {
        let logger = dependencies.logger
        saved = SavedArticles(dependencies.store.saved, clock: dependencies.clock, logger: logger)
        name = ReaderName(dependencies.store.settings, logger: logger)
        clock = dependencies.clock
        sleeper = dependencies.sleeper
        timeZone = dependencies.localizer.timeZone
        service = dependencies.service
        pictures = dependencies.pictures
        log = OperationLog(logger.labelled("news"))
    }

    func headlines(page: Int) async throws(NewsError) -> Page<Article> {
        try await log.run("read headlines", "page \(page)", result: { "\($0.elements.count)" }) {
            () throws(NewsError) in
            try await service.headlines(page: page)
        }
    }

    func search(_ query: String, page: Int) async throws(NewsError) -> Page<Article> {
        try await log.run("search news", "\(query), page \(page)", result: { "\($0.elements.count)" }) {
            () throws(NewsError) in
            try await service.search(query, page: page)
        }
    }

    /// The picture of an article; nil if it has none.
    func picture(of article: Article) async throws(NewsError) -> Data? {
        guard let address = article.picture else { return nil }
        return try await log.run("load picture", address.absoluteString) { () throws(NewsError) in
            try await pictures.picture(address)
        }
    }

    /// The day of an article, as a reader says it: today, yesterday, or a date.
    func day(of article: Article) -> Message? {
        article.published.map {
            .day(CalendarDay($0, in: timeZone), today: CalendarDay(clock.now(), in: timeZone))
        }
    }
}
