import CoreModule
import Dispatch
import SuperappTesting
import TodoList

/// Takes its snapshot at once, and returns it when a test allows it.
final class SlowTodoRecordRepository: TodoRecordRepository {
    let isReading = Latch()
    let mayAnswer = Latch()
    /// What is written while `holdsWrites` is true is stored, and returns when a test allows it.
    let mayReturn = Latch()
    let isHeld = Latch()
    private let holds = Locked(false)
    private let base = InMemoryTodoRecordRepository()

    var holdsWrites: Bool {
        get { holds.withLock { $0 } }
        set { holds.withLock { $0 = newValue } }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        let value = try base.read(body)
        isReading.open()
        await mayAnswer.wait()
        return value
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        let mustWait = holdsWrites
        let value = try base.write(body)
        if mustWait {
            isHeld.open()
            await mayReturn.wait()
        }
        return value
    }
}

/// Waits for a function without letting anything else run on the main actor.
@MainActor
func waitOnMainActor(_ body: @escaping @Sendable () async -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        await body()
        isDone.signal()
    }
    isDone.wait()
}
