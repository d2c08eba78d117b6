import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing
import TodoList

@MainActor
@Suite("A list of words of one's own", .bounded)
struct OwnWordListTests {
    private let app = TestApp()
    private let own: CustomAppGraph<ListsGraph>

    init() {
        own = CustomAppBuilder(
            dependencies: AppDependencies(
                store: DictionaryStore(words: InMemoryWordRepository(), todos: TaskList.inMemory()),
                translation: .none(clock: app.time.clock), direction: .englishToRussian,
                environment: AppEnvironment(clock: app.time.clock, sleeper: app.time.sleeper)),
            parent: FeatureTree().root
        ) {
            ListsBuilder(dependencies: $0, parent: $1)
        }.build()
    }

    private func texts(_ list: WordListGraph) -> [String] { list.viewModel.words.map(\.text.value) }

    private func list(_ content: WordListContent) -> WordListGraph {
        own.mainScreen.show(content)
    }

    /// Adds words one second apart, and returns their identifiers.
    private func add(_ texts: [String]) async throws -> [WordID] {
        for text in texts {
            app.time.advance(by: 1)
            let now = app.time.now
            try await own.words.add(
                Word(
                    id: WordID(text), text: WordText(text), direction: .englishToRussian, createdAt: now, updatedAt: now
                ))
        }
        return texts.map { WordID($0) }
    }

    @Test("it has the words of the identifiers in their order, and follows changes, removals and their undo")
    func ids() async throws {
        let ids = try await add(["ant", "bee", "cat", "dog"])
        let list = list(.ids([ids[2], WordID("later"), ids[0], ids[2]]))
        await list.viewModel.load()
        #expect(texts(list) == ["cat", "ant"])
        await list.viewModel.remove([ids[2]])
        try await eventually { texts(list) == ["ant"] }
        await list.viewModel.undoRemoval()
        try await eventually { texts(list) == ["cat", "ant"] }
        _ = try await add(["eel", "later"])
        try await eventually { texts(list) == ["cat", "later", "ant"] }
        await list.viewModel.setFavorite(true, of: ids[0])
        try await eventually { list.viewModel.words.last?.isFavorite == true }
        #expect(texts(list) == ["cat", "later", "ant"])
    }

    @Test("it has the words that meet a condition, newest first, and follows them")
    func matching() async throws {
        let ids = try await add(["ant", "bee", "cat"])
        let list = list(.matching { !$0.note.value.isEmpty })
        await list.viewModel.load()
        #expect(list.viewModel.isEmpty && list.viewModel.emptyMessage == Message("Nothing is due"))
        for id in [ids[2], ids[0]] {
            try await own.words.edit(id, at: app.time.now) { $0.note = try WordNote("due") }
        }
        try await eventually { texts(list) == ["cat", "ant"] }
        try await own.words.edit(ids[2], at: app.time.now) { $0.note = .empty }
        try await eventually { texts(list) == ["ant"] }
    }

    @Test(
        "it is read in pages, however far apart the words are, and each word once", arguments: [0, 1, 49, 50, 51, 120])
    func pages(count: Int) async throws {
        let total = 1_300
        let now = app.time.now
        let words = try (0..<total).map { number in
            try Word(
                id: WordID("\(number)"), text: WordText("w\(number)"), direction: .englishToRussian,
                isFavorite: number >= total - count * 10 && number % 10 == 3,
                createdAt: now.addingTimeInterval(Double(number)), updatedAt: now)
        }
        try await own.words.add(words)
        let expected = words.filter(\.isFavorite).reversed().map(\.id)
        #expect(expected.count == count)
        for content: WordListContent in [.matching(\.isFavorite), .ids(expected), .selection(.favorites)] {
            let model = list(content).viewModel
            await model.load()
            #expect(model.words.map(\.id) == Array(expected.prefix(50)))
            while model.hasMore { await model.loadMore() }
            #expect(model.words.map(\.id) == expected)
        }
    }

    @Test("a row of it opens the entry, and it shows other words when it is told to")
    func rows() async throws {
        let ids = try await add(["ant", "bee"])
        let list = list(.ids([ids[0]]))
        await list.viewModel.load()
        #expect(list.open(list.viewModel.words[0]) === own.navigation.top)
        await list.viewModel.show(.ids([ids[1]]))
        #expect(texts(list) == ["bee"])
        await list.viewModel.show(.matching { _ in true })
        #expect(texts(list) == ["bee", "ant"])
    }
}

private struct ListsBuilder: Builder {
    static let feature = Feature.screen("Lists")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ListsGraph {
        ListsGraph(scope: scope, parts: dependencies)
    }
}

/// A main screen that shows one list after another.
private final class ListsGraph: Graph {
    let scope: FeatureScope
    private let parts: AppParts
    private var list: WordListGraph?

    init(scope: FeatureScope, parts: AppParts) {
        self.scope = scope
        self.parts = parts
    }

    func show(_ content: WordListContent) -> WordListGraph {
        let list = parts.wordList(
            content, title: Message("Due"), emptyMessage: Message("Nothing is due"), in: scope)
        self.list = list
        return list
    }
}
