public import CoreModule
import Foundation

/// How the user's folder is reached, and the state of the synchronization with it. Apps on one store, such as the sessions of a server, share a
/// connection: then one of them synchronizes for all.
public final class SyncConnection: Sendable {
    private struct State {
        var status = SyncStatus()
        /// How many synchronizations run or wait.
        var runs = 0
        /// The apps that synchronize by themselves.
        var apps: [ObjectIdentifier: @Sendable () async -> Void] = [:]
        var timer: SyncTimer?
    }

    private let credentials: WebDAVCredentials?
    private let client: any HTTP.Client
    private let interval: Duration?
    private let state = Locked(State())
    private let statusStream = ValueStream(SyncStatus())

    /// The state of the synchronization: the current one first, then each new one.
    public var status: any ModelStreamReader<SyncStatus> { statusStream }

    /// Makes a connection with the user's credentials for a folder on a server; without them, or with an empty password, only servers that need
    /// none and local folders are reached.
    /// - Parameter interval: the time between two automatic synchronizations without changes; if nil, words are synchronized on request only.
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

    // MARK: State

    /// The remembered folder is this one now. If another app or process has chosen it, it is used soon.
    func follow(_ folder: SyncFolder?, isOwn: Bool) {
        let isOther = update { state in
            defer { state.status.folder = folder }
            return state.status.folder != folder
        }
        if isOther, !isOwn, folder != nil { edited() }
    }

    func began() {
        update { $0.runs += 1 }
        state.withLock(\.timer)?.began()
    }

    func finished(_ result: Result<ReplicaReport, ReplicaError>, at date: Date) {
        update { state in
            state.runs -= 1
            state.status.finished(result, at: date)
        }
        state.withLock(\.timer)?.finished(SyncSchedule.Outcome(result))
    }

    @discardableResult
    private func update<Value>(_ change: (inout State) -> Value) -> Value {
        state.withLock { state in
            let before = state.status
            let value = change(&state)
            state.status.isRunning = state.runs > 0
            if state.status != before { statusStream.send(state.status) }
            return value
        }
    }

    // MARK: Automatic

    /// Synchronizes by itself: at once, after edits, at the interval, and again after failures that may pass. One of the apps that have called this
    /// does it.
    /// - Returns: whether the app is to say what is edited, until it leaves: nil interval and an app that is there already do not.
    func join(
        _ app: AnyObject, clock: WallClock, sleeper: Sleeper, synchronize: @escaping @Sendable () async -> Void
    ) -> Bool {
        guard let interval else { return false }
        let timer = state.withLock { state -> SyncTimer? in
            guard state.apps.updateValue(synchronize, forKey: ObjectIdentifier(app)) == nil else { return nil }
            let timer = state.timer ?? SyncTimer(interval: interval, clock: clock, sleeper: sleeper)
            state.timer = timer
            return timer
        }
        timer?.start { [weak self] in await self?.state.withLock { $0.apps.values.first }?() }
        return timer != nil
    }

    func leave(_ app: AnyObject) {
        let timer = state.withLock { state -> SyncTimer? in
            state.apps[ObjectIdentifier(app)] = nil
            guard state.apps.isEmpty else { return nil }
            defer { state.timer = nil }
            return state.timer
        }
        timer?.stop()
    }

    func edited() { state.withLock(\.timer)?.edited() }
}
