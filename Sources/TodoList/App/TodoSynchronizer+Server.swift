public import CoreModule
import Foundation

extension TodoSynchronizer {
    /// Makes a synchronizer with the one collection of tasks on a CalDAV server; see ``CalDAVServer/collection()``. It does nothing
    /// before it is asked to.
    /// - Parameters:
    ///   - store: the list, as ``TodoRepository/syncStore`` has it.
    ///   - server: the server.
    ///   - device: this device's name, which others see where an edit lost.
    ///   - clock: stamps conflicts.
    ///   - sleeper: waits between synchronizations; by the clock where `nil`.
    public init(
        store: TodoSyncStore, server: CalDAVServer, device: String, clock: WallClock = .system,
        sleeper: Sleeper? = nil
    ) {
        self.init(store: store, device: device, clock: clock, sleeper: sleeper ?? .system(clock: clock)) {
            () async throws(CalDAVError) in
            let collection = try await server.collection()
            return Target(collection: collection, address: collection.url.absoluteString)
        }
    }
}
