import Foundation
import SuperappTesting
import Testing

@Suite("Retry", .timeLimit(.minutes(15)))
struct RetryTests {
    @Test(
        "retry says why a word has no translation, also for a malformed answer or an unknown direction",
        arguments: [
            (LocalHTTPServer.Reply.text("<html>welcome</html>"), "malformedAnswer"),
            (.answer(status: 418), "malformedAnswer"), (.answer(status: 404), "unsupportedDirection"),
        ])
    func answers(reply: LocalHTTPServer.Reply, code: String) async throws {
        let server = try LocalHTTPServer { _ in reply }
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let environment = ["PONS_SECRET": "k3y", "PONS_URL": server.url.appending(path: "v1").absoluteString]
            for text in ["dog", "cat"] { try await program.addWaiting(text, "--from", "en", "--to", "ru") }
            let retried = try await program.run(
                ["--json", "--translator", "pons", "retry"], environment: environment)
            #expect(retried.status == 1 && retried.output.isEmpty, "\(retried.output)")
            #expect(try retried.errorCode() == code)
            // Both words were looked up, each once, except for automatic retries. A direction that the service lacks is remembered.
            #expect(
                Set(server.requests.map { $0.query["q"] })
                    == (code == "unsupportedDirection" ? ["dog"] : ["dog", "cat"]))
            // A provider that knows the words is used, although an earlier one lacks the direction.
            let found = try await program.run("--json", "--translator", "glossary", "retry")
            #expect(found.status == 0)
            #expect(try found.objects().count == 2)
        }
        server.stop()
    }

    @Test("retry says of which words there is no entry")
    func entries() async throws {
        try await withProgram { program in
            _ = try await program.run(
                ["import", "-", "--format", "csv"], input: "text,translation\nqwrtz,слово\ndog,моя собака\n")
            let result = try await program.run("--translator", "glossary", "retry", "qwrtz", "dog")
            #expect(result.output.hasSuffix("\nno entry was found for: qwrtz\n"), "\(result.output)\(result.errors)")
            let known = try await program.run("--translator", "glossary", "retry", "dog")
            #expect(known.status == 0 && !known.output.contains("no entry"), "\(known.output)")
        }
    }

    @Test("there is nothing to retry if no word is waiting")
    func nothing() async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program(folder: folder).run("retry")
            #expect(result.status == 0 && result.output == "nothing to retry\n")
        }
    }
}
