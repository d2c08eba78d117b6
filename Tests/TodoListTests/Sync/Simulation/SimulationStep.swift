import TodoList

/// A step of a simulation. A step that is impossible does nothing, so that any list of steps can be run.
enum SimulationStep: Hashable, Sendable {
    /// A person adds a task at a device.
    case add(Int, String, SimulatedValue)
    /// A person changes fields of a task at a device.
    case edit(Int, String, [SimulatedValue])
    /// A person removes a task at a device.
    case remove(Int, String)
    /// A user undoes the removal of a task on the device where it was removed.
    case undo(Int, String)
    /// A user restores one of the conflicts of the device.
    case restore(Int, Int)
    /// A device continues or begins a synchronization: a number of actions, the last of which may fail.
    case run(Int, actions: Int, SimulatedFate = .none)
    /// A device begins a synchronization that accepts deletions.
    case accept(Int)
    /// A device's clock is set: so many days off.
    case clock(Int, days: Int)
    /// A request arrives that its device has given up; which one, of those that are under way.
    case arrive(Int)
    /// Another program writes to the server.
    case foreign(ForeignAction)
    /// The server fails.
    case server(ServerEvent)
    /// So many minutes pass.
    case wait(minutes: Int)
}

/// A value that a field is given; those with numbers are given once.
enum SimulatedValue: Hashable, Sendable {
    case text(Int)
    case notes(Int)
    case deadline(Int)
    case rule(Int)
    case priority(TodoPriority)
    case done(Bool)
}

/// The outcome of an action of a synchronization.
enum SimulatedFate: Hashable, Sendable {
    /// It is done.
    case none
    /// The device crashes before it is done.
    case crashBefore
    /// The device crashes when it is done, before it knows.
    case crashAfter
    /// The request does not arrive.
    case dropped
    /// The request is answered as if it were done, and is not.
    case ignored
    /// The request is done, the answer does not arrive.
    case unanswered
    /// The request arrives when the device has given it up.
    case delayed
    /// The request is done and answered, and arrives again later.
    case duplicated
    /// The server answers with a status: 403, 404, 409, 412, 423, 429, 500, 503 or 507.
    case refused(Int)
}

/// What another program does. It knows the task by its identifier; its clock may be off by days, and it may set no stamps.
enum ForeignAction: Hashable, Sendable {
    case add(String, SimulatedValue, days: Int)
    case edit(String, SimulatedValue, days: Int?)
    /// Changes only what the engine knows nothing of.
    case touch(String, Int)
    case remove(String)
    /// Gives the task's resource another name.
    case move(String, Int)
    /// Removes the task, and puts an event in its place.
    case replace(String, Int)
    /// Removes the task, and puts another one in its place.
    case reuse(String, String, SimulatedValue)
    /// Writes a resource that holds no task: an event, or no calendar at all.
    case other(Int)
}

/// A failure of the server.
enum ServerEvent: Hashable, Sendable {
    case expireTokens
    case wipe
    case backUp
    case restore
    case full(Bool)
}

/// The setup of a simulation.
struct SimulationSetup: Hashable, Sendable {
    /// By how many days the devices' clocks are off.
    var clocks = [0, 0]
    var server = SimulatedServer.Manner()
    /// The user's reaction when everything has disappeared from the server: accept it, or enter the address again.
    var acceptsDeletions = false
    /// The number of objects that a synchronization fetches and stores at a time.
    var batch = TodoSyncPass.batch
}

/// A simulation that can be run again.
struct SimulationTrace: Hashable, Sendable {
    var setup: SimulationSetup
    var steps: [SimulationStep]
}

// MARK: As it is written in a test

extension SimulationTrace: CustomStringConvertible {
    var description: String {
        "SimulationTrace(\n    setup: \(setup),\n    steps: [\n"
            + steps.map { "        .\($0),\n" }.joined() + "    ])"
    }
}

extension SimulationSetup: CustomStringConvertible {
    var description: String {
        var parts = ["clocks: \(clocks)"]
        if server != SimulatedServer.Manner() { parts.append("server: \(server)") }
        if acceptsDeletions { parts.append("acceptsDeletions: true") }
        if batch != TodoSyncPass.batch { parts.append("batch: \(batch)") }
        return "SimulationSetup(\(parts.joined(separator: ", ")))"
    }
}

extension SimulatedServer.Manner: CustomStringConvertible {
    var description: String {
        let plain = SimulatedServer.Manner()
        var parts: [String] = []
        if hasTokens != plain.hasTokens { parts.append("hasTokens: \(hasTokens)") }
        if tokens != plain.tokens { parts.append("tokens: .\(tokens)") }
        if namesVersions != plain.namesVersions { parts.append("namesVersions: \(namesVersions)") }
        if reorders != plain.reorders { parts.append("reorders: \(reorders)") }
        if callsConflict != plain.callsConflict { parts.append("callsConflict: \(callsConflict)") }
        if keepsVersions != plain.keepsVersions { parts.append("keepsVersions: \(keepsVersions)") }
        if beginsAnew != plain.beginsAnew { parts.append("beginsAnew: \(beginsAnew)") }
        return "SimulatedServer.Manner(\(parts.joined(separator: ", ")))"
    }
}

extension SimulationStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .add(let device, let id, let value): "add(\(device), \"\(id)\", .\(value))"
        case .edit(let device, let id, let values):
            "edit(\(device), \"\(id)\", [\(values.map { ".\($0)" }.joined(separator: ", "))])"
        case .remove(let device, let id): "remove(\(device), \"\(id)\")"
        case .undo(let device, let id): "undo(\(device), \"\(id)\")"
        case .restore(let device, let number): "restore(\(device), \(number))"
        case .run(let device, let actions, .none): "run(\(device), actions: \(actions))"
        case .run(let device, let actions, let fate): "run(\(device), actions: \(actions), .\(fate))"
        case .accept(let device): "accept(\(device))"
        case .clock(let device, let days): "clock(\(device), days: \(days))"
        case .arrive(let number): "arrive(\(number))"
        case .foreign(let action): "foreign(.\(action))"
        case .server(let event): "server(.\(event))"
        case .wait(let minutes): "wait(minutes: \(minutes))"
        }
    }
}

extension SimulatedValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .text(let number): "text(\(number))"
        case .notes(let number): "notes(\(number))"
        case .deadline(let number): "deadline(\(number))"
        case .rule(let number): "rule(\(number))"
        case .priority(let priority): "priority(.\(priority))"
        case .done(let isDone): "done(\(isDone))"
        }
    }
}

extension ForeignAction: CustomStringConvertible {
    var description: String {
        switch self {
        case .add(let id, let value, let days): "add(\"\(id)\", .\(value), days: \(days))"
        case .edit(let id, let value, let days):
            "edit(\"\(id)\", .\(value), days: \(days.map { "\($0)" } ?? "nil"))"
        case .touch(let id, let number): "touch(\"\(id)\", \(number))"
        case .remove(let id): "remove(\"\(id)\")"
        case .move(let id, let number): "move(\"\(id)\", \(number))"
        case .replace(let id, let number): "replace(\"\(id)\", \(number))"
        case .reuse(let id, let other, let value): "reuse(\"\(id)\", \"\(other)\", .\(value))"
        case .other(let number): "other(\(number))"
        }
    }
}
