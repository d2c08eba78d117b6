import CoreModule
import Observation
import SuperappTesting
import TestSupport
import Testing

@MainActor
@Suite("A list of features", .bounded)
struct FeatureListTests {
    private let tree = FeatureTree()
    private let pages: FeatureList<Int, PageGraph>

    init() {
        pages = FeatureList { [tree] in PageBuilder(dependencies: $0, parent: tree.root) }
    }

    @Test("a feature that stays is the same, one that is not named ends, and the order is that of the call")
    func changes() async throws {
        let before = tree.snapshot()
        #expect(pages.graphs.isEmpty)
        pages.show([1, 2, 3])
        let (one, two) = try (#require(pages[1]?.scope), #require(pages[2]?.scope))
        pages.show([4, 3, 2])
        #expect(pages.graphs.map(\.number) == [4, 3, 2])
        #expect(pages[2]?.scope === two && !two.isDetached)
        #expect(pages[1] == nil && one.isDetached)
        #expect(tree.snapshot().count == 3)
        pages.show([])
        #expect(pages.graphs.isEmpty && two.isDetached)
        try await tree.expectNoLeaks(keeping: before)
    }

    @Test("a feature that ended, by itself or since it was not named, is built again")
    func again() throws {
        pages.show([2])
        let first = try #require(pages[2]?.scope)
        pages.show([3])
        pages.show([2])
        let second = try #require(pages[2]?.scope)
        #expect(first.isDetached && !second.isDetached)
        second.detach()
        pages.show([2])
        #expect(pages[2]?.scope.isDetached == false)
    }

    @Test("of equal identifiers the first counts")
    func equalIdentifiers() {
        pages.show([2, 3, 2])
        #expect(pages.graphs.map(\.number) == [2, 3] && tree.snapshot().count == 2)
    }

    @Test("a reader of one feature learns of a change")
    func observed() {
        let journal = Journal()
        withObservationTracking {
            _ = pages[2]
        } onChange: {
            journal.note("changed")
        }
        pages.show([2])
        #expect(journal.lines == ["changed"])
    }
}
