import CoreModule
import Foundation
import SuperappTesting
import TestSupport
import Testing
import TodoList

@Suite("Digest authentication", .bounded)
struct DigestAuthenticationTests {
    @Test("the digests of RFC 1321 and FIPS 180-4, at the edges of a block")
    func digests() {
        #expect(MessageDigest.md5.hex(of: "") == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(MessageDigest.md5.hex(of: "message digest") == "f96b697d7cb7938d525a2f31aaf161d0")
        let digits = String(repeating: "1234567890", count: 8)
        #expect(MessageDigest.md5.hex(of: digits) == "57edf4a22be3c955ac49da2e2107b67a")
        #expect(
            MessageDigest.sha256.hex(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            MessageDigest.sha256.hex(of: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        for length in [55, 56, 63, 64, 65] {
            let text = String(repeating: "a", count: length)
            #expect(MessageDigest.md5.hex(of: text).count == 32 && MessageDigest.sha256.hex(of: text).count == 64)
        }
    }

    @Test("the examples of RFC 7616, of which SHA-256 is preferred, and of RFC 2617")
    func examples() {
        let random = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        func challenge(_ algorithm: String) -> String {
            """
            Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=\(algorithm), \
            nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
            opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
            """
        }
        let (md5, sha) = (challenge("MD5"), challenge("SHA-256"))
        for (field, response) in [
            (md5, "8ca523f5e9506fed4657c9700eebdbec"),
            ("\(md5), \(sha)", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
            ("Basic realm=\"a, b\", \(md5), Negotiate", "8ca523f5e9506fed4657c9700eebdbec"),
        ] {
            let digest = DigestAuthentication(user: "Mufasa", password: Secret("Circle of Life"), makeNonce: { random })
            #expect(digest.authorization("GET", "/dir/index.html") == nil)
            let value = digest.authorization("GET", "/dir/index.html", meeting: field)?.reveal() ?? ""
            #expect(value.hasPrefix("Digest username=\"Mufasa\", "))
            #expect(value.contains("response=\"\(response)\"") && value.contains("nc=00000001, "), "\(value)")
        }
        let old = DigestAuthentication(user: "Mufasa", password: Secret("Circle Of Life"), makeNonce: { "0a4f113b" })
        let challenged =
            "Digest\trealm=\"testrealm@host.com\",\tqop=\"AUTH\",\tnonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\""
        let value = old.authorization("GET", "/dir/index.html", meeting: challenged)?.reveal() ?? ""
        #expect(value.contains("response=\"6629fae49393a05397450978507c4ef1\"") && !value.contains("algorithm"))
        #expect(old.authorization("GET", "/")?.reveal().contains("nc=00000002") == true)
        // Two requests may be refused at the same time: a count is used once.
        #expect(old.authorization("GET", "/", meeting: challenged)?.reveal().contains("nc=00000003") == true)
    }

    @Test(
        "a challenge that cannot be met is none",
        arguments: [
            "", "Basic realm=\"x\"", "Digest realm=\"x\"",
            "Digest realm=\"x\", nonce=\"y\", algorithm=SHA-512-256",
            "Digest realm=\"x\", nonce=\"y\", qop=\"auth-int\"", "Digest realm=\"x, nonce=\"y\"", ",,=,\"",
        ])
    func unusable(field: String) {
        let digest = DigestAuthentication(user: "a", password: Secret("b"))
        #expect(digest.authorization("GET", "/", meeting: field) == nil)
    }

    /// A server that accepts only the right password, with a nonce that it changes after some requests.
    private func server(uses: Int) throws -> LocalHTTPServer {
        let count = Locked(0)
        return try LocalHTTPServer { request in
            let number = count.withLock { count in
                count += 1
                return count / uses
            }
            let field = request.headers["authorization"] ?? ""
            func part(_ name: String) -> String {
                String(
                    field.split(separator: "\(name)=").dropFirst().first?.split(separator: ",").first?.trimmingPrefix(
                        "\""
                    ).prefix { $0 != "\"" } ?? "")
            }
            let secret = MessageDigest.md5.hex(of: "user:dav:p4ss-0f-a-test")
            let target = MessageDigest.md5.hex(of: "\(request.method):\(request.path)")
            let response = MessageDigest.md5.hex(
                of: "\(secret):n\(number):\(part("nc")):\(part("cnonce")):auth:\(target)")
            guard part("response") == response else {
                let challenge = "Digest realm=\"dav\",qop=\"auth\",nonce=\"n\((count.withLock { $0 } + 1) / uses)\""
                return .answer(status: 401, headers: ["WWW-Authenticate": challenge])
            }
            return .text(multistatus(syncToken("t")), status: 207)
        }
    }

    @Test("a server that wants it gets it, without another question while its nonce is valid")
    func requests() async throws {
        let server = try server(uses: 100)
        let tasks = try CalDAVCollection(url: server.url.appending(path: "t%20a/"), credentials: testCredentials)
        for _ in 0..<3 { #expect(try await tasks.changes(since: "t").token == "t") }
        #expect(server.requests.count == 4)
        #expect(server.requests[0].headers["authorization"]?.hasPrefix("Basic ") == true)
        let wrong = try CalDAVCollection(
            url: server.url, credentials: WebDAVCredentials(user: "user", password: Secret("wrong")))
        #expect(await error { () throws(WebDAVError) in try await wrong.changes(since: "t") } == .unauthorized)
        #expect(server.requests.count == 6)
    }

    @Test("a new nonce is used at once")
    func newNonce() async throws {
        let server = try server(uses: 3)
        let tasks = try CalDAVCollection(url: server.url.appending(path: "t/"), credentials: testCredentials)
        for _ in 0..<5 { #expect(try await tasks.changes(since: "t").token == "t") }
    }

    @Test("after a redirect, the address that has asked gets the digest of its path and query")
    func redirect() async throws {
        let server = try LocalHTTPServer { request in
            guard request.path == "/real/" else {
                return .answer(status: 308, headers: ["Location": "/real/?list=a%20b"])
            }
            let field = request.headers["authorization"] ?? ""
            let secret = MessageDigest.md5.hex(of: "user:dav:p4ss-0f-a-test")
            let target = MessageDigest.md5.hex(of: "\(request.method):/real/?list=a%20b")
            let response = MessageDigest.md5.hex(of: "\(secret):n:\(target)")
            guard field.contains("uri=\"\(request.target)\""), field.contains("response=\"\(response)\"") else {
                return .answer(status: 401, headers: ["WWW-Authenticate": "Digest realm=\"dav\", nonce=\"n\""])
            }
            return .text(multistatus(syncToken("t")), status: 207)
        }
        let tasks = try CalDAVCollection(url: server.url.appending(path: "t/"), credentials: testCredentials)
        #expect(try await tasks.changes(since: "t").token == "t")
        #expect(server.requests.count == 3)
    }

    @Test("a server for which each nonce is too old is asked twice, and does not refuse the password")
    func stale() async throws {
        let count = Locked(0)
        let client = FakeDAVClient { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            let challenge = "Digest realm=\"dav\", qop=\"auth\", nonce=\"n\(number)\", stale=TRUE"
            return .status(401, headers: ["WWW-Authenticate": challenge])
        }
        let tasks = try collection(client)
        for requests in [2, 4] {
            #expect(
                await error { () throws(WebDAVError) in try await tasks.changes(since: "t") }
                    == .unavailable(until: nil))
            #expect(client.requests.count == requests)
        }
    }
}
