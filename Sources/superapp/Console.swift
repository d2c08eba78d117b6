import CoreModule
import Dispatch
import Foundation
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard input and output, as far as the program uses them.
struct Console: Sendable {
    let isJSON: Bool
    let localizer: Localizer

    var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    func show(_ presentation: Presentation?) {
        guard let presentation else { return }
        write(isJSON ? presentation.json.line : presentation.text)
    }

    func write(_ message: Message) {
        write(localizer(message))
    }

    func write(_ text: String) {
        prompt(text + "\n")
    }

    func prompt(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            // Whatever was asked for is done and stored; only nobody can be told.
            show(CommandLineError(code: "fileUnreadable", message: Message("the output cannot be written")))
            exit(1)
        }
    }

    func show(_ error: CommandLineError) {
        let message = localizer(error.message)
        let json = JSON.object([("error", .object([("code", .string(error.code)), ("message", .string(message))]))])
        let line = isJSON ? json.line : "superapp: \(message.onOneLine)"
        // Where standard error is gone too, the exit status has to do.
        do { try FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8)) } catch {}
    }

    /// The next line of standard input, read off the main thread so that the app goes on meanwhile; `nil` at its end.
    func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: readLine()) }
        }
    }
}
