public import CoreModule
public import Observation

/// What lost when edits met in a synchronization, and the way back of each.
@MainActor
@Observable
public final class TodoConflictsViewModel {
    /// The loading phase of the list.
    public private(set) var phase: ListPhase<TodoError> = .loading
    /// The conflicts, the oldest first.
    public private(set) var conflicts: [TodoConflict] = []
    /// The failure of the last action; nil after a success.
    public private(set) var failure: TodoError?

    private let todos: any TodoConflictKeeping
    private let clock: WallClock
    @ObservationIgnored private var lastLoad = 0
    @ObservationIgnored private var lastShown = 0

    init(todos: any TodoConflictKeeping, clock: WallClock) {
        self.todos = todos
        self.clock = clock
    }

    /// What to show in place of conflicts where there are none.
    public var emptyMessage: Message { Message("No conflicts") }

    /// Reads the conflicts.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        do {
            let read = try await todos.conflicts()
            guard show(load) else { return }
            conflicts = read
            phase = .loaded
        } catch {
            guard show(load) else { return }
            phase = .failed(error)
        }
    }

    /// Brings back what lost, by an ordinary edit; the conflict is gone then.
    /// - Returns: what became of the task; `nil` where it could not be brought back, and then ``failure`` says why.
    @discardableResult
    public func restore(_ conflict: TodoConflict.ID) async -> TodoChange? {
        do {
            let change = try await todos.restore(conflict, at: clock.now())
            failure = nil
            await load()
            return change
        } catch {
            failure = error
            // It may be gone: another screen or process was faster.
            await follow()
            return nil
        }
    }

    /// Reads again what was read before.
    func follow() async {
        guard phase != .loading || lastLoad > 0 else { return }
        await load()
    }

    /// Whether what was read is to be shown: unless what was asked for later is shown already. So whoever waits for a reading sees
    /// what there was then, or something newer.
    private func show(_ load: Int) -> Bool {
        guard load > lastShown else { return false }
        lastShown = load
        return true
    }
}
