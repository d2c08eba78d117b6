import CoreModule
package import Foundation

/// A collection that accepts tasks, as its server describes it.
package struct CalDAVCollectionInfo: Hashable, Sendable {
    /// Its address, without a user.
    package let url: URL
    /// Its path, with a slash at the end.
    package let path: CalDAVPath
    /// Its name. Nil if it has none.
    package let displayName: String?
    /// Whether the server lists its changes (RFC 6578). Nil if the server does not say.
    package let listsChanges: Bool?
    /// Whether it is read-only for the user. A collection without listed privileges counts as writable.
    package let isReadOnly: Bool
}

extension CalDAVCollectionInfo {
    /// The properties to request.
    static let properties = [
        "D:resourcetype", "D:displayname", "D:supported-report-set", "D:current-user-privilege-set",
        "C:supported-calendar-component-set",
    ]

    /// Reads a response. Nil if it is not about a calendar that accepts tasks.
    init?(_ response: DAVResponse, _ path: CalDAVPath, _ origin: CalDAVOrigin) throws(CalDAVError) {
        guard response.isCalendar, response.takesTasks else { return nil }
        self.path = path.asCollection
        url = try origin.url(self.path)
        displayName = response.text(.dav("displayname"))
        listsChanges = response.properties[.dav("supported-report-set")].map { set in
            set.all(.dav("supported-report")).flatMap { $0.all(.dav("report")) }
                .contains { $0.has(.dav("sync-collection")) }
        }
        isReadOnly = response.isReadOnly
    }
}

extension DAVResponse {
    /// RFC 4791, section 5.2.3: without the property, all components are accepted.
    fileprivate var takesTasks: Bool {
        guard let set = properties[.calDAV("supported-calendar-component-set")] else { return true }
        return set.all(.calDAV("comp")).contains { $0.attributes["name"]?.uppercased() == "VTODO" }
    }

    /// RFC 3744, section 3: `write` contains changing the content, adding and removing.
    fileprivate var isReadOnly: Bool {
        guard let set = properties[.dav("current-user-privilege-set")] else { return false }
        let privileges = Set(set.all(.dav("privilege")).flatMap(\.children).map(\.name))
        return privileges.isDisjoint(with: [.dav("all"), .dav("write")])
            && !privileges.isSuperset(of: [.dav("write-content"), .dav("bind")])
    }
}
