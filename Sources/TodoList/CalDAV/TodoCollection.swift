/// A collection of tasks on a server.
///
/// Methods may be called from any task and concurrently. A resource with an unchanged ETag is unchanged. A write or deletion whose
/// condition does not hold changes nothing and throws ``CalDAVError/preconditionFailed``. A cancelled call throws
/// ``CalDAVError/cancelled``; its write may still have arrived, as after ``CalDAVError/timedOut`` and ``CalDAVError/network(_:)``.
public protocol TodoCollection: Sendable {
    /// Lists the changes since a token. Lists everything if there is no token, or if the server does not know it.
    func changes(since token: String?) async throws(CalDAVError) -> CalDAVChanges

    /// Reads resources, sorted by path, without the missing ones; those that cannot be read are marked. May return events if the
    /// collection accepts them.
    func objects(at paths: [CalDAVPath]) async throws(CalDAVError) -> [CalDAVObject]

    /// Reads all tasks in one request, for the first synchronization of many. What it leaves out is read by ``objects(at:)``; so
    /// it may leave out anything, and by default everything.
    func tasks() async throws(CalDAVError) -> [CalDAVObject]

    /// Writes a resource.
    /// - Returns: the new version. Nil if the server does not return it reliably; then the resource must be read again.
    func put(_ data: [UInt8], at path: CalDAVPath, condition: CalDAVCondition) async throws(CalDAVError) -> ETag?

    /// Deletes a resource if it has not changed. A missing resource is no error.
    func delete(_ path: CalDAVPath, matching etag: ETag) async throws(CalDAVError)

    /// The path of a new resource: `name` in this collection, with `.ics`. Every text is allowed, even with slashes. Different
    /// names have different paths.
    func path(named name: String) -> CalDAVPath
}

extension TodoCollection {
    /// Returns none.
    public func tasks() async throws(CalDAVError) -> [CalDAVObject] { [] }
}
