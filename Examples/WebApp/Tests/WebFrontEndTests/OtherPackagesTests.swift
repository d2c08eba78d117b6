import AsyncHTTPClient
import CoreModule
import Foundation
import HTTPTypes
import InMemoryLogging
import Logging
import PersonalDictionary
import SuperappTesting
import Testing
import TodoList

extension EventLogger.Level {
    var inSwiftLog: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}

/// Passes the events of an `EventLogger` to swift-log.
struct SwiftLogHandler: EventLogger.Handler {
    let logger: Logger

    func handle(_ event: EventLogger.Event) {
        let details = event.metadata.filter { !$0.value.isEmpty }.map {
            ($0.key, Logger.MetadataValue.string($0.value))
        }
        let metadata = Logger.Metadata(details) { $1 }.merging(["label": "\(event.label)"]) { first, _ in first }
        logger.log(level: event.level.inSwiftLog, "\(event.message)", metadata: metadata)
    }
}

extension HTTP.Client {
    /// Sends a request of swift-http-types.
    func send(_ request: HTTPRequest, body: Data? = nil) async throws(HTTP.Error) -> (HTTPResponse, Data) {
        let address = "\(request.scheme ?? "https")://\(request.authority ?? "")\(request.path ?? "/")"
        guard let url = URL(string: address) else { throw .unreachable(Message("the address is no URL")) }
        let headers = Dictionary(request.headerFields.map { ($0.name.rawName, $0.value) }) { "\($0), \($1)" }
        let response = try await send(HTTP.Request(request.method.rawValue, url, headers: headers, body: body))
        return (HTTPResponse(status: HTTPResponse.Status(code: response.status)), response.body)
    }
}

@Suite("Beside swift-log, swift-http-types and AsyncHTTPClient", .timeLimit(.minutes(1)))
struct OtherPackagesTests {
    @Test("the events of the libraries reach swift-log")
    func logging() throws {
        let lines = InMemoryLogHandler()
        var logger = Logger(label: "app") { _ in lines }
        logger.logLevel = .debug
        let events = EventLogger(label: "store", minimumLevel: .debug, handler: SwiftLogHandler(logger: logger))
        events.warning("read words failed", ["error": "full", "word": ""])
        let entry = try #require(lines.entries.first)
        #expect(lines.entries.count == 1 && entry.level == .warning && entry.message == "read words failed")
        #expect(entry.metadata == ["label": "store", "error": "full"])
    }

    @Test("a request of swift-http-types goes through the libraries' client")
    func request() async throws {
        let server = try LocalHTTPServer { request in .text("\(request.method) \(request.target)") }
        let port = try #require(server.url.port)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/words?page=2")
        defer { server.stop() }
        let (response, body) = try await SystemHTTPClient().send(request)
        #expect(response.status == .ok && String(decoding: body, as: UTF8.self) == "GET /words?page=2")
    }

    /// Compiles because none of the names needs its module in front.
    @Test("names of one word, and those of the other packages, need no module in front")
    func names() {
        let theirs: [Any.Type] = [
            HTTPClient.self, HTTPClientError.self, HTTPField.self, HTTPFields.self, HTTPRequest.self, HTTPResponse.self,
            InMemoryLogHandler.self, LogEvent.self, (any LogHandler).self, Logger.self,
        ]
        let ours: [Any.Type] = [
            (any Adjustable).self, (any Builder).self, CalendarDay.self, ETag.self, EventLogger.Event.self,
            (any EventLogger.Handler).self, EventLogger.InMemoryHandler.self, EventLogger.Level.self,
            EventLogger.StandardErrorHandler.self, EventStream<Int>.self, Feature.self, Glossary.self, (any Graph).self,
            (any HTTP.Client).self, HTTP.Error.self, HTTP.Request.self, HTTP.Response.self, InputFile.self,
            Language.self, Latch.self, LeakDetector.self, LinkOutcome.self, Loader<Int, Never>.self, Localizer.self,
            Message.self, (any Navigator).self, OutputFile.self, PercentEncoding.self,
            RouteBuilder<Void, AppBuilder>.self,
            (any Router).self, Secret.self, Sleeper.self, Suggestion.self, TaskList.self, TextEncoding.self, Todo.self,
            Translation.self, UserActions.self, ValueStream<Int>.self, Vocabulary.self, VTodo.self, WallClock.self,
            Word.self,
        ]
        #expect(Set((theirs + ours).map { ObjectIdentifier($0) }).count == theirs.count + ours.count)
    }
}
