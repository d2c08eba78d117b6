import CoreModule
public import TodoList

/// Checks a repository of task records against its contract, as the comments of `TodoRecordRepository`, `TodoRecordSnapshot` and
/// `TodoRecordTransaction` state it.
///
/// Compares the repository with a plain model after each of a series of transactions. Reports each broken law once, with its first
/// finding.
/// - Parameters:
///   - reopen: opens the same records again, as the next start of the program does. Nil for a store that keeps nothing.
///   - share: opens the same records once more, beside the repository that it gets, as another process does. Nil for a store that
///     only one repository uses.
///   - isolation: the caller's actor.
///   - makeRepository: creates an empty repository.
/// - Returns: what is broken; empty for a repository that keeps the contract. Throws only what the closures throw.
public func todoRecordViolations(
    reopen: ((any TodoRecordRepository) async throws -> any TodoRecordRepository)? = nil,
    share: ((any TodoRecordRepository) async throws -> any TodoRecordRepository)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    _ makeRepository: () async throws -> any TodoRecordRepository
) async throws -> [ContractViolation] {
    var check = TodoRecordCheck(try await makeRepository())
    await check.expectCommitted("a new repository is empty")
    for step in TodoRecordStep.all { await check.perform(step) }
    await check.checkReadError()
    if let reopen {
        check.repository = try await reopen(check.repository)
        await check.expectCommitted("what was stored is there when the records are opened again")
    }
    await check.checkOwnChanges()
    if let share { await check.checkChanges(of: try await share(check.repository)) }
    await check.checkConcurrency(try await makeRepository())
    return check.violations
}

/// A repository beside a model of what it should contain.
private struct TodoRecordCheck {
    private static let stop = TodoError.notFound("the end of a failing transaction")
    /// What ends a transaction that only tries something.
    private static let trialEnd = TodoError.store(StoreError(wrapping: CancellationError(), path: nil))

    var repository: any TodoRecordRepository
    private(set) var violations: [ContractViolation] = []
    private let model = ModelTodoRecords()
    /// The identifiers of the conflicts that are stored, and of all that ever were.
    private var conflicts: (now: Set<String>, ever: Set<String>) = ([], [])

    init(_ repository: any TodoRecordRepository) {
        self.repository = repository
    }

    private mutating func report(_ law: String, _ details: String) {
        guard !violations.contains(where: { $0.law == law }) else { return }
        violations.append(ContractViolation(law: law, details: details))
    }

    /// Compares what is stored with the model.
    mutating func expectCommitted(_ law: String) async {
        do {
            let found = try await repository.read { [model] records throws(TodoError) in
                try TodoRecordComparison.differences(records, model)
            }
            // What is wrong within a transaction already breaks another law.
            for difference in found where !violations.contains(where: { $0.law == difference.law }) {
                report(law, difference.description)
            }
        } catch {
            report(law, "it threw \(error)")
        }
    }

    /// Performs a step: first so that it fails, then so that it is stored.
    mutating func perform(_ step: TodoRecordStep) async {
        let laws = [
            (Self.stop, "a transaction that fails changes nothing"),
            (Self.trialEnd, "a transaction that ends as if it was cancelled changes nothing"),
        ]
        for (end, law) in laws {
            let calls = Locked(0)
            do {
                try await repository.write { records throws(TodoError) in
                    calls.withLock { $0 += 1 }
                    try step.perform(records)
                    throw end
                }
                report("a transaction throws what its closure throws", "after “\(step.name)” it threw nothing")
            } catch {
                if error != end {
                    report("a transaction throws what its closure throws", "“\(step.name)” threw \(error)")
                }
            }
            checkCalls(calls, step)
            await expectCommitted(law)
        }
        let calls = Locked(0)
        do {
            try step.perform(model)
            let (differences, ids) = try await repository.write { [model] records throws(TodoError) in
                calls.withLock { $0 += 1 }
                try step.perform(records)
                return (
                    try TodoRecordComparison.differences(records, model), try records.conflicts().map(\.id.rawValue)
                )
            }
            for difference in differences { report(difference.law, "after “\(step.name)”: \(difference.details)") }
            checkConflicts(ids)
        } catch {
            report("a store that works throws no error", "“\(step.name)” threw \(error)")
        }
        checkCalls(calls, step)
        await expectCommitted("what a transaction has changed is stored when it ends")
    }

    private mutating func checkCalls(_ calls: Locked<Int>, _ step: TodoRecordStep) {
        let count = calls.withLock { $0 }
        if count != 1 { report("a closure is called once", "that of “\(step.name)” was called \(count) times") }
    }

    private mutating func checkConflicts(_ ids: [String]) {
        let now = Set(ids)
        let used = now.subtracting(conflicts.now).intersection(conflicts.ever)
        if now.count != ids.count || !used.isEmpty {
            report("no two conflicts ever have the same identifier", "now there are \(ids)")
        }
        conflicts = (now, conflicts.ever.union(now))
    }

    mutating func checkReadError() async {
        do {
            _ = try await repository.read { _ throws(TodoError) -> Int in throw Self.stop }
            report("a read throws what its closure throws", "it threw nothing")
        } catch {
            if error != Self.stop { report("a read throws what its closure throws", "it threw \(error)") }
        }
    }

    private static let ownLaw = "changes of one's own are not external"
    private static let externalLaw = "changes of others are reported once, and none is missed"

    /// Asks for changes of others after all steps, when there are none.
    mutating func checkOwnChanges() async {
        await expectExternalChanges(false, of: repository, Self.ownLaw, "after all steps")
    }

    /// Changes something in one repository and then in another one of the same records.
    mutating func checkChanges(of other: any TodoRecordRepository) async {
        do {
            // What was changed before the first read is no change.
            _ = try await other.read { records throws(TodoError) in try TodoRecordStep.counted(records) }
            await expectExternalChanges(false, of: other, Self.externalLaw, "after the first read")
            for repository in [other, repository] {
                try await repository.write { records throws(TodoError) in try TodoRecordStep.count(records) }
            }
            for (number, repository) in [repository, other].enumerated() {
                let place = number == 0 ? "after a write of another repository and its own" : "after one of another"
                await expectExternalChanges(true, of: repository, Self.externalLaw, place)
                await expectExternalChanges(false, of: repository, Self.externalLaw, "\(place), at the second call")
            }
            do {
                try await other.write { records throws(TodoError) in
                    try TodoRecordStep.count(records)
                    throw Self.stop
                }
            } catch {
                if error != Self.stop { throw error }
            }
            await expectExternalChanges(false, of: repository, Self.externalLaw, "after a write that failed")
            try await other.write { records throws(TodoError) in try TodoRecordStep.count(records) }
            await expectExternalChanges(true, of: repository, Self.externalLaw, "after the next write")
            try await repository.write { records throws(TodoError) in try TodoRecordStep.count(records) }
            await expectExternalChanges(false, of: repository, Self.ownLaw, "after a write of its own")
        } catch {
            report("a store that works throws no error", "with two repositories it threw \(error)")
        }
    }

    private mutating func expectExternalChanges(
        _ expected: Bool, of repository: any TodoRecordRepository, _ law: String, _ place: String
    ) async {
        do {
            let found = try await repository.hasExternalChanges()
            if found != expected { report(law, "\(place) it returned \(found)") }
        } catch {
            report("a store that works throws no error", "hasExternalChanges() threw \(error)")
        }
    }

    /// Counts in a fresh repository: in the state of the collection and in a task, by many at once.
    mutating func checkConcurrency(_ repository: any TodoRecordRepository) async {
        let number = 20
        let errors = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<number {
                group.addTask {
                    do {
                        try await repository.write { records throws(TodoError) in try TodoRecordStep.count(records) }
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(into: []) { errors, error in errors += error.map { [$0] } ?? [] }
        }
        if let error = errors.first {
            report("a store that works throws no error", "a concurrent write threw \(error)")
        }
        await expectExternalChanges(false, of: repository, Self.ownLaw, "after concurrent writes")
        do {
            let counted = try await repository.read { records throws(TodoError) in
                try TodoRecordStep.counted(records)
            }
            let law = "transactions run one after another"
            if counted != number { report(law, "\(number) transactions have counted to \(counted)") }
        } catch {
            report("a store that works throws no error", "after concurrent writes it threw \(error)")
        }
        await checkConsistency(repository)
    }

    /// Reads two values while others change both.
    private mutating func checkConsistency(_ repository: any TodoRecordRepository) async {
        let differences = await withTaskGroup(of: String?.self) { group in
            for number in 0..<40 {
                group.addTask {
                    do {
                        guard number.isMultiple(of: 2) else {
                            try await repository.write { records throws(TodoError) in
                                try TodoRecordStep.count(records)
                            }
                            return nil
                        }
                        let pair = try await repository.read { records throws(TodoError) in
                            (try TodoRecordStep.counted(records), try TodoRecordStep.countedInTask(records))
                        }
                        return pair.0 == pair.1 ? nil : "it read \(pair.0), and then \(pair.1)"
                    } catch {
                        return "it threw \(error)"
                    }
                }
            }
            return await group.reduce(into: []) { found, difference in found += difference.map { [$0] } ?? [] }
        }
        if let difference = differences.first { report("a read sees one consistent state", difference) }
    }
}
