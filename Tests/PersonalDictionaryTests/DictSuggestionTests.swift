import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("Words that a DICT server lists", .bounded)
struct DictSuggestionTests {
    private let time = ManualTime()

    private func service(_ server: FakeDictServer, timeout: Duration = .seconds(3600)) -> DictTranslationService {
        DictTranslationService(
            server: DictServer(host: "127.0.0.1", port: server.port), clock: time.clock, timeout: timeout)
    }

    private func suggestions(
        _ service: DictTranslationService, _ text: String, _ direction: TranslationDirection = .englishToRussian,
        limit: Int = 8
    ) async -> Result<[Suggestion], TranslationError> {
        do throws(TranslationError) {
            return .success(
                try await service.suggestions(beginningWith: .init(stored: text), direction, limit: limit))
        } catch {
            return .failure(error)
        }
    }

    private func listed(_ text: String, _ translation: String? = nil) -> Suggestion {
        Suggestion(text: text, translation: translation, source: .provider(.dict))
    }

    private static func matches(_ words: [String], database: String = "fd-eng-rus") -> FakeDictServer.Reply {
        .text("152 \(words.count) matches found\n\(words.map { "\(database) \"\($0)\"\n" }.joined()).\n250 ok\n")
    }

    /// A server that lists words, and says of each what a table has.
    private func server(
        databases: String = "fd-eng-rus \"English-Russian\"", _ words: [String], _ entries: [String: String] = [:]
    ) throws -> FakeDictServer {
        try FakeDictServer(
            FakeDictServer.standard(databases: databases) { command in
                if command.hasPrefix("MATCH") {
                    let database = String(command.split(separator: " ")[1])
                    return words.isEmpty ? .text("552 no match\n") : Self.matches(words, database: database)
                }
                let word = String(command.split(separator: "\"")[1])
                return entries[word].map { FakeDictServer.definition($0) } ?? .text("552 no match\n")
            })
    }

    @Test(
        "words that begin with the text have their translations, are written as their headwords, and come shorter ones first"
    )
    func words() async throws {
        let server = try server(
            ["doghouse", "dog", "dog days", "dogma"],
            ["dog": "Dog /d/\nсобака, пёс", "doghouse": "doghouse /d/\nконура", "dogma": "dogma /d/\nдогма"])
        let service = service(server)
        // What is said of none of them makes it a word without a translation.
        #expect(
            await suggestions(service, "DOG")
                == .success([
                    listed("Dog", "собака"), listed("dogma", "догма"), listed("dog days"), listed("doghouse", "конура"),
                ]))
        #expect(server.commands.contains("MATCH fd-eng-rus prefix \"DOG\""))
        #expect(server.connectionCount == 1)
        await service.close()
    }

    @Test("only as many words are looked up as were requested, each once")
    func limit() async throws {
        let server = try server(
            databases: "fd-eng-rus \"t\"\nmueller7 \"Mueller English-Russian\"\nfd-rus-eng \"t\"",
            (1...2000).map { "dog \($0)" } + ["dogs", "dog"])
        let found = await suggestions(service(server), "dog", limit: 3)
        #expect(found == .success([listed("dog"), listed("dogs"), listed("dog 1")]))
        #expect(server.commands.count { $0.hasPrefix("MATCH") } == 2)
        #expect(server.commands.count { $0.hasPrefix("DEFINE") } == 6)
        #expect(!server.commands.contains { $0.contains("fd-rus-eng") })
        #expect(await suggestions(service(server), "dog", limit: 0) == .success([]))
    }

    @Test("words that do not begin with the text are left out: servers may ignore punctuation and accents")
    func beginning() async throws {
        let server = try server(["its", "it's so", "IT'S", "it's\u{7}", "", "its a \\\"go\\\""])
        #expect(await suggestions(service(server), "it's") == .success([listed("IT'S"), listed("it's so")]))
        #expect(server.commands.contains("MATCH fd-eng-rus prefix \"it's\""))
        #expect(await suggestions(service(server), "its a") == .success([listed("its a \"go\"")]))
        #expect(server.commands.contains("DEFINE fd-eng-rus \"its a \\\"go\\\"\""))
    }

    @Test("a listed word that is not UTF-8 is left out, and readable ones are shown")
    func notUTF8() async throws {
        let latin =
            Array("152 2 matches\r\nx \"gr".utf8) + [0xFC, 0xDF, 0x65]
            + Array("\"\r\nx \"grow\"\r\n.\r\n250 ok\r\n".utf8)
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                command.hasPrefix("MATCH") ? .bytes(latin) : .text("552 no match\n")
            })
        #expect(await suggestions(service(server), "gr") == .success([listed("grow")]))
        #expect(server.commands.count { $0.hasPrefix("DEFINE") } == 1)
    }

    @Test("a line that begins with a dot is read like any other")
    func dots() async throws {
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                command.hasPrefix("MATCH")
                    ? .text("152 2 matches\n..x \".net\"\nfd-eng-rus \".net framework\"\n.\n250 ok\n")
                    : .text("552 no match\n")
            })
        #expect(await suggestions(service(server), ".net") == .success([listed(".net"), listed(".net framework")]))
        #expect(server.commands.contains("DEFINE fd-eng-rus \".net\""))
    }

    @Test("no match, and a server that does not list words, are not failures")
    func nothing() async throws {
        for reply in ["552 no match\n", "551 invalid strategy\n", "502 not implemented\n", "500 what?\n", "501 bad\n"] {
            let server = try FakeDictServer(FakeDictServer.standard { _ in .text(reply) })
            #expect(await suggestions(service(server), "dog") == .success([]))
            #expect(!server.commands.contains { $0.hasPrefix("DEFINE") })
        }
    }

    @Test(
        "a single letter, and text that no command can contain, are not sent; a direction without a database is an error"
    )
    func unaskable() async throws {
        let server = try server(["dog"])
        let service = service(server)
        for text in ["d", "a\nQUIT", String(repeating: "ж", count: 500)] {
            #expect(await suggestions(service, text) == .success([]))
        }
        #expect(server.connectionCount == 0)
        let direction = try TranslationDirection.between("it", "ru")
        #expect(await suggestions(service, "cane", direction) == .failure(.unsupportedDirection(direction)))
    }

    @Test(
        "each failure has its type, and the next call uses a new connection",
        arguments: [
            ("420 try again later\n", "network"), ("530 denied\n", "unauthorized"),
            ("550 no such database\n", "malformedAnswer"), ("<html>\n", "malformedAnswer"),
            ("152 1 match\ndog\n.\n250 ok\n", "malformedAnswer"),
            ("152 1 match\na b c\n.\n250 ok\n", "malformedAnswer"),
        ])
    func failures(reply: String, code: String) async throws {
        let server = try FakeDictServer { command, connection in
            FakeDictServer.standard { command in
                if connection == 1 { return .text(reply) }
                return command.hasPrefix("MATCH") ? Self.matches(["dogma"]) : .text("552 no match\n")
            }(command, connection)
        }
        let service = service(server)
        guard case .failure(let error) = await suggestions(service, "dog") else {
            Issue.record("it did not fail")
            return
        }
        #expect(error.code == code)
        #expect(await suggestions(service, "dog") == .success([listed("dogma")]))
    }

    @Test("a truncated answer, in the list or in a definition, is a network error")
    func cutShort() async throws {
        let lists: [FakeDictServer.Reply] = [
            .textThenClose("152 2 matches found\nfd-eng-rus \"dogm"),
            .textThenClose("152 1 match\nfd-eng-rus \"do\"\n"),
        ]
        for list in lists {
            let server = try FakeDictServer(FakeDictServer.standard { _ in list })
            guard case .failure(.network) = await suggestions(service(server), "dog") else {
                Issue.record("half an answer was taken")
                return
            }
        }
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                command.hasPrefix("MATCH")
                    ? Self.matches(["dogma"])
                    : .textThenClose("150 1 found\n151 \"x\" fd-eng-rus \"t\"\ndogma /d/\nдог")
            })
        guard case .failure(.network) = await suggestions(service(server), "dog") else {
            Issue.record("half an answer was taken")
            return
        }
    }

    @Test("a server that does not answer times out; a cancelled call stops waiting")
    func stall() async throws {
        let silent = try FakeDictServer(FakeDictServer.standard { _ in .nothing })
        var timeout = Duration.milliseconds(200)
        // On a busy machine the time may be over before anything was asked for: then there is more of it.
        var answer: Result<[Suggestion], TranslationError>?
        while !silent.commands.contains(where: { $0.hasPrefix("MATCH") }) {
            answer = await suggestions(service(silent, timeout: timeout), "dog")
            timeout *= 2
        }
        #expect(answer == .failure(.network(Message("no answer in time"))))
        let asked = Latch()
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in
                asked.open()
                return .nothing
            })
        let service = service(server, timeout: .seconds(3600))
        let task = Task { await suggestions(service, "dog") }
        await asked.wait()
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
    }

    @Test("a connection that was closed meanwhile is opened again")
    func reopening() async throws {
        let server = try server(["dog"])
        let service = service(server)
        #expect(await suggestions(service, "dog") == .success([listed("dog")]))
        server.closeConnections()
        #expect(await suggestions(service, "dog") == .success([listed("dog")]))
        #expect(server.connectionCount == 2)
    }

    @Test("a list counts as a look-up: it waits for its permit, and is not sent if half of a long limit is used up")
    func limits() async throws {
        let server = try server(["dog"])
        let service = service(server)
        let gate = LookUpFakes(time: time).gate(
            .dict, [RequestLimit(1, per: .seconds(1)), RequestLimit(4, per: .seconds(1000))])
        let limited = GatedLookUp(LoggingLookUp(service, name: "dict", logger: .disabled), gate: gate)
        let list = GatedSuggestions(service, gate: gate)
        let start = time.now
        await #expect(throws: TranslationError.notFound) {
            try await limited.lookUp(LookUpRequest(WordText("zzz"), .englishToRussian))
        }
        let second = Task { try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8) }
        #expect(await time.nextSleep() == start + 1)
        try await time.advanceToNextSleep()
        #expect(try await second.value == [listed("dog")])
        await #expect(throws: TranslationError.reserved(until: start + 1000)) {
            try await list.suggestions(beginningWith: WordText("dog"), .englishToRussian, limit: 8)
        }
        await service.close()
    }
}
