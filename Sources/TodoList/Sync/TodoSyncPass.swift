package import CoreModule

/// One synchronization, as a pure state machine: it receives events and returns the next action.
///
/// First it lists the server's changes, fetches new objects and stores them. Then it delivers local edits, one task at
/// a time, removals first. If it delivered anything, it lists the changes once more: the written objects must be among
/// them, and only the token of that listing distinguishes a server that still has them from one that was emptied since.
/// If the server has another version than known, it is fetched, merged and delivered again, at most ``maximumRetries``
/// times; after that, the task is left for the next synchronization. No task is written twice, so edits made in the
/// meantime are left for the next one, too.
///
/// Tokens may hide changes: some servers accept those of a deleted collection, or answer old ones with all resources.
/// So everything is compared with a full listing once a day, on request, and after an answer that seems to be one.
package struct TodoSyncPass: Hashable, Sendable {
    /// The number of objects that are fetched and stored, or delivered, at a time.
    package static let batch = 1000
    /// How often a disputed object is fetched and delivered again.
    package static let maximumRetries = 4
    /// The maximum number of listings.
    package static let maximumRelistings = 2
    /// After this many tasks of which none may be added, changed or removed, the cause is not the tasks: the others are not sent.
    package static let maximumForbidden = 10

    private enum Comparison { case none, due, running, done }
    private enum LookBack { case none, running, done }

    private let acceptsDeletions: Bool
    private let comparesAll: Bool
    private let batch: Int
    private var comparison: Comparison
    /// The listing of the changes since the token before; see ``TodoCollectionState/tokenBefore``.
    private var lookBack = LookBack.none
    private var report = TodoSyncReport()
    /// The names that the report has.
    private var unreadable: Set<String> = []
    private var start = TodoSyncStart(token: nil, known: [:])
    /// The rest of the listing, until the first objects are stored.
    private var pull = TodoPull()
    /// What to do with the token when everything is stored.
    private var token = TodoPull.TokenUpdate.keep
    /// The number of tasks that have disappeared, if all have. Nil once one of them was found under another path, or once new tasks
    /// were found beside reported removals.
    private var vanished: Int?
    /// Whether the removals that are being stored were reported one by one.
    private var isReported = false
    private var wanted: [WebDAVPath] = []
    private var fetching: [WebDAVPath] = []
    /// Objects that were fetched in one request, and are stored in batches.
    private var fetchedAtOnce: [CalDAVObject] = []
    private var pending: [TodoDelivery] = []
    private var current: TodoDelivery?
    /// Objects to read again: the server has another version than known, or has not returned the new one.
    private var disputed: [WebDAVPath] = []
    private var retries = 0
    private var relistings = 0
    /// Objects written since the last listing.
    private var written: [WebDAVPath] = []
    private var hasDelivered = false
    /// Whether the server has stored an object without returning its version.
    private var hasUnknownETag = false
    /// Objects that were written, are not in the listing, and are being read.
    private var unlisted: Set<WebDAVPath> = []
    /// The privileges that the user has: something was sent by each.
    private var granted: Set<TodoDelivery.Privilege> = []
    /// How often each privilege was denied.
    private var denials: [TodoDelivery.Privilege: Int] = [:]
    /// The reasons not to send anything else that needs a privilege.
    private var denied: [TodoDelivery.Privilege: WebDAVError] = [:]
    /// Whether the server has tokens.
    private var hasTokens = false
    /// Whether the last listing was asked with a token.
    private var hasGivenToken = false
    /// Tasks that this synchronization delivers no more: they were delivered, or cannot be.
    private var handled: Set<TodoID> = []
    /// The tasks that the server refuses.
    private var refused: [TodoRefusal] = []
    private var failure: TodoSyncError?

    /// - Parameters:
    ///   - acceptsDeletions: whether to remove everything here if everything known has disappeared from the server.
    ///   - comparesAll: whether to compare everything with the server, whatever its token says and whatever the versions are.
    ///   - batch: the number of objects that are fetched and stored at a time.
    package init(acceptsDeletions: Bool = false, comparesAll: Bool = false, batch: Int = Self.batch) {
        self.batch = batch
        self.acceptsDeletions = acceptsDeletions
        self.comparesAll = comparesAll
        // What has disappeared may be known from a comparison only.
        comparison = comparesAll || acceptsDeletions ? .due : .none
    }

    package var first: Action { .begin }

    /// What it will fetch next, unless something comes between.
    package var upcoming: [WebDAVPath] { fetchedAtOnce.isEmpty ? Array(wanted.prefix(batch)) : [] }

    private var isEverythingFetched: Bool { wanted.isEmpty && fetchedAtOnce.isEmpty }

    /// The next action after an event.
    package mutating func next(after event: Event) -> Action {
        switch event {
        case .began(let start):
            self.start = start
            if start.isComparisonDue, comparison == .none { comparison = .due }
            let token = comparison == .running ? nil : lookBack == .running ? start.tokenBefore : start.token
            hasGivenToken = token != nil
            return .list(token: token)
        case .listed(let changes): return listed(changes)
        case .fetched(let objects): return fetched(objects)
        case .fetchedAll(let objects):
            var rest = Set(wanted)
            fetchedAtOnce = objects.filter { rest.remove($0.path) != nil }
            wanted.removeAll { !rest.contains($0) }
            return fetch()
        case .pulled(let result):
            report.pulled += result.pulled
            report.deletedHere += result.deletedHere
            report.conflicts += result.conflicts
            report(unreadable: result.unreadable.map(\.rawValue))
            if result.missing > 0 { failure = failure ?? .notKept(count: result.missing) }
            return isEverythingFetched ? received() : fetch()
        case .prepared(let deliveries):
            pending = deliveries
            return deliveries.isEmpty && disputed.isEmpty ? listAgain() ?? finish() : deliver()
        case .delivered(let etag):
            if current?.bytes != nil, etag == nil { hasUnknownETag = true }
            return current.map { .acknowledge($0, etag: etag) } ?? finish()
        case .acknowledged: return deliver()
        case .failed(let error): return failed(error)
        }
    }

    // MARK: Pull

    private mutating func listed(_ changes: CalDAVChanges) -> Action {
        // The token before was refused: everything is compared instead.
        if lookBack == .running, changes.isFullListing { (lookBack, comparison) = (.done, .running) }
        report(unreadable: changes.unusable + changes.unreadable.map(\.rawValue))
        // What cannot be read is there.
        let listed = Set(changes.changed.map(\.path) + changes.unreadable)
        var gone =
            changes.isFullListing
            ? start.known.keys.filter { !listed.contains($0) }.sorted()
            : changes.removed.filter { start.known[$0] != nil && !listed.contains($0) }
        // An object that was written but never listed may never have arrived, so its absence is not a removal.
        let unseen = Set(written).union(start.known.filter { $0.value.isTodo && $0.value.etag == nil }.keys)
        unlisted = unseen.subtracting(listed).subtracting(changes.removed)
        pull.disputed = changes.removed.filter { unseen.contains($0) && !listed.contains($0) }
        gone.removeAll { unseen.contains($0) }
        // A resource whose address cannot be used may be any of those that are missing.
        let isIncomplete = changes.isFullListing && !changes.unusable.isEmpty && !gone.isEmpty
        if isIncomplete { gone = [] }
        let knownVersions = changes.changed.filter { entry in
            guard let known = start.known[entry.path], known.etag == entry.etag else { return false }
            // What came after the token before is named again.
            return !unseen.contains(entry.path) && (lookBack != .running || known.isConfirmed)
        }
        let known = start.known.count {
            $0.value.isTodo && (!unseen.contains($0.key) || listed.contains($0.key))
        }
        let lost = gone.count { start.known[$0]?.isTodo == true }
        // The removal of the only task is normal if the server reports it.
        let hasVanished = lost > 0 && lost == known && !acceptsDeletions && (known > 1 || changes.isFullListing)
        vanished = hasVanished ? lost : nil
        isReported = !changes.isFullListing
        pull.gone = gone
        // Removals that were not reported become conflicts, and so does everything if the user accepts the
        // disappearance.
        if acceptsDeletions, lost > 0, lost == known {
            pull.disappearance = .unlisted
        } else if changes.isFullListing {
            // Nothing is left of what the last comparison found: this is another collection. What has been written since then may be
            // all that it has. If something is left, it is the same one, even if its token was refused.
            let hasConfirmed = knownVersions.contains { start.known[$0.path]?.isConfirmed == true }
            let isOther = start.token != nil && !hasConfirmed
            pull.disappearance = isOther && !acceptsDeletions ? .unexplained : .unlisted
        }
        token = .store(changes.token)
        if changes.isFullListing {
            comparison = .done
            if let newToken = changes.token { token = .storeCompared(newToken) }
            if isIncomplete { token = .keep }
        } else if !(knownVersions.isEmpty && changes.unreadable.isEmpty), [.none, .due].contains(comparison) {
            // It may be a full listing in disguise, and what cannot be read may have changed. The comparison brings the token.
            (comparison, token) = (.due, .keep)
        }
        hasTokens = changes.token != nil
        if lookBack == .running { token = .keep }
        wanted = changes.changed.filter { entry in
            guard let known = start.known[entry.path], known.etag == entry.etag else { return true }
            // What is reported as changed has changed, unless that was our own write: at a path that is used again, the versions of
            // some servers begin anew.
            if !changes.isFullListing { return lookBack != .running && !written.contains(entry.path) }
            // So it is if the changes are lost with the token. On request, also what holds no task is read again, and reported.
            return comparesAll || hasGivenToken
        }.map(\.path)
        wanted += unlisted.sorted()
        let isQuiet = wanted.isEmpty && gone.isEmpty && pull.disputed.isEmpty && comparison == .none
        if isQuiet, lookBack == .running { token = .settle }
        if isQuiet, lookBack == .none, written.isEmpty, token == .store(start.token), start.tokenBefore != nil {
            lookBack = .running
            return .begin
        }
        if lookBack == .none { lookBack = .done }
        if wanted.isEmpty { return store() }
        let areMost = changes.isFullListing && wanted.count > changes.changed.count / 2
        // All of them are then in memory.
        return areMost && (batch + 1...50 * batch).contains(wanted.count) ? .fetchAll : fetch()
    }

    private mutating func report(unreadable names: [String]) {
        report.unreadable += names.filter { unreadable.insert($0).inserted }
    }

    private mutating func fetch() -> Action {
        fetching = upcoming
        if fetching.isEmpty {
            let objects = fetchedAtOnce.prefix(batch)
            fetchedAtOnce.removeFirst(objects.count)
            return fetched(Array(objects))
        }
        wanted.removeFirst(fetching.count)
        return .fetch(fetching)
    }

    private mutating func fetched(_ objects: [CalDAVObject]) -> Action {
        let found = Set(objects.map(\.path))
        for path in fetching where !found.contains(path) {
            if unlisted.remove(path) != nil {
                pull.missing.append(path)
            } else if retries > 0 {
                // A disputed object that is missing was deleted in the meantime, without a report: the token may hide more.
                pull.gone.append(path)
                pull.disappearance = .unexplained
                if comparison == .none, start.known[path]?.etag != nil { comparison = .due }
            } else {
                pull.unread.append(path)
                // A known one was removed or moved in the meantime; another may never have been there.
                if start.known[path] == nil { report(unreadable: [path.rawValue]) }
            }
        }
        unlisted.subtract(found)
        let refused = objects.filter(\.isRefused).map(\.path.rawValue)
        report(unreadable: refused)
        // They are to be listed again.
        if !refused.isEmpty { token = .keep }
        pull.objects += objects.filter { !$0.isRefused }
        // What has disappeared, or may have, may be in the next objects, under another path.
        let isAllThere = [pull.gone, pull.disputed, pull.missing, pull.unread].joined().isEmpty && unlisted.isEmpty
        return isAllThere || isEverythingFetched ? store() : fetch()
    }

    private mutating func store() -> Action {
        // Objects of known tasks at other paths. Those of disputes were known before this synchronization moved them.
        let moved = retries > 0 || vanished == nil && comparison == .done ? [] : moves()
        // Known tasks may be removed one by one while others are added.
        let isClearedOut =
            isReported
            && pull.objects.contains {
                start.known[$0.path] == nil && TodoRecord.document($0.data) != nil
            }
        if let vanished, !isClearedOut, Set(pull.gone).isDisjoint(with: moved) {
            return .finish(.failure(.everythingDisappeared(count: vanished)))
        }
        // The texts of what disappears stay as conflicts.
        if vanished != nil, isClearedOut { pull.disappearance = .unlisted }
        vanished = nil
        if comparison != .done, !moved.isSubset(of: pull.gone) {
            // The changes do not contain the removal of a task's old path.
            (pull, wanted, fetchedAtOnce, unlisted) = (TodoPull(), [], [], [])
            (token, comparison) = (.keep, .running)
            return .begin
        }
        if isEverythingFetched {
            if token != .store(start.token) { pull.token = token }
            token = .keep
        }
        defer { pull = TodoPull() }
        return pull.isEmpty ? received() : .pull(pull)
    }

    /// The known paths of tasks that were fetched from other ones.
    private func moves() -> Set<WebDAVPath> {
        let moved = Set(
            pull.objects.compactMap { object -> TodoID? in
                let known = start.known[object.path]?.id
                let id = TodoRecord.document(object.data)?.uid.map { TodoID($0) }
                // Of two resources with one identifier, the second is known by its path.
                return known == id || known?.rawValue == object.path.rawValue ? nil : id
            })
        guard !moved.isEmpty else { return [] }
        return Set(start.known.filter { $0.value.id.map(moved.contains) ?? false }.keys)
    }

    /// Everything is stored.
    private mutating func received() -> Action {
        // Objects of disputes do not show whether the others have arrived.
        if retries == 0 { written = [] }
        if lookBack == .running { lookBack = .done }
        guard comparison == .due else { return .prepare(except: handled) }
        comparison = .running
        return relist()
    }

    // MARK: Push

    private mutating func deliver() -> Action {
        if let current {
            // Acknowledged.
            if current.bytes == nil {
                report.deletedThere += 1
            } else {
                report.pushed += 1
                written.append(current.path)
            }
            hasDelivered = true
            granted.insert(current.privilege)
            handled.insert(current.id)
            self.current = nil
        }
        while !pending.isEmpty {
            let delivery = pending.removeFirst()
            if let reason = denied[delivery.privilege] {
                skip(delivery, reason)
            } else if delivery.condition == nil {
                // The server's version is unknown.
                dispute(delivery, .preconditionFailed)
            } else {
                current = delivery
                return .deliver(delivery)
            }
        }
        // There may be more deliveries.
        guard !disputed.isEmpty else { return .prepare(except: handled) }
        retries += 1
        wanted = disputed
        disputed = []
        return fetch()
    }

    private mutating func dispute(_ delivery: TodoDelivery, _ error: WebDAVError) {
        if retries < Self.maximumRetries {
            disputed.append(delivery.path)
        } else {
            skip(delivery, error)
        }
    }

    /// Skips a task that the server refuses, and continues with the others.
    private mutating func skip(_ delivery: TodoDelivery, _ error: WebDAVError) {
        handled.insert(delivery.id)
        refused.append(TodoRefusal(delivery.id, text: delivery.text, error))
        // If the user has the privilege, the refusal is about this task.
        guard error.deniesPrivilege, !granted.contains(delivery.privilege) else { return }
        denials[delivery.privilege, default: 0] += 1
        if denials[delivery.privilege] == Self.maximumForbidden { denied[delivery.privilege] = error }
    }

    private mutating func failed(_ error: WebDAVError) -> Action {
        guard let current else { return .finish(.failure(.server(error))) }
        self.current = nil
        switch error {
        // The token may hide where the task lies now.
        case .conflict(precondition: "no-uid-conflict") where comparison == .none,
            .forbidden(precondition: "no-uid-conflict") where comparison == .none:
            (pending, disputed, comparison) = ([], [], .running)
            return relist()
        // For a new object, no other version can be in the way: the collection itself may be missing.
        case .conflict(precondition: nil) where current.condition == .isNew: skip(current, error)
        case .preconditionFailed, .conflict: dispute(current, error)
        case .notFound where current.condition != .isNew: dispute(current, error)
        case .full where current.bytes != nil:
            // Removals free space.
            (denied[.add], denied[.change]) = (error, error)
            skip(current, error)
        // The others may be allowed.
        case .forbidden, .locked, .refused: skip(current, error)
        default: return .finish(.failure(.server(error)))
        }
        return deliver()
    }

    /// Starts another listing after deliveries; nil if there were none, or if it would gain nothing.
    private mutating func listAgain() -> Action? {
        guard hasDelivered, relistings < Self.maximumRelistings, hasTokens || hasUnknownETag else { return nil }
        relistings += 1
        return relist()
    }

    private mutating func relist() -> Action {
        hasDelivered = false
        hasUnknownETag = false
        retries = 0
        return .begin
    }

    private func finish() -> Action {
        let failure = failure ?? (refused.isEmpty ? nil : .tasks(refused))
        return .finish(failure.map { .failure($0) } ?? .success(report))
    }
}
