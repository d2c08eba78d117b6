package import Foundation

/// The side of a repository that a ``TodoSynchronizer`` and a ``TodoExchange`` work on. The repositories of this package have one;
/// a decorator hands it on.
public struct TodoSyncStore: Sendable {
    package let base: any TodoSyncing

    package init(_ base: any TodoSyncing) {
        self.base = base
    }
}

/// What a synchronization asks of a repository; each call is one transaction. See ``TodoRecordStore``.
package protocol TodoSyncing: Sendable {
    /// The address of the collection that the list was synchronized with last.
    func lastAddress() async throws(TodoError) -> String?
    func beginSync(with address: String, at date: Date) async throws(TodoError) -> TodoSyncStart
    func pull(_ pull: TodoPull, at date: Date, device: String) async throws(TodoError) -> TodoPullResult
    func deliveries(
        limit: Int, except skipped: Set<TodoID>, device: String, path: @escaping @Sendable (TodoID) -> CalDAVPath
    ) async throws(TodoError) -> [TodoDelivery]
    func delivered(_ delivery: TodoDelivery, etag: ETag?) async throws(TodoError) -> TodoChange?
    /// How many tasks the server must be told of.
    func dirtyCount() async throws(TodoError) -> Int
    /// Takes over what a file holds; a trial only says what would be done.
    func perform(_ job: TodoImportJob, at date: Date, isTrial: Bool) async throws(TodoError) -> TodoImportResult
    /// The records of all tasks in the list, in the order of creation.
    func allRecords() async throws(TodoError) -> [TodoRecord]
}
