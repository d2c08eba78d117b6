import TodoList

extension SimulationTrace {
    /// Makes the trace of a seed.
    init(seed: UInt64) {
        var generator = SimulationGenerator(seed: seed)
        self = generator.trace()
    }

    /// Runs the simulation to its end.
    /// - Returns: the world when all is quiet.
    @discardableResult
    func run() throws(SimulationViolation) -> SimulatedWorld {
        var world = SimulatedWorld(setup)
        try run(in: &world)
        return world
    }

    /// Runs the simulation in a world that was prepared.
    func run(in world: inout SimulatedWorld) throws(SimulationViolation) {
        do {
            for step in steps { try world.perform(step) }
            _ = try world.quieten()
        } catch let violation as SimulationViolation {
            throw violation
        } catch {
            throw SimulationViolation(.fault, "\(error)")
        }
    }

    /// The invariant that the simulation breaks, if any.
    var violation: SimulationViolation? {
        do throws(SimulationViolation) {
            try run()
            return nil
        } catch {
            return error
        }
    }

    /// The shortest simulation found that breaks the same invariant, by leaving out steps and parts of them.
    func shrunk() -> SimulationTrace {
        guard let law = violation?.law else { return self }
        var best = self
        func improve(_ candidate: SimulationTrace) -> Bool {
            guard candidate != best, candidate.violation?.law == law else { return false }
            best = candidate
            return true
        }
        var hasImproved = true
        while hasImproved {
            hasImproved = false
            var size = max(1, best.steps.count / 2)
            while true {
                var start = 0
                while start < best.steps.count {
                    var candidate = best
                    candidate.steps.removeSubrange(start..<min(start + size, best.steps.count))
                    if improve(candidate) { hasImproved = true } else { start += size }
                }
                if size == 1 { break }
                size /= 2
            }
            for place in best.steps.indices {
                for step in best.steps[place].simpler {
                    var candidate = best
                    candidate.steps[place] = step
                    if improve(candidate) { hasImproved = true }
                }
            }
            for setup in best.setup.simpler {
                var candidate = best
                candidate.setup = setup
                if improve(candidate) { hasImproved = true }
            }
        }
        return best
    }
}

extension SimulationStep {
    /// Steps that do less.
    fileprivate var simpler: [SimulationStep] {
        switch self {
        case .run(let device, let actions, let fate):
            (fate == .none ? [] : [.run(device, actions: actions)])
                + (1..<max(actions, 1)).map { .run(device, actions: $0, fate) }
        case .edit(let device, let id, let values) where values.count > 1:
            values.map { .edit(device, id, [$0]) }
        case .foreign(.edit(let id, let value, let days)) where days != 0: [.foreign(.edit(id, value, days: 0))]
        case .foreign(.add(let id, let value, let days)) where days != 0: [.foreign(.add(id, value, days: 0))]
        default: []
        }
    }
}

extension SimulationSetup {
    /// Setups with less that is out of the ordinary.
    fileprivate var simpler: [SimulationSetup] {
        var candidates: [SimulationSetup] = []
        func add(_ change: (inout SimulationSetup) -> Void) {
            var setup = self
            change(&setup)
            if setup != self { candidates.append(setup) }
        }
        if clocks.count > 2 { add { $0.clocks.removeLast() } }
        for place in clocks.indices { add { $0.clocks[place] = 0 } }
        add { $0.server.hasTokens = true }
        add { $0.server.tokens = .exact }
        add { $0.server.namesVersions = true }
        add { $0.server.reorders = false }
        add { $0.server.callsConflict = true }
        add { $0.server.beginsAnew = false }
        add { $0.acceptsDeletions = false }
        add { $0.batch = TodoSyncPass.batch }
        return candidates
    }
}
