import CoreModule
import SuperappTesting
import TestSupport
import Testing

@Suite("The undo of changes", .bounded)
@MainActor
struct ChangeUndoTests {
    private struct Failure: Error {}

    private let changes = ChangeUndo<String, Failure>()
    private var items: [String]? { changes.last?.items }

    private func undo() async throws(Failure) -> [String] { try await changes.restore(changes.last) }

    @Test(
        "changes are undone from the last to the first; one that is shown stays so behind later ones, and is undone alone"
    )
    func levels() async throws {
        for name in ["a", "b", "c"] {
            changes.note([name], isRemoval: true, name == "b" ? "b" : nil) { () throws(Failure) in [name] }
        }
        #expect(items == ["c"] && changes.lastShown?.items == ["b"])
        #expect(try await changes.restore(changes.lastShown) == ["b"] && changes.lastShown == nil)
        var undone: [[String]] = []
        for _ in 0..<3 { undone.append(try await undo()) }
        #expect(undone == [["c"], ["a"], []] && changes.last == nil)
        for number in 0...100 { changes.note(["\(number)"], isRemoval: false) { () throws(Failure) in [] } }
        for _ in 0..<99 { _ = try await undo() }
        #expect(items == ["1"])
    }

    @Test("all removals of a session can be undone, except those whose items are back, or gone for good")
    func removals() async throws {
        for number in 0..<250 {
            changes.note(["\(number)"], isRemoval: true) { () throws(Failure) in [] }
            changes.note(["edit"], isRemoval: false) { () throws(Failure) in [] }
        }
        changes.note(["a", "b"], isRemoval: true) { () throws(Failure) in [] }
        changes.forgetRemovals { ["a", "5"].contains($0) }
        var left: [[String]] = []
        while let last = changes.last {
            left.append(last.items)
            _ = try await undo()
        }
        let removals = left.filter { $0 != ["edit"] }
        #expect(removals == [["a", "b"]] + (0..<250).reversed().filter { $0 != 5 }.map { ["\($0)"] })
        #expect(left.count - removals.count == 100)
    }

    @Test("what is removed while an earlier removal is undone can be brought back too")
    func meanwhile() async throws {
        let (hasBegun, mayEnd) = (Latch(), Latch())
        changes.note(["a"], isRemoval: true) { () throws(Failure) in
            hasBegun.open()
            await mayEnd.wait()
            return ["a"]
        }
        let undoing = Task { try await undo() }
        await hasBegun.wait()
        changes.note(["b"], isRemoval: false) { () throws(Failure) in ["b"] }
        mayEnd.open()
        #expect(try await undoing.value == ["a"] && items == ["b"])
        #expect(try await undo() == ["b"] && changes.last == nil)
        #expect(try await undo().isEmpty)
    }

    @Test("an undo that fails can be tried again")
    func failure() async throws {
        let fails = Locked(true)
        changes.note(["a"], isRemoval: true) { () throws(Failure) in
            if fails.withLock({ $0 }) { throw Failure() }
            return ["a"]
        }
        await #expect(throws: Failure.self) { try await undo() }
        #expect(items == ["a"])
        fails.withLock { $0 = false }
        #expect(try await undo() == ["a"] && changes.last == nil)
    }
}
