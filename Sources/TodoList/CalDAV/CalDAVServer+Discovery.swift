import CoreModule
import Foundation

extension CalDAVServer {
    private static let properties =
        CalDAVCollectionInfo.properties + ["D:current-user-principal", "C:calendar-home-set"]

    /// Finds the collections, and the connection to where they are.
    func discover() async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], connection: CalDAVConnection) {
        var failure: CalDAVError?
        do throws(CalDAVError) {
            if let found = try await calendars(at: path, connection) { return found }
        } catch {
            guard error.mayMeanNoWebDAV(isRoot: path.rawValue == "/") else { throw error }
            failure = error
        }
        let wellKnown = CalDAVPath("/.well-known/caldav") ?? path
        do throws(CalDAVError) {
            if let found = try await calendars(at: wellKnown, connection) { return found }
        } catch {
            guard error.mayMeanNoWebDAV(isRoot: true) else { throw error }
            // There is no WebDAV here at all: that is not to be taken for a user without collections.
            if let failure { throw failure }
        }
        return ([], connection)
    }

    /// What an address leads to; `nil` where it does not lead to any calendar.
    private func calendars(
        at path: CalDAVPath, _ connection: CalDAVConnection
    ) async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], connection: CalDAVConnection)? {
        let (answer, base) = try await connection.ask(
            "PROPFIND", path, depth: "0", DAVRequestBody.propfind(Self.properties))
        let connection = try connection.moved(to: base)
        guard let response = answer.responses.first else { throw .malformed(Message("it is empty")) }
        if let status = response.failure { throw CalDAVError(status: status) }
        if response.isCalendar {
            // Its own name for itself: another spelling of it may be an alias.
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
                // Some servers do not list what is not the user's own.
                guard error.mayMeanNoWebDAV(isRoot: true) else { throw error }
            }
        }
        if homes.isEmpty {
            homes = try await self.homes(of: response, base, connection)
        }
        guard !homes.isEmpty else { return nil }
        return (try await calendars(in: homes, connection).collections, connection)
    }

    /// The homes of the user whom a response names.
    private func homes(
        of response: DAVResponse, _ base: URL, _ connection: CalDAVConnection
    ) async throws(CalDAVError) -> [CalDAVPath] {
        let name = DAVName.dav("current-user-principal")
        if response.properties[name]?.has(.dav("unauthenticated")) == true { throw .unauthorized }
        guard let principal = try response.paths(name, on: base).first else { return [] }
        let (answer, base) = try await connection.ask(
            "PROPFIND", principal, depth: "0", DAVRequestBody.propfind(["C:calendar-home-set"]))
        return try answer.responses.first?.paths(.calDAV("calendar-home-set"), on: base) ?? []
    }

    /// The collections in homes that take tasks, and whether there are any calendars at all.
    private func calendars(
        in homes: [CalDAVPath], _ connection: CalDAVConnection
    ) async throws(CalDAVError) -> (collections: [CalDAVCollectionInfo], hasCalendars: Bool) {
        var found: [CalDAVPath: CalDAVCollectionInfo] = [:]
        var hasCalendars = false
        for home in homes {
            let (answer, base) = try await connection.ask(
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
    /// Whether an address may just not be the one where a server's WebDAV begins. What is not there at an address that somebody
    /// has given with a path is a mistake of theirs.
    fileprivate func mayMeanNoWebDAV(isRoot: Bool) -> Bool {
        switch self {
        case .notFound, .forbidden: isRoot
        case .malformed, .conflict: true
        case .refused(let status, _): status < 500 || status == 501
        default: false
        }
    }
}
