import Foundation

/// The CPU time of the calling thread, which does not depend on other processes.
package func threadTime() -> Duration {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else {
        preconditionFailure("Every system has this clock.")
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
