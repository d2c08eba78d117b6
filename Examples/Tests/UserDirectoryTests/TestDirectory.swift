import CoreModule
import Foundation
import SuperappTesting
import Synchronization
import UserDirectory

/// A users' server on loopback: the offline server over real HTTP, and replies of the test's own before it.
final class TestServer: Sendable {
    private final class Script: Sendable {
        let replies = Mutex<[LocalHTTPServer.Reply]>([])
    }

    private let script = Script()
    private let http: LocalHTTPServer
    let url: URL
    /// Opens when a request is left without an answer.
    let hasStalled = Latch()

    init() throws {
        let users = OfflineUserServer()
        http = try LocalHTTPServer { [script, hasStalled] request in
            if let reply = script.replies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                if case .stall = reply { hasStalled.open() }
                return reply
            }
            guard let url = URL(string: "http://127.0.0.1" + request.target) else { return .text("", status: 400) }
            let answer = users.answer(HTTP.Request(request.method, url, headers: request.headers, body: request.body))
            return .answer(status: answer.status, body: answer.body)
        }
        url = http.url
    }

    /// Adds a reply to one of the next requests, which are answered in the order of the calls.
    func reply(_ reply: LocalHTTPServer.Reply) {
        script.replies.withLock { $0.append(reply) }
    }

    /// The requests that change users.
    var changes: [LocalHTTPServer.Request] { http.requests.filter { $0.method != "GET" } }
    var requestCount: Int { http.requests.count }
}

/// A network that can be switched off.
actor TestNetwork: HTTP.Client {
    private let base: SystemHTTPClient
    private var isOffline = false
    private var meanwhile: (@MainActor () async -> Void)?

    init(timeout: Duration = .seconds(120)) {
        base = SystemHTTPClient(timeout: timeout)
    }

    func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

    /// Does something while the next request is under way.
    func duringNextRequest(_ action: @escaping @MainActor () async -> Void) { meanwhile = action }

    func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response {
        let action = meanwhile
        meanwhile = nil
        await action?()
        if isOffline { throw .unreachable(Message("there is no network")) }
        return try await base.send(request)
    }
}

/// A directory of a test's own, with its server.
@MainActor
struct TestDirectory {
    let tree: FeatureTree
    let server: TestServer
    let network: TestNetwork
    let time: ManualTime
    let dependencies: UserDirectoryDependencies

    init(
        repository: any UserRepository = InMemoryUserRepository(), timeout: Duration = .seconds(120),
        logger: EventLogger = .disabled
    ) throws {
        let (server, network, time) = (try TestServer(), TestNetwork(timeout: timeout), ManualTime())
        (self.server, self.network, self.time) = (server, network, time)
        tree = FeatureTree(logger: logger)
        let service = HTTPUserService(server.url, HTTPUserRequests(network, logger: logger))
        dependencies = UserDirectoryDependencies(service, repository: repository).with {
            $0.clock = time.clock
            $0.logger = logger
        }
    }

    func open(_ change: (inout UserDirectoryDependencies) -> Void = { _ in }) -> UserDirectoryGraph {
        UserDirectoryBuilder(dependencies.with(change), parent: tree.root).build()
    }
}

extension UserFormViewModel {
    /// Fills the three fields.
    func type(_ first: String, _ last: String, _ email: String) {
        (draft.firstName, draft.lastName, draft.email) = (first, last, email)
    }
}

/// The fields of a JSON object whose values are texts.
func fields(_ body: Data) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: body)
}

/// A folder of a test's own, which is removed after the body.
func withFolder<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "users \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let result: Result<Value, any Error>
    do { result = .success(try await body(folder)) } catch { result = .failure(error) }
    try FileManager.default.removeItem(at: folder)
    return try result.get()
}
