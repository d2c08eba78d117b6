import SuperappTesting
import TestSupport
import TodoList

/// Random simulations, each determined by its seed.
struct SimulationGenerator {
    private var random: SeededGenerator
    private let setup: SimulationSetup
    private var lastNumber = 0
    private var ids: [String] = []
    /// How many of a hundred actions of a synchronization meet a fate.
    private let faults: Int
    private let length: Int
    private let hasForeign: Bool
    private let hasDisasters: Bool
    /// Whether most tasks recur and are often completed.
    private let recurs: Bool

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var setup = SimulationSetup()
        let devices = [2, 2, 2, 3, 3, 4, 5].randomElement(using: &random) ?? 2
        setup.clocks = []
        for _ in 0..<devices {
            setup.clocks.append(Bool.random(using: &random) ? 0 : Int.random(in: -4...4, using: &random))
        }
        setup.server.hasTokens = Int.random(in: 0..<3, using: &random) > 0
        if Bool.random(using: &random) {
            setup.server.tokens = SimulatedServer.Tokens.allCases.randomElement(using: &random) ?? .exact
        }
        setup.server.namesVersions = Int.random(in: 0..<4, using: &random) > 0
        setup.server.reorders = Int.random(in: 0..<6, using: &random) == 0
        setup.server.callsConflict = Bool.random(using: &random)
        setup.acceptsDeletions = Bool.random(using: &random)
        // Drawn without the generator.
        if seed.isMultiple(of: 2) { setup.batch = 1 + Int(seed / 2 % 3) }
        recurs = seed.isMultiple(of: 3)
        // If the server is also set back, or its tokens hide the change, nobody can tell a version that began anew from the old one.
        setup.server.beginsAnew =
            setup.server.hasTokens && setup.server.tokens != .times && seed.isMultiple(of: 5)
        faults = [0, 15, 40, 70].randomElement(using: &random) ?? 0
        length = Int.random(in: 10...60, using: &random)
        hasForeign = Int.random(in: 0..<4, using: &random) > 0
        hasDisasters = Int.random(in: 0..<3, using: &random) > 0 && !setup.server.beginsAnew
        self.setup = setup
        self.random = random
    }

    mutating func trace() -> SimulationTrace {
        var steps: [SimulationStep] = []
        for _ in 0..<length {
            let step = step()
            steps.append(step)
            if recurs, case .add(let device, let id, _) = step { steps.append(.edit(device, id, [rule()])) }
        }
        return SimulationTrace(setup: setup, steps: steps)
    }

    private mutating func number() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private mutating func device() -> Int { Int.random(in: 0..<setup.clocks.count, using: &random) }

    /// The tasks of a simulation are few, so that much happens to each.
    private mutating func id() -> String { ids.randomElement(using: &random) ?? "none" }

    private mutating func newID(_ prefix: String) -> String {
        let id = "\(prefix)\(ids.count + 1)"
        ids.append(id)
        return id
    }

    private mutating func value() -> SimulatedValue {
        if recurs, Bool.random(using: &random) {
            return Int.random(in: 0..<6, using: &random) == 0 ? rule() : .done(true)
        }
        return switch Int.random(in: 0..<9, using: &random) {
        case 0...2: .text(number())
        case 3: .notes(Int.random(in: 0..<8, using: &random) == 0 ? 0 : number())
        case 4: .deadline(Int.random(in: 0..<8, using: &random) == 0 ? 0 : number())
        case 5: .rule(0)
        case 6: .priority(TodoPriority.allCases.randomElement(using: &random) ?? .low)
        default: .done(Bool.random(using: &random))
        }
    }

    private mutating func rule() -> SimulatedValue { .rule(Int.random(in: 1..<5, using: &random)) }

    private mutating func step() -> SimulationStep {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<50: return run()
        case 50..<72: return edit()
        case 72..<79: return .remove(device(), id())
        case 79..<82: return .undo(device(), id())
        case 82..<84: return .restore(device(), Int.random(in: 0..<4, using: &random))
        case 84..<86: return .arrive(Int.random(in: 0..<4, using: &random))
        case 86..<88: return .wait(minutes: Int.random(in: 1...2000, using: &random))
        case 88..<95: return hasForeign ? .foreign(foreign()) : edit()
        default: return hasDisasters ? disaster() : run()
        }
    }

    private mutating func edit() -> SimulationStep {
        if ids.isEmpty || ids.count < 5 && Int.random(in: 0..<5, using: &random) == 0 {
            return .add(device(), newID("t"), .text(number()))
        }
        var values = [value()]
        if Int.random(in: 0..<4, using: &random) == 0 { values.append(value()) }
        return .edit(device(), id(), values)
    }

    private mutating func run() -> SimulationStep {
        let device = device()
        guard Int.random(in: 0..<100, using: &random) < faults else {
            return .run(device, actions: Int.random(in: 1...25, using: &random))
        }
        return .run(device, actions: Int.random(in: 1...10, using: &random), fate())
    }

    private mutating func fate() -> SimulatedFate {
        switch Int.random(in: 0..<13, using: &random) {
        case 12: .ignored
        case 0, 1: .crashBefore
        case 2, 3: .crashAfter
        case 4: .dropped
        case 5, 6: .unanswered
        case 7, 8: .delayed
        case 9: .duplicated
        default: .refused([403, 404, 409, 412, 423, 429, 500, 503, 507].randomElement(using: &random) ?? 500)
        }
    }

    private mutating func foreign() -> ForeignAction {
        switch Int.random(in: 0..<13, using: &random) {
        case 0...1 where ids.count < 6: .add(newID("f"), .text(number()), days: Int.random(in: -4...4, using: &random))
        case 0...5: .edit(id(), value(), days: [nil, -3, 0, 0, 0, 3].randomElement(using: &random) ?? nil)
        case 6...7: .touch(id(), number())
        case 8: .remove(id())
        case 9: .move(id(), number())
        case 10: .replace(id(), number())
        case 11 where ids.count < 6: .reuse(id(), newID("f"), .text(number()))
        default: .other(Int.random(in: 0..<9, using: &random))
        }
    }

    private mutating func disaster() -> SimulationStep {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: .server(.expireTokens)
        case 2: .server(.wipe)
        case 3...4: .server(.backUp)
        case 5...6: .server(.restore)
        case 7: .server(.full(Bool.random(using: &random)))
        case 8: .clock(device(), days: Int.random(in: -4...4, using: &random))
        default: .accept(device())
        }
    }
}
