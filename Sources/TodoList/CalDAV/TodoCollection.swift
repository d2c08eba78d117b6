/// A collection of tasks on a server, as one who keeps a copy of it needs it.
///
/// Laws: it may be called from any task, several times at once. A resource whose ETag has not changed has not changed. Nothing
/// is written or deleted unless the condition holds; where it does not, ``CalDAVError/preconditionFailed`` is thrown. A call
/// that was cancelled throws ``CalDAVError/cancelled``; what it wrote may be there all the same, as after
/// ``CalDAVError/timedOut`` and ``CalDAVError/network(_:)``.
public protocol TodoCollection: Sendable {
    /// Lists what has changed since a token was given out, or everything where there is no token, where the server does not
    /// know it any more, and where it gives out none.
    func changes(since token: String?) async throws(CalDAVError) -> CalDAVChanges

    /// Reads resources, in the order of their paths. Those that are not there are left out. In a collection that takes events
    /// as well, these come too.
    func objects(at paths: [CalDAVPath]) async throws(CalDAVError) -> [CalDAVObject]

    /// Writes a resource.
    /// - Returns: the version that is there now; `nil` where the server does not tell it for certain, and it must be read again.
    func put(_ data: [UInt8], at path: CalDAVPath, condition: CalDAVCondition) async throws(CalDAVError) -> ETag?

    /// Deletes a resource if it has not changed. If it is not there, nothing is left to be done and nothing is thrown.
    func delete(_ path: CalDAVPath, matching etag: ETag) async throws(CalDAVError)

    /// Where a new resource goes: `name` in this collection, with `.ics` behind it. Every text is a name, also one with slashes,
    /// and different names lead to different paths.
    func path(named name: String) -> CalDAVPath
}
