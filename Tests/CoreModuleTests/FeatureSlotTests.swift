import CoreModule
import SuperappTesting
import TestSupport
import Testing

/// Calls a closure when it builds.
private struct ProbeBuilder: Builder {
    static let feature = Feature.viewless("Probe")
    let dependencies: @MainActor () -> Void
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PartGraph<Journal> {
        dependencies()
        return PartGraph(scope: scope, viewModel: Journal())
    }
}

@MainActor
@Suite("A slot", .bounded)
struct FeatureSlotTests {
    private let tree = FeatureTree()

    @Test("it has one feature at a time: the one before ends before the next is built")
    func turns() async throws {
        let before = tree.snapshot()
        let slot = FeatureSlot()
        #expect(slot.graph == nil)
        let first = slot.show(ProbeBuilder(dependencies: {}, parent: tree.root)).scope
        #expect(slot.graph?.scope === first && !first.isDetached)
        var hasEnded = false
        let second = slot.show(ProbeBuilder(dependencies: { hasEnded = first.isDetached }, parent: tree.root)).scope
        #expect(hasEnded && slot.graph?.scope === second && tree.snapshot().count == 1)
        slot.clear()
        slot.clear()
        #expect(slot.graph == nil && second.isDetached)
        try await tree.expectNoLeaks(keeping: before)
    }
}
