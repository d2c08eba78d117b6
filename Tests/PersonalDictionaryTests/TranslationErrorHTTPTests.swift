import CoreModule
import Foundation
import PersonalDictionary
import Testing

@Suite("Translation errors of requests over HTTP")
struct TranslationErrorHTTPTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func error(status: Int, _ headers: [String: String] = [:]) throws -> TranslationError {
        let url = try #require(URL(string: "https://example.com/private-word"))
        return TranslationError(.status(HTTP.Response(status: status, url: url, headers: headers)), now: now)
    }

    @Test("a status says whether the key, the limit, the service or the request is the reason")
    func statuses() throws {
        let expected: [(Int, TranslationError)] = [
            (401, .unauthorized), (403, .unauthorized), (429, .rateLimited(until: nil)),
            (503, .rateLimited(until: nil)), (500, .network(Message("status \(500)"))),
            (502, .network(Message("status \(502)"))), (400, .malformedAnswer(Message("status \(400)"))),
            (404, .malformedAnswer(Message("status \(404)"))),
        ]
        for (status, meaning) in expected { #expect(try error(status: status) == meaning) }
    }

    @Test("a limit lasts until the date that the server names, counted from now")
    func retryDate() throws {
        for status in [429, 503] {
            let until = now.addingTimeInterval(120)
            #expect(try error(status: status, ["Retry-After": "120"]) == .rateLimited(until: until))
        }
    }

    @Test("a request without a response keeps its reason, without the address")
    func noResponse() {
        let reason = Message("a reason")
        let expected: [(HTTP.Error, TranslationError)] = [
            (.unreachable(reason), .unreachable(reason)), (.interrupted(reason), .network(reason)),
            (.timedOut, .network(Message("timed out"))), (.cancelled, .cancelled),
            (.tooLarge(limit: 9), .malformedAnswer(Message("more than \(9) bytes"))),
            (.foreignRedirect(host: "private-word.example"), .network(Message("sent to another host"))),
        ]
        for (error, meaning) in expected { #expect(TranslationError(error, now: now) == meaning) }
    }
}
