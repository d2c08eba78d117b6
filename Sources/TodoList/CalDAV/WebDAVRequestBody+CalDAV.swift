import CoreModule

extension WebDAVRequestBody {
    /// Requests the changes since a token (RFC 6578, section 3.2).
    static func syncCollection(_ token: String?) -> String {
        document(
            "D:sync-collection",
            "<D:sync-token>\((token ?? "").xmlEscaped)</D:sync-token><D:sync-level>1</D:sync-level>"
                + prop(["D:getetag", "D:resourcetype"]))
    }

    /// Requests objects (RFC 4791, section 7.9).
    static func multiget(_ paths: some Sequence<WebDAVPath>) -> String {
        let hrefs = paths.map { "<D:href>\($0.rawValue.xmlEscaped)</D:href>" }
        return document("C:calendar-multiget", prop(["D:getetag", "C:calendar-data"]) + hrefs.joined())
    }

    /// Requests all tasks (RFC 4791, section 7.8).
    static let tasks = document(
        "C:calendar-query",
        prop(["D:getetag", "C:calendar-data"])
            + #"<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VTODO"/></C:comp-filter></C:filter>"#)
}
