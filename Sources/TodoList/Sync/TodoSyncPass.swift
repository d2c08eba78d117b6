/// One synchronization, as a state machine without any input or output: it is told what has happened and says what is to be done
/// next, one thing at a time.
///
/// First the server's changes are listed, those that are new are fetched and taken over; then what was edited here is told to the
/// server, one task after the other, removals first. If anything was told, the changes are listed once more: what was written must
/// be among them, and only the token of that listing tells a server that still has it from one that was emptied since. Where the server has something else than what was known, that is fetched, taken over and
/// told again, at most ``maximumRounds`` times: what is still in dispute then is left for the next synchronization. No task is
/// written twice, so edits made meanwhile are left for the next one, too.
package struct TodoSyncPass: Hashable, Sendable {
    /// What is to be done next.
    package enum Action: Hashable, Sendable {
        /// Ask the store for what is known.
        case begin
        /// Ask the server for what has changed.
        case list(token: String?)
        /// Read resources.
        case fetch([CalDAVPath])
        /// Have the store take over what the server said.
        case pull(TodoPull)
        /// Ask the store for what is to be told to the server.
        case prepare(except: Set<TodoID>)
        /// Tell it.
        case deliver(TodoDelivery)
        /// Have the store note that it was told.
        case acknowledge(TodoDelivery, etag: ETag?)
        /// Nothing any more.
        case finish(Result<TodoSyncReport, TodoSyncError>)
    }

    /// What has happened.
    package enum Event: Hashable, Sendable {
        case began(TodoSyncStart)
        case listed(CalDAVChanges)
        case fetched([CalDAVObject])
        case pulled(TodoPullResult)
        case prepared([TodoDelivery])
        case delivered(ETag?)
        case acknowledged
        case failed(CalDAVError)
    }

    /// How many objects are fetched and taken over at a time, and how many are told before more are prepared.
    package static let batch = 200
    /// How often what is in dispute is fetched and told again.
    package static let maximumRounds = 4
    /// How often the changes are listed.
    package static let maximumLaps = 3
    /// So many tasks that are refused one after the other are enough: it is not the tasks.
    package static let maximumRefusals = 10

    private let acceptsDeletions: Bool
    private var report = TodoSyncReport()
    private var start = TodoSyncStart(token: nil, known: [:])
    /// What the listing says beside the objects, until the first of them are taken over.
    private var pull = TodoPull()
    /// The token to keep once all is taken over; none where it was kept.
    private var token: String??
    private var wanted: [CalDAVPath] = []
    private var fetching: [CalDAVPath] = []
    private var waiting: [TodoDelivery] = []
    private var current: TodoDelivery?
    /// What must be read again: the server has another version than was known, or has not named the one it made.
    private var disputed: [CalDAVPath] = []
    private var rounds = 0
    private var laps = 1
    /// What was written since the changes were listed.
    private var written: [CalDAVPath] = []
    private var hasTold = false
    /// Whether the server has written something without naming its version.
    private var hasUnnamed = false
    /// What was written, by the listing is not there, and is looked for.
    private var sought: Set<CalDAVPath> = []
    /// Why those were refused that came after the last one that was not.
    private var refusals: [CalDAVError] = []
    private var isFull = false
    /// Whether the server names its states.
    private var hasTokens = false
    /// Tasks that are told no more in this synchronization: they were, or cannot be.
    private var settled: Set<TodoID> = []
    private var failure: TodoSyncError?

    /// Makes a synchronization.
    /// - Parameter acceptsDeletions: whether to go on where everything that was known has disappeared, and to remove it here.
    package init(acceptsDeletions: Bool = false) {
        self.acceptsDeletions = acceptsDeletions
    }

    /// What is to be done first.
    package var first: Action { .begin }

    /// Takes note of what has happened.
    /// - Returns: what is to be done next.
    package mutating func next(after event: Event) -> Action {
        switch event {
        case .began(let start):
            self.start = start
            return .list(token: start.token)
        case .listed(let changes): return listed(changes)
        case .fetched(let objects): return fetched(objects)
        case .pulled(let result):
            report.pulled += result.pulled
            report.deletedHere += result.deletedHere
            report.conflicts += result.conflicts
            report.unreadable += result.unreadable
            if result.missing > 0 { failure = failure ?? .notKept(count: result.missing) }
            return wanted.isEmpty ? .prepare(except: settled) : fetch()
        case .prepared(let deliveries):
            waiting = deliveries
            return deliveries.isEmpty && disputed.isEmpty ? listAgain() ?? finish() : deliver()
        case .delivered(let etag):
            if case .put? = current, etag == nil { hasUnnamed = true }
            return current.map { .acknowledge($0, etag: etag) } ?? finish()
        case .acknowledged: return deliver()
        case .failed(let error): return failed(error)
        }
    }

    // MARK: From there to here

    private mutating func listed(_ changes: CalDAVChanges) -> Action {
        let listed = Set(changes.changed.map(\.path))
        var gone =
            changes.isFullListing
            ? start.known.keys.filter { !listed.contains($0) }.sorted()
            : changes.removed.filter { start.known[$0] != nil && !listed.contains($0) }
        // What was written and never seen there may not be there, and is not gone from there.
        let unseen = Set(written).union(start.known.filter { $0.value.isTodo && $0.value.etag == nil }.keys)
        sought = unseen.subtracting(listed).subtracting(changes.removed)
        pull.disputed = changes.removed.filter { unseen.contains($0) && !listed.contains($0) }
        gone.removeAll { unseen.contains($0) }
        written = []
        let known = start.known.count {
            $0.value.isTodo && (!unseen.contains($0.key) || listed.contains($0.key))
        }
        let lost = gone.count { start.known[$0]?.isTodo == true }
        // That the only task was removed is nothing unusual, if the server says so itself.
        if lost > 0, lost == known, !acceptsDeletions, known > 1 || changes.isFullListing {
            return .finish(.failure(.everythingDisappeared(count: lost)))
        }
        pull.gone = gone
        // What nobody has reported as removed is kept among the conflicts, and so is everything where the user accepts its end.
        if acceptsDeletions, lost > 0, lost == known {
            pull.disappearance = .unlisted
        } else if changes.isFullListing {
            pull.disappearance = start.token == nil || acceptsDeletions ? .unlisted : .unexplained
        }
        token = .some(changes.token)
        hasTokens = changes.token != nil
        wanted = changes.changed.filter { entry in
            guard let known = start.known[entry.path] else { return true }
            return known.etag != entry.etag
        }.map(\.path)
        wanted += sought.sorted()
        return wanted.isEmpty ? takeOver([]) : fetch()
    }

    private mutating func fetch() -> Action {
        fetching = Array(wanted.prefix(Self.batch))
        wanted.removeFirst(fetching.count)
        return .fetch(fetching)
    }

    private mutating func fetched(_ objects: [CalDAVObject]) -> Action {
        let found = Set(objects.map(\.path))
        for path in fetching where !found.contains(path) {
            if sought.remove(path) != nil {
                pull.missing.append(path)
            } else if rounds > 0 {
                // What was in dispute and is not there has been deleted meanwhile; nobody has said by whom.
                pull.gone.append(path)
                pull.disappearance = .unexplained
            } else {
                pull.unread.append(path)
            }
        }
        sought.subtract(found)
        return takeOver(objects)
    }

    private mutating func takeOver(_ objects: [CalDAVObject]) -> Action {
        pull.objects = objects
        if wanted.isEmpty, let token {
            if token != start.token { pull.token = .some(token) }
            self.token = nil
        }
        defer { pull = TodoPull() }
        return pull.isEmpty ? .prepare(except: settled) : .pull(pull)
    }

    // MARK: From here to there

    private mutating func deliver() -> Action {
        if let current {
            // Acknowledged.
            if case .put(_, let path, _, _) = current {
                report.pushed += 1
                written.append(path)
            } else {
                report.deletedThere += 1
            }
            hasTold = true
            refusals = []
            settled.insert(current.id)
            self.current = nil
        }
        if refusals.count >= Self.maximumRefusals, let last = refusals.last {
            return .finish(.failure(.server(last)))
        }
        while !waiting.isEmpty {
            let delivery = waiting.removeFirst()
            if isFull, case .put = delivery {
                settled.insert(delivery.id)
                continue
            }
            guard delivery.isConditional else {
                // Nobody knows what the server has there.
                dispute(delivery, .preconditionFailed)
                continue
            }
            current = delivery
            return .deliver(delivery)
        }
        // There may be more than was prepared.
        guard !disputed.isEmpty else { return .prepare(except: settled) }
        rounds += 1
        wanted = disputed
        disputed = []
        return fetch()
    }

    private mutating func dispute(_ delivery: TodoDelivery, _ error: CalDAVError) {
        if rounds < Self.maximumRounds {
            disputed.append(delivery.path)
        } else {
            leaveOut(delivery, error)
        }
    }

    /// Tells no more of a task that the server does not take, and goes on with the others.
    private mutating func leaveOut(_ delivery: TodoDelivery, _ error: CalDAVError) {
        settled.insert(delivery.id)
        failure = failure ?? .task(delivery.id, error)
        refusals.append(error)
    }

    private mutating func failed(_ error: CalDAVError) -> Action {
        guard let current else { return .finish(.failure(.server(error))) }
        self.current = nil
        switch error {
        // With something new, it is no other version that is in the way: the collection itself may be missing.
        case .conflict(precondition: nil) where current.isNew: leaveOut(current, error)
        case .preconditionFailed, .conflict: dispute(current, error)
        case .notFound where !current.isNew: dispute(current, error)
        case .full where !current.isRemoval:
            // What is removed makes room.
            isFull = true
            settled.insert(current.id)
            failure = failure ?? .task(current.id, error)
        // The others may be allowed.
        case .forbidden, .locked, .refused: leaveOut(current, error)
        default: return .finish(.failure(.server(error)))
        }
        return deliver()
    }

    /// Begins anew after something was told; `nil` where nothing was, or where that would gain nothing.
    private mutating func listAgain() -> Action? {
        guard hasTold, laps < Self.maximumLaps, hasTokens || hasUnnamed else { return nil }
        laps += 1
        hasTold = false
        hasUnnamed = false
        rounds = 0
        return .begin
    }

    private func finish() -> Action {
        if let failure { return .finish(.failure(failure)) }
        return .finish(.success(report))
    }
}
