import Foundation
import Testing

/// The number and the first seed, set by `Scripts/soak`.
private let soakCount = ProcessInfo.processInfo.environment["SOAK_SEEDS"].flatMap { UInt64($0) }
private let soakFirst = ProcessInfo.processInfo.environment["SOAK_FIRST"].flatMap { UInt64($0) } ?? 0

/// Any number of simulations, by `Scripts/soak`. A suite of its own: the shortest time limit of a test and its suites counts.
@Suite(
    "The soak", .enabled(if: soakCount != nil, "SOAK_SEEDS is not set"), .timeLimit(.minutes(600)))
struct SoakTests {
    @Test("any number of simulations break no invariant")
    func simulations() {
        let count = soakCount ?? 0
        let start = ContinuousClock.now
        var failures = 0
        for number in 0..<count where failures < 10 {
            let trace = SimulationTrace(seed: soakFirst + number)
            if trace.violation != nil {
                failures += 1
                SimulationTests.check(seed: soakFirst + number)
            }
            if (number + 1).isMultiple(of: 1000) {
                tell(
                    "\(number + 1) of \(count), \(failures) failed, \((ContinuousClock.now - start).components.seconds) s"
                )
            }
        }
        print("\(count) simulations from seed \(soakFirst), \(failures) failed, in \(ContinuousClock.now - start)")
    }

    @Test("many simulations of recurring tasks")
    func recurringTasks() async throws {
        let tests = RecurringSyncTests()
        let count = (soakCount ?? 0) / 20
        for number in 0..<count {
            try await tests.simulate(soakFirst + number)
            try await tests.simulateEdits(soakFirst + number)
            if (number + 1).isMultiple(of: 1000) { tell("recurring tasks: \(number + 1) of \(count)") }
        }
    }

    private func tell(_ line: String) { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
}
