import AnimeCatalog
import AnimeCatalogDomain
import AnimeCatalogServices
import CoreModule
import Foundation
import SuperappTesting

/// A catalogue over a server on this machine, with a clock that only the test moves.
@MainActor
struct TestCatalog {
    let tree = FeatureTree()
    let time = ManualTime()
    let server: LocalHTTPServer
    let client: HoldingClient
    let repository: any FavoriteAnimeItemRepository
    let dependencies: AnimeCatalogDependencies
    let catalog: AnimeCatalogGraph

    init(
        _ repository: any FavoriteAnimeItemRepository = InMemoryFavoriteAnimeItemRepository(),
        timeout: Duration = .seconds(60),
        answer handler: @escaping LocalHTTPServer.Handler = LocalHTTPServer.offline
    ) throws {
        let (time, server) = (self.time, try LocalHTTPServer(handler))
        let client = HoldingClient(SystemHTTPClient(timeout: timeout))
        // A request that waits for its turn moves the clock instead.
        let useCases = AppUseCaseFactory(
            repository, address: server.url, client: client, clock: time.clock, sleeper: time.hurriedSleeper)
        let dependencies = AnimeCatalogDependencies(useCases, pictures: HTTPPictureSource())
        (self.server, self.client, self.repository) = (server, client, repository)
        self.dependencies = dependencies
        catalog = AnimeCatalogBuilder(dependencies, parent: tree.root).build()
    }

    /// Opens the list of all anime.
    func openTopList() -> TopListGraph { catalog.toTopList.router.open(CatalogKind.anime.selections[0]) }

    /// The pages that were asked for, in order.
    var pages: [String?] { server.requests.map { $0.query["page"] } }
}

extension LocalHTTPServer {
    /// Answers with the invented catalogue.
    static let offline: Handler = { request in
        let answer = OfflineCatalog.answer(path: request.path, query: request.query)
        return .answer(status: answer.status, body: answer.body)
    }

    /// Answers each page with the items of a number; a page without items does not exist.
    static func pages(_ pages: [[Int]]) -> Handler {
        { request in
            let number = Int(request.query["page"] ?? "") ?? 0
            guard pages.indices.contains(number - 1) else { return .error(404) }
            return .page(pages[number - 1].map { JikanFixtures.item($0, title: "Title \($0) of page \(number)") })
        }
    }
}

extension LocalHTTPServer.Reply {
    /// A page of a list, after which another one follows unless it is the last.
    static func page(_ items: [String], isLast: Bool = false) -> Self {
        .text(JikanFixtures.page(items, isLast: isLast))
    }

    /// An error as the service describes it.
    static func error(_ status: Int, headers: [String: String] = [:]) -> Self {
        let body = OfflineCatalog.failure(status, "Something is wrong").body
        return .answer(status: status, headers: headers, body: body)
    }
}

/// Sends requests on, and holds the pages that the test wants to be slow.
actor HoldingClient: HTTP.Client {
    struct Hold: Sendable {
        /// Opens when the request has been made.
        let arrived = Latch()
        /// Lets the request go.
        let end = Latch()
    }

    private let base: any HTTP.Client
    private var holds: [String: Hold] = [:]

    init(_ base: any HTTP.Client) {
        self.base = base
    }

    /// Holds the next request of a page.
    func hold(page: Int) -> Hold {
        let hold = Hold()
        holds["\(page)"] = hold
        return hold
    }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let fields = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let page = fields.first { $0.name == "page" }?.value ?? ""
        if let hold = holds.removeValue(forKey: page) {
            hold.arrived.open()
            await hold.end.wait()
        }
        return try await base.send(request)
    }
}

/// A store of favourites that can be told to fail.
actor FailingFavoriteAnimeItemRepository: FavoriteAnimeItemRepository {
    private let base = InMemoryFavoriteAnimeItemRepository()
    private var failure: StoreError?

    func fail(with failure: StoreError?) { self.failure = failure }

    func favorites() async throws(StoreError) -> [Favorite] {
        if let failure { throw failure }
        return await base.favorites()
    }

    func add(_ item: CatalogItem) async throws(StoreError) -> Favorite {
        if let failure { throw failure }
        return await base.add(item)
    }

    func remove(_ id: CatalogItem.ID) async throws(StoreError) {
        if let failure { throw failure }
        await base.remove(id)
    }
}

extension StoreError {
    static let diskFull = StoreError(.full, path: nil, message: Message("there is no space left for the store"))
}

extension CatalogItem {
    /// An invented item with every field.
    static func full(_ number: Int) -> CatalogItem {
        CatalogItem(
            id: CatalogItem.ID("anime/\(number)"), title: "Ж \"a'b\"\n🍜 \(number)", rank: number, type: "TV",
            page: URL(string: "https://catalogue.example/anime/\(number)?a=b%20c"),
            picture: URL(string: "https://pictures.example/\(number).jpg"), start: CalendarDay.sample("2019-04-05"),
            end: CalendarDay.sample("2020-02-29"))
    }
}

extension CalendarDay {
    /// A day that a test has written, or nil if it is wrong.
    static func sample(_ text: String) -> CalendarDay? {
        do { return try CalendarDay(text) } catch { return nil }
    }
}

/// Makes a folder for the files of a test, and removes it afterwards.
@MainActor
func withTemporaryFolder(_ body: @MainActor (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    try await body(folder)
}
