import CoreModule
import Foundation

extension CalDAVServer {
    private static let properties =
        CalDAVCollectionInfo.properties + ["D:current-user-principal", "C:calendar-home-set"]

    /// Finds the collections, and a connection to their server.
    func discover() async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], connection: CalDAVConnection) {
        // What answers badly at a path that the user gave is not replaced by another list.
        guard path.rawValue == "/" else { return try await calendars(at: path, connection) ?? ([], connection) }
        var failures: [CalDAVError] = []
        for place in [path, CalDAVPath("/.well-known/caldav")].compactMap(\.self) {
            do throws(CalDAVError) {
                if let found = try await calendars(at: place, connection) { return found }
            } catch {
                guard error.mayMeanNoWebDAV else { throw error }
                failures.append(error)
            }
        }
        // A server without WebDAV must not look like a user without collections, and one that refuses must not look like none.
        guard failures.count == 2 else { return ([], connection) }
        for case .forbidden(let rule) in failures { throw .forbidden(precondition: rule) }
        throw .noCalDAV(host: connection.origin.host, failures[0].explanation)
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
            guard let place = try CalDAVPath.usable(response.hrefs, on: base).first,
                let info = try CalDAVCollectionInfo(response, place, connection.origin)
            else { throw .notTodoCollection }
            return ([info], connection)
        }
        var homes = try response.paths(.calDAV("calendar-home-set"), on: base)
        if homes.isEmpty, response.isCollection {
            do throws(CalDAVError) {
                let found = try await calendars(in: [CalDAVPath(base)], connection)
                if found.hasCalendars { return (found.collections, connection) }
            } catch {
                // Some servers do not list what is above the users' collections, or other users'.
                guard path.rawValue == "/" ? error.mayMeanNoWebDAV : error.isRefusal else { throw error }
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
        var failure: CalDAVError?
        for home in homes {
            let (answer, base) = try await connection.request(
                "PROPFIND", home, depth: "1", DAVRequestBody.propfind(CalDAVCollectionInfo.properties))
            for response in answer.responses where response.isCalendar {
                hasCalendars = true
                do throws(CalDAVError) {
                    guard let path = try CalDAVPath.usable(response.hrefs, on: base).first,
                        let info = try CalDAVCollectionInfo(response, path, connection.origin)
                    else { continue }
                    found[info.path] = info
                } catch {
                    failure = error
                }
            }
        }
        if let failure, found.isEmpty { throw failure }
        return (found.values.sorted { $0.path < $1.path }, hasCalendars)
    }
}

extension DAVResponse {
    /// The addresses in a property.
    fileprivate func paths(_ name: DAVName, on base: URL) throws(CalDAVError) -> [CalDAVPath] {
        try CalDAVPath.usable(properties[name]?.all(.dav("href")).compactMap(\.trimmedText) ?? [], on: base)
    }
}

extension CalDAVError {
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
