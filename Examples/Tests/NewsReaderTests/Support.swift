import CoreModule
import Foundation
import NewsReader
import SuperappTesting

/// A news reader over a local server or a scripted service, with a clock that the test moves.
@MainActor
final class TestReader {
    let tree: FeatureTree
    let time = ManualTime()
    let store: NewsStore
    private(set) var app: NewsReaderGraph

    static let key = "key-0123456789"

    convenience init(_ server: LocalHTTPServer, store: NewsStore = NewsStore(), logger: EventLogger = .disabled) {
        self.init(
            NewsReaderDependencies(
                key: Secret(Self.key), store: store, baseURL: server.url, logger: logger))
    }

    convenience init(_ service: any NewsService, store: NewsStore = NewsStore()) {
        self.init(NewsReaderDependencies(service: service, pictures: HTTPPictureLoader(OfflineNews()), store: store))
    }

    init(_ dependencies: NewsReaderDependencies) {
        let dependencies = dependencies.with { [time] in
            $0.clock = time.clock
            $0.sleeper = time.sleeper
            $0.localizer = .newsReader(Locale(identifier: "en"), timeZone: .gmt)
        }
        tree = FeatureTree(logger: dependencies.logger)
        store = dependencies.store
        app = NewsReaderBuilder(dependencies, parent: tree.root).build()
    }

    /// Opens an article, saves it as a reader does, and closes it.
    @discardableResult
    func save(_ article: Article) async -> Message? {
        let screen = app.news.toArticle.router.open(article)
        await screen.viewModel.load()
        await screen.viewModel.save()
        app.tabs[.news].pop()
        return screen.viewModel.confirmation
    }

    /// Writes the reader's name on its screen.
    func personalize(_ name: String) async {
        let screen = app.search.toPersonalize.router.open()
        await screen.viewModel.load()
        screen.viewModel.name = name
        await screen.viewModel.save()
    }
}

extension LocalHTTPServer {
    /// A server with the invented news.
    static func offline() throws -> LocalHTTPServer {
        try .answering(OfflineNews.answer)
    }

    /// A server with one answer.
    static func always(_ reply: Reply) throws -> LocalHTTPServer {
        try LocalHTTPServer { _ in reply }
    }

    var pages: [String?] { requests.filter { $0.path.hasPrefix("/v2/") }.map { $0.query["page"] } }
}

extension HTTP.Response {
    /// An answer with a text.
    static func text(_ text: String, status: Int, to request: HTTP.Request) -> HTTP.Response {
        HTTP.Response(status: status, url: request.url, body: Data(text.utf8))
    }
}

/// A service that answers as a test says.
struct ScriptedNews: NewsService {
    typealias Answer = @Sendable (_ query: String?, _ page: Int) async throws(NewsError) -> Page<Article>
    let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    func headlines(page: Int) async throws(NewsError) -> Page<Article> { try await answer(nil, page) }
    func search(_ query: String, page: Int) async throws(NewsError) -> Page<Article> { try await answer(query, page) }
}

extension Page<Article> {
    /// One page with articles of these titles.
    static func titles(_ titles: String..., isLast: Bool = true) -> Self {
        Page(titles.map { .sample($0) }, isLast: isLast)
    }
}

extension Article {
    static func sample(_ title: String, picture: String? = nil, summary: String? = nil) -> Article {
        Article(
            source: Source(name: "The Lantern"), title: title, summary: summary,
            page: URL(string: "https://lantern.example/\(title)") ?? URL(filePath: "/\(title)"),
            picture: picture.flatMap { URL(string: $0) },
            published: ManualTime.start)
    }
}

extension SavedRow {
    var title: String { article.title }
}

/// A store whose settings or articles can be told to fail, or to do something meanwhile.
actor FailingStore: SavedArticleRepository, SettingsStore {
    private let articles = InMemorySavedArticleRepository()
    private let settings = InMemorySettingsStore()
    private var failure: StoreError?
    private var meanwhile: (@MainActor () -> Void)?

    func fail(with failure: StoreError?) { self.failure = failure }

    /// Does something while the next call waits for the store.
    func duringNextCall(_ action: @escaping @MainActor () -> Void) { meanwhile = action }

    func rows() async throws(NewsError) -> [SavedRow] {
        try await check()
        return await articles.rows()
    }

    func article(_ id: Article.ID) async throws(NewsError) -> SavedArticle? {
        try await check()
        return await articles.article(id)
    }

    func put(_ article: SavedArticle) async throws(NewsError) {
        try await check()
        await articles.put(article)
    }

    func remove(_ id: Article.ID) async throws(NewsError) {
        try await check()
        await articles.remove(id)
    }

    func removeAll() async throws(NewsError) -> [Article.ID] {
        try await check()
        return await articles.removeAll()
    }

    func change<Result: Sendable>(
        _ key: String, _ edit: @escaping @Sendable (inout String?) throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        await act()
        if let failure { throw failure }
        return try await settings.change(key, edit)
    }

    private func check() async throws(NewsError) {
        await act()
        if let failure { throw .store(failure) }
    }

    private func act() async {
        let action = meanwhile
        meanwhile = nil
        await action?()
    }
}

extension NewsStore {
    init(_ store: FailingStore) { self.init(saved: store, settings: store) }
}

extension StoreError {
    static let diskFull = StoreError(.full, path: nil, message: Message("there is no space left for the store"))
}

/// Creates an empty folder, and removes it after the body.
func withFolder<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "news \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result: Result<Value, any Error>
    do { result = .success(try await body(folder)) } catch { result = .failure(error) }
    try FileManager.default.removeItem(at: folder)
    return try result.get()
}
