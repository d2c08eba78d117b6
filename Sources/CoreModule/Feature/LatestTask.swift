public import Observation

/// A task of a feature that replaces its predecessor: starting another one cancels the one before, and the end of the feature
/// cancels the last. After each `await`, the operation checks `Task.isCancelled`: if it is true, it must show nothing.
///
/// ```swift
/// search.start { [weak self, words] in
///     let found = await words.search(query)
///     if !Task.isCancelled { self?.show(found) }
/// }
/// ```
@MainActor
@Observable
public final class LatestTask {
    /// Whether the latest task is running. Its result may be shown a moment before it ends.
    public private(set) var isRunning = false
    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private var count = 0
    @ObservationIgnored private weak let scope: FeatureScope?

    /// Makes a task that belongs to a feature. The scope is held weakly.
    public init(in scope: FeatureScope) {
        self.scope = scope
    }

    /// Cancels the task that is running, and starts another one. If the feature has ended, none is started.
    public func start(_ operation: @escaping @MainActor @Sendable () async -> Void) {
        cancel()
        let number = count
        task = scope?.run { [weak self] in
            await operation()
            if let self, count == number { isRunning = false }
        }
        isRunning = task != nil
    }

    /// Cancels the task that is running.
    public func cancel() {
        task?.cancel()
        task = nil
        count += 1
        isRunning = false
    }

    /// Waits until no task is running.
    public func wait() async {
        while let task, isRunning { await task.value }
    }
}
