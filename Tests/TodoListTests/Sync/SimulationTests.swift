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
    private static func check(seed: UInt64) {
        let trace = SimulationTrace(seed: seed)
        guard trace.violation != nil else { return }
        let short = trace.shrunk()
        Issue.record("seed \(seed): \(short.violation?.description ?? "")\n\(short)")
    }

    // MARK: The soak

    /// The number and the first seed, set by `Scripts/soak`.
    private static let soakCount = ProcessInfo.processInfo.environment["SOAK_SEEDS"].flatMap { UInt64($0) }
    private static let soakFirst = ProcessInfo.processInfo.environment["SOAK_FIRST"].flatMap { UInt64($0) } ?? 0

    @Test("any number of simulations break no invariant", .enabled(if: soakCount != nil), .timeLimit(.minutes(600)))
    func soak() {
        let count = Self.soakCount ?? 0
        let start = ContinuousClock.now
        var failures = 0
        for number in 0..<count where failures < 10 {
            let trace = SimulationTrace(seed: Self.soakFirst + number)
            if trace.violation != nil {
                failures += 1
                Self.check(seed: Self.soakFirst + number)
            }
            if (number + 1).isMultiple(of: 1000) {
                let line =
                    "\(number + 1) of \(count), \(failures) failed, \((ContinuousClock.now - start).components.seconds) s\n"
                FileHandle.standardError.write(Data(line.utf8))
            }
        }
        print("\(count) simulations from seed \(Self.soakFirst), \(failures) failed, in \(ContinuousClock.now - start)")
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
        #expect(short.steps.count <= 5, "\(short)")
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
