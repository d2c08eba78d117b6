import CoreModule
import Foundation

/// Collects the resources of a collection from one response after the other. Later responses replace earlier ones.
struct CalDAVListing {
    private let path: WebDAVPath
    /// Nil for a removed resource.
    private var etags: [WebDAVPath: ETag?] = [:]
    /// The resources with another error status, or without an ETag.
    private var unreadable: Set<WebDAVPath> = []
    /// Whether the collection is a calendar. Nil before a response about the collection itself.
    private(set) var isCalendar: Bool?
    /// The addresses that are none, or of another host, and the error of the last one.
    private var unusable: [String] = []
    private var failure: WebDAVError?
    /// Whether the server truncated the listing.
    var isTruncated = false

    init(_ path: WebDAVPath) {
        self.path = path
    }

    mutating func add(_ response: WebDAVResponse, _ base: URL) throws(WebDAVError) {
        // Whatever address it has: RFC 6578, section 3.6, has that of the collection, which a server behind a proxy may not know.
        guard response.status != 507 else { return isTruncated = true }
        for href in response.hrefs.isEmpty ? [""] : response.hrefs {
            let path: WebDAVPath
            do throws(WebDAVError) {
                path = try WebDAVPath(href: href, on: base)
            } catch {
                unusable.append(href.isEmpty ? "(no address)" : href)
                failure = error
                continue
            }
            if path.asCollection == self.path || path.asCollection == WebDAVPath(base).asCollection {
                if let status = response.failure { throw WebDAVError(status: status) }
                isCalendar = response.isCalendar
            } else if path.isCollection || response.isCollection {
                // A nested collection, which is ignored, or the collection itself at another path.
                if isCalendar == nil, response.isCalendar { isCalendar = true }
            } else if response.failure == 404 || response.failure == 410 {
                etags.updateValue(nil, forKey: path)
                unreadable.remove(path)
            } else if response.failure == nil, let etag = response.etag {
                etags[path] = etag
                unreadable.remove(path)
            } else {
                etags.removeValue(forKey: path)
                unreadable.insert(path)
            }
        }
    }

    /// The changes. Throws if a full listing has resources, but none with an address that can be used.
    func changes(isFull: Bool, token: String?) throws(WebDAVError) -> CalDAVChanges {
        if isFull, let failure, etags.isEmpty, unreadable.isEmpty { throw failure }
        let paths = etags.keys.sorted()
        return CalDAVChanges(
            changed: paths.compactMap { path in (etags[path] ?? nil).map { CalDAVEntry(path: path, etag: $0) } },
            removed: isFull ? [] : paths.filter { etags[$0] == .some(nil) }, isFullListing: isFull, token: token,
            unusable: unusable, unreadable: unreadable.sorted())
    }
}
