import CoreModule
import Observation
import SuperappTesting
import TestSupport
import Testing

private struct BoardBuilder: Builder {
    static let feature = Feature.part("Board")
    let dependencies: String
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> BoardGraph { BoardGraph(scope: scope, tag: dependencies) }
}

private final class BoardGraph: Graph {
    let scope: FeatureScope
    let tag: String

    init(scope: FeatureScope, tag: String) {
        self.scope = scope
        self.tag = tag
    }
}

@MainActor
@Suite("A list of features", .bounded)
struct FeatureListTests {
    private let tree = FeatureTree()
    private let boards: FeatureList<String, BoardGraph>

    init() {
        boards = FeatureList { [tree] in BoardBuilder(dependencies: $0, parent: tree.root) }
    }

    @Test("a feature that stays is the same, one that is not named ends, and the order is that of the call")
    func changes() async throws {
        let before = tree.snapshot()
        #expect(boards.graphs.isEmpty)
        boards.show(["travel", "work", "home"])
        let (travel, work) = try (#require(boards["travel"]?.scope), #require(boards["work"]?.scope))
        boards.show(["books", "home", "work"])
        #expect(boards.graphs.map(\.tag) == ["books", "home", "work"])
        #expect(boards["work"]?.scope === work && !work.isDetached)
        #expect(boards["travel"] == nil && travel.isDetached)
        #expect(tree.snapshot().count == 3)
        boards.show([])
        #expect(boards.graphs.isEmpty && work.isDetached)
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("a feature that ended, by itself or since it was not named, is built again")
    func again() throws {
        boards.show(["work"])
        let first = try #require(boards["work"]?.scope)
        boards.show(["home"])
        boards.show(["work"])
        let second = try #require(boards["work"]?.scope)
        #expect(first.isDetached && !second.isDetached)
        second.detach()
        boards.show(["work"])
        #expect(boards["work"]?.scope.isDetached == false)
    }

    @Test("of equal identifiers the first counts")
    func equalIdentifiers() {
        boards.show(["work", "home", "work"])
        #expect(boards.graphs.map(\.tag) == ["work", "home"] && tree.snapshot().count == 2)
    }

    @Test("a reader of one feature learns of a change")
    func observed() {
        let journal = Journal()
        withObservationTracking {
            _ = boards["work"]
        } onChange: {
            journal.note("changed")
        }
        boards.show(["work"])
        #expect(journal.lines == ["changed"])
    }
}
