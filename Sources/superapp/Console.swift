import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Standard input and output, as far as the program uses them.
struct Console: Sendable {
    let isJSON: Bool

    var isInteractive: Bool { isatty(STDIN_FILENO) == 1 }

    func show(_ presentation: Presentation) {
        write(isJSON ? presentation.json.line : presentation.text)
    }

    func write(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    func prompt(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    func show(_ error: CommandLineError) {
        let json = JSON.object([
            ("error", .object([("code", .string(error.code)), ("message", .string(error.message))]))
        ])
        let line = isJSON ? json.line : "superapp: \(error.message)"
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// The next line of standard input, read off the main thread so that the app goes on meanwhile; `nil` at its end.
    func nextLine() async -> String? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: readLine()) }
        }
    }
}
