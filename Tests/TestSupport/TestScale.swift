import Foundation

/// The size of long tests: random sequences, fault sweeps, rounds of killing. By default `swift test` does a small part, so that it
/// stays fast. With `FULL_TESTS=1` in the environment, as in `.ci/run`, it does everything.
package enum TestScale {
    /// Whether the full counts are used.
    package static let isFull = ProcessInfo.processInfo.environment["FULL_TESTS"] == "1"

    /// Whether the tests run under the thread sanitizer, for which the package is built with `SANITIZED=1`.
    package static let isSanitized = ProcessInfo.processInfo.environment["SANITIZED"] == "1"

    /// The number of rounds.
    package static func count(_ quick: Int, full: Int) -> Int { isFull ? full : quick }
}
