import CoreModule
import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the user, or the system, sends to have the program end: Ctrl-C and its like. From its making on, the program goes on
/// when one arrives, to end in its own way.
@MainActor
final class TerminationSignals {
    private let arrival = Promise<Void>()
    private var sources: [any DispatchSourceSignal] = []

    /// Returns once no signal can be missed any more.
    init() async {
        for number in [SIGINT, SIGTERM] {
            #if canImport(Darwin)
            // Dispatch only looks on there; on Linux it puts a handler of its own in place.
            signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number)
            let registration = Promise<Void>()
            // Both are called on a queue of the system, not on the main actor.
            source.setRegistrationHandler { @Sendable in registration.set(()) }
            source.setEventHandler { @Sendable [arrival] in arrival.set(()) }
            source.activate()
            await registration.value(whenCancelled: ())
            sources.append(source)
        }
    }

    /// Waits for the first of them.
    func first() async {
        await arrival.value(whenCancelled: ())
    }
}
