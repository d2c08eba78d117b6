package import CoreModule
import Foundation

/// Synchronizes a list with a collection: performs the actions of a `TodoSyncPass`, one synchronization at a time.
package actor TodoSynchronizer {
    /// A collection and its address.
    package struct Target: Sendable {
        package let collection: any TodoCollection
        /// If it differs from the last one, the list is synchronized as if for the first time: nothing is deleted on either side.
        package let address: String
        /// The list, if it was searched and found at another address than the given one.
        var list: WebDAVResource?
        /// Whether the address is the last one, at which the collection may no longer be.
        var isRemembered = false

        package init(collection: any TodoCollection, address: String) {
            self.collection = collection
            self.address = address
        }
    }

    /// Finds the collection of a list. The flag says whether it may be the last one.
    package typealias Search =
        @Sendable (_ todos: TaskList, _ isFirst: Bool) async throws(WebDAVError) -> Target

    private let todos: TaskList
    private let connect: Search
    private let device: String
    private let clock: WallClock
    private let publish: @Sendable (TodoSyncStatus) -> Void
    private var status = TodoSyncStatus(hasServer: true) { didSet { publish(status) } }
    private var target: Target?
    private var running: Run?
    /// The number of callers that wait, for tests.
    package private(set) var callers = 0
    private let timer: SyncTimer

    private struct Run {
        let task: Task<Result<TodoSyncReport, TodoError>, Never>
        let acceptsDeletions: Bool
        let comparesAll: Bool
        var waiters = 0
    }

    /// Creates a synchronizer. It does nothing until it is called, publishes each new status, and finds the collection again after
    /// an error. The jitter of waits is from 0 to 1.
    package init(
        _ todos: TaskList, device: String, interval: Duration? = .seconds(900), clock: WallClock,
        sleeper: Sleeper = .system(),
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        publish: @escaping @Sendable (TodoSyncStatus) -> Void = { _ in }, connect: @escaping Search
    ) {
        self.todos = todos
        self.device = device
        self.clock = clock
        self.publish = publish
        self.connect = connect
        timer = SyncTimer(interval: interval, clock: clock, sleeper: sleeper, jitter: jitter)
    }

    // MARK: On request

    /// Synchronizes now; see ``TodoServerConnection/synchronize(acceptingDeletions:comparingAll:)``.
    @discardableResult
    package func synchronize(
        acceptingDeletions: Bool = false, comparingAll: Bool = false
    ) async throws(TodoError) -> TodoSyncReport {
        callers += 1
        defer { callers -= 1 }
        while let running,
            running.task.isCancelled || acceptingDeletions && !running.acceptsDeletions
                || comparingAll && !running.comparesAll
        {
            _ = await running.task.value
        }
        if running == nil {
            timer.began()
            let pass = TodoSyncPass(acceptsDeletions: acceptingDeletions, comparesAll: comparingAll)
            let task = Task { await self.perform(pass) }
            running = Run(task: task, acceptsDeletions: acceptingDeletions, comparesAll: comparingAll)
        }
        guard let task = running?.task else { throw .sync(.server(.cancelled)) }
        running?.waiters += 1
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task { await self.leave(task) }
        }
        return try result.get()
    }

    private func leave(_ task: Task<Result<TodoSyncReport, TodoError>, Never>) {
        guard running?.task == task else { return }
        running?.waiters -= 1
        if running?.waiters == 0 { task.cancel() }
    }

    private func perform(_ first: TodoSyncPass) async -> Result<TodoSyncReport, TodoError> {
        let result: Result<TodoSyncReport, TodoError>
        do throws(TodoError) {
            result = .success(try await report(of: first))
        } catch {
            // It may have moved.
            target = nil
            result = .failure(error.isCancellation ? .sync(.server(.cancelled)) : error)
        }
        running = nil
        var status = status
        status.requestsInFlight = 0
        switch result {
        case .success:
            status.lastSync = clock.now()
            status.lastError = nil
        case .failure(let error): status.lastError = error
        }
        self.status = status
        timer.finished(SyncSchedule.Outcome(status.lastError))
        return result
    }

    private func report(of first: TodoSyncPass) async throws(TodoError) -> TodoSyncReport {
        var target = try await connected()
        var pass = first
        var action = pass.first
        // What was fetched while the objects before were stored.
        var ahead: (paths: [WebDAVPath], event: TodoSyncPass.Event)?
        while true {
            let collection = target.collection
            let fetched = ahead
            ahead = nil
            let event: TodoSyncPass.Event
            switch action {
            case .begin: event = .began(try await todos.beginSync(with: target.address, at: clock.now()))
            case .list(let token):
                event = await ask { () throws(WebDAVError) in .listed(try await collection.changes(since: token)) }
                if case .failed(let error) = event, target.isRemembered, error.mayMeanMoved {
                    self.target = nil
                    target = try await connected(isFirst: false)
                    pass = first
                    action = pass.first
                    continue
                }
            case .fetch(let paths):
                if let fetched, fetched.paths == paths {
                    event = fetched.event
                } else {
                    event = await fetch(paths, from: collection)
                }
            case .fetchAll:
                event = await ask { () throws(WebDAVError) in .fetchedAll(try await collection.tasks()) }
            case .pull(let pull):
                let paths = pass.upcoming
                async let next = paths.isEmpty ? nil : fetch(paths, from: collection)
                event = .pulled(try await todos.pull(pull, at: clock.now(), device: device))
                ahead = await next.map { (paths, $0) }
            case .prepare(let skipped):
                event = .prepared(
                    try await todos.deliveries(
                        limit: TodoSyncPass.batch, except: skipped, device: device,
                        path: { collection.path(named: $0.rawValue) }))
            case .deliver(let delivery):
                event = await ask { () throws(WebDAVError) in .delivered(try await collection.deliver(delivery)) }
            case .acknowledge(let delivery, let etag):
                _ = try await todos.delivered(delivery, etag: etag)
                event = .acknowledged
            case .finish(.success(var report)):
                report.list = target.list
                return report
            case .finish(.failure(let error)): throw .sync(error)
            }
            action = pass.next(after: event)
        }
    }

    private func connected(isFirst: Bool = true) async throws(TodoError) -> Target {
        if let target { return target }
        status.requestsInFlight += 1
        defer { status.requestsInFlight -= 1 }
        do {
            let target = try await connect(todos, isFirst)
            self.target = target
            return target
        } catch {
            throw .sync(.server(error))
        }
    }

    private func fetch(_ paths: [WebDAVPath], from collection: any TodoCollection) async -> TodoSyncPass.Event {
        await ask { () throws(WebDAVError) in .fetched(try await collection.objects(at: paths)) }
    }

    private func ask(_ request: () async throws(WebDAVError) -> TodoSyncPass.Event) async -> TodoSyncPass.Event {
        guard !Task.isCancelled else { return .failed(.cancelled) }
        status.requestsInFlight += 1
        defer { status.requestsInFlight -= 1 }
        do throws(WebDAVError) { return try await request() } catch { return .failed(error) }
    }

    // MARK: Automatic

    /// Synchronizes at once, after edits, periodically, and after temporary failures, until the task is cancelled. One run at a
    /// time: its end ends the schedule.
    package func run() async {
        let edits = todos.changes.events()
        timer.start { [weak self] in
            // The status and the schedule have its result.
            do { try await self?.synchronize() } catch { return }
        }
        // Changes by a synchronization do not cause another one.
        for await change in edits where change.isEdit { timer.edited() }
        timer.stop()
    }
}

extension WebDAVError {
    /// Whether the collection of an address may have moved, or may be another one.
    fileprivate var mayMeanMoved: Bool {
        switch self {
        case .notFound, .forbidden: true
        default: self == .notTodoCollection
        }
    }
}

extension TodoCollection {
    /// Delivers a task to the server.
    /// - Returns: the new version, if the server returns it.
    fileprivate func deliver(_ delivery: TodoDelivery) async throws(WebDAVError) -> ETag? {
        // A pass never requests this: it reads the server's version first.
        guard let condition = delivery.condition else { throw .preconditionFailed }
        if let bytes = delivery.bytes { return try await put(bytes, at: delivery.path, condition: condition) }
        if case .matches(let etag) = condition { try await delete(delivery.path, matching: etag) }
        return nil
    }
}
