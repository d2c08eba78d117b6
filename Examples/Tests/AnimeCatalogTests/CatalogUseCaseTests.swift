import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting
import Testing

@MainActor
@Suite("What the screens of an anime catalogue use", .timeLimit(.minutes(15)))
struct CatalogUseCaseTests {
    @Test("each list is asked for at the documented address")
    func addresses() async throws {
        let client = RecordingClient()
        let time = ManualTime()
        let items = AppUseCaseFactory(
            InMemoryFavoriteAnimeItemRepository(), client: client, clock: time.clock, sleeper: time.hurriedSleeper
        ).makeAnimeItemUseCase()
        for selection in CatalogKind.allCases.flatMap(\.selections) {
            _ = try await items.topItems(selection, page: 2)
        }
        let queries = [
            "anime": [
                "", "&filter=airing", "&filter=upcoming", "&type=tv", "&type=movie", "&type=ova", "&type=special",
                "&filter=bypopularity", "&filter=favorite",
            ],
            "manga": [
                "", "&type=manga", "&type=novel", "&type=oneshot", "&type=doujin", "&type=manhwa", "&type=manhua",
                "&filter=bypopularity", "&filter=favorite",
            ],
        ]
        let expected = queries.sorted { $0.key < $1.key }.flatMap { kind, queries in
            queries.map { "GET https://api.jikan.moe/v4/top/\(kind)?page=2&limit=25\($0)" }
        }
        #expect(await client.requests.map { "\($0.method) \($0.url.absoluteString)" } == expected)
    }

    @Test("of all use cases of a factory together, no more than 60 requests are sent in a minute")
    func limit() async throws {
        let (client, time) = (RecordingClient(), ManualTime())
        let factory = AppUseCaseFactory(
            InMemoryFavoriteAnimeItemRepository(), client: client, clock: time.clock, sleeper: time.hurriedSleeper)
        for page in 1...60 {
            _ = try await factory.makeAnimeItemUseCase().topItems(CatalogKind.anime.selections[0], page: page)
        }
        #expect(time.now < ManualTime.start + 60)
        _ = try await factory.makeAnimeItemUseCase().topItems(CatalogKind.manga.selections[0], page: 1)
        #expect(time.now >= ManualTime.start + 60)
        #expect(await client.requests.count == 61)
    }

    @Test("an app's own repositories, use cases and pictures are all that a catalogue needs")
    func ownParts() async throws {
        struct OwnParts: TopAnimeItemRepository, UseCaseFactory, PictureSource {
            let favorites = InMemoryFavoriteAnimeItemRepository()

            func topItems(_ selection: TopSelection, page: Int) -> Page<CatalogItem> {
                Page([.full(page)], isLast: true)
            }
            func makeAnimeItemUseCase() -> any AnimeItemUseCase { AppAnimeItemUseCase(self, favorites) }
            func picture(at address: URL) -> Data { Data("own".utf8) }
        }
        let (parts, tree) = (OwnParts(), FeatureTree())
        let catalog = AnimeCatalogBuilder(AnimeCatalogDependencies(parts, pictures: parts), parent: tree.root).build()
        let list = catalog.toTopList.router.open(CatalogKind.anime.selections[0]).viewModel
        await list.load()
        #expect(list.rows == [.full(1)])
        await list.setFavorite(true, of: .full(1))
        #expect(await parts.favorites.favorites().map(\.item) == [.full(1)])
        #expect(try await catalog.pictures.picture(at: .jikan) == Data("own".utf8))
    }
}

/// Keeps the requests, and answers each with an empty page.
private actor RecordingClient: HTTP.Client {
    private(set) var requests: [HTTP.Request] = []

    func send(_ request: HTTP.Request) -> HTTP.Response {
        requests.append(request)
        return HTTP.Response(status: 200, url: request.url, body: Data(JikanFixtures.page([]).utf8))
    }
}
