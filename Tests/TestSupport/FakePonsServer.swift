import CoreModule
package import Foundation
package import SuperappTesting

/// A server on loopback that answers like the documented PONS dictionary: by status, dictionary and direction.
package final class FakePonsServer: Sendable {
    /// The key that it accepts.
    package static let secret = "k3y-0f-a-test"

    /// The dictionaries for the app's first languages. There is none for Italian and Russian.
    private static let dictionaries: Set = ["deen", "deit", "deru", "enit", "enru"]

    private let server: LocalHTTPServer
    private let state: State

    private final class State: Sendable {
        let left: Locked<Int>

        init(quota: Int) { left = Locked(quota) }
    }

    /// Starts the server.
    /// - Parameter quota: how many look-ups it answers before it sends status 503.
    package init(quota: Int = 1000) throws {
        let state = State(quota: quota)
        self.state = state
        server = try LocalHTTPServer { Self.reply(to: $0, state) }
    }

    /// The address for the service.
    package var baseURL: URL { server.url.appending(path: "v1") }

    /// The requests so far.
    package var requests: [LocalHTTPServer.Request] { server.requests }

    /// Changes the quota.
    package func refill(_ quota: Int) {
        state.left.withLock { $0 = quota }
    }

    package func stop() {
        server.stop()
    }

    private static func reply(to request: LocalHTTPServer.Request, _ state: State) -> LocalHTTPServer.Reply {
        guard request.method == "GET", request.path == "/v1/dictionary" else {
            return .text("<h1>not here</h1>", status: 500)
        }
        guard request.headers["x-secret"] == secret else { return .answer(status: 403) }
        let query = request.query
        guard let key = query["l"], dictionaries.contains(key) else { return .answer(status: 404) }
        let isWithinQuota = state.left.withLock { left in
            left -= 1
            return left >= 0
        }
        guard isWithinQuota else { return .answer(status: 503) }
        let blocks = PonsFixture.all.filter { fixture in
            fixture.key == key && fixture.word == query["q"]?.lowercased()
                && (query["in"] == nil || query["in"] == fixture.language)
        }
        guard !blocks.isEmpty else { return .answer(status: 204) }
        let json = blocks.map { #"{"lang": "\#($0.language)", "hits": [\#($0.hits)]}"# }
        return .text(
            "[\(json.joined(separator: ","))]", headers: ["Content-Type": "application/json; charset=utf-8"])
    }
}
