import CoreModule
import Foundation
import TestSupport
import Testing

@Suite("Logging of operations, streams, requests and screens", .bounded)
struct LoggingDecoratorTests {
    private struct Refusal: LoggedError, Equatable {
        let code: String
        let logLevel: EventLogger.Level
    }

    private struct ScriptedClient: HTTP.Client {
        let result: Result<HTTP.Response, HTTP.Error>
        func send(_ request: HTTP.Request) async throws(HTTP.Error) -> HTTP.Response { try result.get() }
    }

    private let log = EventLogger.InMemoryHandler()
    private var lines: [String] {
        log.events.map {
            String($0.line.split(separator: " ", maxSplits: 1)[1]).replacing(/\ took=\d+ms/, with: "")
        }
    }
    private func logger(_ level: EventLogger.Level = .debug) -> EventLogger {
        EventLogger(label: "t", minimumLevel: level, handler: log)
    }

    @Test("an operation is logged when it starts and is done; a failure with its code, at its error's level")
    func operations() async throws {
        let operations = OperationLog(logger())
        let value = await operations.run("read", "a", result: { "\($0)" }) { () throws(Never) in 7 }
        #expect(value == 7)
        for level in [EventLogger.Level.info, .error] {
            await #expect(throws: Refusal.self) {
                try await operations.run("write", "secret") { () throws(Refusal) in
                    throw Refusal(code: "full", logLevel: level)
                }
            }
        }
        #expect(
            lines == [
                "debug t: read started subject=a", "debug t: read done result=7",
                "debug t: write started subject=secret",
                "info t: write failed error=full", "debug t: write started subject=secret",
                "error t: write failed error=full",
            ])
    }

    @Test("no text is created for an operation that is not logged")
    func lazyOperations() async {
        let operations = OperationLog(logger(.info))
        @Sendable func unwanted() -> String {
            Issue.record("created but not logged")
            return ""
        }
        await operations.run("read", unwanted(), result: { _ in unwanted() }) { () throws(Never) in }
        await operations.runQuietly("look", result: { _ in unwanted() }) { () throws(Never) in }
        let stream = EventStream<Int>().logged(as: "n", by: logger(.info)) { _ in unwanted() }
        stream.send(1)
        #expect(log.events.isEmpty)
    }

    @Test("a repeated operation is logged only if it has a result")
    func quietOperations() async {
        let operations = OperationLog(logger())
        for count in [0, 2] {
            _ = await operations.runQuietly("look", result: { count == 0 ? nil : "\($0)" }) { () throws(Never) in count
            }
        }
        #expect(lines == ["debug t: look done result=2"])
    }

    @Test("a stream logs subscriptions, what is sent and received, and when a subscription ends")
    func streams() async {
        let stream = ValueStream("a").logged(as: "letters", by: logger())
        await Task {
            var iterator = stream.events().makeAsyncIterator()
            stream.send("b")
            #expect(await iterator.next() == "a")
            #expect(await iterator.next() == "b")
        }.value
        #expect(stream.value == "b")
        #expect(
            lines == [
                "debug stream: subscribed stream=letters subscriber=1", "debug stream: sent stream=letters event=b",
                "debug stream: received stream=letters subscriber=1 event=a",
                "debug stream: received stream=letters subscriber=1 event=b",
                "debug stream: unsubscribed stream=letters subscriber=1",
            ])
    }

    @Test("a request is logged by method, host and path, without its query, headers and body")
    func requests() async throws {
        let url = try #require(URL(string: "https://api.example.com/v1/words?q=aardvark"))
        let request = HTTP.Request("POST", url, headers: ["X-Secret": "abc"], body: Data("aardvark".utf8))
        let answer = HTTP.Response(status: 200, url: url, headers: ["Set-Cookie": "abc"], body: Data("aardvark".utf8))
        for result in [
            Result.success(answer), .failure(HTTP.Error.status(HTTP.Response(status: 503, url: url))),
            .failure(.cancelled),
        ] {
            do { _ = try await LoggingHTTPClient(ScriptedClient(result: result), logger: logger()).send(request) } catch
            {}
        }
        #expect(
            lines == [
                "debug http: request started request=POST api.example.com/v1/words",
                "debug http: request done request=POST api.example.com/v1/words status=200",
                "debug http: request started request=POST api.example.com/v1/words",
                "warning http: request failed request=POST api.example.com/v1/words error=status 503",
                "debug http: request started request=POST api.example.com/v1/words",
                "debug http: request failed request=POST api.example.com/v1/words error=cancelled",
            ])
    }

    @MainActor
    @Test("screens are logged when they are shown, and however they are dismissed")
    func screens() {
        let tree = FeatureTree()
        let stack = ScreenStack(logger: logger())
        for _ in 0..<2 { stack.show(NoteBuilder(parent: tree.root).build()) }
        stack.pop()
        if let screen = stack.top { stack.dismiss(screen.scope.id) }
        #expect(stack.screens.isEmpty)
        let shown = "info screen: screen shown screen=Note"
        let dismissed = "info screen: screen dismissed screen=Note"
        #expect(lines == [shown, shown, dismissed, dismissed])
    }

    @MainActor
    @Test("the user's actions are logged with their feature, and a failure at most as a warning")
    func actions() async {
        let tree = FeatureTree(logger: logger())
        let note = NoteBuilder(parent: tree.root).build()
        let state = ActionState<Refusal>(note.scope.actions)
        state.note("choose", "a")
        for level in [EventLogger.Level.debug, .error] {
            let refusal = Refusal(code: "x", logLevel: level)
            await state.perform("save") { () throws(Refusal) in throw refusal }
            #expect(state.failure == refusal)
        }
        state.performNow("set") { () throws(Refusal) in throw Refusal(code: "y", logLevel: .info) }
        #expect(state.failure?.code == "y")
        #expect(
            lines == [
                "info feature: feature installed path=Note", "info action: choose feature=Note subject=a",
                "info action: save feature=Note", "info action: save could not be done feature=Note error=x",
                "info action: save feature=Note", "warning action: save could not be done feature=Note error=x",
                "info action: set feature=Note", "info action: set could not be done feature=Note error=y",
            ])
    }
}

private struct NoteBuilder: Builder {
    static let feature = Feature.screen("Note")
    let dependencies: Void = ()
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> NoteGraph { NoteGraph(scope: scope) }
}

private final class NoteGraph: Graph {
    let scope: FeatureScope

    init(scope: FeatureScope) {
        self.scope = scope
    }
}
