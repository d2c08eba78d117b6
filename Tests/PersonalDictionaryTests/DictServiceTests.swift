import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

@Suite("The DICT service", .bounded)
struct DictServiceTests {
    private let time = ManualTime()

    private func service(_ server: FakeDictServer, timeout: Duration = .seconds(3600)) -> DictTranslationService {
        DictTranslationService(
            server: DictServer(host: "127.0.0.1", port: server.port), clock: time.clock, timeout: timeout)
    }

    private func dog() throws -> WordText { try WordText("dog") }

    @Test("a word is looked up in the databases of its direction, over one connection")
    func lookUp() async throws {
        let databases =
            "fd-rus-eng \"Russian-English\"\nmueller7 \"Mueller English-Russian\"\nfd-eng-rus \"English-Russian\""
        let server = try FakeDictServer(
            FakeDictServer.standard(databases: databases) { command in
                command.contains("mueller7")
                    ? .text("552 no match\n") : FakeDictServer.definition("dog /d/\nсобака, пёс")
            })
        let service = service(server)
        let entry = try await service.lookUp(dog(), .englishToRussian)
        #expect(entry.senses.map(\.translations) == [["собака", "пёс"]])
        _ = try await service.lookUp(dog(), .englishToRussian)
        #expect(server.connectionCount == 1)
        #expect(server.commands.filter { $0.hasPrefix("DEFINE") }.count == 4)
        #expect(!server.commands.contains { $0.contains("fd-rus-eng") })
        #expect(server.commands.contains("DEFINE mueller7 \"dog\""))
        await service.close()
    }

    @Test("a definition that is not UTF-8 is malformed, and a readable one beside it is used")
    func notUTF8() async throws {
        let latin =
            Array("150 1 definitions retrieved\r\n151 \"x\" fd-eng-rus \"title\"\r\ndog /d/\r\ngr".utf8)
            + [0xFC, 0xDF, 0x65] + Array("\r\n.\r\n250 ok\r\n".utf8)
        let databases = "latin \"English-Russian\"\nutf8 \"English-Russian\""
        let server = try FakeDictServer(
            FakeDictServer.standard(databases: databases) { command in
                if command.contains("latin") { return .bytes(latin) }
                return command.contains("cat")
                    ? FakeDictServer.definition("cat /d/\nкошка") : .text("552 no match\n")
            })
        let service = service(server)
        await #expect {
            try await service.lookUp(dog(), .englishToRussian)
        } throws: { error in
            if case .malformedAnswer? = error as? TranslationError { true } else { false }
        }
        #expect(try await service.lookUp(WordText("cat"), .englishToRussian).translation.text == "кошка")
        await service.close()
    }

    @Test("a connection that was closed meanwhile is opened again, and the word is found")
    func reopening() async throws {
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in FakeDictServer.definition("dog /d/\nсобака") })
        let service = service(server)
        _ = try await service.lookUp(dog(), .englishToRussian)
        server.closeConnections()
        #expect(try await service.lookUp(dog(), .englishToRussian).translation.text == "собака")
        #expect(server.connectionCount == 2)
    }

    @Test("a connection that was reset meanwhile is opened again, and the word is found")
    func reset() async throws {
        let server = try FakeDictServer { command, connection in
            let standard = FakeDictServer.standard { _ in FakeDictServer.definition("dog /d/\nсобака") }
            guard connection == 1, command.hasPrefix("DEFINE") else { return standard(command, connection) }
            guard case .text(let text) = standard(command, connection) else { return .nothing }
            return .textThenReset(text)
        }
        let service = service(server)
        _ = try await service.lookUp(dog(), .englishToRussian)
        #expect(try await service.lookUp(dog(), .englishToRussian).translation.text == "собака")
        #expect(server.connectionCount == 2)
    }

    @Test("concurrent look-ups take turns on the connection and do not mix")
    func concurrency() async throws {
        let server = try FakeDictServer(
            FakeDictServer.standard { command in
                let word = command.split(separator: "\"")[1]
                return FakeDictServer.definition("\(word) /x/\nперевод-\(word)")
            })
        let service = service(server)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let entry = try await service.lookUp(WordText("w\(number)"), .englishToRussian)
                    #expect(entry.translation.text == "перевод-w\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(server.connectionCount == 1)
    }

    @Test("no match, no database and an impossible word are different errors")
    func outcomes() async throws {
        let server = try FakeDictServer(FakeDictServer.standard { _ in .text("552 no match\n") })
        let service = service(server)
        await expect(.notFound, service, "dog", .englishToRussian)
        try await expect(.unsupportedDirection(.between("it", "ru")), service, "dog", .between("it", "ru"))
        await expect(.notFound, service, "a\nQUIT", .englishToRussian)
        #expect(!server.commands.contains("QUIT"))
    }

    @Test(
        "each failure has its type, and the next look-up uses a new connection",
        arguments: [
            ("420 try again later\n", "network"), ("421 shutting down\n", "network"), ("530 denied\n", "unauthorized"),
            ("500 what?\n", "malformed"), ("550 no such database\n", "malformed"), ("<html>\n", "malformed"),
            ("150 1 found\n250 ok\n151\n", "malformed"),
        ])
    func failures(reply: String, kind: String) async throws {
        let server = try FakeDictServer { command, connection in
            FakeDictServer.standard { _ in
                connection == 1 ? .text(reply) : FakeDictServer.definition("dog /d/\nсобака")
            }(command, connection)
        }
        let service = service(server)
        let error = await failure(service)
        switch error {
        case .network: #expect(kind == "network")
        case .unauthorized: #expect(kind == "unauthorized")
        case .malformedAnswer: #expect(kind == "malformed")
        case .notFound: #expect(kind == "notFound")
        default: Issue.record("\(String(describing: error))")
        }
        #expect(
            try await service.lookUp(dog(), .englishToRussian).translation.text == "собака")
    }

    @Test("a server that closes in the middle of an answer is a network error, and the next look-up connects again")
    func closing() async throws {
        let server = try FakeDictServer { command, connection in
            FakeDictServer.standard { _ in
                connection == 1
                    ? .textThenClose("150 1 found\n151 \"x\" fd-eng-rus \"t\"\ndog /d/\nсоб")
                    : FakeDictServer.definition("dog /d/\nсобака")
            }(command, connection)
        }
        let service = service(server)
        guard case .network = await failure(service) else {
            Issue.record("not the network's fault")
            return
        }
        #expect(try await service.lookUp(dog(), .englishToRussian).translation.text == "собака")
    }

    @Test("a silent server times out after the configured time")
    func stall() async throws {
        let server = try FakeDictServer(FakeDictServer.standard { _ in .nothing })
        var timeout = Duration.milliseconds(200)
        var error: TranslationError?
        // On a busy machine the time may be over before the word was asked for: then there is more of it.
        while !server.commands.contains(where: { $0.hasPrefix("DEFINE") }) {
            error = await failure(service(server, timeout: timeout))
            timeout *= 2
        }
        #expect(error == .network(Message("no answer in time")))
    }

    @Test("an answer of a server that is out of order does not make a word not found")
    func outOfOrder() async throws {
        let servers = [
            try FakeDictServer { command, _ in
                command == "SHOW DB" ? .text("554 no databases\n") : .text("250 ok\n")
            },
            try FakeDictServer(FakeDictServer.standard { _ in .text("501 syntax error\n") }),
            try FakeDictServer(FakeDictServer.standard { _ in .text("150 -5 definitions\n250 ok\n") }),
        ]
        for server in servers {
            guard case .malformedAnswer = await failure(service(server)) else {
                Issue.record("it was taken for an answer")
                continue
            }
        }
    }

    @Test("an endless answer is rejected")
    func endless() async throws {
        let server = try FakeDictServer(FakeDictServer.standard { _ in .endless(bytes: 50 << 20) })
        guard case .malformedAnswer = await failure(service(server)) else {
            Issue.record("the answer was taken")
            return
        }
    }

    @Test("a refused greeting, a closed port and an unknown host are reported")
    func unreachable() async throws {
        let refusing = try FakeDictServer(greeting: "530 access denied\n") { _, _ in .text("530 access denied\n") }
        #expect(await failure(service(refusing)) == .unauthorized)
        for host in ["127.0.0.1", "no-such-host.invalid"] {
            let service = DictTranslationService(
                server: DictServer(host: host, port: 1), clock: time.clock, timeout: .seconds(120))
            guard case .unreachable(let reason) = await failure(service) else {
                Issue.record("\(host) was reached")
                continue
            }
            #expect(reason.description.contains(host))
        }
    }

    @Test("a look-up that is cancelled ends at once, and the next one works")
    func cancellation() async throws {
        let asked = Latch()
        let server = try FakeDictServer { command, connection in
            FakeDictServer.standard { _ in
                asked.open()
                return connection == 1 ? .nothing : FakeDictServer.definition("dog /d/\nсобака")
            }(command, connection)
        }
        let service = service(server)
        let task = Task { await failure(service) }
        await asked.wait()
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(try await service.lookUp(dog(), .englishToRussian).translation.text == "собака")
    }

    @Test("a cancelled look-up stops waiting for the connection")
    func cancellationInTurn() async throws {
        let asked = Latch()
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in
                asked.open()
                return .nothing
            })
        let service = service(server, timeout: .seconds(3600))
        let first = Task { await failure(service) }
        await asked.wait()
        let second = Task { await failure(service) }
        try await eventually { await service.waitingCount > 0 }
        second.cancel()
        #expect(await second.value == .cancelled)
        #expect(server.commands.count { $0.hasPrefix("DEFINE") } == 1)
        first.cancel()
        #expect(await first.value == .cancelled)
    }

    @Test("a service that is closed sends QUIT, and connects again when it is asked again")
    func goodbye() async throws {
        let quit = Latch()
        let server = try FakeDictServer { command, connection in
            if command == "QUIT" { quit.open() }
            return FakeDictServer.standard { _ in FakeDictServer.definition("dog /d/\nсобака") }(command, connection)
        }
        let service = service(server)
        await service.close()
        #expect(server.connectionCount == 0)
        _ = try await service.lookUp(dog(), .englishToRussian)
        // As at the end of a program: the caller is cancelled.
        let end = Task {
            while !Task.isCancelled { await Task.yield() }
            await service.close()
        }
        end.cancel()
        await end.value
        await quit.wait()
        #expect(server.commands.last == "QUIT")
        _ = try await service.lookUp(dog(), .englishToRussian)
        #expect(server.connectionCount == 2)
    }

    @Test("the service can be closed during a slow look-up")
    func closingWhileWaiting() async throws {
        let asked = Latch()
        let server = try FakeDictServer(
            FakeDictServer.standard { _ in
                asked.open()
                return .nothing
            })
        let service = service(server, timeout: .seconds(3600))
        let lookUp = Task { await failure(service) }
        await asked.wait()
        await service.close()
        #expect(!server.commands.contains("QUIT"))
        lookUp.cancel()
        #expect(await lookUp.value == .cancelled)
    }

    private func failure(_ service: DictTranslationService) async -> TranslationError? {
        do throws(TranslationError) {
            _ = try await service.lookUp(.init(stored: "dog"), .englishToRussian)
            return nil
        } catch {
            return error
        }
    }

    private func expect(
        _ expected: TranslationError, _ service: DictTranslationService, _ text: String,
        _ direction: TranslationDirection
    ) async {
        do throws(TranslationError) {
            _ = try await service.lookUp(.init(stored: text), direction)
            Issue.record("\(text) was found")
        } catch {
            #expect(error == expected)
        }
    }
}
