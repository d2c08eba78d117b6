package import CoreModule

/// What a synchronization asks for, and what it is told.
extension TodoSyncPass {
    /// The next action.
    package enum Action: Hashable, Sendable {
        /// Read the known state from the store.
        case begin
        case list(token: String?)
        case fetch([WebDAVPath])
        /// Fetch all tasks in one request, as far as the server returns them.
        case fetchAll
        /// Store the server's changes.
        case pull(TodoPull)
        /// Read the next deliveries from the store.
        case prepare(except: Set<TodoID>)
        case deliver(TodoDelivery)
        /// Record the delivery in the store.
        case acknowledge(TodoDelivery, etag: ETag?)
        case finish(Result<TodoSyncReport, TodoSyncError>)
    }

    /// An event.
    package enum Event: Hashable, Sendable {
        case began(TodoSyncStart)
        case listed(CalDAVChanges)
        case fetched([CalDAVObject])
        case fetchedAll([CalDAVObject])
        case pulled(TodoPullResult)
        case prepared([TodoDelivery])
        case delivered(ETag?)
        case acknowledged
        case failed(WebDAVError)
    }
}
