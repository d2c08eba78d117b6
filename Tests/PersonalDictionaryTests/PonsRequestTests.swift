import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Requests to PONS", .bounded)
struct PonsRequestTests {
    private let time = ManualTime()
    private let key = FakePonsServer.secret

    private func service(_ url: URL) -> PonsTranslationService {
        PonsTranslationService(
            secret: Secret(key), baseURL: url, client: SystemHTTPClient(timeout: .seconds(600)), clock: time.clock)
    }

    @Test("a request names the dictionary with its codes sorted, the direction, references, the key, and nothing else")
    func request() async throws {
        let server = try FakePonsServer()
        let service = service(server.baseURL)
        _ = try await service.lookUp(WordText("pitch"), .between("en", "ru"))
        _ = try await service.lookUp(WordText("Test"), .between("de", "en"))
        _ = try await service.lookUp(WordText("test"), .between("en", "de"))
        #expect(
            server.requests.map(\.target) == [
                "/v1/dictionary?q=pitch&l=enru&in=en&ref=true", "/v1/dictionary?q=Test&l=deen&in=de&ref=true",
                "/v1/dictionary?q=test&l=deen&in=en&ref=true",
            ])
        #expect(server.requests.allSatisfy { $0.headers["x-secret"] == key && $0.method == "GET" })
    }

    @Test("labels can be requested in a language, and the address may end in a slash")
    func labels() async throws {
        let server = try FakePonsServer()
        let url = try #require(URL(string: server.baseURL.absoluteString + "/"))
        let service = PonsTranslationService(
            secret: Secret(key + "\n"), baseURL: url, client: SystemHTTPClient(timeout: .seconds(600)),
            clock: time.clock,
            language: .russian)
        _ = try await service.lookUp(WordText("soon"), .between("en", "it"))
        #expect(server.requests.map(\.target) == ["/v1/dictionary?q=soon&l=enit&in=en&ref=true&language=ru"])
    }

    @Test(
        "any word arrives unchanged; all but unreserved characters are encoded",
        arguments: HostileText.all + ["a+b&c=d#e;f %2B/?~-._"])
    func encoding(typed: String) async throws {
        let server = try LocalHTTPServer { _ in .answer(status: 204) }
        let word = try WordText(typed)
        await #expect(throws: TranslationError.notFound) {
            try await service(server.url).lookUp(word, .between("en", "it"))
        }
        let request = try #require(server.requests.first)
        #expect(request.query["q"].map { Array($0.unicodeScalars) } == Array(word.value.unicodeScalars))
        let query = request.target.replacing("/dictionary?q=", with: "").replacing("&l=enit&in=en&ref=true", with: "")
        #expect(query.wholeMatch(of: /([A-Za-z0-9._~-]|%[0-9A-F]{2})*/) != nil)
    }

    @Test("the default address is that of PONS")
    func publicAddress() async throws {
        let client = ScriptedHTTPClient { request throws(HTTP.Error) in
            throw .unreachable(Message("\(request.url.scheme ?? "") \(request.url.host() ?? "") \(request.url.path())"))
        }
        let service = PonsTranslationService(secret: Secret(key), client: client, clock: time.clock)
        await #expect(throws: TranslationError.unreachable(Message("\("https") \("api.pons.com") \("/v1/dictionary")")))
        {
            try await service.lookUp(WordText("soon"), .between("en", "it"))
        }
    }
}
