public import CoreModule
import Foundation

extension TodoSynchronizer {
    /// Makes a synchronizer with the one collection of tasks on a CalDAV server; see ``CalDAVServer/collection()``. It does nothing
    /// before it is called.
    /// - `device`: the name of this device, shown in conflicts.
    /// - `sleeper`: waits between synchronizations; made from the clock if nil.
    public init(
        store: TodoStore, server: CalDAVServer, device: String, clock: WallClock = .system,
        sleeper: Sleeper? = nil
    ) {
        self.init(store: store, device: device, clock: clock, sleeper: sleeper ?? .system(clock: clock)) {
            (isFirst) async throws(CalDAVError) in
            if isFirst, let last = try await server.lastCollection(of: store) {
                var target = Target(collection: last, address: last.url.absoluteString)
                target.isRemembered = true
                return target
            }
            let (collection, name) = try await server.onlyCollection()
            var target = Target(collection: collection, address: collection.url.absoluteString)
            if collection.path != server.path.asCollection {
                target.list = TodoListAddress(url: collection.url, name: name)
            }
            return target
        }
    }
}

extension CalDAVServer {
    /// The last synchronized collection, if it is at or below this address, which saves a request. Nil if it must be
    /// searched.
    fileprivate func lastCollection(of store: TodoStore) async throws(CalDAVError) -> CalDAVCollection? {
        let last: String?
        // A store that cannot be read says so when the synchronization begins.
        do { last = try await store.lastAddress() } catch { last = nil }
        let base = url.absoluteString.hasSuffix("/") ? url.absoluteString : url.absoluteString + "/"
        guard let last, last.hasPrefix(base), let address = URL(string: last) else { return nil }
        return try CalDAVCollection(path: CalDAVPath(address), connection: connection, listsChanges: nil)
    }
}
