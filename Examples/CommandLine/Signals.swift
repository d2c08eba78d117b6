import CoreModule
import Dispatch
import Foundation

/// Signals that the program handles, such as that of Ctrl-C. While this exists they do not end the process, so that it can close its
/// store first.
@MainActor
final class Signals {
    /// The numbers of the signals that arrive, for one reader.
    let arrivals: AsyncStream<Int32>
    private var sources: [any DispatchSourceSignal] = []

    /// Returns when no signal can be missed any more.
    init(_ numbers: [Int32]) async {
        let (arrivals, arrival) = AsyncStream.makeStream(of: Int32.self)
        self.arrivals = arrivals
        for number in numbers {
            #if canImport(Darwin)
            // Dispatch only observes there; on Linux it installs a handler of its own.
            signal(number, SIG_IGN)
            #endif
            let source = DispatchSource.makeSignalSource(signal: number)
            // Both are called on a queue of the system, not on the main actor.
            source.setEventHandler { @Sendable in arrival.yield(number) }
            await withCheckedContinuation { registration in
                source.setRegistrationHandler { @Sendable in registration.resume() }
                source.activate()
            }
            sources.append(source)
        }
    }
}
