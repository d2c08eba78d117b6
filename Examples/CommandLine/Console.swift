import CoreModule
import Dispatch
import Foundation

/// Standard input, output and error.
struct Console: Sendable {
    let isJSON: Bool
    let localizer: Localizer

    var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    func show(_ presentation: Presentation?) {
        guard let presentation else { return }
        write(isJSON ? presentation.json.line : presentation.hasNumbers ? presentation.numbered() : presentation.text)
    }

    func write(_ message: Message) { write(localizer(message)) }

    func write(_ text: String) { put(text + "\n") }

    /// Writes a text without ending the line.
    func put(_ text: String) {
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
            // The command is done and stored; only its output is lost.
            show(CommandLineError(code: "fileUnwritable", message: Message("the output cannot be written")))
            exit(1)
        }
    }

    /// Shows an error, with the line of the script that has failed.
    func show(_ error: any Error, line: Int? = nil) {
        let error = CommandLineError(error)
        let message = localizer(line.map { Message("line \($0): \(error.message)") } ?? error.message)
        let json: JSON = ["error": ["code": .string(error.code), "message": .string(message)]]
        let line = isJSON ? json.line : "superapp: \(message.onOneLine)"
        // If standard error is gone too, there is only the exit status.
        do { try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8)) } catch {}
    }

    /// Whether somebody is there to answer, and the output is not for a program.
    var mayAsk: Bool { isInteractive && !isJSON }

    /// What the user of a terminal types after a text; nil if it may not be asked.
    func answer(_ question: Message) async -> String? {
        guard mayAsk else { return nil }
        put(localizer(question) + " ")
        guard let line = await nextLine(), !Task.isCancelled else { return nil }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    /// The bytes of the next line of standard input; nil at its end. They are read off the main thread, so that the app goes on
    /// meanwhile, and one by one, so that `import -` finds what follows its line.
    func nextLine() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var (line, byte): ([UInt8], UInt8) = ([], 0)
                while line.last != 0x0A, read(STDIN_FILENO, &byte, 1) == 1 { line.append(byte) }
                continuation.resume(returning: line.isEmpty ? nil : line)
            }
        }
    }
}

/// One line on standard error that is overwritten as work goes on. Without a terminal it shows nothing.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ text: String) { put("\r\u{1B}[K\(text)") }

    func clear() { put("\r\u{1B}[K") }

    private func put(_ text: String) {
        guard isShown else { return }
        // A progress line that cannot be shown does not stop the work.
        do { try FileHandle.standardError.write(contentsOf: Data(text.utf8)) } catch {}
    }
}

extension ProgressLine {
    /// Shows the state of a long operation while it runs, once it has taken a second.
    /// - Parameter message: what to show, if anything, from what it has kept of the states before.
    @MainActor
    static func following<Status: Sendable, Kept: Sendable, Value, Failure: Error>(
        _ status: any ModelStreamReader<Status>, _ localizer: Localizer, from kept: Kept,
        _ message: @escaping @Sendable (inout Kept, Status) -> Message?,
        while operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let events = status.events()
        let task = Task {
            let (line, start) = (ProgressLine(), ContinuousClock.now)
            var kept = kept
            for await status in events where !Task.isCancelled {
                let message = message(&kept, status)
                guard let message, start.duration(to: .now) > .seconds(1) else { continue }
                line.show(localizer(message))
            }
            if start.duration(to: .now) > .seconds(1) { line.clear() }
        }
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try await operation()) } catch { result = .failure(error) }
        task.cancel()
        await task.value
        return try result.get()
    }
}
