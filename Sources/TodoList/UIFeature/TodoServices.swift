import CoreModule

/// The dependencies that the screens of the to-do list share.
struct TodoServices: Sendable {
    let todos: any TodoRepository
    let removed: TodoRemovalUndo
    let isShowingCompleted: any ValueModelStream<Bool>
    let synchronizer: (any TodoSynchronizing)?
    let syncStatus: any ModelStreamReader<TodoSyncStatus>
    let clock: WallClock
    let identifiers: IdentifierGenerator

    var changes: any ModelStreamReader<TodoChange> { todos.changes }
}
