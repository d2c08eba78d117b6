package import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
package import CoreModule
package import Foundation
package import NewsReader
import SuperappTesting
package import UserDirectory

/// The three systems beside the dictionary and the to-do list: what they use from outside, open and ready.
package struct Systems: Sendable {
    package private(set) var anime: AnimeCatalogDependencies
    package private(set) var users: UserDirectoryDependencies
    package let news: NewsReaderDependencies
    private let favorites: SQLiteFavoriteAnimeItemRepository?
    private let servers: [LocalHTTPServer]

    /// Opens the systems in memory, on servers of this process with invented data. It needs no network.
    package static func offline(_ localizer: Localizer) throws -> Systems {
        let catalog = try LocalHTTPServer { request in
            let answer = OfflineCatalog.answer(path: request.path, query: request.query)
            return .answer(status: answer.status, headers: ["Content-Type": "application/json"], body: answer.body)
        }
        let (users, news) = (try usersServer(), try newsServer())
        return Systems(
            anime: AnimeCatalogDependencies(
                AppUseCaseFactory(InMemoryFavoriteAnimeItemRepository(), address: catalog.url),
                pictures: HTTPPictureSource()),
            users: UserDirectoryDependencies(HTTPUserService(users.url), repository: InMemoryUserRepository()),
            news: inventedNews(news, NewsStore()), favorites: nil, servers: [catalog, users, news], localizer)
    }

    /// Opens the systems over files in a folder, on the public services. Where there is no server for the users and no key for the
    /// news, they are invented.
    package static func online(
        _ folder: URL, _ environment: [String: String], _ localizer: Localizer
    ) async throws -> Systems {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let favorites = SQLiteFavoriteAnimeItemRepository(file: folder.appending(path: "anime.sqlite"))
        let server = environment["USERS_URL"].flatMap { URL(string: $0) }
        let key = environment["NEWSAPI_KEY"].flatMap { $0.isEmpty ? nil : Secret($0) }
        let store = try await NewsStore(file: folder.appending(path: "news.sqlite"))
        var servers: [LocalHTTPServer] = []
        let users: UserDirectoryDependencies
        if let server {
            let repository = FileUserRepository(folder: folder.appending(path: "users"))
            users = UserDirectoryDependencies(HTTPUserService(server), repository: repository)
        } else {
            let server = try usersServer()
            servers.append(server)
            users = UserDirectoryDependencies(HTTPUserService(server.url), repository: InMemoryUserRepository())
        }
        let news: NewsReaderDependencies
        if let key {
            news = NewsReaderDependencies(key: key, store: store, logger: .disabled)
        } else {
            let server = try newsServer()
            servers.append(server)
            news = inventedNews(server, store)
        }
        return Systems(
            anime: AnimeCatalogDependencies(AppUseCaseFactory(favorites), pictures: HTTPPictureSource()), users: users,
            news: news, favorites: favorites, servers: servers, localizer)
    }

    private static func usersServer() throws -> LocalHTTPServer {
        let directory = OfflineUserServer()
        return try .answering { directory.answer($0) }
    }

    private static func newsServer() throws -> LocalHTTPServer {
        try .answering { OfflineNews.answer($0) }
    }

    private static func inventedNews(_ server: LocalHTTPServer, _ store: NewsStore) -> NewsReaderDependencies {
        NewsReaderDependencies(key: Secret("offline"), store: store, baseURL: server.url, logger: .disabled)
    }

    private init(
        anime: AnimeCatalogDependencies, users: UserDirectoryDependencies, news: NewsReaderDependencies,
        favorites: SQLiteFavoriteAnimeItemRepository?, servers: [LocalHTTPServer], _ localizer: Localizer
    ) {
        self.anime = anime.with { $0.localizer = localizer }
        self.users = users.with { $0.localizer = localizer }
        self.news = news.with { $0.localizer = localizer }
        self.favorites = favorites
        self.servers = servers
    }

    /// The systems with their screens in a stack of the host. The news have a stack for each tab.
    package func shown(on stack: ScreenStack) -> Systems {
        var systems = self
        systems.anime.navigation = stack
        systems.users.navigation = stack
        return systems
    }

    /// Closes the stores and stops the servers. Call it when the app was detached.
    package func close() async {
        await favorites?.close()
        await news.store.close()
        for server in servers { server.stop() }
    }
}
