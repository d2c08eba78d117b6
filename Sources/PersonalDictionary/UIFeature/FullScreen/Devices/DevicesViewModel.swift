public import CoreModule
public import Observation

/// The synchronization of words with other devices: its state, the devices, and the values that lost a merge, which can be restored.
@MainActor
@Observable
public final class DevicesViewModel: ScreenViewModel, ActionViewModel {
    private struct Contents {
        var devices: [ReplicaDevice] = []
        var conflicts: [SyncConflict] = []
    }

    /// The state of the synchronization.
    public private(set) var status = SyncStatus()
    /// What the last ``synchronize()`` did; nil if it failed, or if there was none.
    public private(set) var report: ReplicaReport?
    /// The user's actions.
    public let actions: ActionState<ReplicaError>
    private let loader: Loader<Contents, ReplicaError>
    private let sync: DictionarySync?

    init(_ sync: DictionarySync?, scope: FeatureScope) {
        self.sync = sync
        actions = ActionState(scope.actions)
        loader = Loader(Contents()) { () throws(ReplicaError) in
            guard let sync else { return Contents() }
            _ = try await sync.folder()
            return Contents(devices: try await sync.devices(), conflicts: try await sync.conflicts())
        }
    }

    /// The title of the screen.
    public var title: Message { .devices }
    /// The loading state.
    public var phase: ListPhase<ReplicaError> { loader.phase }
    /// The devices that take part, this one first; empty as long as nothing was synchronized.
    public var devices: [ReplicaDevice] { loader.value.devices }
    /// The values that lost a merge on this device, newest first.
    public var conflicts: [SyncConflict] { loader.value.conflicts }
    /// Whether the words are in a file, so that they can be synchronized.
    public var isPossible: Bool { sync != nil }
    /// Whether there is a folder, and no synchronization runs.
    public var canSynchronize: Bool { status.folder != nil && !status.isRunning && !actions.isRunning }

    /// The state in a sentence.
    public var message: Message {
        guard sync != nil else { return Message("Only words in a file can be synchronized") }
        guard status.folder != nil else { return Message("Words are on this device only") }
        if status.isRunning {
            guard let progress = status.progress, progress.total >= 100 else { return Message("Synchronizing …") }
            return Message("Synchronizing … \(progress.completed) of \(progress.total) changes")
        }
        if let error = status.lastError { return Message("Not synchronized: \(error.explanation)") }
        return status.lastSync.map { Message("Synchronized \($0)") } ?? Message("Not synchronized yet")
    }

    /// With which folder, and under which name; nil without one.
    public var folderMessage: Message? {
        status.folder.map { Message("with \($0.address), as “\($0.device)”") }
    }

    /// Above ``conflicts``, if there are any.
    public var conflictsTitle: Message { Message("Values that lost") }
    /// The title of the button that calls ``synchronize()``. ``canSynchronize`` enables it.
    public var synchronizeTitle: Message { Message("Synchronize") }
    /// The title of the button that calls ``restore(_:)``.
    public var restoreTitle: Message { Message("Restore") }
    /// The title of the button that calls ``dismiss(_:)`` for a conflict: the word stays as it is.
    public var dismissTitle: Message { Message("Dismiss") }
    /// The title of the button that calls ``retire(_:)`` for a device.
    public var retireTitle: Message { Message("Take off the list") }
    /// The title of the button that calls ``dismiss(_:)`` for all.
    public var dismissAllTitle: Message { Message("Dismiss all") }

    /// When a device last wrote.
    public func message(of device: ReplicaDevice) -> Message {
        if device.isThis { return Message("this device") }
        return device.lastWrite.map { Message("last wrote \($0)") } ?? Message("never wrote")
    }

    /// Loads the folder, the devices and the conflicts.
    public func load() async { await loader.load() }

    /// Synchronizes now.
    /// - Returns: what it did; nil if it failed (then `failure` says why), or if one is running.
    @discardableResult
    public func synchronize() async -> ReplicaReport? {
        report = await actions.performAlone("synchronize words") { () throws(ReplicaError) in
            guard let sync else { throw .off }
            return try await sync.synchronize()
        }
        await loader.load()
        return report
    }

    /// Gives a word the value that lost, as an edit of this device.
    /// - Returns: the word; nil if it failed (then `failure` says why), or if the conflict is not there any more.
    @discardableResult
    public func restore(_ conflict: SyncConflict.ID) async -> WordID? {
        let id = await actions.perform("restore conflict", "\(conflict)") { () throws(ReplicaError) in
            try await sync?.restore(conflict)
        }
        // After a failure, too: another screen or process may have restored it.
        await loader.reload()
        return id ?? nil
    }

    /// Leaves words as they are, and shows these conflicts no more on this device.
    /// - Returns: how many there were; nil if it failed, and then `failure` says why.
    @discardableResult
    public func dismiss(_ conflicts: [SyncConflict.ID]) async -> Int? {
        let count = await actions.perform("dismiss conflicts", "\(conflicts.count)") { () throws(ReplicaError) in
            try await sync?.dismiss(conflicts) ?? 0
        }
        await loader.reload()
        return count
    }

    /// Takes another device off the list, on all devices. If it synchronizes again, it is back.
    /// - Returns: whether it was on the list; nil if it failed, and then `failure` says why.
    @discardableResult
    public func retire(_ device: ReplicaDevice.ID) async -> Bool? {
        let isRetired = await actions.perform("retire device", device) { () throws(ReplicaError) in
            try await sync?.retire(device) ?? false
        }
        await loader.reload()
        return isRetired
    }

    func show(_ status: SyncStatus) async {
        let hasEnded = self.status.finishedCount != status.finishedCount
        self.status = status
        if hasEnded { await loader.reload() }
    }

    func reload() async { await loader.reload() }
}

extension Message {
    static var devices: Message { Message("Devices") }
}
