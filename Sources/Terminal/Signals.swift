import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Signals that the process hears of instead of being ended or stopped by them.
///
/// When this is let go they are ignored: who has heard that it is to end is not ended on the way.
package final class Signals {
    private var sources: [any DispatchSourceSignal] = []

    /// Those that ask a program to end.
    package static let ending = [SIGINT, SIGTERM, SIGHUP]
    /// The window's size has changed.
    static let windowChange = SIGWINCH
    /// The program is to stop, and goes on.
    static let stopping = SIGTSTP
    static let continuing = SIGCONT

    /// Takes signals over.
    package init(_ numbers: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "signals")
        for number in numbers {
            // What Dispatch sees, it sees beside the usual way, which is closed here.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { receive(number) }
            source.activate()
            sources.append(source)
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Stops the process as Ctrl-Z would, until it is told to go on. Nothing happens where there is no shell to do that.
    static func stop() {
        signal(stopping, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, stopping)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(stopping)
        signal(stopping, SIG_IGN)
    }
}
