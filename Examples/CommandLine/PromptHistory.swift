import CoreModule
import Foundation

/// The lines that were typed in earlier sessions, in a file that only its owner can read.
struct PromptHistory {
    /// How many lines are remembered.
    static let limit = 1_000

    /// Nil if no line is kept.
    private let file: URL?
    private let logger: EventLogger

    /// - Parameter isKept: whether lines are kept in the application-data folder.
    init(_ environment: [String: String], isKept: Bool, logger: EventLogger) {
        file = isKept ? URL.applicationData(environment).appending(path: "superapp/history") : nil
        self.logger = logger
    }

    /// The lines, oldest first.
    func lines() async -> [String] {
        guard let file, let text = read(file) else { return [] }
        let lines = text.split(separator: "\n").map(String.init)
        if lines.count > 2 * Self.limit { await replace(file, by: lines.suffix(Self.limit)) }
        return lines.suffix(Self.limit)
    }

    /// Adds a line, unless it is blank, begins with a space, or may contain a password: then it is not remembered.
    /// - Returns: whether it is remembered.
    func add(_ line: String) -> Bool {
        guard let first = line.first, !first.isWhitespace, !line.contains(/:\/\/[^\/\s]*@/) else { return false }
        if let file { append(line + "\n", to: file) }
        return true
    }

    private func read(_ file: URL) -> String? {
        let path = file.path(percentEncoded: false)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do { return String(decoding: try Data(contentsOf: file), as: UTF8.self) } catch {
            fail("read", error)
            return nil
        }
    }

    private func append(_ text: String, to file: URL) {
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let mode: mode_t = 0o600
            let descriptor = open(file.path(percentEncoded: false), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, mode)
            guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // A file that was there may have another mode.
            guard fchmod(descriptor, mode) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            try handle.write(contentsOf: Data(text.utf8))
        } catch {
            fail("written", error)
        }
    }

    private func replace(_ file: URL, by lines: some Sequence<String>) async {
        do throws(HistoryError) {
            try await OutputFile.write(to: file, HistoryError.init) { handle throws(HistoryError) in
                do { try handle.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8)) } catch {
                    throw HistoryError(reason: .fileError(error))
                }
            }
        } catch {
            logger.warning("the history was not shortened", ["reason": "\(error.reason)"])
        }
    }

    /// The prompt works without a history, so that this is only logged.
    private func fail(_ act: String, _ error: any Error) {
        logger.warning("the history was not \(act)", ["reason": "\(error.localizedDescription)"])
    }

    private struct HistoryError: Error {
        let reason: Message
    }
}
