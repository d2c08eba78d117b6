import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing

/// What every shared folder does, whatever it is on.
@Suite("Shared folders", .bounded)
struct SharedFolderTests {
    enum Kind: CaseIterable, Sendable {
        case local, webDAV
        /// One that was started for the tests.
        case server

        static let available = allCases.filter { $0 != .server || WebDAVTestServer() != nil }
    }

    private func withFolder(_ kind: Kind, _ body: (any SharedFolder) async throws -> Void) async throws {
        switch kind {
        case .local: try await withTemporaryFolder { try await body(LocalFolder($0)) }
        case .webDAV: try await body(FakeWebDAVServer().folder())
        case .server:
            let server = try #require(WebDAVTestServer())
            try await server.withFolder { try await body(server.folder($0)) }
        }
    }

    @Test("files are written, listed, read and removed, whatever their names are", arguments: Kind.available)
    func files(_ kind: Kind) async throws {
        try await withFolder(kind) { folder in
            #expect(try await folder.files() == [])
            let contents = Data("first\r\nsecond\n\0ü".utf8)
            for name in ["a-1.jsonl", "with space & ü=%41#?.txt", "empty"] {
                let data = name == "empty" ? Data() : contents
                try await folder.write(data, to: name)
                #expect(try await folder.files() == [SharedFile(name: name, size: data.count)])
                #expect(try await folder.contents(of: name) == data)
                try await folder.remove(name)
                #expect(try await folder.files() == [])
                #expect(try await folder.contents(of: name) == nil)
                try await folder.remove(name)
            }
        }
    }

    @Test("a hidden file is not listed, and writing a file again changes nothing", arguments: Kind.available)
    func again(_ kind: Kind) async throws {
        try await withFolder(kind) { folder in
            try await folder.write(Data("a".utf8), to: ".hidden")
            for _ in 0..<2 { try await folder.write(Data("a".utf8), to: "a") }
            #expect(try await folder.files() == [SharedFile(name: "a", size: 1)])
        }
    }
}

/// A folder on a WebDAV server that does other things than one hopes.
@Suite("Shared folders on a server", .bounded)
struct WebDAVFolderTests {
    private let server = FakeWebDAVServer()
    private let address = "https://cloud.example/dav/my%20words/"

    @Test("a folder is the same with and without its last slash, and shows no user")
    func names() throws {
        for text in [address, String(address.dropLast()), "https://ann@cloud.example/dav/my%20words"] {
            #expect(try server.folder(FakeWebDAVServer.address(text)).address == address)
        }
    }

    @Test("a wrong address is refused before anything is sent")
    func addresses() {
        let secret = WebDAVCredentials(user: "ann", password: Secret("p4ss"))
        for (text, shown, error) in [
            (
                "ftp://cloud.example/x", "ftp://cloud.example/x",
                WebDAVError.invalidAddress(Message("it does not begin with https:// and the name of a server"))
            ),
            (
                "https://ann:p4ss@cloud.example/x", "https://cloud.example/x",
                .invalidAddress(Message("it contains a password, which is not allowed"))
            ),
            ("http://cloud.example/x", "http://cloud.example/x", .insecure(host: "cloud.example")),
        ] {
            #expect(throws: SharedFolderError.server(address: shown, error)) {
                try server.folder(FakeWebDAVServer.address(text), credentials: secret)
            }
        }
        #expect(server.requests.isEmpty)
    }

    @Test("a folder that is not there is missing, and its files are not lost")
    func missing() async throws {
        let folder = try server.folder()
        server.change { $0.isThere = false }
        await #expect(throws: SharedFolderError.missing(address: address)) { try await folder.files() }
        await #expect(throws: SharedFolderError.missing(address: address)) { try await folder.contents(of: "a") }
        await #expect(throws: SharedFolderError.missing(address: address)) { try await folder.write(Data(), to: "a") }
        server.change { ($0.isThere, $0.isFile) = (true, true) }
        let isFile = WebDAVError.unsuitable(Message("there is no folder at this address"))
        await #expect(throws: SharedFolderError.server(address: address, isFile)) { try await folder.files() }
    }

    @Test("a listing in which a file fails, has no size or is elsewhere is an error, since the file would seem lost")
    func listings() async throws {
        let folder = try server.folder()
        func expect(_ error: WebDAVError, _ change: (inout FakeWebDAVServer.State) -> Void) async throws {
            let before = server.state.withLock(\.self)
            server.change(change)
            await #expect(throws: SharedFolderError.server(address: address, error)) { try await folder.files() }
            server.change { $0 = before }
        }
        server.change { $0.files["a"] = Data("a".utf8) }
        try await expect(.malformed(Message("the size of a file is missing"))) { $0.hasSizes = false }
        try await expect(.unavailable(until: nil)) {
            $0.extra = "<d:response><d:href>/dav/my%20words/b</d:href><d:status>HTTP/1.1 503 No</d:status></d:response>"
        }
        try await expect(.full) {
            $0.extra = "<d:response><d:href>/dav/my%20words/</d:href><d:status>HTTP/1.1 507 No</d:status></d:response>"
        }
        try await expect(.foreignRedirect(host: "other.example")) {
            $0.extra = FakeWebDAVServer.entry(
                "https://other.example/b", "<d:resourcetype/><d:getcontentlength>1</d:getcontentlength>")
        }
        // One that was removed while the server listed it, and a folder, are left out.
        server.change {
            $0.extra =
                "<d:response><d:href>/dav/my%20words/b</d:href><d:status>HTTP/1.1 404 No</d:status></d:response>"
                + FakeWebDAVServer.entry(
                    "/dav/my%20words/sub/", "<d:resourcetype><d:collection/></d:resourcetype>")
        }
        #expect(try await folder.files() == [SharedFile(name: "a", size: 1)])
    }

    @Test("what a broken connection has left of a file is replaced by the next attempt")
    func broken() async throws {
        let folder = try server.folder()
        let data = Data("whole".utf8)
        server.change { $0.cut = 2 }
        await #expect(
            throws: SharedFolderError.server(address: address, .network(Message("it broke")))
        ) { try await folder.write(data, to: "a") }
        #expect(server.files == ["a": Data("wh".utf8)])
        try await folder.write(data, to: "a")
        #expect(server.files == ["a": data])
        #expect(server.requests == ["PUT", "PUT", "GET", "PUT"])
    }

    @Test(
        "the server's refusal is told with the folder, at every call",
        arguments: [
            (401, WebDAVError.unauthorized, "unauthorized"), (403, .forbidden(precondition: nil), "sync"),
            (423, .locked, "sync"), (429, .rateLimited(until: nil), "rateLimited"), (507, .full, "sync"),
            (503, .unavailable(until: nil), "network"), (500, .refused(status: 500, precondition: nil), "sync"),
        ])
    func refusals(status: Int, error: WebDAVError, code: String) async throws {
        let folder = try server.folder()
        server.change { state in state.intercept = { (_) throws(HTTP.Error) in status } }
        let expected = SharedFolderError.server(address: address, error)
        #expect(expected.code == code && "\(expected.explanation)".contains(address))
        await #expect(throws: expected) { try await folder.files() }
        await #expect(throws: expected) { try await folder.contents(of: "a") }
        await #expect(throws: expected) { try await folder.write(Data(), to: "a") }
        await #expect(throws: expected) { try await folder.remove("a") }
    }

    @Test("a call that is cancelled says so")
    func cancellation() async throws {
        let folder = try server.folder()
        server.change { state in state.intercept = { (_) throws(HTTP.Error) in throw .cancelled } }
        await #expect(throws: SharedFolderError.cancelled) { try await folder.files() }
    }

    @Test("the user is sent with every request, and is the one of the address if the credentials name none")
    func user() async throws {
        let url = FakeWebDAVServer.address("https://ann@cloud.example/dav/my%20words")
        let folder = try server.folder(url, credentials: WebDAVCredentials(password: Secret("p4ss")))
        _ = try await folder.files()
        let basic = Data("ann:p4ss".utf8).base64EncodedString()
        #expect(server.state.withLock(\.headers)["Authorization"] == "Basic \(basic)")
    }
}
