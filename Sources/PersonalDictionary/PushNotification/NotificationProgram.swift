#if os(Linux)
import CoreModule
import Foundation

/// A program that shows a notification. It is started without a shell, and killed if it does not end in time.
struct NotificationProgram: Sendable {
    let executable: URL
    let timeout: Duration

    private enum Ending: Sendable {
        case ended(status: Int32), timedOut, cancelled
    }

    func run(_ arguments: [String]) async throws(ReminderDeliveryError) {
        let process = Process()
        let complaints = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        // Its output is not this program's output.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = complaints
        let ending = Promise<Ending>()
        process.terminationHandler = { ending.set(.ended(status: $0.terminationStatus)) }
        do {
            try process.run()
        } catch {
            throw ReminderDeliveryError(
                .unavailable, message: Message("\(name) cannot be started: \(.fileError(error))"))
        }
        ending.set(.timedOut, after: timeout)
        switch await ending.value(whenCancelled: .cancelled) {
        case .ended(status: 0): return
        case .ended(let status):
            throw ReminderDeliveryError(
                .refused, message: Message("\(name) ended with status \(status): \(Self.text(in: complaints))"))
        case .timedOut:
            Self.kill(process)
            throw ReminderDeliveryError(.timedOut, message: Message("\(name) did not end within \(timeout)"))
        case .cancelled:
            Self.kill(process)
            throw ReminderDeliveryError(.cancelled, message: Message("\(name) was cancelled"))
        }
    }

    private var name: String { executable.lastPathComponent }

    private static func kill(_ process: Process) {
        if process.isRunning { _ = Foundation.kill(process.processIdentifier, SIGKILL) }
    }

    /// What the program wrote about its failure. It does not wait for a child process that still holds the pipe.
    private static func text(in pipe: Pipe) -> String {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
#endif
