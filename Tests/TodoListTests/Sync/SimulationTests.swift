import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("Simulations of devices, a server and failures", .timeLimit(.minutes(15)), .longComputation)
struct SimulationTests {
    /// In parts, so that they can run side by side.
    private static let parts = 8

    @Test("simulations break no invariant", arguments: 0..<parts)
    func simulations(part: Int) {
        for seed in stride(from: part, to: TestScale.count(80, full: 1000), by: Self.parts) {
            Self.check(seed: UInt64(seed))
        }
    }

    @Test("if tokens are times, the second look makes devices equal before everything is compared")
    func times() {
        for seed in 0..<40 as Range<UInt64> {
            var trace = SimulationTrace(seed: seed)
            (trace.setup.server.hasTokens, trace.setup.server.tokens) = (true, .times)
            trace.setup.server.beginsAnew = false
            trace.steps.removeAll { if case .server = $0 { true } else { false } }
            guard let violation = trace.violation else { continue }
            Issue.record("seed \(seed): \(violation)\n\(trace.shrunk())")
        }
    }

    /// Runs a simulation, and if it breaks an invariant, reports the shortest one that does.
    static func check(seed: UInt64) {
        let trace = SimulationTrace(seed: seed)
        guard trace.violation != nil else { return }
        let short = trace.shrunk()
        Issue.record("seed \(seed): \(short.violation?.description ?? "")\n\(short)")
    }

    // MARK: Crashes

    @Test(
        "a crash before or after any write breaks no invariant",
        arguments: (TestScale.isFull ? [3, 11] : [3]) as [UInt64])
    func crashes(seed: UInt64) {
        let trace = SimulationTrace(seed: seed)
        for (place, step) in trace.steps.enumerated() {
            guard case .run(let device, let actions, .none) = step else { continue }
            for number in 1...actions {
                for fate in [SimulatedFate.crashBefore, .crashAfter] {
                    var crashing = trace
                    crashing.steps[place] = .run(device, actions: number, fate)
                    guard let violation = crashing.violation else { continue }
                    Issue.record("step \(place), action \(number), \(fate): \(violation)\n\(crashing.shrunk())")
                    return
                }
            }
        }
    }

    // MARK: The simulation itself

    @Test("the same seed gives the same simulation and result")
    func determined() throws {
        for seed in 0..<20 as Range<UInt64> {
            let trace = SimulationTrace(seed: seed)
            #expect(trace == SimulationTrace(seed: seed))
            let (first, second) = (try trace.run(), try trace.run())
            #expect(first.server == second.server)
            #expect(first.devices.map(\.tables) == second.devices.map(\.tables))
        }
    }

    @Test("the simulation detects a server that changes resources without changing their versions")
    func careless() throws {
        let found = (0..<50 as Range<UInt64>).lazy.compactMap { seed -> SimulationTrace? in
            var trace = SimulationTrace(seed: seed)
            trace.setup.server.keepsVersions = true
            return trace.violation == nil ? nil : trace
        }.first
        let short = try #require(found).shrunk()
        #expect([.equality, .edits].contains(short.violation?.law))
        #expect(short.steps.count <= 6, "\(short)")
    }

    @Test("the simulation detects a lost value, removal or task")
    func oracle() throws {
        let id = TodoID("t1")
        let old = SimulatedValue.text(1).newFields
        let new = SimulatedValue.text(2).newFields
        let date = Date(timeIntervalSince1970: 1_795_255_200)
        let todo = Todo(id: id, text: try TodoText(old.text), createdAt: date, updatedAt: date)
        func violation(_ oracle: SimulationOracle, _ final: [TodoID: TodoFields]) -> SimulationViolation.Law? {
            do throws(SimulationViolation) {
                try oracle.check(final, conflicts: [], bytes: { _ in nil })
                return nil
            } catch {
                return error.law
            }
        }
        var oracle = SimulationOracle()
        oracle.added(todo, at: 0)
        #expect(violation(oracle, [id: old]) == nil)
        #expect(violation(oracle, [:]) == .edits)
        oracle.edited(id, from: old, to: new, at: 1)
        #expect(violation(oracle, [id: old]) == .edits)
        #expect(violation(oracle, [id: new]) == nil)
        oracle.removed(id, old, at: 0)
        #expect(violation(oracle, [:]) == .edits, "the removal knew nothing of the edit")
        #expect(violation(oracle, [id: new]) == .deletions)
        oracle.undone(id, at: 0)
        #expect(violation(oracle, [id: new]) == nil)
        oracle.removed(id, new, at: 1)
        #expect(violation(oracle, [:]) == nil)
    }
}
