/// One synchronization, as a state machine without any input or output: it is told what has happened and says what is to be done
/// next, one thing at a time.
///
/// First the server's changes are listed, those that are new are fetched and taken over; then what was edited here is told to the
/// server, one task after the other. Where the server has something else than what was known, that is fetched, taken over and
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
    /// Tasks that are told no more in this synchronization: they were, or cannot be.
    private var settled: Set<TodoID> = []
    private var failure: CalDAVError?

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
            return wanted.isEmpty ? .prepare(except: settled) : fetch()
        case .prepared(let deliveries):
            waiting = deliveries
            return deliveries.isEmpty && disputed.isEmpty ? finish() : deliver()
        case .delivered(let etag): return current.map { .acknowledge($0, etag: etag) } ?? finish()
        case .acknowledged: return deliver()
        case .failed(let error): return failed(error)
        }
    }

    // MARK: From there to here

    private mutating func listed(_ changes: CalDAVChanges) -> Action {
        let listed = Set(changes.changed.map(\.path))
        let gone =
            changes.isFullListing
            ? start.known.keys.filter { !listed.contains($0) }.sorted()
            : changes.removed.filter { start.known[$0] != nil && !listed.contains($0) }
        let known = start.known.values.count(where: \.isTodo)
        let lost = gone.count { start.known[$0]?.isTodo == true }
        // That the only task was removed is nothing unusual, if the server says so itself.
        if lost > 0, lost == known, !acceptsDeletions, known > 1 || changes.isFullListing {
            return .finish(.failure(.everythingDisappeared(count: lost)))
        }
        pull.gone = gone
        // What nobody has reported as removed is kept among the conflicts, also where the user accepts it.
        if changes.isFullListing {
            pull.disappearance = start.token == nil || acceptsDeletions ? .unlisted : .unexplained
        }
        token = .some(changes.token)
        wanted = changes.changed.filter { entry in
            guard let known = start.known[entry.path] else { return true }
            return known.etag != entry.etag
        }.map(\.path)
        return wanted.isEmpty ? takeOver([]) : fetch()
    }

    private mutating func fetch() -> Action {
        fetching = Array(wanted.prefix(Self.batch))
        wanted.removeFirst(fetching.count)
        return .fetch(fetching)
    }

    private mutating func fetched(_ objects: [CalDAVObject]) -> Action {
        if rounds > 0 {
            // What was in dispute and is not there has been deleted meanwhile.
            let found = Set(objects.map(\.path))
            pull.gone += fetching.filter { !found.contains($0) }
        }
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
            if case .put = current { report.pushed += 1 } else { report.deletedThere += 1 }
            settled.insert(current.id)
            self.current = nil
        }
        while !waiting.isEmpty {
            let delivery = waiting.removeFirst()
            guard delivery.isConditional else {
                // Nobody knows what the server has there.
                dispute(delivery)
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

    private mutating func dispute(_ delivery: TodoDelivery) {
        if rounds < Self.maximumRounds {
            disputed.append(delivery.path)
        } else {
            settled.insert(delivery.id)
            failure = failure ?? .preconditionFailed
        }
    }

    private mutating func failed(_ error: CalDAVError) -> Action {
        guard let current else { return .finish(.failure(.server(error))) }
        self.current = nil
        switch error {
        case .preconditionFailed, .conflict: dispute(current)
        case .notFound where !current.isNew: dispute(current)
        case .forbidden, .locked:
            // The others may be allowed.
            settled.insert(current.id)
            failure = failure ?? error
        default: return .finish(.failure(.server(error)))
        }
        return deliver()
    }

    private func finish() -> Action {
        if let failure { return .finish(.failure(.server(failure))) }
        return .finish(.success(report))
    }
}
