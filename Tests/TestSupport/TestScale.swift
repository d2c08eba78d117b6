import Foundation

/// How much long tests do: random sequences, fault sweeps, rounds of killing. `swift test` does a little of each, so that it stays
/// quick; with `FULL_TESTS=1` in the environment, as in `.ci/run`, it does all.
package enum TestScale {
    /// Whether the full counts are asked for.
    package static let isFull = ProcessInfo.processInfo.environment["FULL_TESTS"] == "1"

    /// How many rounds to do.
    package static func count(_ quick: Int, full: Int) -> Int { isFull ? full : quick }
}
