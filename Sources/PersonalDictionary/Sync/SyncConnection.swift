public import CoreModule
import Foundation

/// How the user's folder is reached, and the state of the synchronization with it. One connection belongs to one store: apps on it, such as the
/// sessions of a server, share the connection, and one of them synchronizes for all.
public final class SyncConnection: Sendable {
    private struct State {
        var status = SyncStatus()
        /// The apps that synchronize by themselves, and how each is told to.
        var apps: [(id: ObjectIdentifier, due: AsyncStream<Void>.Continuation)] = []
        var timer: SyncTimer?
    }

    private let credentials: WebDAVCredentials?
    private let client: any HTTP.Client
    private let interval: Duration?
    private let state = Locked(State())
    /// One synchronization at a time.
    private let gate = AsyncMutex()
    /// For reading and saving the folder: what was read before a save is not shown after it.
    let choosing = AsyncMutex()
    private let statusStream = ValueStream(SyncStatus())

    /// The state of the synchronization: the current one first, then each new one.
    public var status: any ModelStreamReader<SyncStatus> { statusStream }

    /// Makes a connection.
    /// - Parameters:
    ///   - credentials: the user's, for a folder on a server. Without them, or with an empty password, only servers that need none and local
    ///     folders are reached.
    ///   - interval: the time between two automatic synchronizations without changes; if nil, words are synchronized on request only.
    ///   - client: sends the requests.
    public init(
        credentials: WebDAVCredentials? = nil, interval: Duration? = .seconds(300),
        client: any HTTP.Client = WebDAVFolder.defaultClient()
    ) {
        precondition(interval.map { $0 > .zero } ?? true, "The interval must be positive.")
        self.credentials = credentials?.isEmpty == true ? nil : credentials
        self.interval = interval
        self.client = client
    }

    /// Opens a folder. Sends nothing.
    func open(
        _ folder: SyncFolder, clock: WallClock, logger: EventLogger
    ) throws(SharedFolderError) -> any SharedFolder {
        guard let url = folder.url else { return LocalFolder(URL(filePath: folder.address)) }
        guard credentials != nil || folder.user == nil && url.user() == nil else {
            throw .server(address: folder.address, .passwordMissing)
        }
        return try WebDAVFolder(
            url: url, user: folder.user, credentials: credentials, client: client, clock: clock,
            allowsInsecureConnections: folder.allowsInsecureConnections, logger: logger)
    }

    /// The address of the shared folder that ``open(_:clock:logger:)`` opens, also without a password; nil if it cannot be opened.
    func address(of folder: SyncFolder) -> String? {
        guard let url = folder.url else { return LocalFolder(URL(filePath: folder.address)).address }
        do {
            return try WebDAVFolder(url: url, credentials: nil, client: client, allowsInsecureConnections: true).address
        } catch {
            // A synchronization says what is wrong with it.
            return nil
        }
    }

    // MARK: State

    /// The remembered folder is this one now.
    /// - Parameters:
    ///   - lastSync: when the store was last synchronized with it; nil if that was not read.
    ///   - isOwn: whether this app has chosen it, or is about to synchronize with it. Else it is used soon.
    func follow(_ folder: SyncFolder?, lastSync: Date? = nil, isOwn: Bool) {
        let isOther = update { status in
            if status.folder?.address != folder?.address {
                (status.lastSync, status.lastReport, status.lastError) = (nil, nil, nil)
            }
            status.lastSync = [status.lastSync, lastSync].compactMap(\.self).max()
            guard status.folder != folder else { return false }
            status.folder = folder
            return true
        }
        if isOther, !isOwn, folder != nil { edited() }
    }

    /// Runs a synchronization when the one before has ended, and shows its result. A failure is not shown if the task was cancelled, or if it is
    /// that of a folder which was only tried.
    func run(
        trying folder: SyncFolder? = nil, clock: WallClock, _ body: () async throws(ReplicaError) -> ReplicaReport
    ) async throws(ReplicaError) -> ReplicaReport {
        do { try await gate.enterUnlessCancelled() } catch { throw .folder(.cancelled) }
        defer { gate.leave() }
        update { $0.isRunning = true }
        state.withLock(\.timer)?.began()
        let result: Result<ReplicaReport, ReplicaError>
        do throws(ReplicaError) { result = .success(try await body()) } catch { result = .failure(error) }
        let now = clock.now()
        let outcome = update { status -> SyncSchedule.Outcome in
            (status.isRunning, status.progress) = (false, nil)
            status.finishedCount += 1
            if case .failure = result, Task.isCancelled || folder != nil && folder != status.folder {
                return .cancelled
            }
            // The folder may have been forgotten meanwhile.
            if status.folder != nil { status.finished(result, at: now) }
            return SyncSchedule.Outcome(result)
        }
        state.withLock(\.timer)?.finished(outcome)
        return try result.get()
    }

    func show(_ progress: ReplicaProgress) { update { $0.progress = progress } }

    @discardableResult
    private func update<Value>(_ change: (inout SyncStatus) -> Value) -> Value {
        state.withLock { state in
            let before = state.status
            let value = change(&state.status)
            if state.status != before { statusStream.send(state.status) }
            return value
        }
    }

    // MARK: Automatic

    /// Has an app synchronize by itself, or another one that has called this: at once, after edits, at the interval, and again after failures that
    /// may pass.
    /// - Returns: when the app is to synchronize, until it leaves. Nil if there is no interval, or if the app has joined already.
    func join(_ app: AnyObject, clock: WallClock, sleeper: Sleeper) -> AsyncStream<Void>? {
        guard let interval else { return nil }
        // Several reasons during one synchronization lead to one more.
        let (due, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let joined = state.withLock { state -> (timer: SyncTimer, isNew: Bool)? in
            guard !state.apps.contains(where: { $0.id == ObjectIdentifier(app) }) else { return nil }
            state.apps.append((ObjectIdentifier(app), continuation))
            let known = state.timer
            let timer = known ?? SyncTimer(interval: interval, clock: clock, sleeper: sleeper)
            state.timer = timer
            return (timer, known == nil)
        }
        guard let joined else { return nil }
        if joined.isNew {
            joined.timer.start { [weak self] in self?.callApp() }
        } else {
            joined.timer.edited()
        }
        return due
    }

    func leave(_ app: AnyObject) {
        let last = state.withLock { state -> SyncTimer? in
            state.apps.removeAll { $0.id == ObjectIdentifier(app) }
            guard state.apps.isEmpty else { return nil }
            defer { state.timer = nil }
            return state.timer
        }
        // What the app was told to do, another one does.
        if let last { last.stop() } else { callApp() }
    }

    private func callApp() {
        state.withLock { _ = $0.apps.first?.due.yield() }
    }

    func edited() { state.withLock(\.timer)?.edited() }
}
