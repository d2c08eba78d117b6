public import Foundation

/// A shared folder on a WebDAV server (RFC 4918), such as one of Nextcloud. It must exist.
///
/// A listing, a reading and a writing are a request each. What a broken connection has left of a file is replaced when it is written again.
public struct WebDAVFolder: SharedFolder {
    private static let properties = ["D:resourcetype", "D:getcontentlength"]

    private let server: WebDAVServer

    /// Checks the address of a folder, which is http or https. Sends nothing.
    ///
    /// Throws ``SharedFolderError/server(address:_:)`` with ``WebDAVError/invalidAddress(_:)``, also if the address contains a password, or if
    /// there are credentials without a user, and with ``WebDAVError/insecure(host:)``.
    /// - Parameters:
    ///   - url: the address; a user in it is for credentials that name none.
    ///   - user: the user, for credentials that name none.
    ///   - credentials: nil for anonymous access.
    ///   - client: sends the requests.
    ///   - clock: for the date until which a server wants no requests.
    ///   - allowsInsecureConnections: whether the password may be sent without encryption to another host than this one.
    ///   - logger: receives the requests, with method and host.
    public init(
        url: URL, user: String? = nil, credentials: WebDAVCredentials?, client: any HTTP.Client = Self.defaultClient(),
        clock: WallClock = .system, allowsInsecureConnections: Bool = false, logger: EventLogger = .disabled
    ) throws(SharedFolderError) {
        do {
            server = try WebDAVServer(
                url: url, user: user, credentials: credentials, client: client, clock: clock,
                allowsInsecureConnections: allowsInsecureConnections, logger: logger)
        } catch {
            throw .server(address: url.withoutUser, error)
        }
    }

    /// A client for files: a timeout of ten minutes, and answers up to 512 MiB. A server that is silent is given up sooner.
    public static func defaultClient() -> any HTTP.Client {
        SystemHTTPClient(timeout: .seconds(600), maximumBodySize: 512 << 20)
    }

    /// Its address, without a user, with a slash at the end.
    public var address: String { server.url.absoluteString.hasSuffix("/") ? "\(server.url)" : "\(server.url)/" }

    private var path: WebDAVPath { server.path.asCollection }

    /// Lists its files, without hidden ones.
    public func files() async throws(SharedFolderError) -> [SharedFile] {
        try await attempt { () throws(WebDAVError) in
            let (answer, base) = try await server.request(
                "PROPFIND", path, depth: "1", WebDAVRequestBody.propfind(Self.properties), silence: nil)
            var files: [SharedFile] = []
            var isFolder = false
            for response in answer.responses {
                // One that is left out would be taken for a file that has been lost.
                if let status = response.failure, status != 404 { throw WebDAVError(status: status) }
                guard response.failure == nil, !response.isCollection else {
                    isFolder = isFolder || response.isCollection
                    continue
                }
                for href in response.hrefs {
                    let path = try WebDAVPath(href: href, on: base)
                    guard let name = path.name else { throw .malformed(Message("a file has no name")) }
                    if name.hasPrefix(".") { continue }
                    guard let size = response.text(.dav("getcontentlength")).flatMap({ Int($0) }) else {
                        throw .malformed(Message("the size of a file is missing"))
                    }
                    files.append(SharedFile(name: name, size: size))
                }
            }
            guard isFolder else { throw .unsuitable(Message("there is no folder at this address")) }
            return files
        }
    }

    /// Returns a file's contents.
    public func contents(of name: String) async throws(SharedFolderError) -> Data? {
        try await attempt { () throws(WebDAVError) in
            do throws(WebDAVError) {
                return try await server.send("GET", path.appending(segment: name)).body
            } catch {
                guard error == .notFound else { throw error }
                // Else a folder that vanishes would have lost its files.
                _ = try await server.request("PROPFIND", path, depth: "0", WebDAVRequestBody.propfind(Self.properties))
                return nil
            }
        }
    }

    /// Writes a file. Of one of that name with other contents a broken connection has left a part, and it is replaced.
    public func write(_ contents: Data, to name: String) async throws(SharedFolderError) {
        do throws(SharedFolderError) {
            try await put(contents, to: name, isNew: true)
        } catch {
            guard case .server(_, .preconditionFailed) = error else { throw error }
            guard try await self.contents(of: name) != contents else { return }
            try await put(contents, to: name, isNew: false)
        }
    }

    private func put(_ contents: Data, to name: String, isNew: Bool) async throws(SharedFolderError) {
        try await attempt { () throws(WebDAVError) in
            var headers = ["Content-Type": "application/octet-stream"]
            if isNew { headers["If-None-Match"] = "*" }
            _ = try await server.send("PUT", path.appending(segment: name), headers: headers, body: contents)
        }
    }

    /// Removes a file.
    public func remove(_ name: String) async throws(SharedFolderError) {
        try await attempt { () throws(WebDAVError) in try await server.delete(path.appending(segment: name)) }
    }

    private func attempt<Value>(
        _ body: () async throws(WebDAVError) -> Value
    ) async throws(SharedFolderError) -> Value {
        do throws(WebDAVError) {
            return try await body()
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            // RFC 4918, section 9.7.1: a file whose folder does not exist is answered by 409.
            case .notFound, .conflict(nil): throw .missing(address: address)
            default: throw .server(address: address, error)
            }
        }
    }
}

extension URL {
    /// For an error: neither a user, nor a password, nor a query.
    fileprivate var withoutUser: String {
        var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
        parts?.user = nil
        parts?.password = nil
        parts?.query = nil
        parts?.fragment = nil
        return parts?.string ?? ""
    }
}
