import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The program with a pipe at each end, to be killed. What blocks is done on a thread of its own, so that the other tests go
/// on meanwhile. Sendable, since its test awaits one call before it makes the next.
final class Victim: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var rest = Data()

    init(_ program: Program, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = Program.binary
        process.arguments = arguments
        process.environment = program.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
    }

    func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// The next line that it prints; `nil` at the end.
    func nextLine() async throws -> String? {
        try await onThread { self.readLine() }
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

    /// Kills it, and returns what it had still printed.
    func kill() async throws -> [String] {
        try await onThread { try self.killAndWait() }
    }

    private func killAndWait() throws -> [String] {
        #if canImport(Darwin)
        Darwin.kill(process.processIdentifier, SIGKILL)
        #else
        Glibc.kill(process.processIdentifier, SIGKILL)
        #endif
        process.waitUntilExit()
        try input.fileHandleForWriting.close()
        var lines: [String] = []
        while let line = readLine() { lines.append(line) }
        return lines
    }
}
