import CoreModule
import Foundation
import TestSupport
import Testing
import TodoList

@Suite("A synchronization", .bounded)
struct TodoSyncPassTests {
    static let etag = ETag("\"1\"")

    func path(_ name: String) -> WebDAVPath { .simulated(name) }

    func put(_ id: String, _ condition: CalDAVCondition? = .matches(etag)) -> TodoDelivery {
        TodoDelivery(TodoID(id), at: path(id), condition, bytes: Array(id.utf8))
    }

    func delete(_ id: String, _ condition: CalDAVCondition? = .matches(etag)) -> TodoDelivery {
        TodoDelivery(TodoID(id), at: path(id), condition, bytes: nil)
    }

    func known(_ names: String...) -> [WebDAVPath: TodoKnownResource] {
        Dictionary(
            uniqueKeysWithValues: names.map {
                (path($0), TodoKnownResource(etag: Self.etag, id: TodoID($0), isConfirmed: true))
            })
    }

    /// A pass that has listed an unchanged collection and is about to deliver something.
    func prepared(_ deliveries: [TodoDelivery]) -> (pass: TodoSyncPass, action: TodoSyncPass.Action) {
        var pass = TodoSyncPass()
        #expect(pass.first == .begin)
        let start = TodoSyncStart(token: "7", known: [:])
        #expect(pass.next(after: .began(start)) == .list(token: "7"))
        let changes = CalDAVChanges(changed: [], isFullListing: false, token: "7")
        #expect(pass.next(after: .listed(changes)) == .prepare(except: []))
        let action = pass.next(after: .prepared(deliveries))
        return (pass, action)
    }

    /// Lists the changes once more, after a delivery.
    /// - Returns: the action after the last delivery.
    func listAgain(
        _ pass: inout TodoSyncPass, _ changed: String..., known: [WebDAVPath: TodoKnownResource] = [:]
    ) -> TodoSyncPass.Action {
        #expect(pass.next(after: .prepared([])) == .begin)
        #expect(pass.next(after: .began(TodoSyncStart(token: "7", known: known))) == .list(token: "7"))
        let entries = changed.map { CalDAVEntry(path: path($0), etag: Self.etag) }
        let changes = CalDAVChanges(changed: entries, isFullListing: false, token: "9")
        var pull = TodoPull()
        pull.token = .store("9")
        #expect(pass.next(after: .listed(changes)) == .pull(pull))
        guard case .prepare = pass.next(after: .pulled(TodoPullResult())) else {
            Issue.record("it is not asked what there is to tell")
            return .begin
        }
        return pass.next(after: .prepared([]))
    }

    func listed(
        _ known: [WebDAVPath: TodoKnownResource], token: String?, _ changes: CalDAVChanges, accepting: Bool = false
    ) -> TodoSyncPass.Action {
        var pass = TodoSyncPass(acceptsDeletions: accepting)
        _ = pass.next(after: .began(TodoSyncStart(token: token, known: known)))
        let action = pass.next(after: .listed(changes))
        // If the token was refused, known versions are read, too. Here they are what is known.
        guard case .fetch(let paths) = action, changes.isFullListing, token != nil else { return action }
        let next = pass.next(after: .fetched(paths.map { CalDAVObject(path: $0, etag: Self.etag, data: []) }))
        guard case .pull(var pull) = next else { return next }
        pull.objects = []
        var nothing = TodoPull()
        nothing.disappearance = pull.disappearance
        return pull == nothing ? .prepare(except: []) : .pull(pull)
    }

    @Test("if nothing has changed, nothing is done")
    func nothing() {
        let (_, action) = prepared([])
        #expect(action == .finish(.success(TodoSyncReport())))
    }

    @Test(
        "stores received objects, then delivers, acknowledges and continues; the token is stored with the last objects")
    func whole() {
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a", "b"))))
        let changes = CalDAVChanges(
            changed: [CalDAVEntry(path: path("c"), etag: Self.etag)], removed: [path("a"), path("x")],
            isFullListing: false, token: "8")
        #expect(pass.next(after: .listed(changes)) == .fetch([path("c")]))
        let object = CalDAVObject(path: path("c"), etag: Self.etag, data: [])
        var pull = TodoPull()
        (pull.objects, pull.gone, pull.token) = ([object], [path("a")], .store("8"))
        #expect(pass.next(after: .fetched([object])) == .pull(pull))
        #expect(pass.next(after: .pulled(TodoPullResult())) == .prepare(except: []))
        #expect(pass.next(after: .prepared([put("d", .isNew), delete("b")])) == .deliver(put("d", .isNew)))
        #expect(pass.next(after: .delivered(Self.etag)) == .acknowledge(put("d", .isNew), etag: Self.etag))
        #expect(pass.next(after: .acknowledged) == .deliver(delete("b")))
        #expect(pass.next(after: .delivered(nil)) == .acknowledge(delete("b"), etag: nil))
        #expect(pass.next(after: .acknowledged) == .prepare(except: [TodoID("b"), TodoID("d")]))
        var report = TodoSyncReport()
        (report.pushed, report.deletedThere) = (1, 1)
        #expect(listAgain(&pass, "d", known: known("d")) == .finish(.success(report)))
    }

    @Test("if the server has the task elsewhere, everything is compared at once, and only once")
    func hiddenByToken() {
        for refusal in [
            WebDAVError.conflict(precondition: "no-uid-conflict"), .forbidden(precondition: "no-uid-conflict"),
        ] {
            var (pass, _) = prepared([put("a", .isNew)])
            #expect(pass.next(after: .failed(refusal)) == .begin)
            #expect(pass.next(after: .began(TodoSyncStart(token: "7", known: [:]))) == .list(token: nil))
            let changes = CalDAVChanges(changed: [], isFullListing: true, token: "7")
            _ = pass.next(after: .listed(changes))
            #expect(pass.next(after: .pulled(TodoPullResult())) == .prepare(except: []))
            #expect(pass.next(after: .prepared([put("a", .isNew)])) == .deliver(put("a", .isNew)))
            #expect(pass.next(after: .failed(refusal)) != .begin)
        }
    }

    @Test("a written object that is missing was never accepted; one with an older version is read again")
    func notThere() {
        var (pass, _) = prepared([put("a"), put("b", .isNew)])
        for name in ["a", "b"] {
            _ = pass.next(after: .delivered(Self.etag))
            #expect(
                pass.next(after: .acknowledged)
                    == (name == "a" ? .deliver(put("b", .isNew)) : .prepare(except: [TodoID("a"), TodoID("b")])))
        }
        #expect(pass.next(after: .prepared([])) == .begin)
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a", "b"))))
        let changes = CalDAVChanges(changed: [], isFullListing: false, token: "7")
        #expect(pass.next(after: .listed(changes)) == .fetch([path("a"), path("b")]))
        let object = CalDAVObject(path: path("a"), etag: Self.etag, data: [])
        var pull = TodoPull()
        (pull.objects, pull.missing) = ([object], [path("b")])
        #expect(pass.next(after: .fetched([object])) == .pull(pull))
        var result = TodoPullResult()
        result.missing = 1
        _ = pass.next(after: .pulled(result))
        #expect(pass.next(after: .prepared([])) == .finish(.failure(.notKept(count: 1))))
    }

    @Test("an address that cannot be used is reported once, however often it is listed")
    func unusable() {
        var pass = TodoSyncPass(comparesAll: true)
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: [:])))
        for isFullListing in [false, true] {
            let changes = CalDAVChanges(changed: [], isFullListing: isFullListing, token: "7", unusable: ["http:"])
            _ = pass.next(after: .listed(changes))
            let start = TodoSyncStart(token: "7", known: [:])
            _ = pass.next(after: isFullListing ? .pulled(TodoPullResult()) : .began(start))
        }
        var report = TodoSyncReport()
        report.unreadable = ["http:"]
        #expect(pass.next(after: .prepared([])) == .finish(.success(report)))
    }

    @Test(
        "a written object that does not arrive is noticed, also if another task is disputed meanwhile",
        arguments: [true, false])
    func disputeMeanwhile(hasArrived: Bool) {
        var (pass, _) = prepared([put("a"), put("b")])
        _ = pass.next(after: .delivered(Self.etag))
        #expect(pass.next(after: .acknowledged) == .deliver(put("b")))
        #expect(pass.next(after: .failed(.preconditionFailed)) == .fetch([path("b")]))
        _ = pass.next(after: .fetched([CalDAVObject(path: path("b"), etag: Self.etag, data: [])]))
        #expect(pass.next(after: .pulled(TodoPullResult())) == .prepare(except: [TodoID("a")]))
        _ = pass.next(after: .prepared([put("b")]))
        _ = pass.next(after: .delivered(Self.etag))
        #expect(pass.next(after: .acknowledged) == .prepare(except: [TodoID("a"), TodoID("b")]))
        if hasArrived {
            var report = TodoSyncReport()
            report.pushed = 2
            // Own writes are no full listing in disguise.
            #expect(listAgain(&pass, "a", "b", known: known("a", "b")) == .finish(.success(report)))
        } else {
            #expect(pass.next(after: .prepared([])) == .begin)
            _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a", "b"))))
            let entry = CalDAVEntry(path: path("b"), etag: Self.etag)
            let changes = CalDAVChanges(changed: [entry], isFullListing: false, token: "9")
            #expect(pass.next(after: .listed(changes)) == .fetch([path("a")]))
        }
    }

    @Test("a written object that was listed is removed if the server reports that later")
    func removedAfterWrite() {
        var (pass, _) = prepared([put("a")])
        _ = pass.next(after: .delivered(Self.etag))
        _ = pass.next(after: .acknowledged)
        // Another task is edited during the second listing.
        #expect(pass.next(after: .prepared([])) == .begin)
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a", "b"))))
        let entry = CalDAVEntry(path: path("a"), etag: Self.etag)
        _ = pass.next(after: .listed(CalDAVChanges(changed: [entry], isFullListing: false, token: "8")))
        _ = pass.next(after: .pulled(TodoPullResult()))
        #expect(pass.next(after: .prepared([put("b")])) == .deliver(put("b")))
        _ = pass.next(after: .delivered(Self.etag))
        _ = pass.next(after: .acknowledged)
        #expect(pass.next(after: .prepared([])) == .begin)
        _ = pass.next(after: .began(TodoSyncStart(token: "8", known: known("a", "b"))))
        let changes = CalDAVChanges(
            changed: [CalDAVEntry(path: path("b"), etag: Self.etag)], removed: [path("a")], isFullListing: false,
            token: "9")
        var pull = TodoPull()
        (pull.gone, pull.token) = ([path("a")], .store("9"))
        #expect(pass.next(after: .listed(changes)) == .pull(pull))
    }

    @Test("without tokens, an object that was never listed does not count as removed")
    func neverSeen() {
        var known = known("a", "b")
        known[path("b")] = TodoKnownResource(etag: nil, id: TodoID("b"))
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: nil, known: known)))
        let entries = [CalDAVEntry(path: path("a"), etag: Self.etag)]
        let changes = CalDAVChanges(changed: entries, isFullListing: true, token: nil)
        #expect(pass.next(after: .listed(changes)) == .fetch([path("b")]))
        var pull = TodoPull()
        (pull.missing, pull.disappearance) = ([path("b")], .unlisted)
        #expect(pass.next(after: .fetched([])) == .pull(pull))
    }

    @Test("objects are fetched in batches, and the token is stored with the last batch")
    func batches() {
        let entries = (0..<2250).map { CalDAVEntry(path: path("\(10_000 + $0)"), etag: Self.etag) }
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: nil, known: [:])))
        var action = pass.next(after: .listed(CalDAVChanges(changed: entries, isFullListing: false, token: "8")))
        var tokens: [TodoPull.TokenUpdate] = []
        var sizes: [Int] = []
        while case .fetch(let paths) = action {
            sizes.append(paths.count)
            let objects = paths.map { CalDAVObject(path: $0, etag: Self.etag, data: []) }
            guard case .pull(let pull) = pass.next(after: .fetched(objects)) else { break }
            tokens.append(pull.token)
            action = pass.next(after: .pulled(TodoPullResult()))
        }
        #expect(sizes == [1000, 1000, 250])
        #expect(tokens == [.keep, .keep, .store("8")])
        #expect(action == .prepare(except: []))
    }

    @Test("if most of a collection is unknown, all tasks are fetched at once; what that leaves out, in batches")
    func atOnce() {
        let entries = (0..<2250).map { CalDAVEntry(path: path("\(10_000 + $0)"), etag: Self.etag) }
        let objects = entries.map { CalDAVObject(path: $0.path, etag: Self.etag, data: []) }
        let stranger = CalDAVObject(path: path("x"), etag: Self.etag, data: [])
        for missing in [0, 1, 1100, 2250] {
            var pass = TodoSyncPass()
            _ = pass.next(after: .began(TodoSyncStart(token: nil, known: [:])))
            let changes = CalDAVChanges(changed: entries, isFullListing: true, token: "8")
            #expect(pass.next(after: .listed(changes)) == .fetchAll)
            // Twice, and with one that was not listed.
            let found = objects.dropLast(missing)
            var action = pass.next(after: .fetchedAll(found + [stranger] + found))
            var (stored, fetched): ([WebDAVPath], [WebDAVPath]) = ([], [])
            var tokens: [TodoPull.TokenUpdate] = []
            while true {
                if case .fetch(let paths) = action {
                    fetched += paths
                    let rest = paths.map { CalDAVObject(path: $0, etag: Self.etag, data: []) }
                    action = pass.next(after: .fetched(rest))
                }
                guard case .pull(let pull) = action else { break }
                stored += pull.objects.map(\.path)
                tokens.append(pull.token)
                #expect(pull.objects.count <= TodoSyncPass.batch)
                // Nothing is read ahead that the request has returned.
                if stored.count < found.count { #expect(pass.upcoming.isEmpty) }
                action = pass.next(after: .pulled(TodoPullResult()))
            }
            #expect(stored == entries.map(\.path))
            #expect(fetched == entries.suffix(missing).map(\.path))
            #expect(tokens.dropLast().allSatisfy { $0 == .keep } && tokens.last == .storeCompared("8"))
            #expect(action == .prepare(except: []))
        }
    }

    @Test("more than fifty batches are not fetched at once: all of them would be in memory", arguments: [0, 1])
    func atMost(more: Int) {
        let entries = (0..<50 * TodoSyncPass.batch + more).map { CalDAVEntry(path: path("\($0)"), etag: Self.etag) }
        let action = listed([:], token: nil, CalDAVChanges(changed: entries, isFullListing: true, token: "8"))
        let first = entries.prefix(TodoSyncPass.batch).map(\.path)
        #expect(action == (more == 0 ? .fetchAll : .fetch(first)))
    }

    @Test("if at most half of a collection is unknown, only that is fetched; else all at once", arguments: [0, 1])
    func fewer(more: Int) {
        let names = (0..<2400).map { "\(10_000 + $0)" }
        let entries = names.map { CalDAVEntry(path: path($0), etag: Self.etag) }
        var known: [WebDAVPath: TodoKnownResource] = [:]
        for name in names.dropLast(1200 + more) {
            known[path(name)] = TodoKnownResource(etag: Self.etag, id: TodoID(name), isConfirmed: true)
        }
        let action = listed(known, token: nil, CalDAVChanges(changed: entries, isFullListing: true, token: "8"))
        #expect(more == 0 ? action == .fetch(names.suffix(1200).prefix(1000).map(path)) : action == .fetchAll)
    }

    @Test(
        "an object whose version differs is read and delivered again, for writes and deletions",
        arguments: [true, false])
    func precondition(isPut: Bool) {
        let delivery = isPut ? put("a") : delete("a")
        for error in [WebDAVError.preconditionFailed, .conflict(precondition: nil), .notFound] {
            var (pass, action) = prepared([delivery, put("b")])
            #expect(action == .deliver(delivery))
            action = pass.next(after: .failed(error))
            #expect(action == .deliver(put("b")), "the others go on")
            _ = pass.next(after: .delivered(nil))
            #expect(pass.next(after: .acknowledged) == .fetch([path("a")]))
            // It is gone there.
            var pull = TodoPull()
            (pull.gone, pull.disappearance) = ([path("a")], .unexplained)
            #expect(pass.next(after: .fetched([])) == .pull(pull))
            #expect(pass.next(after: .pulled(TodoPullResult())) == .prepare(except: [TodoID("b")]))
        }
    }

    @Test("an object that keeps changing is left for the next synchronization and reported")
    func disputes() {
        var (pass, action) = prepared([put("a")])
        var rounds = 0
        let object = CalDAVObject(path: path("a"), etag: Self.etag, data: [])
        while case .deliver = action, rounds < 20 {
            rounds += 1
            action = pass.next(after: .failed(.preconditionFailed))
            if case .fetch = action {
                _ = pass.next(after: .fetched([object]))
                _ = pass.next(after: .pulled(TodoPullResult()))
                action = pass.next(after: .prepared([put("a")]))
            }
        }
        #expect(rounds == TodoSyncPass.maximumRetries + 1)
        #expect(action == .prepare(except: [TodoID("a")]))
        #expect(
            pass.next(after: .prepared([]))
                == .finish(.failure(.tasks([TodoRefusal(TodoID("a"), text: "", .preconditionFailed)]))))
    }

    @Test("an object of unknown version is read before it is written")
    func missingVersion() {
        var (pass, action) = prepared([put("a", nil), delete("b", nil)])
        #expect(action == .fetch([path("a"), path("b")]))
        let object = CalDAVObject(path: path("a"), etag: Self.etag, data: [])
        _ = pass.next(after: .fetched([object]))
        action = pass.next(after: .pulled(TodoPullResult()))
        #expect(action == .prepare(except: []))
        #expect(pass.next(after: .prepared([put("a")])) == .deliver(put("a")))
    }

    @Test("a locked or forbidden task is skipped", arguments: [true, false])
    func locked(isLocked: Bool) {
        let error = isLocked ? WebDAVError.locked : .forbidden(precondition: nil)
        var (pass, _) = prepared([put("a"), put("b")])
        #expect(pass.next(after: .failed(error)) == .deliver(put("b")))
        _ = pass.next(after: .delivered(Self.etag))
        #expect(pass.next(after: .acknowledged) == .prepare(except: [TodoID("a"), TodoID("b")]))
        #expect(
            listAgain(&pass, "b", known: known("b"))
                == .finish(.failure(.tasks([TodoRefusal(TodoID("a"), text: "", error)]))))
    }

    @Test(
        "a failure of the whole server ends the synchronization at once",
        arguments: [
            WebDAVError.timedOut, .rateLimited(until: nil), .unavailable(until: nil), .unauthorized, .cancelled,
        ])
    func faults(error: WebDAVError) {
        var (pass, _) = prepared([put("a"), put("b")])
        _ = pass.next(after: .delivered(nil))
        #expect(pass.next(after: .acknowledged) == .deliver(put("b")))
        #expect(pass.next(after: .failed(error)) == .finish(.failure(.server(error))))
        var listing = TodoSyncPass()
        _ = listing.next(after: .began(TodoSyncStart(token: nil, known: [:])))
        #expect(listing.next(after: .failed(error)) == .finish(.failure(.server(error))))
    }
}
