#if os(Linux)
public import Foundation

/// Shows notifications on a Linux desktop with `notify-send`, which comes with libnotify.
public struct NotifySendNotifier: ReminderNotifying {
    private let program: NotificationProgram

    /// Makes a notifier of a program that takes `notify-send`'s arguments.
    /// - Parameters:
    ///   - executable: the program.
    ///   - timeout: how long it may run before it is killed.
    public init(executable: URL, timeout: Duration = .seconds(10)) {
        program = NotificationProgram(executable: executable, timeout: timeout)
    }

    /// The notifier in `PATH`; nil if there is none, or no desktop.
    public static func find(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> NotifySendNotifier? {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        // An empty or relative entry of PATH means the current folder. Starting programs from there is not safe.
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let candidates = folders.map { URL(filePath: "\($0)/notify-send") }
        guard hasDesktop, let executable = candidates.first(where: isExecutable) else { return nil }
        return NotifySendNotifier(executable: executable)
    }

    /// Shows a notification. Throws ``ReminderDeliveryError/Code/unavailable`` if the program cannot be started,
    /// ``ReminderDeliveryError/Code/refused`` if it fails, and ``ReminderDeliveryError/Code/timedOut`` or
    /// ``ReminderDeliveryError/Code/cancelled`` if it was killed.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        // After the two dashes nothing is read as an option. The body is markup, so its special characters are escaped:
        // https://specifications.freedesktop.org/notification-spec/latest/markup.html
        try await program.run(["--app-name=superapp", "--", notification.title, Self.escaped(notification.body)])
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private static func isExecutable(_ file: URL) -> Bool {
        var isFolder: ObjCBool = false
        let path = file.path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && FileManager.default.isExecutableFile(atPath: path)
    }
}
#endif
