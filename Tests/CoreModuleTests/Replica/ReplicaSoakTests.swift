import TestSupport
import Testing

/// Any number of simulations of devices that share a folder, by `Scripts/soak`.
@Suite("The soak of replicas", .enabled(if: Soak.count != nil, "SOAK_SEEDS is not set"), .timeLimit(.minutes(600)))
struct ReplicaSoakTests {
    @Test("any number of simulations agree in the end and lose nothing", arguments: 0..<UInt64(8))
    func simulations(part: UInt64) async throws {
        for number in stride(from: part, to: Soak.count ?? 0, by: 8) {
            let failure = try await ReplicaSimulation.run(Soak.first + number).failure
            #expect(failure == nil, "seed \(Soak.first + number)")
            if part == 0, number % 8000 == 0 { Soak.tell("devices: \(number) of \(Soak.count ?? 0)") }
        }
    }
}
