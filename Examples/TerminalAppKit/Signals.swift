import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Signals that the process receives as events. They do not end or stop it, also not after this is released: a process that is
/// about to end then ends in its own way.
package final class Signals {
    private var sources: [any DispatchSourceSignal] = []

    /// The signals that ask a program to end.
    package static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The window's size has changed.
    static let windowChange = SIGWINCH
    /// The program is asked to stop, and continues.
    static let stopping = SIGTSTP
    static let continuing = SIGCONT

    /// Receives signals.
    package init(_ numbers: [Int32], _ receive: @escaping @Sendable (Int32) -> Void) {
        let queue = DispatchQueue(label: "signals")
        // A signal that comes before its source is registered would be lost.
        let registration = DispatchGroup()
        for number in numbers {
            // Dispatch only observes signals; this turns their usual effect off.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { receive(number) }
            registration.enter()
            source.setRegistrationHandler { registration.leave() }
            source.activate()
            sources.append(source)
        }
        registration.wait()
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Stops the process as Ctrl-Z does, until a signal continues it. Without a shell that could do that, nothing happens.
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
