import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The reminder in the terminal", .timeLimit(.minutes(15)))
struct RemindTests {
    /// The program in the foreground, until it receives a signal. Blocking calls run on threads of their own.
    private final class Foreground: @unchecked Sendable {
        private let process = Process()
        private let output = Pipe()
        private let lines: AsyncStream<String>
        private let ending: AsyncStream<Int32>

        init(_ program: Program, _ arguments: [String], _ environment: [String: String]) throws {
            let (lines, line) = AsyncStream.makeStream(of: String.self)
            let (ending, end) = AsyncStream.makeStream(of: Int32.self)
            self.lines = lines
            self.ending = ending
            process.executableURL = Program.binary
            process.arguments = arguments
            process.environment = program.environment.merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.terminationHandler = { process in
                end.yield(process.terminationReason == .exit ? process.terminationStatus : -1)
                end.finish()
            }
            try process.start()
            Thread.detachNewThread { [output] in
                var rest = Data()
                while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
                    rest += data
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        line.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest = rest[(end + 1)...]
                    }
                }
                line.finish()
            }
        }

        /// If the program does not end at the signal, the test fails and kills it.
        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        }

        func read(_ count: Int) async -> [String] {
            var read: [String] = []
            for await line in lines {
                read.append(line)
                if read.count == count { break }
            }
            return read
        }

        /// Sends a signal, and returns the exit status; -1 if the signal itself has ended it.
        func end(_ send: (Process) -> Void) async -> Int32? {
            send(process)
            for await status in ending { return status }
            return nil
        }
    }

    /// Runs it until it has printed some lines, and ends it with Ctrl-C.
    private func remind(
        _ program: Program, _ arguments: [String] = [], environment: [String: String] = [:], lines count: Int = 1
    ) async throws -> [[String: Any]] {
        let foreground = try Foreground(program, ["--json", "remind"] + arguments, environment)
        let lines = await foreground.read(count)
        #expect(await foreground.end { $0.interrupt() } == 0)
        return try lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    /// Makes the reminder due since midnight, and not shown yet.
    private func makeLate(_ program: Program) throws {
        try SQLiteProbe(program.store.systemPath).run(
            """
            UPDATE setting SET value = json_set(value, '$.time', '00:00', '$.setAt', 0) WHERE key = 'reminder';
            DELETE FROM setting WHERE key = 'reminderDays';
            """)
    }

    @Test("it prints the next reminder, remembers the time, and ends with Ctrl-C", arguments: [true, false])
    func announcement(isInterrupt: Bool) async throws {
        try await withProgram { program in
            let foreground = try Foreground(program, ["remind", "--at", "08:15"], ["TZ": "Asia/Kolkata"])
            let line = await foreground.read(1).first ?? ""
            #expect(line.wholeMatch(of: /next reminder: \w{3} \d\d?, \d{4} at 08:15 \(Ctrl-C ends\)/) != nil, "\(line)")
            #expect(await foreground.end { isInterrupt ? $0.interrupt() : $0.terminate() } == 0)
            let again = try await remind(program, environment: ["TZ": "Asia/Kolkata"])
            #expect(again.first?["event"] as? String == "waiting")
            #expect(again.first?["timeZone"] as? String == "Asia/Kolkata")
            #expect((again.first?["next"] as? String)?.hasSuffix("T02:45:00Z") == true)
        }
    }

    @Test("a due reminder is printed once and shown on the desktop, not again on the same day")
    func delivery() async throws {
        try await withProgram { program in
            #expect(try await remind(program).first?["event"] as? String == "waiting")
            try makeLate(program)
            let notifySend = program.folder.appending(path: "notify-send")
            try Data("#!/bin/sh\nprintf '%s\\n' \"$@\" >> \"$0.arguments\"\n".utf8).write(to: notifySend)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: notifySend.systemPath)
            let desktop = ["PATH": program.folder.systemPath, "DISPLAY": ":0"]
            let lines = try await remind(program, environment: desktop, lines: 2)
            #expect(lines.map { $0["event"] as? String } == ["reminder", "waiting"])
            #expect(lines.first?["link"] as? String == "superapp://new-word")
            let again = try await remind(program, environment: desktop)
            #expect(again.first?["event"] as? String == "waiting")
            #if os(Linux)
            let shown = try String(contentsOf: program.folder.appending(path: "notify-send.arguments"), encoding: .utf8)
            let title = try #require(lines.first?["title"] as? String)
            #expect(shown.split(separator: "\n").count { $0 == title } == 1)
            #endif
        }
    }

    @Test("a failing notify-send does not affect the terminal")
    func failingDesktop() async throws {
        try await withProgram { program in
            _ = try await remind(program)
            try makeLate(program)
            let notifySend = program.folder.appending(path: "notify-send")
            try Data("#!/bin/sh\nexit 1\n".utf8).write(to: notifySend)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: notifySend.systemPath)
            let desktop = ["PATH": program.folder.systemPath, "WAYLAND_DISPLAY": "wayland-0"]
            let lines = try await remind(program, environment: desktop, lines: 2)
            #expect(lines.map { $0["event"] as? String } == ["reminder", "waiting"])
        }
    }

    @Test("if the user wants so, there is no reminder on a day with a new word")
    func newWord() async throws {
        try await withProgram { program in
            _ = try await program.run("add", "dog", "--wait", "0")
            _ = try await remind(program, ["--unless-added", "on"])
            try makeLate(program)
            #expect(try await remind(program).first?["event"] as? String == "waiting")
            try makeLate(program)
            let off = try await remind(program, ["--unless-added", "off"])
            #expect(off.first?["event"] as? String == "reminder")
        }
    }

    @Test(
        "invalid usage is an error, and no store is created",
        arguments: [
            (["remind", "--at", "25:00"], "invalidDate", 1), (["remind", "--at", "7:30"], "invalidDate", 1),
            (["remind", "--at"], "usage", 2), (["remind", "now"], "usage", 2),
            (["remind", "--unless-added", "maybe"], "usage", 2),
        ])
    func errors(arguments: [String], code: String, status: Int32) async throws {
        try await withProgram { program in
            let result = try await program.run(["--json"] + arguments)
            #expect(try result.errorCode() == code)
            #expect(result.status == status)
            #expect(!FileManager.default.fileExists(atPath: program.store.systemPath))
        }
    }

    @Test("remind is refused within a session")
    func session() async throws {
        try await withProgram { program in
            let result = try await program.run(["--json"], input: "remind\n")
            #expect(result.status == 1)
            #expect(try result.errorCode() == "usage")
        }
    }
}
