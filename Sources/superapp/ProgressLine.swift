import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One line on standard error that is overwritten as work goes on. Without a terminal it shows nothing.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ text: String) {
        put("\r\u{1B}[K\(text)")
    }

    func clear() {
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) {
        guard isShown else { return }
        // A progress line that cannot be shown does not stop the work.
        do { try FileHandle.standardError.write(contentsOf: Data(text.utf8)) } catch {}
    }
}
