#if os(Linux) || os(macOS)
import CoreModule
import Foundation
import PersonalDictionary
import TestSupport
import Testing

@Suite("Notifications by notify-send", .bounded)
struct NotifySendNotifierTests {
    private let notification = ReminderNotification(
        title: "--help; $(touch x) `id` \"it's\"", body: "a <b>змея</b> & co\nnext line")

    /// Makes a folder with a program of that name, and calls a function with its notifier.
    private func withProgram(
        _ script: String, timeout: Duration = .seconds(600), _ body: (NotifySendNotifier, URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let program = folder.appending(path: "notify-send")
            let source = folder.appending(path: "source")
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: source)
            // Another process writes it: child processes of other tests inherit this process's open files for a moment,
            // and a file that is open for writing cannot be run.
            let copy = Process()
            copy.executableURL = URL(filePath: "/bin/cp")
            copy.arguments = [source.systemPath, program.systemPath]
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                copy.terminationHandler = { _ in continuation.resume() }
                do { try copy.run() } catch { continuation.resume(throwing: error) }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.systemPath)
            try await body(NotifySendNotifier(executable: program, timeout: timeout), folder)
        }
    }

    private func failure(_ notifier: NotifySendNotifier) async -> ReminderDeliveryError? {
        do throws(ReminderDeliveryError) {
            try await notifier.deliver(notification)
            return nil
        } catch {
            return error
        }
    }

    @Test("arguments arrive unchanged, without a shell; markup in the text is escaped")
    func arguments() async throws {
        try await withProgram("printf '%s\\0' \"$@\" > \"$(dirname \"$0\")/arguments\"") { notifier, folder in
            #expect(await failure(notifier) == nil)
            let data = try Data(contentsOf: folder.appending(path: "arguments"))
            let arguments = data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            #expect(
                arguments == [
                    "--app-name=superapp", "--", notification.title,
                    "a &lt;b&gt;змея&lt;/b&gt; &amp; co\nnext line",
                ])
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "x").systemPath))
        }
    }

    @Test("the reminder of an app is in the app's language")
    func language() async throws {
        try await withProgram("printf '%s\\n' \"$@\" > \"$(dirname \"$0\")/arguments\"") { notifier, folder in
            let russian = ReminderNotification.localized(.personalDictionary(locale: Locale(identifier: "ru")))
            try await notifier.deliver(russian)
            let text = try String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
            #expect(text == "--app-name=superapp\n--\n\(russian.title)\n\(russian.body)\n")
            #expect(russian.title.contains { ("а"..."я").contains($0) })
        }
    }

    @Test("the desktop is told the name of the app that shows the reminder")
    func appName() async throws {
        try await withProgram("printf '%s\\n' \"$1\" > \"$(dirname \"$0\")/arguments\"") { _, folder in
            let environment = ["PATH": folder.systemPath, "DISPLAY": ":0"]
            let notifier = try #require(NotifySendNotifier.find(in: environment, appName: "Study"))
            try await notifier.deliver(notification)
            let text = try String(contentsOf: folder.appending(path: "arguments"), encoding: .utf8)
            #expect(text == "--app-name=Study\n")
        }
    }

    @Test("a failure is reported with its status and output")
    func refusal() async throws {
        try await withProgram("echo no bus >&2; exit 3") { notifier, _ in
            let error = await failure(notifier)
            #expect(error?.code == .refused)
            #expect(error?.message.description == "notify-send ended with status 3: no bus")
        }
    }

    @Test("a missing or invalid program is unavailable")
    func unavailable() async throws {
        let missing = NotifySendNotifier(executable: URL(filePath: "/nowhere/notify-send"))
        #expect(await failure(missing)?.code == .unavailable)
        #expect(await failure(NotifySendNotifier(executable: URL(filePath: "/tmp")))?.code == .unavailable)
    }

    @Test("a program that does not end is killed after the time-out")
    func timeout() async throws {
        var timeout = Duration.milliseconds(500)
        var number: Int32?
        // On a busy machine the program may be killed before it has written its number. Then it gets more time.
        while number == nil {
            try await withProgram(endless, timeout: timeout) { notifier, folder in
                #expect(await failure(notifier)?.code == .timedOut)
                number = try self.number(folder)
            }
            timeout *= 4
        }
        try await expectEnd(try #require(number))
    }

    @Test("a program is killed when its caller is cancelled")
    func cancellation() async throws {
        try await withProgram(endless) { notifier, folder in
            let task = Task { await failure(notifier) }
            // Not only until the file exists: it is empty for a moment.
            try await eventually { try number(folder) != nil }
            task.cancel()
            #expect(await task.value?.code == .cancelled)
            try await expectEnd(try #require(try number(folder)))
        }
    }

    /// Writes the number of its process, and does not end.
    private let endless = "echo $$ > \"$0.pid\"; exec sleep 1000"

    /// The number of the process, once the program has written it.
    private func number(_ folder: URL) throws -> Int32? {
        let file = folder.appending(path: "notify-send.pid")
        guard FileManager.default.fileExists(atPath: file.systemPath) else { return nil }
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
    }

    private func expectEnd(_ process: Int32) async throws {
        try await eventually { kill(process, 0) != 0 }
    }

    @Test("notify-send is found in PATH if there is a desktop")
    func finding() async throws {
        try await withProgram("exit 0") { _, folder in
            let path = "relative:/nowhere::\(folder.systemPath)"
            #expect(NotifySendNotifier.find(in: ["PATH": path, "DISPLAY": ":0"]) != nil)
            #expect(NotifySendNotifier.find(in: ["PATH": path, "WAYLAND_DISPLAY": "wayland-0"]) != nil)
            #expect(NotifySendNotifier.find(in: ["PATH": path]) == nil)
            #expect(NotifySendNotifier.find(in: ["PATH": path, "DISPLAY": ""]) == nil)
            #expect(NotifySendNotifier.find(in: ["PATH": "/nowhere", "DISPLAY": ":0"]) == nil)
            #expect(NotifySendNotifier.find(in: ["DISPLAY": ":0"]) == nil)
            let program = folder.appending(path: "notify-send")
            try FileManager.default.removeItem(at: program)
            try FileManager.default.createDirectory(at: program, withIntermediateDirectories: false)
            #expect(NotifySendNotifier.find(in: ["PATH": path, "DISPLAY": ":0"]) == nil)
        }
    }
}
#endif
