import CoreModule
import Foundation
import Testing
import TodoList

/// Devices, their server and the network, in virtual time. A pure function of the setup and the steps.
struct SimulatedWorld: Sendable {
    let setup: SimulationSetup
    var devices: [SimulatedDevice]
    var server: SimulatedServer
    var oracle = SimulationOracle()
    /// Requests that their device has abandoned, or that arrive a second time.
    private(set) var letters: [TodoDelivery] = []
    /// The latest stamps that the other program has seen or set.
    var latestStamps: [String: Date] = [:]
    /// Whether the server has lost nothing, and has not confirmed what it did not keep.
    private(set) var mayHideNothing = true
    var now = Date(timeIntervalSince1970: 1_795_255_200)

    init(_ setup: SimulationSetup) {
        self.setup = setup
        oracle.mayTakeLossesForRemovals = !setup.server.hasTokens
        devices = setup.clocks.enumerated().map { SimulatedDevice(number: $0.offset, days: $0.element) }
        server = SimulatedServer(setup.server)
    }

    /// The time of a device's clock, in whole milliseconds.
    func date(at device: Int) -> Date { now.addingTimeInterval(Double(devices[device].days) * 86_400) }

    // MARK: Steps

    mutating func perform(_ step: SimulationStep) throws {
        now += 0.25
        switch step {
        case .add(let device, let id, let value): try add(id, value, at: device)
        case .edit(let device, let id, let values): try edit(id, TodoEdit(values), at: device)
        case .remove(let device, let id): try remove(id, at: device)
        case .undo(let device, let id): try undo(id, at: device)
        case .restore(let device, let number): try restore(number, at: device)
        case .run(let device, let actions, let fate):
            guard devices.indices.contains(device) else { return }
            if devices[device].run == nil {
                devices[device].run = SimulatedDevice.Run(acceptsDeletions: false, batch: setup.batch)
            }
            for number in 0..<actions where devices[device].run != nil {
                now += 0.25
                try act(device, number == actions - 1 ? fate : .none)
            }
        case .accept(let device):
            guard devices.indices.contains(device) else { return }
            devices[device].run = SimulatedDevice.Run(acceptsDeletions: true, batch: setup.batch)
        case .clock(let device, let days): if devices.indices.contains(device) { devices[device].days = days }
        case .arrive(let number):
            guard !letters.isEmpty else { return }
            arrive(letters.remove(at: number % letters.count))
        case .foreign(let action): foreign(action)
        case .server(let event): befall(event)
        case .wait(let minutes): now += Double(minutes) * 60
        }
    }

    private mutating func befall(_ event: ServerEvent) {
        switch event {
        case .expireTokens:
            mayHideNothing = false
            server.expireTokens()
        case .wipe:
            mayHideNothing = false
            forgetUnseenMarks()
            server.wipe()
            oracle.serverHasLostVersions()
        case .backUp: server.backUp()
        case .restore:
            mayHideNothing = false
            server.restore()
            oracle.serverWasSetBack()
            oracle.mayTakeLossesForRemovals = true
            oracle.serverHasLostVersions()
        case .full(let isFull): server.isFull = isFull
        }
    }

    /// What goes with the server's copy of a task and is not known to each device that has the task need not come back: the first
    /// device that puts the task there again cannot know of it.
    private mutating func forgetUnseenMarks() {
        for resource in server.resources.values {
            guard let uid = resource.uid else { continue }
            let records = devices.compactMap { $0.records.record(TodoID(uid)) }
            let mark = ForeignProgram.marks(resource.bytes)
            if records.contains(where: { ForeignProgram.marks($0.remote?.bytes ?? $0.lastServerCopy ?? []) != mark }) {
                oracle.forgetMarks(of: TodoID(uid))
            }
        }
    }

    // MARK: People

    private mutating func add(_ id: String, _ value: SimulatedValue, at device: Int) throws {
        guard devices.indices.contains(device), devices[device].todo(id) == nil else { return }
        let date = date(at: device)
        let todo = Todo(
            id: TodoID(id), text: try TodoText(value.newFields.text), createdAt: date, updatedAt: date)
        _ = try devices[device].perform(.add(todo)) { try $0.add(todo) }
        devices[device].removed[id] = nil
        oracle.added(todo, at: device)
    }

    private mutating func edit(_ id: String, _ edit: TodoEdit, at device: Int) throws {
        guard devices.indices.contains(device), let old = devices[device].todo(id) else { return }
        let date = date(at: device)
        let new: Todo
        do {
            new = try devices[device].perform(.edit(old.id, edit, date)) { try $0.edit(old.id, edit, at: date) }
        } catch let error as TodoError where SimulationOracle.mayRefuse(edit, with: error) {
            return
        }
        oracle.edited(
            old.id, from: TodoDocument.written(TodoFields(old)), to: TodoDocument.written(TodoFields(new)),
            at: device)
    }

    private mutating func remove(_ id: String, at device: Int) throws {
        guard devices.indices.contains(device), let old = devices[device].todo(id) else { return }
        let date = date(at: device)
        _ = try devices[device].perform(.remove(old.id, date)) { try $0.remove([old.id], at: date) }
        devices[device].removed[id] = (old, date)
        oracle.removed(old.id, TodoDocument.written(TodoFields(old)), at: device)
    }

    private mutating func undo(_ id: String, at device: Int) throws {
        guard devices.indices.contains(device), devices[device].todo(id) == nil,
            case (var todo, let removedAt)? = devices[device].removed.removeValue(forKey: id)
        else { return }
        todo.updatedAt = date(at: device)
        let restored = try devices[device].perform(.undoRemoval(todo, removedAt)) {
            try $0.undoRemoval(of: todo, at: removedAt)
        }
        if restored != nil { oracle.undone(todo.id, at: device) }
    }

    private mutating func restore(_ number: Int, at device: Int) throws {
        guard devices.indices.contains(device) else { return }
        let conflicts = devices[device].records.conflicts()
        guard !conflicts.isEmpty else { return }
        let conflict = conflicts[number % conflicts.count]
        let old = devices[device].todo(conflict.todoID.rawValue)
        // A task that is gone cannot be edited, and one that is there cannot come back.
        if case .removal = conflict.kind { if old != nil { return } } else if old == nil { return }
        let date = date(at: device)
        let change: TodoChange
        do {
            change = try devices[device].perform(.restore(conflict.id, date)) {
                try $0.restore(conflict.id, at: date)
            }
        } catch TodoError.unknownRecurrence {
            // A series without a date cannot be done, also not again.
            return
        }
        devices[device].restored.append(conflict)
        let fields = old.map { TodoDocument.written(TodoFields($0)) }
        switch change {
        case .added(let todo): oracle.added(todo, at: device)
        case .updated(let todo):
            guard let fields else { return }
            oracle.edited(todo.id, from: fields, to: TodoDocument.written(TodoFields(todo)), at: device)
        case .removed(let id):
            devices[device].removed[id.rawValue] = old.map { ($0, date) }
            guard let fields else { return }
            oracle.removed(id, fields, at: device)
        case .reloaded: Issue.record("One conflict is not many changes.")
        }
    }

    // MARK: Synchronizations

    /// Performs the next action of a device's synchronization.
    private mutating func act(_ device: Int, _ fate: SimulatedFate) throws {
        guard var run = devices[device].run else { return }
        guard fate != .crashBefore else {
            devices[device].run = nil
            return
        }
        run.actions += 1
        // A pass ends: each delivery reduces the number of tasks to deliver, and retries are limited.
        guard run.actions < 2000 else { throw SimulationViolation(.rest, "a synchronization does not end") }
        let event: TodoSyncPass.Event
        switch run.action {
        case .begin, .pull, .prepare, .acknowledge: event = try store(run, device)
        case .list(let token):
            // A second look is not in the second of the first one.
            if token != nil, token == devices[device].records.collection()?.tokenBefore { server.passTime() }
            event = ask(run.action, fate)
        case .fetch, .fetchAll, .deliver: event = ask(run.action, fate)
        case .finish:
            devices[device].run = nil
            return
        }
        guard fate != .crashAfter else {
            devices[device].run = nil
            return
        }
        run.action = run.pass.next(after: event)
        devices[device].run = run
    }

    private mutating func store(_ run: SimulatedDevice.Run, _ device: Int) throws -> TodoSyncPass.Event {
        let date = date(at: device)
        let name = devices[device].name
        switch run.action {
        case .begin:
            let address = "https://example.org/\(devices[device].address)/"
            return .began(
                try devices[device].perform(.begin(address, date)) { try $0.beginSync(with: address, at: date) })
        case .pull(let pull):
            oracle.takesOver(pull.objects, at: device)
            try excuseFalseReports(pull, at: device)
            let before = run.acceptsDeletions ? devices[device].fields : [:]
            let result = try devices[device].perform(.pull(pull, date)) {
                try $0.pull(pull, at: date, device: name)
            }
            if run.acceptsDeletions {
                for case .removed(let id) in result.changes {
                    if let fields = before[id] { oracle.removed(id, fields, at: nil) }
                }
            }
            return .pulled(result)
        case .prepare(let skipped):
            return .prepared(
                try devices[device].perform(.prepare(skipped)) {
                    try $0.deliveries(limit: TodoSyncPass.batch, except: skipped, device: name) {
                        .simulated($0.rawValue)
                    }
                })
        case .acknowledge(let delivery, let etag):
            _ = try devices[device].perform(.acknowledge(delivery, etag)) { try $0.delivered(delivery, etag: etag) }
            return .acknowledged
        default: preconditionFailure("that is nothing for a store")
        }
    }

    /// After a token of a collection that was made anew or set back, the removal of a path may be about another version than
    /// the one that the device knows there, and it cannot tell. A version with edits of its own stays nevertheless.
    private mutating func excuseFalseReports(_ pull: TodoPull, at device: Int) throws {
        guard [.outliving, .times].contains(setup.server.tokens), pull.disappearance == .reported else { return }
        for path in pull.gone {
            guard let record = try devices[device].records.record(at: path), record.todo != nil, !record.isDirty,
                record.remote?.etag != server.removed[path], let known = TodoRecord.document(record.remote?.bytes)
            else { continue }
            oracle.removed(record.id, known.fields, at: nil)
        }
    }

    private mutating func ask(_ action: TodoSyncPass.Action, _ fate: SimulatedFate) -> TodoSyncPass.Event {
        let letter: TodoDelivery? = if case .deliver(let delivery) = action { delivery } else { nil }
        switch fate {
        case .dropped: return .failed(.timedOut)
        case .delayed:
            if let letter { letters.append(letter) }
            return .failed(.timedOut)
        case .refused(let status): return .failed(Self.error(status))
        case .ignored:
            if letter?.bytes != nil {
                mayHideNothing = false
                return .delivered(nil)
            }
        case .duplicated: if let letter { letters.append(letter) }
        case .none, .crashBefore, .crashAfter, .unanswered: break
        }
        let event = answer(action)
        return fate == .unanswered ? .failed(.timedOut) : event
    }

    private static func error(_ status: Int) -> WebDAVError {
        switch status {
        case 403: .forbidden(precondition: nil)
        case 404: .notFound
        case 409: .conflict(precondition: nil)
        case 412: .preconditionFailed
        case 423: .locked
        case 429: .rateLimited(until: nil)
        case 503: .unavailable(until: nil)
        case 507: .full
        default: .refused(status: status, precondition: nil)
        }
    }

    private mutating func answer(_ action: TodoSyncPass.Action) -> TodoSyncPass.Event {
        do throws(WebDAVError) {
            switch action {
            case .list(let token): return .listed(server.changes(since: token))
            case .fetch(let paths): return .fetched(server.objects(at: paths))
            case .fetchAll: return .fetchedAll(server.someTasks())
            case .deliver(let delivery):
                if delivery.condition == .isNew, let bytes = delivery.bytes { oracle.sendsAnew(delivery.id, bytes) }
                return .delivered(try server.receive(delivery))
            default: preconditionFailure("that is nothing for a server")
            }
        } catch {
            return .failed(error)
        }
    }

    private mutating func arrive(_ letter: TodoDelivery) {
        // An emptied server gets an old version, which lacks what another program put there since.
        if server.path(of: letter.id.rawValue) == nil { oracle.forgetMarks(of: letter.id) }
        do throws(WebDAVError) {
            _ = try server.receive(letter, isLate: true)
        } catch {
            // Nobody waits for the answer.
        }
    }

    // MARK: Quiet

    /// Ends all failures, lets the devices synchronize until nothing changes, and checks the invariants.
    /// - Returns: how many synchronizations each device needed at most.
    mutating func quieten() throws -> Int {
        server.isFull = false
        while !letters.isEmpty { arrive(letters.removeFirst()) }
        for device in devices.indices { devices[device].run = nil }
        try passQuietMinutes()
        var rounds = 0
        while true {
            // Everything is compared at least daily, by any clock.
            now += 10 * 86_400
            let writes = server.writes
            let before = try devices.map { try $0.knowledge }
            var failure: TodoSyncError?
            for device in devices.indices { failure = try synchronize(device) ?? failure }
            rounds += 1
            let after = try devices.map { try $0.knowledge }
            if server.writes == writes, after == before {
                if let failure { throw SimulationViolation(.rest, "without faults it fails: \(failure)") }
                break
            }
            guard rounds < Self.mostRounds else { throw SimulationViolation(.rest, "the devices do not come to rest") }
        }
        try check()
        return rounds
    }

    /// In the last of them nothing happens any more.
    static let mostRounds = 6

    mutating func synchronize(_ device: Int) throws -> TodoSyncError? {
        var acceptsDeletions = false
        for _ in 0..<2 {
            now += 60
            switch try wholeRun(device, acceptsDeletions) {
            case .success: return nil
            case .failure(.everythingDisappeared):
                acceptsDeletions = setup.acceptsDeletions
                guard !acceptsDeletions else { continue }
                devices[device].address += 1
                oracle.changedAddress(at: device)
            case .failure(let error): return error
            }
        }
        throw SimulationViolation(.rest, "everything disappears again and again")
    }

    private mutating func wholeRun(
        _ device: Int, _ acceptsDeletions: Bool
    ) throws -> Result<TodoSyncReport, TodoSyncError> {
        devices[device].run = SimulatedDevice.Run(acceptsDeletions: acceptsDeletions, batch: setup.batch)
        while let run = devices[device].run {
            if case .finish(let result) = run.action {
                devices[device].run = nil
                return result
            }
            now += 0.25
            try act(device, .none)
        }
        throw SimulationViolation(.fault, "a synchronization has ended without a result")
    }
}
