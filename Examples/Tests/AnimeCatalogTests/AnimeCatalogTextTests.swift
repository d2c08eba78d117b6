import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("Texts and the log of an anime catalogue", .timeLimit(.minutes(15)))
struct AnimeCatalogTextTests {
    private let english = Localizer.animeCatalog(Locale(identifier: "en"))
    private let russian = Localizer.animeCatalog(Locale(identifier: "ru"))

    @Test("every error is explained in both languages")
    func errors() {
        let date = ManualTime.start
        let errors: [CatalogError: (String, String)] = [
            .offline: ("cannot be reached", "недоступен"), .timedOut: ("in time", "вовремя"),
            .limited(until: date): (english.dateAndTime(date), russian.dateAndTime(date)),
            .limited(until: nil): ("Try again later", "Попробуйте позже"),
            .serviceDown: ("out of order", "не работает"), .malformed: ("does not understand", "не понимает"),
            .store(.diskFull): ("no space left", "не осталось места"), .cancelled: ("cancelled", "отменён"),
        ]
        for (error, (inEnglish, inRussian)) in errors {
            #expect(english(error.explanation).contains(inEnglish), "\(error)")
            #expect(russian(error.explanation).contains(inRussian), "\(error)")
        }
        #expect(Set(errors.keys.map(\.code)).count == errors.count - 1, "limited is twice there")
    }

    @Test("every text is in Russian")
    func texts() throws {
        var literals: Set<String> = []
        for source in try AnimeCatalogSources.files().values {
            for literal in source.matches(of: /Message\("([^"\\]+)"\)/) {
                let text = russian(Message(key: String(literal.1)))
                #expect(text.contains { ("а"..."я").contains($0.lowercased()) }, "\(literal.1)")
                literals.insert(String(literal.1))
            }
        }
        #expect(literals.count == 32)
        let day = try #require(CalendarDay.sample("2019-04-05"))
        let item = CatalogItem(id: CatalogItem.ID("anime/1"), title: "", type: "Movie", start: day)
        #expect(item.details.map { russian($0) } == "Фильм, с \(russian.day(day))")
    }

    @Test("actions, requests and failures are logged; titles, queries and the paths of pictures are not")
    func log() async throws {
        let handler = EventLogger.InMemoryHandler()
        let logger = EventLogger(label: "app", minimumLevel: .debug, handler: handler)
        let isBroken = ValueStream(false)
        let server = try LocalHTTPServer { request in
            if isBroken.value { return .error(500) }
            return .page([JikanFixtures.item(5), JikanFixtures.unreadable[0]], isLast: true)
        }
        let repository = FailingFavoriteAnimeItemRepository()
        let dependencies = AnimeCatalogDependencies(
            AppUseCaseFactory(repository, address: server.url, logger: logger),
            pictures: HTTPPictureSource(logger: logger), logger: logger)
        let catalog = AnimeCatalogBuilder(dependencies, parent: FeatureTree(logger: logger).root).build()
        let list = catalog.toTopList.router.open(CatalogKind.anime.selections[1]).viewModel
        await list.load()
        await list.setFavorite(true, of: list.rows[0])
        list.openPage(of: list.rows[0])
        _ = try await catalog.pictures.picture(at: server.url.appending(path: "portrait.jpg"))
        await repository.fail(with: .diskFull)
        await list.setFavorite(false, of: list.rows[0])
        isBroken.send(true)
        await list.load()
        let lines = handler.events.map(\.line)
        let path = "feature=AnimeCatalog / NavToTopList / TopList subject=anime/5"
        for expected in [
            "info action: star \(path)", "info action: unstar \(path)", "info action: open page \(path)",
            "debug http: request started request=GET 127.0.0.1/top/anime", "info screen: screen shown",
            "warning anime: items of an answer cannot be read count=1", "warning anime: remove favourite failed",
            "warning anime: read top list failed",
        ] {
            #expect(lines.contains { $0.contains(expected) }, "\(expected)")
        }
        #expect(lines.count { $0.contains("warning") && $0.contains("error=serviceDown") } == 1, "logged once")
        for secret in ["Lighthouse", "filter=", "limit=", "portrait"] {
            #expect(!lines.contains { $0.contains(secret) }, "\(secret)")
        }
    }
}

/// The sources of the catalogue. The tests run where they were compiled.
enum AnimeCatalogSources {
    static func files() throws -> [String: String] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let folder = tests.deletingLastPathComponent().deletingLastPathComponent().appending(path: "AnimeCatalog")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.hasSuffix(".swift") }.map {
                ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
            })
    }
}
