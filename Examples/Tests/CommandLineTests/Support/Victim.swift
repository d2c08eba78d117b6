import Foundation

/// The program with a pipe at each end, to be killed. Blocking calls run on threads of their own. Sendable, since its test awaits
/// one call before it makes the next. A cancelled test kills it, which ends the calls.
final class Victim: @unchecked Sendable {
    private let process = Process()
    private let started = StartedProcess()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    /// Starts the program.
    /// - Parameter withErrors: whether the lines of its standard error are among those of its output.
    init(
        _ program: Program, _ arguments: [String], withErrors: Bool = false, environment: [String: String] = [:]
    ) throws {
        process.executableURL = Program.binary
        process.arguments = program.providers(for: arguments) + arguments
        process.environment = program.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = withErrors ? output : FileHandle.nullDevice
        try started.start(process)
    }

    func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// The next line of its output; nil at the end.
    func nextLine() async throws -> String? {
        try await withTaskCancellationHandler {
            try await onThread { self.readLine() }
        } onCancel: {
            started.kill()
        }
    }

    private func readLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = rest[(end + 1)...] }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            rest += data
        }
    }

    /// Kills it, and returns the rest of its output.
    func kill() async throws -> [String] {
        started.kill()
        return try await onThread {
            self.process.waitUntilExit()
            try self.input.fileHandleForWriting.close()
            var lines: [String] = []
            while let line = self.readLine() { lines.append(line) }
            return lines
        }
    }
}
