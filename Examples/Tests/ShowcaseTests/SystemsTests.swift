import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import NewsReader
import Showcase
import Testing
import UserDirectory

@Suite("What the systems use outside a demonstration", .timeLimit(.minutes(15)))
struct SystemsTests {
    private let localizer = Localizer.showcase(Locale(identifier: "en"))

    @Test("users and news are invented only without an address and a key; favourites and the reader's name are kept")
    func online() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "showcase \(UUID().uuidString)")
        let result: Result<Void, any Error>
        do { result = .success(try await check(folder)) } catch { result = .failure(error) }
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }

    private func check(_ folder: URL) async throws {
        let invented = try await Systems.online(folder, [:], localizer)
        #expect((invented.anime.useCases as? AppUseCaseFactory)?.address == .jikan)
        #expect((invented.users.service as? HTTPUserService)?.server.host() == "127.0.0.1")
        #expect(invented.users.repository is InMemoryUserRepository)
        let headlines = try await invented.news.service.headlines(page: 1)
        #expect(headlines.elements.count == 20)
        try await invented.anime.useCases.makeAnimeItemUseCase().addFavorite([CatalogItem].samples[0])
        try await ReaderName(invented.news.store.settings, logger: .disabled).save("Ann")
        await invented.close()

        let environment = ["USERS_URL": "https://users.example", "NEWSAPI_KEY": "key"]
        let named = try await Systems.online(folder, environment, localizer)
        #expect((named.users.service as? HTTPUserService)?.server == URL(string: "https://users.example"))
        #expect(named.users.repository is FileUserRepository)
        let (anime, settings) = (named.anime.useCases.makeAnimeItemUseCase(), named.news.store.settings)
        #expect(try await anime.favorites().map(\.item) == [[CatalogItem].samples[0]])
        #expect(try await ReaderName(settings, logger: .disabled).read() == "Ann")
        await named.close()
    }
}
