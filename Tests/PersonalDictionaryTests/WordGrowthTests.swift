import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

/// What lists of words and changes of words cost, in steps and not in time.
@MainActor
@Suite("The cost of lists of words", .timeLimit(.minutes(15)), .longComputation)
struct WordGrowthTests {
    private let log = EventLogger.InMemoryHandler()
    private let tree = FeatureTree()

    /// An app with so many words.
    private func app(_ count: Int) async throws -> AppGraph {
        var configuration = AppConfiguration(storage: .memory)
        configuration.environment = AppEnvironment(logger: EventLogger(label: "t", minimumLevel: .debug, handler: log))
        let dependencies = try await AppDependencies.open(configuration)
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        try await app.words.add(
            (0..<count).map {
                try .make("id-\($0)", "word \($0)", createdAt: Date(timeIntervalSince1970: Double($0)))
            })
        return app
    }

    /// The results of an operation in the log since an event, one for each time it was done.
    private func results(of operation: String, since event: Int) -> [String] {
        log.events.dropFirst(event).filter { $0.message == "\(operation) done" }
            .map { event in event.metadata.first { $0.key == "result" }?.value ?? "" }
    }

    @Test("scrolling reads each word once, a page at a time, however many were read before", arguments: [200, 400])
    func scrolling(count: Int) async throws {
        let list = try await app(count).mainScreen.mainWordList.viewModel
        let before = log.events.count
        await list.load()
        while list.hasMore { await list.loadMore() }
        #expect(list.words.count == count)
        let read = results(of: "read words", since: before)
        #expect(read == Array(repeating: "\(WordListViewModel.pageSize)", count: count / 50) + ["0"])
    }

    @Test("many words are removed and restored in one transaction each, announced once, and every screen shows it")
    func removal() async throws {
        for (count, announced) in [(50, 50), (51, 1)] {
            let app = try await app(200)
            let new = app.mainScreen.mainNavigator.toNewWord.router.open().viewModel
            new.text = "newest"
            let newest = try #require(await new.save())
            let list = app.mainScreen.mainWordList.viewModel
            await list.load(first: 1000)
            let all = list.words
            #expect(all.first == newest && new.saved == newest)
            let entry = app.mainScreen.mainWordList.wordList.toEntry.open(all[1]).viewModel
            let changes = app.wordChanges.events()
            let before = log.events.count
            let ids = all.prefix(count).map(\.id)
            // Some twice.
            #expect(await list.remove(ids + ids.prefix(3)))
            let rest = Array(all.dropFirst(count))
            #expect(await waitUntil { list.words == rest && entry.isRemoved && new.saved == nil })
            #expect(results(of: "remove words", since: before).count == 1)
            // The list is read again once, and the two screens read their words.
            let isOnce = announced == 1
            #expect(results(of: "read words", since: before) == (isOnce ? ["\(201 - count)"] : []))
            #expect(await list.undoRemoval() == Array(all.prefix(count)))
            #expect(await waitUntil { list.words == all && !entry.isRemoved })
            #expect(results(of: "restore words", since: before).count == 1)
            let sent = await changes.first(2 * announced)
            let each: [WordChange] = ids.map { .removed($0) } + all.prefix(count).map { .added($0) }
            #expect(sent == (isOnce ? [.reloaded, .reloaded] : each))
            app.scope.detach()
        }
    }
}
