#if os(Linux) || os(macOS)
import CoreModule
public import Foundation

/// Shows notifications on a Linux desktop with `notify-send`, which comes with libnotify.
public struct NotifySendNotifier: ReminderNotifying {
    private let executable: URL
    private let appName: String
    private let timeout: Duration

    /// Creates a notifier for a program with the arguments of `notify-send`, which is killed after the timeout.
    package init(executable: URL, appName: String = "superapp", timeout: Duration = .seconds(10)) {
        self.executable = executable
        self.appName = appName
        self.timeout = timeout
    }

    /// The notifier in `PATH` of an environment; nil if there is none, or no desktop. The desktop shows the app's name.
    public static func find(
        in environment: [String: String] = ProcessInfo.processInfo.environment, appName: String = "superapp"
    ) -> NotifySendNotifier? {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        // An empty or relative entry of PATH means the current folder. Starting programs from there is not safe.
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let candidates = folders.map { URL(filePath: "\($0)/notify-send") }
        guard hasDesktop, let executable = candidates.first(where: isExecutable) else { return nil }
        return NotifySendNotifier(executable: executable, appName: appName)
    }

    /// Shows a notification. Throws an error if the program cannot be started, fails, or was killed.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        // After the two dashes nothing is read as an option. The body is markup, so its special characters are escaped:
        // https://specifications.freedesktop.org/notification-spec/latest/markup.html
        try await run(["--app-name=\(appName)", "--", notification.title, notification.body.xmlEscaped])
    }

    private enum Ending: Sendable {
        case ended(status: Int32), timedOut, cancelled
    }

    /// Runs the program without a shell, and kills it if it does not end in time.
    private func run(_ arguments: [String]) async throws(ReminderDeliveryError) {
        let process = Process()
        let complaints = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        // Its output is not this program's output.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = complaints
        let name = executable.lastPathComponent
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

    private static func isExecutable(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        let path = file.path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}
#endif
