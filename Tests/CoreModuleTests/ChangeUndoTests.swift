import CoreModule
import SuperappTesting
import TestSupport
import Testing

@Suite("The undo of a change", .bounded)
@MainActor
struct ChangeUndoTests {
    private struct Failure: Error {}

    private let removed = ChangeUndo<String, Failure>()

    @Test("what is removed while an earlier removal is undone can be brought back too")
    func meanwhile() async throws {
        let (hasBegun, mayEnd) = (Latch(), Latch())
        removed.note(["a"], isRemoval: true) { () throws(Failure) in
            hasBegun.open()
            await mayEnd.wait()
            return ["a"]
        }
        let undoing = Task { try await removed.restore() }
        await hasBegun.wait()
        removed.note(["b"], isRemoval: false) { () throws(Failure) in ["b"] }
        mayEnd.open()
        #expect(try await undoing.value == ["a"] && removed.items == ["b"])
        #expect(try await removed.restore() == ["b"] && removed.items.isEmpty)
        #expect(try await removed.restore().isEmpty)
    }

    @Test("an undo that fails can be tried again")
    func failure() async throws {
        let fails = Locked(true)
        removed.note(["a"], isRemoval: true) { () throws(Failure) in
            if fails.withLock({ $0 }) { throw Failure() }
            return ["a"]
        }
        await #expect(throws: Failure.self) { try await removed.restore() }
        #expect(removed.items == ["a"])
        fails.withLock { $0 = false }
        #expect(try await removed.restore() == ["a"] && removed.items.isEmpty)
    }
}
