import CoreModule
import Foundation

extension CalDAVServer {
    private static let properties =
        CalDAVCollectionInfo.properties + ["D:current-user-principal", "C:calendar-home-set"]

    /// Finds the collections, and a connection to their server.
    func discover() async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], connection: CalDAVConnection) {
        let places = [(path, path.rawValue == "/"), (CalDAVPath("/.well-known/caldav") ?? path, true)]
        var failures: [CalDAVError] = []
        for (place, isRoot) in places {
            do throws(CalDAVError) {
                if let found = try await calendars(at: place, connection) { return found }
            } catch {
                guard error.mayMeanNoWebDAV(isRoot: isRoot) else { throw error }
                failures.append(error)
            }
        }
        // A server without WebDAV must not look like a user without collections.
        if failures.count == places.count { throw failures[0] }
        return ([], connection)
    }

    /// Finds the collections of an address. Nil if it does not lead to a calendar.
    private func calendars(
        at path: CalDAVPath, _ connection: CalDAVConnection
    ) async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], connection: CalDAVConnection)? {
        let (answer, base) = try await connection.request(
            "PROPFIND", path, depth: "0", DAVRequestBody.propfind(Self.properties))
        let connection = try connection.moved(to: base)
        guard let response = answer.responses.first else { throw .malformed(Message("it is empty")) }
        if let status = response.failure { throw CalDAVError(status: status) }
        if response.isCalendar {
            // The path that it reports: the one that was requested may be an alias.
            guard let href = response.hrefs.first,
                let info = try CalDAVCollectionInfo(response, CalDAVPath(href: href, on: base), connection.origin)
            else { throw .notTodoCollection }
            return ([info], connection)
        }
        var homes = try response.paths(.calDAV("calendar-home-set"), on: base)
        if homes.isEmpty, response.isCollection {
            do throws(CalDAVError) {
                let found = try await calendars(in: [CalDAVPath(base)], connection)
                if found.hasCalendars { return (found.collections, connection) }
            } catch {
                // Some servers do not list other users' collections.
                guard error.mayMeanNoWebDAV(isRoot: true) else { throw error }
            }
        }
        if homes.isEmpty { homes = try await self.homes(of: response, base, connection) }
        guard !homes.isEmpty else { return nil }
        return (try await calendars(in: homes, connection).collections, connection)
    }

    /// The calendar homes of the user in a response.
    private func homes(
        of response: DAVResponse, _ base: URL, _ connection: CalDAVConnection
    ) async throws(CalDAVError) -> [CalDAVPath] {
        let name = DAVName.dav("current-user-principal")
        if response.properties[name]?.has(.dav("unauthenticated")) == true { throw .unauthorized }
        guard let principal = try response.paths(name, on: base).first else { return [] }
        let (answer, base) = try await connection.request(
            "PROPFIND", principal, depth: "0", DAVRequestBody.propfind(["C:calendar-home-set"]))
        return try answer.responses.first?.paths(.calDAV("calendar-home-set"), on: base) ?? []
    }

    /// The collections in calendar homes that accept tasks, and whether there are any calendars.
    private func calendars(
        in homes: [CalDAVPath], _ connection: CalDAVConnection
    ) async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], hasCalendars: Bool) {
        var found: [CalDAVPath: CalDAVCollectionInfo] = [:]
        var hasCalendars = false
        for home in homes {
            let (answer, base) = try await connection.request(
                "PROPFIND", home, depth: "1", DAVRequestBody.propfind(CalDAVCollectionInfo.properties))
            for response in answer.responses where response.isCalendar {
                hasCalendars = true
                guard let href = response.hrefs.first else { continue }
                let path = try CalDAVPath(href: href, on: base)
                if let info = try CalDAVCollectionInfo(response, path, connection.origin) { found[info.path] = info }
            }
        }
        return (found.values.sorted { $0.path < $1.path }, hasCalendars)
    }
}

extension DAVResponse {
    /// The addresses in a property.
    fileprivate func paths(_ name: DAVName, on base: URL) throws(CalDAVError) -> [CalDAVPath] {
        var paths: [CalDAVPath] = []
        for href in properties[name]?.all(.dav("href")).compactMap(\.trimmedText) ?? [] {
            paths.append(try CalDAVPath(href: href, on: base))
        }
        return paths
    }
}

extension CalDAVError {
    /// Whether the server's WebDAV may begin at another address. A path that the user gave and that does not exist is a mistake
    /// of the user.
    fileprivate func mayMeanNoWebDAV(isRoot: Bool) -> Bool {
        switch self {
        case .notFound, .forbidden: isRoot
        case .malformed, .conflict: true
        case .refused(let status, _): status < 500 || status == 501
        default: false
        }
    }
}
