import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The progress line", .timeLimit(.minutes(15)))
struct ProgressTests {
    /// Runs the program with a terminal as its standard error.
    /// - Returns: what it wrote there.
    private func errors(of program: Program, _ arguments: [String]) async throws -> String {
        var (main, secondary): (Int32, Int32) = (0, 0)
        try #require(openpty(&main, &secondary, nil, nil, nil) == 0)
        let terminal = FileHandle(fileDescriptor: main, closeOnDealloc: true)
        let started = StartedProcess()
        return try await withTaskCancellationHandler {
            try await onThread { [secondary] in
                let process = Process()
                process.executableURL = Program.binary
                process.arguments = arguments
                process.environment = program.environment
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = FileHandle.nullDevice
                // Open until the end of the reading: without a reader on the other side, a terminal may drop what it holds.
                let errors = FileHandle(fileDescriptor: secondary, closeOnDealloc: true)
                process.standardError = errors
                try started.start(process)
                process.waitUntilExit()
                try #require(process.terminationStatus == 0)
                try errors.write(contentsOf: Data("end".utf8))
                var text = ""
                while !text.hasSuffix("end") {
                    text += String(decoding: terminal.availableData, as: UTF8.self)
                }
                return text
            }
        } onCancel: {
            started.kill()
        }
    }

    @Test("on a terminal, an import shows the number of words it has read, and clears the line at its end")
    func imported() async throws {
        try await withProgram { program in
            let file = program.folder.appending(path: "words.csv")
            try Data("text,translation\ndog,собака\ncat,кошка\n".utf8).write(to: file)
            let errors = try await errors(of: program, ["import", file.systemPath])
            #expect(errors == "\r\u{1B}[K2 words read\r\u{1B}[Kend")
        }
    }

    @Test("without a terminal, an import shows no progress")
    func redirected() async throws {
        try await withProgram { program in
            let result = try await program.run(["import", "-", "--format", "csv"], input: "text\ndog\n")
            #expect(result.status == 0 && result.errors.isEmpty)
        }
    }
}
