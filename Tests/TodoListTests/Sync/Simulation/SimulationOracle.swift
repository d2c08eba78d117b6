import CoreModule
import Foundation
import TodoList

/// A broken invariant.
struct SimulationViolation: Error, Hashable, Sendable, CustomStringConvertible {
    enum Law: Hashable, Sendable {
        case edits, deletions, tasks, equality, duplicates, unknownProperties, rest, fault
    }

    let law: Law
    let description: String

    init(_ law: Law, _ description: String) {
        self.law = law
        self.description = "\(law): \(description)"
    }
}

/// The acknowledged changes of a simulation, which must exist at the end.
///
/// A value that a user gave a field is preserved if the field has it at the end, if a later edit replaced it on a device that
/// showed it or in a program that had read it, if a device's conflicts list it as lost, or if the task was removed where the field
/// had that value. A value that another program wrote counts from the time a device has read it: what the server lost before, no
/// device has seen.
///
/// Text, notes and deadlines are given each value once, so that a value tells who has written it. With priorities and completion
/// that is not so: a field that has returned to a value is, to a device that has seen nothing in between, one that was never
/// changed, and an edit there wins without a dispute. There it is enough that any edit was made on top of the value.
///
/// Start, deadline and recurrence of a recurring task are one value. A time of a series may also be overtaken by a later one that another
/// device has moved the task to.
struct SimulationOracle: Sendable {
    private struct Key: Hashable {
        let id: TodoID
        let value: TodoFieldValue
    }

    private struct Edit {
        let key: Key
        let who: String
    }

    private struct Removal {
        let id: TodoID
        /// What each field had, and what that had replaced without any device seeing it.
        let values: Set<TodoFieldValue>
        let order: Int
        /// The device where a person has removed it; `nil` where it was another program, or where deletions were accepted.
        let device: Int?
    }

    private var order = 0
    private var edits: [Edit] = []
    private var replaced: Set<Key> = []
    private var removals: [Removal] = []
    private var additions: [TodoID: Int] = [:]
    private var addressChanges: [Int: Int] = [:]
    /// What the other program has written and no device has taken over yet, with the values on top of which it was written.
    private var foreign: [Key: Set<TodoFieldValue>] = [:]
    private var written: Set<Key> = []
    private var undated: Set<Key> = []
    private var outdated: Set<Key> = []
    private var excused: Set<Key> = []
    private var hasServerLostVersions = false
    /// Whether the collection may seem to be the old one although it has lost something: it is a backup, or has no tokens.
    var mayTakeLossesForRemovals = false
    /// The tasks that the other program has touched, and what it has left there.
    private var foreignMarks: [TodoID: Set<String>] = [:]
    /// The tasks whose marks a device has taken over.
    private var marked: Set<TodoID> = []
    /// The tasks whose marks no one is held to keep.
    private var unmarked: Set<TodoID> = []

    /// Whether an edit of a recurring task may be refused: its rule and its dates do not fit.
    static func mayRefuse(_ edit: TodoEdit, with error: TodoError) -> Bool {
        guard edit.hasSchedule || edit.isCompleted != nil else { return false }
        return switch error {
        case .startAfterDeadline, .startIsDeadline, .startHasTime, .startMovesSeries, .recurrenceOfOtherDays,
            .recurrenceWithoutDate,
            .emptyRecurrence, .unknownRecurrence:
            true
        default: false
        }
    }

    // MARK: What happens

    private mutating func next() -> Int {
        order += 1
        return order
    }

    mutating func added(_ todo: Todo, at device: Int) {
        additions[todo.id] = next()
        let fields = TodoDocument.written(TodoFields(todo))
        for field in TodoField.allCases {
            edits.append(Edit(key: Key(id: todo.id, value: fields[field].plain), who: "device \(device)"))
        }
    }

    /// A removal is taken back: what had been edited before counts again, and nothing is edited.
    mutating func undone(_ id: TodoID, at device: Int) {
        additions[id] = next()
        if let last = removals.lastIndex(where: { $0.id == id && $0.device == device }) { removals.remove(at: last) }
    }

    mutating func edited(_ id: TodoID, from old: TodoFields, to new: TodoFields, at device: Int) {
        for change in old.changes(to: new) {
            for value in change.old { replaced.insert(Key(id: id, value: value)) }
            edits.append(Edit(key: Key(id: id, value: change.new), who: "device \(device)"))
        }
    }

    mutating func removed(_ id: TodoID, _ fields: TodoFields, at device: Int?) {
        var values = Set(fields.values)
        if device == nil { for value in fields.values { values.formUnion(foreign[Key(id: id, value: value)] ?? []) } }
        removals.append(Removal(id: id, values: values, order: next(), device: device))
        unmarked.insert(id)
        excused.formUnion(undated.filter { $0.id == id })
    }

    mutating func changedAddress(at device: Int) { addressChanges[device] = next() }

    mutating func foreignAdded(_ id: TodoID, _ fields: TodoFields) {
        for field in TodoField.allCases {
            written.insert(Key(id: id, value: fields[field].plain))
            foreign[Key(id: id, value: fields[field].plain)] = []
        }
    }

    /// - Parameter isDated: whether the version's stamp is later than the one before.
    mutating func foreignEdited(_ id: TodoID, from old: TodoFields, to new: TodoFields, isDated: Bool) {
        // Another program leaves no trace of what its versions were made of: where it edits a version that the server was set
        // back to, that looks as if it had been made of what it wrote before.
        excused.formUnion(outdated.filter { $0.id == id })
        for change in old.changes(to: new) {
            let key = Key(id: id, value: change.new)
            if !isDated { undated.insert(key) }
            written.insert(key)
            let before = change.old.map { foreign[Key(id: id, value: $0)] ?? [] }
            foreign[key] = before.reduce(Set(change.old)) { $0.union($1) }.subtracting([change.new])
        }
        // What no device has read yet is read with the stamp of this version.
        if !isDated { undated.formUnion(foreign.keys.filter { $0.id == id }) }
    }

    mutating func foreignMarked(_ id: TodoID, _ mark: String) { foreignMarks[id, default: []].insert(mark) }

    /// A server that was set back has lost what was marked since; no device can distinguish that from a mark that was removed.
    mutating func serverWasSetBack() { unmarked.formUnion(foreignMarks.keys) }

    /// The server has lost something, which a device may bring back in an older version; so it is with a task that is removed
    /// while another device still has it. Of a version that another program has written without a later stamp than the version
    /// before, no device knows then which came first.
    mutating func serverHasLostVersions() {
        hasServerLostVersions = true
        excused.formUnion(undated)
        outdated.formUnion(written)
    }

    /// Marks that the task does not have yet are not forgotten.
    mutating func forgetMarks(of id: TodoID) { if foreignMarks[id] != nil { unmarked.insert(id) } }

    /// A device sends a task anew. If the server has lost versions, this one may be older than what another program has put there, and
    /// unknown properties are not merged.
    mutating func sendsAnew(_ id: TodoID, _ bytes: [UInt8]) {
        if hasServerLostVersions, ForeignProgram.marks(bytes) == nil { forgetMarks(of: id) }
    }

    /// A device is about to take over objects.
    mutating func takesOver(_ objects: [CalDAVObject], at device: Int) {
        guard !foreign.isEmpty || !foreignMarks.isEmpty else { return }
        for object in objects {
            guard let uid = SimulatedServer.uid(object.data) else { continue }
            if foreignMarks[TodoID(uid)] != nil, ForeignProgram.marks(object.data) != nil { marked.insert(TodoID(uid)) }
            let keys = foreign.keys.filter { $0.id.rawValue == uid }
            guard !keys.isEmpty, let document = TodoRecord.document(object.data) else { continue }
            for key in keys where document.fields.has(key.value) {
                for value in foreign[key] ?? [] { replaced.insert(Key(id: key.id, value: value)) }
                foreign[key] = nil
                edits.append(Edit(key: key, who: "the other program, by device \(device)"))
            }
        }
    }

    private func isOvertaken(_ key: Key) -> Bool {
        guard case .schedule(let schedule) = key.value else { return false }
        return edits.contains { other in
            guard other.key.id == key.id, case .schedule(let later) = other.key.value else { return false }
            return schedule.leads(to: later, in: ICalendarTimeZones())
        }
    }

    // MARK: What must hold

    /// Checks a list that all devices agree on.
    func check(
        _ final: [TodoID: TodoFields], conflicts: [TodoConflict], bytes: (TodoID) -> [UInt8]?
    ) throws(SimulationViolation) {
        var lost: Set<Key> = []
        var keptDespiteRemoval: Set<TodoID> = []
        var unlisted: Set<TodoID> = []
        for conflict in conflicts {
            switch conflict.kind {
            case .field(_, .schedule(let schedule), _, _):
                for value in TodoFields(schedule: schedule).scheduleValues {
                    lost.insert(Key(id: conflict.todoID, value: value))
                }
            case .field(_, let value, _, _): lost.insert(Key(id: conflict.todoID, value: value.plain))
            case .deletion: keptDespiteRemoval.insert(conflict.todoID)
            case .removal(let text, let notes, let priority, let deadline, let isCompleted, let copy):
                unlisted.insert(conflict.todoID)
                var fields = TodoRecord.document(copy.map { [UInt8]($0) })?.fields ?? TodoFields()
                (fields.text, fields.notes, fields.priority) = (text, notes, priority)
                (fields.schedule.deadline, fields.isCompleted) = (deadline, isCompleted)
                fields = TodoDocument.written(fields)
                for value in fields.values { lost.insert(Key(id: conflict.todoID, value: value)) }
            }
        }
        for edit in edits {
            let key = edit.key
            // Of a task that recurs no more, start and deadline are values of their own.
            let isKept = key.value.parts.allSatisfy { part in
                final[key.id]?.has(part) == true || lost.contains(Key(id: key.id, value: part))
            }
            if isKept || lost.contains(key) { continue }
            if excused.contains(key) { continue }
            if replaced.contains(key) || isOvertaken(key) { continue }
            let isRemoved = removals.contains {
                $0.id == key.id && $0.values.contains(key.value)
            }
            if isRemoved { continue }
            throw SimulationViolation(
                .edits,
                "\(key.value) of \(key.id), by \(edit.who), is lost; the field is "
                    + (final[key.id].map { "\($0[key.value.field])" } ?? "gone with its task"))
        }
        for removal in removals {
            guard let device = removal.device, final[removal.id] != nil else { continue }
            if let order = additions[removal.id], order > removal.order { continue }
            // Where a device meets a collection for the first time, it deletes nothing there.
            if let order = addressChanges[device], order > removal.order { continue }
            if keptDespiteRemoval.contains(removal.id) { continue }
            throw SimulationViolation(
                .deletions, "\(removal.id), removed at device \(device), is back without a conflict")
        }
        for id in Set(edits.map(\.key.id)) where final[id] == nil {
            // A device takes what the server has lost for removed, and nothing else; if it is emptied, not even that.
            if unlisted.contains(id), hasServerLostVersions, mayTakeLossesForRemovals { continue }
            if removals.contains(where: { $0.id == id }) { continue }
            throw SimulationViolation(.tasks, "\(id) is lost, and was not removed")
        }
        for (id, marks) in foreignMarks where final[id] != nil && marked.contains(id) && !unmarked.contains(id) {
            guard let bytes = bytes(id) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            guard marks.contains(where: { text.contains(ForeignProgram.marked($0)) }),
                ForeignProgram.isWhole(text)
            else {
                throw SimulationViolation(.unknownProperties, "\(id) has lost what the other program has put there")
            }
        }
    }
}

extension TodoFields {
    /// What a person or a program changes at once.
    fileprivate typealias Change = (old: [TodoFieldValue], new: TodoFieldValue)

    private static let scheduleFields: [TodoField] = [.start, .deadline, .recurrence]

    /// The values of the fields, and start, deadline and recurrence as one.
    fileprivate var values: [TodoFieldValue] { TodoField.allCases.map { self[$0].plain } + [.schedule(schedule)] }

    fileprivate var scheduleValues: [TodoFieldValue] { Self.scheduleFields.map { self[$0] } + [.schedule(schedule)] }

    fileprivate func has(_ value: TodoFieldValue) -> Bool {
        if case .schedule(let schedule) = value { schedule == self.schedule } else { self[value.field].plain == value }
    }

    /// What differs in a later version.
    fileprivate func changes(to new: TodoFields) -> [Change] {
        let recurs = schedule.recurrence != nil || new.schedule.recurrence != nil
        var changes: [Change] = []
        if recurs, schedule != new.schedule { changes.append((scheduleValues, .schedule(new.schedule))) }
        for field in TodoField.allCases where self[field].plain != new[field].plain {
            let isOfSchedule = Self.scheduleFields.contains(field)
            if isOfSchedule, recurs { continue }
            changes.append(([self[field].plain] + (isOfSchedule ? [.schedule(schedule)] : []), new[field].plain))
        }
        return changes
    }
}

extension TodoFieldValue {
    /// The values that are merged by themselves.
    fileprivate var parts: [TodoFieldValue] {
        guard case .schedule(let schedule) = self, schedule.recurrence == nil else { return [self] }
        let fields = TodoFields(schedule: schedule)
        return [fields[.start], fields[.deadline], fields[.recurrence]]
    }

    /// Without what is no matter of dispute: when a task was done.
    var plain: TodoFieldValue {
        if case .completion(let isCompleted, _) = self { .completion(isCompleted, at: nil) } else { self }
    }
}
