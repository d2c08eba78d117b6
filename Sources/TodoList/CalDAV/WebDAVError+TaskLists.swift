package import CoreModule

/// What is not found of lists of tasks.
extension WebDAVError {
    /// The address is not a calendar, or one without tasks.
    package static let notTodoCollection = WebDAVError.unsuitable(
        Message("there is no list of tasks at this address"))

    /// The user has no collection for tasks.
    package static let noCollection = WebDAVError.unsuitable(
        Message("the server has no list of tasks for this user"))

    /// There are several collections for tasks, sorted by address.
    package static func severalCollections(_ lists: [WebDAVResource]) -> WebDAVError {
        .unsuitable(
            Message("the server has several lists of tasks; give the address of one"), alternatives: lists)
    }

    /// The host is no CalDAV server, with the reason.
    package static func noCalDAV(host: String, _ reason: Message) -> WebDAVError {
        .unsuitable(Message("there is no CalDAV server at \(host): \(reason)"))
    }
}

extension WebDAVResponse {
    var etag: ETag? { ETag(field: text(.dav("getetag"))) }
    var isCalendar: Bool { properties[.dav("resourcetype")]?.has(.calDAV("calendar")) ?? false }
}
