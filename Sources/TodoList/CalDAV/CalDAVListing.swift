import CoreModule
import Foundation

/// Collects the resources of a collection from one response after the other. Later responses replace earlier ones.
struct CalDAVListing {
    private let path: CalDAVPath
    /// Nil for a removed resource.
    private var etags: [CalDAVPath: ETag?] = [:]
    /// Whether the collection is a calendar. Nil before a response about the collection itself.
    private(set) var isCalendar: Bool?
    /// Whether the server truncated the listing.
    var isTruncated = false

    init(_ path: CalDAVPath) {
        self.path = path
    }

    mutating func add(_ response: DAVResponse, _ base: URL) throws(CalDAVError) {
        guard !response.hrefs.isEmpty else { throw .malformed(Message("a resource has no address that can be used")) }
        for href in response.hrefs {
            let path = try CalDAVPath(href: href, on: base)
            if response.status == 507 {
                isTruncated = true
            } else if path.asCollection == self.path || path.asCollection == CalDAVPath(base).asCollection {
                if let status = response.failure { throw CalDAVError(status: status) }
                isCalendar = response.isCalendar
            } else if path.isCollection || response.isCollection {
                // A nested collection, which is ignored, or the collection itself at another path.
                if isCalendar == nil, response.isCalendar { isCalendar = true }
            } else if let status = response.failure {
                guard status == 404 || status == 410 else { throw CalDAVError(status: status) }
                etags.updateValue(nil, forKey: path)
            } else if let etag = response.etag {
                etags[path] = etag
            } else {
                throw .malformed(Message("it has no ETag for \(path)"))
            }
        }
    }

    func changes(isFull: Bool, token: String?) -> CalDAVChanges {
        let paths = etags.keys.sorted()
        return CalDAVChanges(
            changed: paths.compactMap { path in (etags[path] ?? nil).map { CalDAVEntry(path: path, etag: $0) } },
            removed: isFull ? [] : paths.filter { etags[$0] == .some(nil) }, isFullListing: isFull, token: token)
    }
}
