import Foundation
import TestSupport
import Testing

/// Any number of simulations, by `Scripts/soak`. A suite of its own: the shortest time limit of a test and its suites counts.
@Suite("The soak", .enabled(if: Soak.count != nil, "SOAK_SEEDS is not set"), .timeLimit(.minutes(600)))
struct SoakTests {
    @Test("any number of simulations break no invariant")
    func simulations() {
        let count = Soak.count ?? 0
        let start = ContinuousClock.now
        var failures = 0
        for number in 0..<count where failures < 10 {
            let trace = SimulationTrace(seed: Soak.first + number)
            if trace.violation != nil {
                failures += 1
                SimulationTests.check(seed: Soak.first + number)
            }
            if (number + 1).isMultiple(of: 1000) {
                let seconds = (ContinuousClock.now - start).components.seconds
                Soak.tell("\(number + 1) of \(count), \(failures) failed, \(seconds) s")
            }
        }
        print("\(count) simulations from seed \(Soak.first), \(failures) failed, in \(ContinuousClock.now - start)")
    }

    @Test("many simulations of recurring tasks")
    func recurringTasks() async throws {
        let tests = RecurringSyncTests()
        let count = (Soak.count ?? 0) / 20
        for number in 0..<count {
            try await tests.simulate(Soak.first + number)
            try await tests.simulateEdits(Soak.first + number)
            if (number + 1).isMultiple(of: 1000) { Soak.tell("recurring tasks: \(number + 1) of \(count)") }
        }
    }
}
