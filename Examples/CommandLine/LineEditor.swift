import CoreModule
import Dispatch
import ExamplesEdit
import Foundation

/// Reads lines from a terminal, with libedit: the keys of Emacs or those that the user has chosen, and a history.
///
/// Sendable, since only its serial queue uses libedit and the stored state; other threads send bytes through a pipe.
final class LineEditor: @unchecked Sendable {
    /// What the thread that reads is told, as a byte in the pipe.
    enum Event: UInt8 { case interrupted, resized, resumed, stopped }

    private let queue = DispatchQueue(label: "line editor")
    private let history: PromptHistory
    private let events = Pipe()
    private let lines: OpaquePointer
    private var edit: OpaquePointer?
    /// Whether Ctrl-C has ended the line.
    private var isInterrupted = false

    /// Nil if lines cannot be edited: input or output is no terminal, or one that cannot move its cursor, or there is no UTF-8.
    init?(_ history: PromptHistory, lines known: [String], environment: [String: String]) {
        let kind = environment["TERM"] ?? ""
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, !["", "dumb"].contains(kind), Self.setUTF8(),
            let lines = history_init()
        else { return nil }
        self.history = history
        self.lines = lines
        let read: @convention(c) (OpaquePointer?, UnsafeMutablePointer<wchar_t>?) -> Int32 = { edit, character in
            guard let client = edit_client(edit), let character else { return 0 }
            return Unmanaged<LineEditor>.fromOpaque(client).takeUnretainedValue().read(character)
        }
        edit = edit_start(lines, Int32(PromptHistory.limit), read, Unmanaged.passUnretained(self).toOpaque())
        guard edit != nil else { return nil }
        for line in known { edit_remember(lines, line) }
    }

    deinit {
        if let edit { el_end(edit) }
        history_end(lines)
    }

    /// The bytes of the next line: empty if Ctrl-C has ended it, nil at the end of the input.
    func nextLine() async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.readLine()) }
        }
    }

    /// Tells the thread that reads. Without one, the next line is told.
    func send(_ event: Event) {
        // A pipe that this process holds at both ends is full only after thousands of events that nobody reads.
        _ = withUnsafeBytes(of: event.rawValue) { write(events.fileHandleForWriting.fileDescriptor, $0.baseAddress, 1) }
    }

    /// Ends the line that is read. The terminal is in the mode again that it had before.
    func stop() async {
        send(.stopped)
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func readLine() -> [UInt8]? {
        isInterrupted = false
        edit_take_keys(edit)
        var count: Int32 = 0
        guard let text = el_wgets(edit, &count), count > 0 else { return nil }
        guard !isInterrupted else { return [] }
        let scalars = UnsafeBufferPointer(start: text, count: Int(count)).compactMap {
            Unicode.Scalar(UInt32(bitPattern: Int32($0)))
        }
        var line = String(String.UnicodeScalarView(scalars))
        if line.last?.isNewline == true { line.removeLast() }
        if history.add(line) { edit_remember(lines, line) }
        return Array(line.utf8) + [0x0A]
    }

    /// Reads one character for libedit, in UTF-8.
    /// - Returns: 1, or 0 at the end.
    private func read(_ character: UnsafeMutablePointer<wchar_t>) -> Int32 {
        edit_take_interrupts()
        guard let first = nextByte() else { return 0 }
        var bytes = [first]
        for _ in 1..<max(1, (~first).leadingZeroBitCount) {
            guard bytes.count < 4, let byte = nextByte() else { break }
            bytes.append(byte)
        }
        character.pointee = wchar_t(String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0xFFFD)
        return 1
    }

    /// Waits for a byte of the terminal; nil at the end. Ctrl-C is the end of a line.
    private func nextByte() -> UInt8? {
        var files = [STDIN_FILENO, events.fileHandleForReading.fileDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        var byte: UInt8 = 0
        while true {
            guard poll(&files, 2, -1) > 0 else { continue }
            if files[1].revents != 0 {
                guard Foundation.read(files[1].fd, &byte, 1) == 1 else { return nil }
                switch Event(rawValue: byte) {
                case .interrupted: return endLine()
                case .resized: el_resize(edit)
                case .resumed: edit_resume(edit)
                case .stopped, nil: return nil
                }
            } else {
                let count = Foundation.read(files[0].fd, &byte, 1)
                if count < 0, errno == EINTR { continue }
                guard count == 1 else { return nil }
                return byte == 0x03 ? endLine() : byte
            }
        }
    }

    private func endLine() -> UInt8 {
        isInterrupted = true
        return 0x0A
    }

    /// Has the C library read and write UTF-8, as the program does whatever the user's locale is.
    private static func setUTF8() -> Bool {
        let names = ["", "C.UTF-8", "UTF-8", "en_US.UTF-8"]
        return names.contains { name in
            setlocale(LC_CTYPE, name) != nil && nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
        }
    }
}
