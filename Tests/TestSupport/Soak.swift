import Foundation

/// How many simulations a soak runs, and from which seed: set by `Scripts/soak`.
package enum Soak {
    /// Nil without a soak.
    package static let count = ProcessInfo.processInfo.environment["SOAK_SEEDS"].flatMap { UInt64($0) }
    package static let first = ProcessInfo.processInfo.environment["SOAK_FIRST"].flatMap { UInt64($0) } ?? 0

    /// Says how far it is.
    package static func tell(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
