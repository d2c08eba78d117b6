#if os(Linux)
public import Foundation

/// Shows notifications on a Linux desktop with `notify-send`, which comes with libnotify.
public struct NotifySendNotifier: ReminderNotifying {
    private let program: NotificationProgram

    /// Makes a notifier of a program that takes `notify-send`'s arguments.
    /// - Parameters:
    ///   - executable: the program.
    ///   - timeout: for how long it may run before it is killed.
    public init(executable: URL, timeout: Duration = .seconds(10)) {
        program = NotificationProgram(executable: executable, timeout: timeout)
    }

    /// The one in `PATH`; `nil` where there is none, or no desktop to show anything on.
    public static func find(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> NotifySendNotifier? {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        // An empty or relative entry of PATH means the current folder, which is nothing to start programs from unasked.
        let folders = (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
        let candidates = folders.map { URL(filePath: "\($0)/notify-send") }
        guard hasDesktop, let executable = candidates.first(where: isExecutable) else { return nil }
        return NotifySendNotifier(executable: executable)
    }

    /// Shows a notification. Throws ``ReminderDeliveryError/Code/unavailable`` where the program cannot be started,
    /// ``ReminderDeliveryError/Code/refused`` where it fails, ``ReminderDeliveryError/Code/timedOut`` and
    /// ``ReminderDeliveryError/Code/cancelled`` where it was killed before its end.
    public func deliver(_ notification: ReminderNotification) async throws(ReminderDeliveryError) {
        // Behind the two dashes nothing is taken as an option. The body may be markup, so that its signs are spelled out:
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
