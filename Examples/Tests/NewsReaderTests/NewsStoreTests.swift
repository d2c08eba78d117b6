import CoreModule
import Foundation
import NewsReader
import SuperappTesting
import Testing

@Suite("The stores of a news reader", .timeLimit(.minutes(15)))
struct NewsStoreTests {
    @Test("articles and the name are kept in memory")
    func memory() async throws {
        #expect(try await newsStoreViolations { NewsStore() } == [])
    }

    @Test("articles and the name are kept in a file")
    func file() async throws {
        try await withFolder { folder in
            let violations = try await newsStoreViolations {
                try await NewsStore(file: folder.appending(path: "\(UUID().uuidString).sqlite"))
            }
            #expect(violations == [])
        }
    }

    @Test("the contract finds a store that loses pictures")
    func contract() async throws {
        let violations = try await newsStoreViolations { NewsStore(saved: ForgetfulArticles()) }
        #expect(violations.map(\.law) == [NewsStoreLaw.exact.rawValue])
    }

    @Test("what is stored is there when the file is opened again, and a closed store is an error")
    func reopening() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "news.sqlite")
            let store = try await NewsStore(file: file)
            try await store.saved.put(.hostile)
            try await ReaderName(store.settings, logger: .disabled).save("Ann")
            await store.close()
            await #expect(throws: NewsError.self) { try await store.saved.rows() }
            let reopened = try await NewsStore(file: file)
            #expect(try await reopened.saved.article(SavedArticle.hostile.article.id) == .hostile)
            #expect(try await ReaderName(reopened.settings, logger: .disabled).read() == "Ann")
            await reopened.close()
        }
    }

    @Test("a file that cannot be read is an error, and is not overwritten")
    func unreadable() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "news.sqlite")
            let bytes = Data("this is no store".utf8)
            try bytes.write(to: file)
            do throws(NewsError) {
                _ = try await NewsStore(file: file)
                Issue.record("it was opened")
            } catch {
                #expect(error.code == StoreError.Code.damaged.rawValue)
            }
            #expect(try Data(contentsOf: file) == bytes)
        }
    }

    @Test("an article that cannot be read is an error, which does not show it, and stays")
    func unreadableArticle() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "news.sqlite")
            await (try NewsStore(file: file)).close()
            let schema = SQLiteSchema(
                name: "savedArticles", tables: ["saved_article"], migrations: [SQLiteMigration(version: 1, script: "")])
            let database = try await SQLiteDatabase.open(.file(file), schemas: [schema])
            try await database.write {
                try $0.run("INSERT INTO saved_article VALUES('a', 1, '{\"secret\":', NULL)")
            }
            await database.close()
            let store = try await NewsStore(file: file)
            for _ in 1...2 {
                do throws(NewsError) {
                    _ = try await store.saved.rows()
                    Issue.record("it was read")
                } catch {
                    #expect(error.code == StoreError.Code.damaged.rawValue)
                    #expect(!"\(error)".contains("secret"))
                }
            }
            await store.close()
        }
    }

    @Test("a change that fails is sent to no screen")
    func failingChange() async throws {
        let store = FailingStore()
        let saved = SavedArticles(store, clock: ManualTime().clock, logger: .disabled)
        var changes = saved.changes.events().makeAsyncIterator()
        await store.fail(with: .diskFull)
        await #expect(throws: NewsError.store(.diskFull)) { try await saved.save(.sample("a"), picture: nil) }
        await store.fail(with: nil)
        try await saved.save(.sample("b"), picture: nil)
        guard case .put(let row) = await changes.next() else {
            Issue.record("nothing was sent")
            return
        }
        #expect(row.title == "b")
    }
}

/// The laws of a store.
enum NewsStoreLaw: String, CaseIterable {
    case empty = "a new store is empty"
    case exact = "an article is stored exactly, with its picture, and replaced by one with its identity"
    case removal = "only the article that is removed is removed, and an absent one is harmless"
    case removingAll = "all articles are removed, and named"
    case concurrency = "articles that are put at one time are all kept"
    case name = "the name is stored, replaced and removed"
}

/// Checks that a store keeps its contract. The closure makes an empty store; it is called once for each law.
/// - Returns: the laws that the store breaks. Throws only what the closure throws.
func newsStoreViolations(_ makeStore: () async throws -> NewsStore) async throws -> [ContractViolation] {
    var violations: [ContractViolation] = []
    for law in NewsStoreLaw.allCases {
        let store = try await makeStore()
        do {
            for details in try await law.violations(store) {
                violations.append(ContractViolation(law: law.rawValue, details: details))
            }
        } catch {
            violations.append(ContractViolation(law: law.rawValue, details: "it threw \(error)"))
        }
        await store.close()
    }
    return violations
}

extension NewsStoreLaw {
    fileprivate func violations(_ store: NewsStore) async throws -> [String] {
        let (a, b) = (SavedArticle.plain("a"), SavedArticle.plain("b"))
        var found: [String] = []
        func expect<Value: Equatable>(_ what: String, _ value: Value, _ expected: Value) {
            if value != expected { found.append("\(what) is \(value) instead of \(expected)") }
        }
        func expectRows(_ expected: [SavedRow]) async throws {
            expect("the rows", Set(try await store.saved.rows()), Set(expected))
        }
        switch self {
        case .empty:
            try await expectRows([])
            expect("the article", try await store.saved.article(a.article.id), nil)
            expect("the removed ones", try await store.saved.removeAll(), [])
            expect("the name", try await ReaderName(store.settings, logger: .disabled).read(), nil)
        case .exact:
            var saved = SavedArticle.hostile
            try await store.saved.put(saved)
            expect("the article", try await store.saved.article(saved.article.id), saved)
            saved.article.summary = nil
            saved.picture = nil
            try await store.saved.put(saved)
            expect("the replaced article", try await store.saved.article(saved.article.id), saved)
            try await expectRows([saved.row])
        case .removal:
            for article in [a, b] { try await store.saved.put(article) }
            for _ in 1...2 { try await store.saved.remove(a.article.id) }
            try await expectRows([b.row])
            expect("the removed one", try await store.saved.article(a.article.id), nil)
        case .removingAll:
            for article in [a, b] { try await store.saved.put(article) }
            expect("the removed ones", Set(try await store.saved.removeAll()), [a.article.id, b.article.id])
            try await expectRows([])
        case .concurrency:
            let all = (1...20).map { SavedArticle.plain("\($0)") }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for article in all { group.addTask { try await store.saved.put(article) } }
                try await group.waitForAll()
            }
            try await expectRows(all.map(\.row))
        case .name:
            let name = ReaderName(store.settings, logger: .disabled)
            for (typed, expected) in [("Ann", "Ann"), (" Bob \n", "Bob"), ("O'Жё🥣\"", "O'Жё🥣\""), (" \t", nil)] {
                try await name.save(typed)
                expect("the name", try await name.read(), expected)
            }
        }
        return found
    }
}

extension SavedArticle {
    /// Every field has a value, and texts that a store could change.
    static let hostile = SavedArticle(
        Article(
            source: Article.Source(id: "a'b", name: "\"The\" Lantern; --"), author: "Ж \0\n", title: "🥣 ' % _",
            summary: "e\u{301} and é",
            page: URL(string: "https://lantern.example/%C3%A4%20b?c='d'") ?? URL(filePath: "/"),
            picture: URL(string: "https://lantern.example/a.png"), published: ManualTime.start, body: ""),
        picture: Data([0, 255, 0]), saved: ManualTime.start.addingTimeInterval(0.5))

    static func plain(_ title: String) -> SavedArticle {
        SavedArticle(.sample(title), picture: nil, saved: ManualTime.start)
    }
}

/// A store that breaks a law.
private struct ForgetfulArticles: SavedArticleRepository {
    private let base = InMemorySavedArticleRepository()

    func rows() async -> [SavedRow] { await base.rows() }
    func remove(_ id: Article.ID) async { await base.remove(id) }
    func removeAll() async -> [Article.ID] { await base.removeAll() }
    func put(_ article: SavedArticle) async { await base.put(article) }
    func article(_ id: Article.ID) async -> SavedArticle? {
        var article = await base.article(id)
        article?.picture = nil
        return article
    }
}
