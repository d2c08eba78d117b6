package import CoreModule
import Foundation

/// Finds the lists of a user. The address of the server may be that of the host, a user, a user's calendars, or one calendar.
extension WebDAVServer {
    /// The collection at the address, else the only one of ``collections()``.
    ///
    /// Throws `WebDAVError.severalCollections(_:)` and `WebDAVError.noCollection`, and what ``collections()`` throws.
    package func collection() async throws(WebDAVError) -> CalDAVCollection {
        let found = try await collections()
        guard let first = found.first else { throw .noCollection }
        guard found.count == 1 else {
            throw .severalCollections(found.map { WebDAVResource(url: $0.url, name: $0.name) })
        }
        return first
    }

    private static let properties =
        CalDAVCollection.properties + ["D:current-user-principal", "C:calendar-home-set"]

    /// Finds the collections that accept tasks, sorted by path.
    ///
    /// Looks at the address first. If it is not a calendar and contains none, looks up the user's principal and its calendars
    /// (RFC 5397; RFC 4791, section 6.2.1). If the address has no path, then does the same at `/.well-known/caldav` (RFC 6764,
    /// section 5), and throws `WebDAVError.noCalDAV(host:_:)` if neither answers.
    package func collections() async throws(WebDAVError) -> [CalDAVCollection] {
        // A bad answer at a path that the user gave is an error: no other list is used in its place.
        guard path.rawValue == "/" else { return try await calendars(at: path) ?? [] }
        var failures: [WebDAVError] = []
        for place in [path, WebDAVPath("/.well-known/caldav")].compactMap(\.self) {
            do throws(WebDAVError) {
                if let found = try await calendars(at: place) { return found }
            } catch {
                guard error.mayMeanNoWebDAV else { throw error }
                failures.append(error)
            }
        }
        // A server without WebDAV must not look like a user without collections, and one that refuses must not look like none.
        guard failures.count == 2 else { return [] }
        for case .forbidden(let rule) in failures { throw .forbidden(precondition: rule) }
        throw .noCalDAV(host: origin.host, failures[0].explanation)
    }

    /// Finds the collections of an address. Nil if it does not lead to a calendar.
    private func calendars(at path: WebDAVPath) async throws(WebDAVError) -> [CalDAVCollection]? {
        let (answer, base) = try await request(
            "PROPFIND", path, depth: "0", WebDAVRequestBody.propfind(Self.properties))
        let server = try moved(to: base)
        guard let response = answer.responses.first else { throw .malformed(Message("it is empty")) }
        if let status = response.failure { throw WebDAVError(status: status) }
        if response.isCalendar {
            // The path that it reports: the one that was requested may be an alias.
            guard let place = try WebDAVPath.usable(response.hrefs, on: base).first,
                let collection = try CalDAVCollection(response, path: place, server: server)
            else { throw .notTodoCollection }
            return [collection]
        }
        var homes = try response.paths(.calDAV("calendar-home-set"), on: base)
        if homes.isEmpty, response.isCollection {
            do throws(WebDAVError) {
                let found = try await server.calendars(in: [WebDAVPath(base)])
                if found.hasCalendars { return found.collections }
            } catch {
                // Some servers do not list what is above the users' collections, or other users'.
                guard path.rawValue == "/" ? error.mayMeanNoWebDAV : error.isRefusal else { throw error }
            }
        }
        // A principal names its lists, and a host has those of all paths.
        let isAnyListMeant = !homes.isEmpty || self.path.rawValue == "/"
        if homes.isEmpty { homes = try await server.homes(of: response, base) }
        guard !homes.isEmpty else { return nil }
        let found = try await server.calendars(in: homes).collections
        // A service begins above its lists. A list elsewhere on the host is not the one that was meant.
        let place = WebDAVPath(base).asCollection.rawValue
        let below = found.filter { isAnyListMeant || $0.path.rawValue.hasPrefix(place) }
        guard found.isEmpty || !below.isEmpty else { throw .notTodoCollection }
        return below
    }

    /// The calendar homes of the user in a response.
    private func homes(of response: WebDAVResponse, _ base: URL) async throws(WebDAVError) -> [WebDAVPath] {
        let name = WebDAVName.dav("current-user-principal")
        if response.properties[name]?.has(.dav("unauthenticated")) == true { throw .unauthorized }
        guard let principal = try response.paths(name, on: base).first else { return [] }
        let (answer, base) = try await request(
            "PROPFIND", principal, depth: "0", WebDAVRequestBody.propfind(["C:calendar-home-set"]))
        return try answer.responses.first?.paths(.calDAV("calendar-home-set"), on: base) ?? []
    }

    /// The collections in calendar homes that accept tasks, and whether there are any calendars.
    private func calendars(
        in homes: [WebDAVPath]
    ) async throws(WebDAVError) -> (collections: [CalDAVCollection], hasCalendars: Bool) {
        var found: [WebDAVPath: CalDAVCollection] = [:]
        var hasCalendars = false
        var failure: WebDAVError?
        for home in homes {
            let (answer, base) = try await request(
                "PROPFIND", home, depth: "1", WebDAVRequestBody.propfind(CalDAVCollection.properties))
            for response in answer.responses where response.isCalendar {
                hasCalendars = true
                do throws(WebDAVError) {
                    guard let path = try WebDAVPath.usable(response.hrefs, on: base).first,
                        let collection = try CalDAVCollection(response, path: path, server: self)
                    else { continue }
                    found[collection.path] = collection
                } catch {
                    failure = error
                }
            }
        }
        if let failure, found.isEmpty { throw failure }
        return (found.values.sorted { $0.path < $1.path }, hasCalendars)
    }
}

extension WebDAVResponse {
    /// The addresses in a property.
    fileprivate func paths(_ name: WebDAVName, on base: URL) throws(WebDAVError) -> [WebDAVPath] {
        try WebDAVPath.usable(properties[name]?.all(.dav("href")).compactMap(\.trimmedText) ?? [], on: base)
    }
}

extension WebDAVError {
    /// Whether the server does not show what is there.
    fileprivate var isRefusal: Bool {
        switch self {
        case .notFound, .forbidden: true
        default: false
        }
    }

    /// Whether the server's WebDAV may begin at another address.
    fileprivate var mayMeanNoWebDAV: Bool {
        switch self {
        case .malformed, .conflict: true
        case .refused(let status, _): status < 500 || status == 501
        default: isRefusal
        }
    }
}
