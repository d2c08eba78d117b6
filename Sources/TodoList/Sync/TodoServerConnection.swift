public import CoreModule
import Foundation

/// The connection of a list to the server that the user chooses, before the list is shown or later: a CalDAV server, or a
/// collection of your own. Without a server, the list stays on this device.
///
/// The settings can remember an address, but never a password. Sessions that share a ``TaskList`` share a connection.
public final class TodoServerConnection: Sendable {
    package typealias Search = TodoSynchronizer.Search
    package typealias MakeServer = @Sendable (TodoServerAddress, Bool) throws(WebDAVError) -> WebDAVServer

    private typealias Choice = (address: TodoServerAddress, allowsInsecureConnections: Bool)

    private struct State {
        /// The list. Nil before the first one is shown.
        var todos: TaskList?
        /// The server that the user has chosen.
        var choice: Choice?
        /// Finds the collection; or the error that synchronizing throws. Nil without a server.
        var search: Result<Search, TodoError>?
        /// Synchronizes the list with the server, once there are both.
        var synchronizer: TodoSynchronizer?
        /// How often the list or the server was switched.
        var generation = 0
        /// How many scopes need automatic synchronization, and its run, or the last one, which may be about to end.
        var (users, run): (Int, Task<Void, Never>?) = (0, nil)
    }

    /// The synchronization status with the chosen server: the current one first, then each new one.
    public var status: any ModelStreamReader<TodoSyncStatus> { statusStream }

    private let statusStream = ValueStream(TodoSyncStatus())
    private let makeServer: MakeServer
    private let makeSynchronizer:
        @Sendable (TaskList, @escaping @Sendable (TodoSyncStatus) -> Void, @escaping Search) -> TodoSynchronizer
    /// The interval of automatic synchronization. If nil, lists are synchronized only on request.
    private let interval: Duration?
    private let state = Locked(State())
    /// The remembered server is read and chosen by one caller at a time, so that an older one does not replace a newer one.
    private let reading = AsyncMutex()

    /// Makes a connection to a collection of your own. If its address differs from the last one, a list is synchronized as if for the
    /// first time: nothing is deleted on either side. Lists are synchronized after edits and at an interval; if it is nil, only on request.
    public convenience init(
        collection: any TodoCollection, address: String, interval: Duration? = .seconds(900), device: String? = nil,
        clock: WallClock = .system
    ) {
        self.init(interval: interval, device: device, clock: clock, sleeper: .system(clock: clock))
        use { (_, _) in TodoSynchronizer.Target(collection: collection, address: address) }
    }

    /// - Parameter makeServer: makes the server of an address; the flag allows insecure connections.
    package init(
        interval: Duration?, device: String?, clock: WallClock, sleeper: Sleeper,
        jitter: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        makeServer: @escaping MakeServer = { (_, _) throws(WebDAVError) in throw .notFound }
    ) {
        precondition(interval.map { $0 > .zero } ?? true, "The interval must be positive.")
        self.interval = interval
        self.makeServer = makeServer
        makeSynchronizer = { todos, publish, search in
            TodoSynchronizer(
                todos, device: device ?? ProcessInfo.processInfo.hostName, interval: interval, clock: clock,
                sleeper: sleeper, jitter: jitter, publish: publish, connect: search)
        }
    }

    deinit {
        state.withLock { $0.run?.cancel() }
    }

    // MARK: The server

    /// Switches to a server. Does nothing if it is the chosen one. A running synchronization continues to its end.
    ///
    /// Throws `WebDAVError.passwordMissing` if the address names a user and there is no password, and what the initializer of
    /// ``CalDAVCollection`` throws; then nothing changes. Insecure connections send the password unencrypted, also to hosts other than
    /// this machine.
    public func choose(
        _ address: TodoServerAddress, allowsInsecureConnections: Bool = false
    ) throws(WebDAVError) {
        let choice = (address, allowsInsecureConnections)
        try state.withLock { state throws(WebDAVError) in
            if let chosen = state.choice, chosen == choice { return }
            let server = try makeServer(address, allowsInsecureConnections)
            let search: Search = { (todos, isFirst) async throws(WebDAVError) in
                try await server.target(of: todos, isFirst: isFirst)
            }
            change(&state, .success(search), choice)
        }
    }

    /// Switches to the server of `SettingKey.todoServer`, if one is saved and not the chosen one. If that fails, synchronization is
    /// suspended, and the status has the error. If only the settings cannot be read, a server that was chosen before stays.
    /// - Returns: why it failed. Nil if it succeeded, or if no server is saved.
    @discardableResult
    public func chooseRemembered(in settings: AppSettings) async -> TodoError? {
        await reading.enter()
        defer { reading.leave() }
        let address: TodoServerAddress?
        do throws(StoreError) {
            address = try await settings.value(.todoServer)
        } catch {
            let obstacle = TodoError.store(error)
            state.withLock { if $0.choice == nil { change(&$0, .failure(obstacle)) } }
            return obstacle
        }
        guard let address, state.withLock({ $0.choice?.address }) != address else { return nil }
        do throws(WebDAVError) {
            try choose(address)
            return nil
        } catch {
            let obstacle = TodoError.sync(.server(error))
            stop(because: obstacle)
            return obstacle
        }
    }

    /// Switches to a server that is found by a closure, or to none.
    package func use(_ search: Search?) {
        state.withLock { change(&$0, search.map { .success($0) }) }
    }

    /// Suspends synchronization although there is a server: ``status`` has the error, and synchronizing throws it.
    package func stop(because obstacle: TodoError) {
        state.withLock { change(&$0, .failure(obstacle)) }
    }

    /// Makes the synchronizer anew, and begins its automatic synchronization.
    private func change(_ state: inout State, _ search: Result<Search, TodoError>?, _ choice: Choice? = nil) {
        (state.search, state.choice) = (search, choice)
        state.generation += 1
        state.synchronizer = nil
        switch search {
        case nil: statusStream.send(TodoSyncStatus())
        case .failure(let obstacle)?: statusStream.send(TodoSyncStatus(hasServer: true, lastError: obstacle))
        case .success(let search)?:
            statusStream.send(TodoSyncStatus(hasServer: state.todos != nil))
            guard let todos = state.todos else { break }
            let publish = { @Sendable [weak self, generation = state.generation] status in
                self?.publish(status, of: generation) ?? ()
            }
            state.synchronizer = makeSynchronizer(todos, publish, search)
        }
        if state.users > 0 { run(&state) }
    }

    // MARK: The list

    /// Synchronizes a list from now on: on request, and, if the connection is automatic, by itself until the last scope ends that
    /// called this. A list that is synchronized already is not interrupted; another one takes its place.
    package func keepSynchronized(_ todos: TaskList, in scope: FeatureScope) {
        connect(todos)
        guard interval != nil else { return }
        state.withLock { state in
            state.users += 1
            if state.users == 1 { run(&state) }
        }
        scope.onDetach { [weak self] in
            self?.state.withLock { state in
                state.users -= 1
                if state.users == 0 { state.run?.cancel() }
            }
        }
    }

    /// Synchronizes a list on request.
    public func connect(_ todos: TaskList) {
        state.withLock { state in
            guard state.todos !== todos else { return }
            state.todos = todos
            if case .success = state.search { change(&state, state.search, state.choice) }
        }
    }

    /// Synchronizes now.
    ///
    /// Throws ``TodoError/sync(_:)`` or ``TodoError/store(_:)``; completed steps stay, and nothing is lost. A call during a
    /// synchronization receives the result of that one. Cancelling the last waiting caller cancels the synchronization.
    ///
    /// Continues although everything known has disappeared from the server only if the deletions are accepted. Everything is compared,
    /// whatever the server's token says, daily and on request; on request everything is read, too.
    @discardableResult
    public func synchronize(
        acceptingDeletions: Bool = false, comparingAll: Bool = false
    ) async throws(TodoError) -> TodoSyncReport {
        let synchronizer = try state.withLock { state throws(TodoError) in
            _ = try state.search?.get()
            return state.synchronizer
        }
        guard let synchronizer else { throw .sync(.server(.notFound)) }
        return try await synchronizer.synchronize(acceptingDeletions: acceptingDeletions, comparingAll: comparingAll)
    }

    private func run(_ state: inout State) {
        state.run?.cancel()
        state.run = Task { [synchronizer = state.synchronizer, last = state.run] in
            // One run at a time: the end of one run cancels its plans and must not cancel those of the next.
            await last?.value
            guard !Task.isCancelled else { return }
            await synchronizer?.run()
        }
    }

    package var generation: Int { state.withLock(\.generation) }

    /// Publishes a status of the server of a generation, unless there was a switch since.
    package func publish(_ status: TodoSyncStatus, of generation: Int) {
        state.withLock { if $0.generation == generation { statusStream.send(status) } }
    }
}

extension WebDAVServer {
    /// Finds the collection of a list: the last one, which saves a request, or the only one; see `WebDAVServer.collection()`.
    func target(of todos: TaskList, isFirst: Bool) async throws(WebDAVError) -> TodoSynchronizer.Target {
        if isFirst, let last = try await lastCollection(of: todos) {
            var target = TodoSynchronizer.Target(collection: last, address: last.url.absoluteString)
            target.isRemembered = true
            return target
        }
        let collection = try await collection()
        var target = TodoSynchronizer.Target(collection: collection, address: collection.url.absoluteString)
        if collection.path != path.asCollection {
            target.list = WebDAVResource(url: collection.url, name: collection.name)
        }
        return target
    }

    /// The last synchronized collection, if it is at or below this address. Nil if it must be searched.
    private func lastCollection(of todos: TaskList) async throws(WebDAVError) -> CalDAVCollection? {
        let last: String?
        // A store that cannot be read says so when the synchronization begins.
        do { last = try await todos.lastAddress() } catch { last = nil }
        let base = url.absoluteString.hasSuffix("/") ? url.absoluteString : url.absoluteString + "/"
        guard let last, last.hasPrefix(base), let address = URL(string: last) else { return nil }
        return try CalDAVCollection(path: WebDAVPath(address), server: self)
    }
}
