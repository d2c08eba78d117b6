import CoreModule
import Foundation

extension CalDAVServer {
    /// Finds the collection of a list: the last one, which saves a request, or the only one; see ``CalDAVServer/collection()``.
    func target(of todos: TaskList, isFirst: Bool) async throws(CalDAVError) -> TodoSynchronizer.Target {
        if isFirst, let last = try await lastCollection(of: todos) {
            var target = TodoSynchronizer.Target(collection: last, address: last.url.absoluteString)
            target.isRemembered = true
            return target
        }
        let (collection, name) = try await onlyCollection()
        var target = TodoSynchronizer.Target(collection: collection, address: collection.url.absoluteString)
        if collection.path != path.asCollection {
            target.list = TodoListAddress(url: collection.url, name: name)
        }
        return target
    }

    /// The last synchronized collection, if it is at or below this address. Nil if it must be searched.
    private func lastCollection(of todos: TaskList) async throws(CalDAVError) -> CalDAVCollection? {
        let last: String?
        // A store that cannot be read says so when the synchronization begins.
        do { last = try await todos.lastAddress() } catch { last = nil }
        let base = url.absoluteString.hasSuffix("/") ? url.absoluteString : url.absoluteString + "/"
        guard let last, last.hasPrefix(base), let address = URL(string: last) else { return nil }
        return try CalDAVCollection(path: CalDAVPath(address), connection: connection, listsChanges: nil)
    }
}
