import CoreModule
import Foundation
import TerminalTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The line prompt", .timeLimit(.minutes(15)))
struct PromptTests {
    /// The program with a terminal as its standard input, for one test at a time.
    private final class Terminal {
        private let main: FileHandle
        private let started = StartedProcess()
        private let process = Process()
        private var chunks: AsyncStream<Data>.AsyncIterator
        private var endings: AsyncStream<Int32>.AsyncIterator
        private var bytes = Data()

        init(_ program: Program, _ arguments: [String], _ environment: [String: String]) throws {
            var (main, secondary): (Int32, Int32) = (0, 0)
            try #require(openpty(&main, &secondary, nil, nil, nil) == 0)
            self.main = FileHandle(fileDescriptor: main, closeOnDealloc: true)
            let (chunks, chunk) = AsyncStream.makeStream(of: Data.self)
            let (endings, ending) = AsyncStream.makeStream(of: Int32.self)
            self.chunks = chunks.makeAsyncIterator()
            self.endings = endings.makeAsyncIterator()
            let output = Pipe()
            process.executableURL = Program.binary
            process.arguments = arguments
            process.environment = program.environment.merging(environment) { $1 }
            process.standardInput = FileHandle(fileDescriptor: secondary, closeOnDealloc: true)
            process.standardOutput = output
            process.standardError = output
            process.terminationHandler = { process in
                ending.yield(process.terminationReason == .exit ? process.terminationStatus : -1)
            }
            try started.start(process)
            Thread.detachNewThread {
                while case let data = output.fileHandleForReading.availableData, !data.isEmpty { chunk.yield(data) }
                chunk.finish()
            }
        }

        deinit {
            if process.isRunning { started.kill() }
        }

        /// All output that was waited for.
        var text: String { String(decoding: bytes, as: UTF8.self) }

        func type(_ text: String) throws {
            try main.write(contentsOf: Data(text.utf8))
        }

        /// Waits until the output contains a text.
        func wait(for wanted: String) async throws {
            while !text.contains(wanted) {
                let chunk = await chunks.next()
                bytes += try #require(chunk, "“\(wanted)” is missing in \(text)")
            }
        }

        func signal(_ number: Int32) { kill(process.processIdentifier, number) }

        /// The exit status; -1 if a signal ended the program.
        func waitForExit() async -> Int32? { await endings.next() }
    }

    private func withPrompt(
        _ arguments: [String] = [], environment: [String: String] = [:],
        _ body: (Terminal, Program) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            try await body(try Terminal(program, arguments, environment), program)
        }
    }

    @Test("commands are typed one by one, and a number stands for the item of the last list")
    func commands() async throws {
        try await withPrompt { terminal, program in
            try await terminal.wait(for: "No words yet; add one with: add dog\n> ")
            try terminal.type("add dog --wait 240\nadd cat --wait 240\nlist\n")
            try await terminal.wait(for: "2    dog  en→ru  собака")
            try terminal.type("star 2\nfavorites\n")
            try await terminal.wait(for: "1  ★ dog  en→ru  собака")
            try terminal.type("1\nshow 7\ntodo add Buy milk\ntodo\n")
            try await terminal.wait(for: "1. noun: собака, пёс")
            try await terminal.wait(for: "superapp: there is no word “7”")
            try await terminal.wait(for: "1  [ ]   Buy milk")
            try terminal.type("1\ntodo done 1\n")
            try await terminal.wait(for: "priority    normal")
            try await terminal.wait(for: "[x]   Buy milk")
            try terminal.type("help\n")
            try await terminal.wait(for: "A number of the list stands for an ID")
            try terminal.type("quit\n")
            #expect(await terminal.waitForExit() == 0)
            #expect(!terminal.text.contains("\u{1B}"))
            let starred = try await program.run("favorites", "--json").objects()
            #expect(starred.map { $0["text"] as? String } == ["dog"])
            #expect(try await program.run("todo", "count", "--json").output == "{\"done\":1,\"total\":1}\n")
        }
    }

    @Test("a number stands for an item of the last list of its kind")
    func kinds() async throws {
        try await withPrompt { terminal, _ in
            try await terminal.wait(for: "> ")
            try terminal.type("add dog --wait 240\ntodo add Milk\ntodo\n")
            try await terminal.wait(for: "1  [ ]   Milk")
            try terminal.type("show 1\nlist\ntodo done 1\n")
            try await terminal.wait(for: "there is no word “1”")
            try await terminal.wait(for: "1    dog  en→ru")
            try await terminal.wait(for: "[x]   Milk")
            try terminal.type("list\nremove 1\nshow 1\n")
            try await terminal.wait(for: "number 1 of the last list has been removed")
            try terminal.type("todo\n1\n")
            try await terminal.wait(for: "Nothing to do")
            try await terminal.wait(for: "unknown command “1”")
            // The tasks that are shown again have numbers too.
            try terminal.type("todo add Tea\ntodo add Salt\ntodo\ntodo remove 2\nundo\ntodo show 1\n")
            try await terminal.wait(for: "1  [ ]   Salt")
            try await terminal.wait(for: "> Salt\n")
            try terminal.type("quit\n")
            #expect(await terminal.waitForExit() == 0)
        }
    }

    @Test("it ends with the input, and is in the user's language")
    func end() async throws {
        try await withPrompt(["--locale", "ru"]) { terminal, _ in
            try await terminal.wait(for: "добавьте слово: add dog")
            try terminal.type("remove 9\n")
            try await terminal.wait(for: "superapp: нет слова «9»")
            try terminal.type("\u{4}")
            #expect(await terminal.waitForExit() == 0)
        }
    }

    @Test("a signal that asks for the end closes the store first", arguments: [SIGTERM, SIGHUP])
    func signals(signal: Int32) async throws {
        try await withPrompt { terminal, program in
            try terminal.type("add dog --wait 240\n")
            try await terminal.wait(for: "собака")
            terminal.signal(signal)
            #expect(await terminal.waitForExit() == 0)
            #expect(try await program.run("list", "--json").objects().map { $0["text"] as? String } == ["dog"])
            #expect(try SQLiteProbe(program.store.systemPath).text("PRAGMA integrity_check") == "ok")
        }
    }

    @Test("a long list begins with twenty items, and --limit shows more")
    func longList() async throws {
        try await withTemporaryFolder { folder in
            let program = Program(folder: folder)
            let words = (1...21).map { "word \($0)\n" }.joined()
            _ = try await program.run(["import", "-", "--format", "csv"], input: "text\n" + words)
            let terminal = try Terminal(program, ["--translator", "glossary"], [:])
            try await terminal.wait(for: "20    word 2  ")
            try await terminal.wait(for: "… there are more; --limit shows them\n> ")
            #expect(!terminal.text.contains("word 1  "))
            try terminal.type("list --limit 30\n")
            try await terminal.wait(for: "21    word 1  ")
            try terminal.type("quit\n")
            #expect(await terminal.waitForExit() == 0)
        }
    }

    @Test(
        "Ctrl-C during a command ends only the command; other signals end the session too",
        arguments: [SIGINT, SIGTERM])
    func interruption(signal: Int32) async throws {
        let (requests, request) = AsyncStream.makeStream(of: Void.self)
        let server = try SmallDictServer { _ in
            request.yield()
            return nil
        }
        let environment = ["DICT_URL": "dict://127.0.0.1:\(server.port)", "DICT_TIMEOUT": "3600"]
        try await withPrompt(["--translator", "dict"], environment: environment) { terminal, program in
            try terminal.type("add dog --wait 3600\n")
            for await _ in requests { break }
            terminal.signal(signal)
            if signal == SIGINT {
                try await terminal.wait(for: "dog  en→ru")
                try terminal.type("todo add Eggs\nquit\n")
                try await terminal.wait(for: "[ ]   Eggs")
            }
            #expect(await terminal.waitForExit() == 0)
            #expect(try await program.run("list", "--json").objects().count == 1)
        }
    }

    @Test("the to-do list synchronizes by itself with the remembered server")
    func synchronization() async throws {
        let server = try FakeTodoServer()
        try await withPrompt { terminal, _ in
            try terminal.type("todo add Eggs\ntodo sync\n")
            try await terminal.wait(for: "--url is needed")
            try terminal.type("todo sync --url \(server.url)\n")
            try await terminal.wait(for: "sent 1, received 0")
            #expect(server.texts.count == 1)
            try terminal.type("todo\ntodo done 1\n")
            for await text in server.writes where text.contains("STATUS:COMPLETED") { break }
        }
    }
}
