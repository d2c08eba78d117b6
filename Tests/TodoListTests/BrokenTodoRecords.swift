import CoreModule
import Foundation
import TestSupport
import TodoList

/// What a store of records can do wrong, and the law that it breaks.
enum TodoRecordFault: String, CaseIterable, Sendable {
    case losesETags = "a record is as it was saved last"
    case findsPathsOfAnyCase = "a selection has all its records, each once, and no others"
    case listsNewestFirst = "tasks come oldest first, then by identifier"
    case ignoresLimits = "tasks are found by the beginning of their identifiers, in order"
    case countsRemovedTasks = "counts are right"
    case sendsSkippedRecords =
        "dirty records come in order: removals first, then by identifier; those to skip are left out"
    case confirmsNothing = "known resources are the server copies and what is ignored"
    case ignoresForEver = "ignored resources are as they were set last"
    case keepsTokens = "the state of the collection is as it was set last"
    case losesTextsOfConflicts = "conflicts are those that were added and not removed, in their order"
    case reusesNumbers = "no two conflicts ever have the same identifier"
    case refusesQuotes = "a store that works throws no error"
    case beginsWithSomething = "a new repository is empty"
    case neverCommits = "what a transaction has changed is stored when it ends"
    case neverRollsBack = "a transaction that fails changes nothing"
    case wrapsErrors = "a transaction throws what its closure throws"
    case commitsTrials = "a transaction that ends as if it was cancelled changes nothing"
    case runsTwice = "a closure is called once"
    case reportsOwnChanges = "changes of one's own are not external"
    case wrapsErrorsOfReads = "a read throws what its closure throws"
    case restoresRemovals = "random calls have the same effect as in memory"
}

/// A store in memory with one fault.
actor BrokenTodoRecordRepository: TodoRecordRepository {
    static let error = TodoError.store(StoreError(.internalFault, path: nil, message: Message("broken")))

    private let fault: TodoRecordFault
    private let records = InMemoryTodoRecords()

    init(_ fault: TodoRecordFault) {
        self.fault = fault
        if fault == .beginsWithSomething, let path = WebDAVPath("/a") { records.setIgnored(path, ETag("1")) }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        do throws(TodoError) {
            return try body(BrokenTodoRecords(records, fault))
        } catch {
            throw fault == .wrapsErrorsOfReads ? Self.error : error
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        do throws(TodoError) {
            if fault == .runsTwice {
                _ = try body(BrokenTodoRecords(records, fault))
                records.rollBack()
            }
            let value = try body(BrokenTodoRecords(records, fault))
            if fault == .neverCommits { records.rollBack() } else { records.commit() }
            return value
        } catch {
            let isTrial = if case .store(let error) = error { error.code == .cancelled } else { false }
            let commits = fault == .neverRollsBack || fault == .commitsTrials && isTrial
            if commits { records.commit() } else { records.rollBack() }
            throw fault == .wrapsErrors ? Self.error : error
        }
    }

    func hasExternalChanges() -> Bool { fault == .reportsOwnChanges }
}

private struct BrokenTodoRecords: TodoRecordTransaction {
    private let base: InMemoryTodoRecords
    private let fault: TodoRecordFault

    init(_ base: InMemoryTodoRecords, _ fault: TodoRecordFault) {
        self.base = base
        self.fault = fault
    }

    func record(_ id: TodoID) -> TodoRecord? { base.record(id) }

    func records(_ selection: TodoRecordSelection) -> [TodoRecord] {
        guard fault == .findsPathsOfAnyCase, case .at(let path) = selection else { return base.records(selection) }
        return base.records(.all).filter { $0.path?.rawValue.lowercased() == path.rawValue.lowercased() }
    }

    func collection() -> TodoCollectionState? { base.collection() }

    func ignoredResources() -> [WebDAVPath: ETag] { base.ignoredResources() }

    func conflicts() -> [TodoConflict] {
        base.conflicts().enumerated().map { place, conflict in
            TodoConflict(
                id: fault == .reusesNumbers ? Identifier("\(place + 1)") : conflict.id, todoID: conflict.todoID,
                text: fault == .losesTextsOfConflicts ? "" : conflict.text, noticedAt: conflict.noticedAt,
                kind: conflict.kind)
        }
    }

    func todos() -> [Todo] { fault == .listsNewestFirst ? base.todos().reversed() : base.todos() }

    func todos(idPrefix: String, limit: Int) throws(TodoError) -> [Todo] {
        try base.todos(idPrefix: idPrefix, limit: fault == .ignoresLimits ? .max : limit)
    }

    func counts() -> TodoCounts {
        var counts = base.counts()
        if fault == .countsRemovedTasks { counts.total = base.records(.all).count }
        return counts
    }

    func dirtyRecords(limit: Int, except skipped: Set<TodoID>) throws(TodoError) -> [TodoRecord] {
        try base.dirtyRecords(limit: limit, except: fault == .sendsSkippedRecords ? [] : skipped)
    }

    func save(_ record: TodoRecord) throws(TodoError) {
        if fault == .refusesQuotes, record.id.rawValue.contains("'") { throw BrokenTodoRecordRepository.error }
        var record = record
        if fault == .losesETags, let remote = record.remote {
            record.remote = TodoRecord.Remote(
                path: remote.path, etag: nil, bytes: remote.bytes, isConfirmed: remote.isConfirmed)
        }
        if fault == .restoresRemovals, base.record(record.id)?.todo == nil, base.record(record.id) != nil {
            record.edits = [:]
        }
        base.save(record)
    }

    func setCollection(_ state: TodoCollectionState) {
        var state = state
        if fault == .keepsTokens { state.token = state.token ?? base.collection()?.token }
        base.setCollection(state)
    }

    func setIgnored(_ path: WebDAVPath, _ etag: ETag?) {
        if fault != .ignoresForEver || etag != nil { base.setIgnored(path, etag) }
    }

    func addConflict(_ kind: TodoConflict.Kind, of id: TodoID, text: String, at date: Date) {
        base.addConflict(kind, of: id, text: text, at: date)
    }

    func removeConflict(_ id: Identifier<TodoConflict>) {
        guard let place = conflicts().firstIndex(where: { $0.id == id }) else { return }
        base.removeConflict(base.conflicts()[place].id)
    }

    func confirmServerCopies() throws(TodoError) {
        if fault != .confirmsNothing { try base.confirmServerCopies() }
    }
}

/// A store whose second transaction begins before the first has ended, so that one change is lost.
final class OverwritingTodoRecordRepository: TodoRecordRepository {
    private let tables = Locked(InMemoryTodoRecords.Tables())
    private let overlap = Overlap()

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try body(InMemoryTodoRecords(tables.withLock { $0 }))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) async throws(TodoError) -> Value {
        let before = tables.withLock { $0 }
        await overlap.begin()
        let records = InMemoryTodoRecords(before)
        let value = try body(records)
        let changed = records.tables
        tables.withLock { $0 = changed }
        return value
    }
}

/// A store whose reads, all but the first, see the state before the last transaction as well.
final class TornTodoRecordRepository: TodoRecordRepository {
    private struct State {
        var old = InMemoryTodoRecords.Tables()
        var new = InMemoryTodoRecords.Tables()
        var reads = 0
    }

    private let state = Locked(State())

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordSnapshot) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        let state = state.withLock { state in
            state.reads += 1
            return state
        }
        let old = state.reads == 1 ? state.new : state.old
        return try body(TornTodoRecords(old: InMemoryTodoRecords(old), new: InMemoryTodoRecords(state.new)))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any TodoRecordTransaction) throws(TodoError) -> Value
    ) throws(TodoError) -> Value {
        try state.withLock { state throws(TodoError) -> Value in
            let records = InMemoryTodoRecords(state.new)
            let value = try body(records)
            (state.old, state.new) = (state.new, records.tables)
            return value
        }
    }
}

private struct TornTodoRecords: TodoRecordSnapshot {
    let old: InMemoryTodoRecords
    let new: InMemoryTodoRecords

    func record(_ id: TodoID) -> TodoRecord? { new.record(id) }
    func records(_ selection: TodoRecordSelection) -> [TodoRecord] { new.records(selection) }
    func collection() -> TodoCollectionState? { old.collection() }
    func ignoredResources() -> [WebDAVPath: ETag] { new.ignoredResources() }
    func conflicts() -> [TodoConflict] { new.conflicts() }
}
