package import AnimeCatalog
package import CoreModule
package import Foundation
package import NewsReader
import SuperappTesting
package import UserDirectory

/// The three systems beside the dictionary and the to-do list: what they use from outside, open and ready.
package struct Systems: Sendable {
    package let news: NewsReaderDependencies
    private let anime: AnimeCatalogDependencies
    private let users: UserDirectoryDependencies
    private let favorites: SQLiteFavoritesRepository?
    private let servers: [LocalHTTPServer]

    /// Opens the systems in memory, on servers of this process with invented data. It needs no network.
    package static func offline(_ localizer: Localizer) throws -> Systems {
        let catalog = try LocalHTTPServer { request in
            let answer = OfflineCatalog.answer(path: request.path, query: request.query)
            return .answer(status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body)
        }
        let directory = OfflineUserServer()
        let users = try LocalHTTPServer.answering { directory.answer($0) }
        let news = try LocalHTTPServer.answering { OfflineNews.answer($0) }
        return Systems(
            anime: AnimeCatalogDependencies(InMemoryFavoritesRepository()).with { $0.address = catalog.url },
            users: UserDirectoryDependencies(server: users.url, repository: InMemoryUserRepository()),
            news: NewsReaderDependencies(
                key: Secret("offline"), store: NewsStore(), baseURL: news.url, logger: .disabled),
            favorites: nil, servers: [catalog, users, news], localizer)
    }

    /// Opens the systems over files in a folder, on the public services. Where there is no server for the users and no key for the
    /// news, they are invented.
    package static func online(
        _ folder: URL, _ environment: [String: String], _ localizer: Localizer
    ) async throws -> Systems {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let invented = try offline(localizer)
        let favorites = SQLiteFavoritesRepository(file: folder.appending(path: "anime.sqlite"))
        let server = environment["USERS_URL"].flatMap { URL(string: $0) }
        let key = environment["NEWSAPI_KEY"].flatMap { $0.isEmpty ? nil : Secret($0) }
        let store = try await NewsStore(file: folder.appending(path: "news.sqlite"))
        return Systems(
            anime: AnimeCatalogDependencies(favorites),
            users: server.map {
                UserDirectoryDependencies(
                    server: $0, repository: FileUserRepository(folder: folder.appending(path: "users")))
            } ?? invented.users,
            news: key.map { NewsReaderDependencies(key: $0, store: store, logger: .disabled) }
                ?? invented.news.with { $0.store = store },
            favorites: favorites, servers: invented.servers, localizer)
    }

    private init(
        anime: AnimeCatalogDependencies, users: UserDirectoryDependencies, news: NewsReaderDependencies,
        favorites: SQLiteFavoritesRepository?, servers: [LocalHTTPServer], _ localizer: Localizer
    ) {
        self.anime = anime.with { $0.localizer = localizer }
        self.users = users.with { $0.localizer = localizer }
        self.news = news.with { $0.localizer = localizer }
        self.favorites = favorites
        self.servers = servers
    }

    /// The catalogue, with its screens in a stack of the host.
    package func anime(on stack: ScreenStack) -> AnimeCatalogDependencies { anime.with { $0.navigation = stack } }

    /// The directory, with its screens in a stack of the host.
    package func users(on stack: ScreenStack) -> UserDirectoryDependencies { users.with { $0.navigation = stack } }

    /// Closes the stores and stops the servers. Call it when the app was detached.
    package func close() async {
        await favorites?.close()
        await news.store.close()
        for server in servers { server.stop() }
    }
}
