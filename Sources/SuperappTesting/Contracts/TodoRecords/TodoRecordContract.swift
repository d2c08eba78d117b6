import CoreModule
public import TodoList

/// Checks a repository against the contract of `TodoRecordRepository`, `TodoRecordSnapshot` and `TodoRecordTransaction`: compares it
/// with a plain model after each of a series of transactions, and then after random ones.
/// - Parameters:
///   - randomCalls: the number of random transactions, the same at each run. Each 25 have a repository of their own.
///   - reopen: opens the same records again, as the next start of the program does. Nil for a store that keeps nothing.
///   - share: opens the same records once more, beside the repository that it gets, as another process does. Nil for a store that
///     only one repository uses.
///   - isolation: the caller's actor.
///   - makeRepository: creates an empty repository.
/// - Returns: each broken law once, with its first finding. Throws only what the closures throw.
public func todoRecordViolations(
    randomCalls: Int = 400,
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
    await check.perform("after all steps") { try await $0.checkOwnChanges() }
    if let share {
        let other = try await share(check.repository)
        await check.perform("with two repositories") { try await $0.checkChanges(of: other) }
    }
    let shared = try await makeRepository()
    await check.perform("after concurrent writes") { try await $0.checkConcurrency(shared) }
    await check.checkConsistency(shared)
    return try await check.violations
        + ContractLaw.violations(of: [TodoRecordContract.random], randomCalls: randomCalls, makeRepository)
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
            report(Self.errorLaw, "“\(step.name)” threw \(error)")
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

    private static let errorLaw = "a store that works throws no error"
    private static let ownLaw = "changes of one's own are not external"
    private static let externalLaw = "changes of others are reported once, and none is missed"

    /// Performs a check whose store must throw nothing.
    mutating func perform(_ place: String, _ check: (inout TodoRecordCheck) async throws -> Void) async {
        do { try await check(&self) } catch { report(Self.errorLaw, "\(place) it threw \(error)") }
    }

    /// Asks for changes of others after all steps, when there are none.
    mutating func checkOwnChanges() async throws {
        try await expectExternalChanges(false, of: repository, Self.ownLaw, "after all steps")
    }

    /// Changes something in one repository and then in another one of the same records.
    mutating func checkChanges(of other: any TodoRecordRepository) async throws {
        // What was changed before the first read is no change.
        _ = try await other.read { records throws(TodoError) in try TodoRecordStep.counted(records) }
        try await expectExternalChanges(false, of: other, Self.externalLaw, "after the first read")
        for repository in [other, repository] { try await Self.count(in: repository) }
        for (number, repository) in [repository, other].enumerated() {
            let place = number == 0 ? "after a write of another repository and its own" : "after one of another"
            try await expectExternalChanges(true, of: repository, Self.externalLaw, place)
            try await expectExternalChanges(false, of: repository, Self.externalLaw, "\(place), at the second call")
        }
        do {
            try await other.write { records throws(TodoError) in
                try TodoRecordStep.count(records)
                throw Self.stop
            }
        } catch {
            if error != Self.stop { throw error }
        }
        try await expectExternalChanges(false, of: repository, Self.externalLaw, "after a write that failed")
        try await Self.count(in: other)
        try await expectExternalChanges(true, of: repository, Self.externalLaw, "after the next write")
        try await Self.count(in: repository)
        try await expectExternalChanges(false, of: repository, Self.ownLaw, "after a write of its own")
    }

    private mutating func expectExternalChanges(
        _ expected: Bool, of repository: any TodoRecordRepository, _ law: String, _ place: String
    ) async throws {
        let found = try await repository.hasExternalChanges()
        if found != expected { report(law, "\(place) it returned \(found)") }
    }

    private static func count(in repository: any TodoRecordRepository) async throws(TodoError) {
        try await repository.write { records throws(TodoError) in try TodoRecordStep.count(records) }
    }

    /// Counts in a fresh repository: in the state of the collection and in a task, by many at once.
    mutating func checkConcurrency(_ repository: any TodoRecordRepository) async throws {
        var writes = ContractFindings()
        await writes.performAtOnce { _ in
            try await Self.count(in: repository)
            return nil
        }
        if let error = writes.details.first { report(Self.errorLaw, "a concurrent write: \(error)") }
        try await expectExternalChanges(false, of: repository, Self.ownLaw, "after concurrent writes")
        let counted = try await repository.read { records throws(TodoError) in try TodoRecordStep.counted(records) }
        if counted != 40 { report("transactions run one after another", "40 have counted to \(counted)") }
    }

    /// Reads two values while others change both.
    mutating func checkConsistency(_ repository: any TodoRecordRepository) async {
        var reads = ContractFindings()
        await reads.performAtOnce { number in
            if number.isMultiple(of: 2) {
                try await Self.count(in: repository)
                return nil
            }
            let pair = try await repository.read { records throws(TodoError) in
                (try TodoRecordStep.counted(records), try TodoRecordStep.countedInTask(records))
            }
            return pair.0 == pair.1 ? nil : "it read \(pair.0), and then \(pair.1)"
        }
        if let difference = reads.details.first { report("a read sees one consistent state", difference) }
    }
}
