import Benchmark
import CoreModule
import Foundation
import Measuring
import PersonalDictionary

/// What the user does with words, until the view models show it.
func throughTheApp(_ size: Int) {
    var few = Benchmark.defaultConfiguration
    few.maxIterations = 10
    few.maxDuration = .seconds(20)

    Benchmark("\(size) words | scrolling through all, page by page | superapp", configuration: few) { benchmark, app in
        try await app.measureScrolling(Stopwatch(benchmark))
    } setup: {
        try await WordsApp(size)
    }
    Benchmark("\(size) words | scrolling through all, page by page | repository alone", configuration: few) {
        _, store in
        let (words, limit) = (Vocabulary(store.words), await WordListViewModel.pageSize)
        var page: [Word] = []
        repeat {
            page = try await words.words(WordPage(after: page.last?.position, limit: limit))
        } while page.count == limit
        blackHole(page)
    } setup: {
        try await DictionaryStore.open(Fixtures.shared.store(size))
    }

    let count = size / 10
    Benchmark("\(size) words | removing \(count), until they are gone | superapp", configuration: few) {
        benchmark, app in
        try await app.measureRemoving(count, Stopwatch(benchmark))
    } setup: {
        let app = try await WordsApp(size)
        try await app.scroll()
        return app
    }

    Benchmark("\(size) words | search, a keystroke until it is shown | superapp") { benchmark, app in
        try await app.measureKeystroke(benchmark.currentIteration, Stopwatch(benchmark))
    } setup: {
        let app = try await WordsApp(size)
        // The first search builds the index.
        try await app.type("a")
        return app
    }
}

/// The app with words in a file of its own.
@MainActor
private final class WordsApp {
    private static let typed = ["t", "te", "tea", "teai", "i", "in", "int", "inte", "zzz", "о", "оа", "оан"]

    private let count: Int
    private let app: AppGraph
    private let search: SearchGraph
    private let list: WordListViewModel

    init(_ count: Int) async throws {
        self.count = count
        let file = try await Fixtures.shared.copy(count)
        app = AppBuilder(
            dependencies: try await AppDependencies.open(AppConfiguration(storage: .file(file))),
            parent: FeatureTree().root
        ).build()
        search = app.mainScreen.mainNavigator.toSearch.router.open()
        list = app.mainScreen.mainWordList.viewModel
    }

    /// Shows all words.
    func scroll() async throws {
        await list.load()
        while list.hasMore, list.phase.failure == nil { await list.loadMore() }
        guard list.words.count == count else { throw NeverShown() }
    }

    func measureScrolling(_ stopwatch: Stopwatch) async throws {
        stopwatch.start()
        try await scroll()
        stopwatch.stop()
    }

    /// Removes words from all those that are shown, and then restores them.
    func measureRemoving(_ removed: Int, _ stopwatch: Stopwatch) async throws {
        let ids = list.words.prefix(removed).map(\.id)
        stopwatch.start()
        _ = await list.remove(ids)
        try await waitUntilShown { list.words.count == count - removed }
        stopwatch.stop()
        _ = await list.undoRemoval()
        try await waitUntilShown { list.words.count == count }
    }

    func measureKeystroke(_ number: Int, _ stopwatch: Stopwatch) async throws {
        let text = Self.typed[number % Self.typed.count]
        stopwatch.start()
        try await type(text)
        stopwatch.stop()
    }

    func type(_ text: String) async throws {
        let found = search.searchWordList.viewModel
        app.mainScreen.mainNavigator.searchTextInput.viewModel.text = text
        try await waitUntilShown { found.text == text && !found.isSearching }
    }
}
