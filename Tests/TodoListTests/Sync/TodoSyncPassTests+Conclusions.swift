import CoreModule
import Testing
import TodoList

/// What is concluded from a listing, and what is not.
extension TodoSyncPassTests {
    @Test("a listing with an address that cannot be used removes nothing, and is repeated", arguments: ["7", nil])
    func absenceUnproved(token: String?) {
        let entries = [CalDAVEntry(path: path("b"), etag: Self.etag)]
        let changes = CalDAVChanges(changed: entries, isFullListing: true, token: "8", unusable: ["/tasks/a?x"])
        #expect(listed(known("a", "b"), token: token, changes) == .prepare(except: []))
        // If nothing is missing, it counts.
        var pull = TodoPull()
        (pull.token, pull.disappearance) = (.storeCompared("8"), .unlisted)
        #expect(listed(known("b"), token: token, changes) == .pull(pull))
    }

    @Test(
        "a resource that cannot be read is reported, and is not taken for removed; the others are",
        arguments: ["7", nil])
    func unreadable(token: String?) throws {
        let entries = [CalDAVEntry(path: path("a"), etag: Self.etag)]
        let changes = CalDAVChanges(
            changed: entries, isFullListing: true, token: token.map { _ in "8" }, unreadable: [path("b")])
        let action = listed(known("a", "b", "c"), token: token, changes)
        guard case .pull(let pull) = action else {
            Issue.record("nothing is taken over")
            return
        }
        #expect(pull.gone == [path("c")])
        var pass = TodoSyncPass()
        let start = TodoSyncStart(token: "7", known: known("a", "b"))
        _ = pass.next(after: .began(start))
        // What has changed there is asked for again, in a full listing.
        let delta = CalDAVChanges(changed: [], isFullListing: false, token: "8", unreadable: [path("b")])
        #expect(pass.next(after: .listed(delta)) == .begin)
        #expect(pass.next(after: .began(start)) == .list(token: nil))
        let listing = CalDAVChanges(changed: entries, isFullListing: true, token: "9", unreadable: [path("b")])
        var last = TodoPull()
        (last.token, last.disappearance) = (.storeCompared("9"), .unlisted)
        #expect(pass.next(after: .listed(listing)) == .pull(last))
        _ = pass.next(after: .pulled(TodoPullResult()))
        var report = TodoSyncReport()
        report.unreadable = [path("b").rawValue]
        #expect(pass.next(after: .prepared([])) == .finish(.success(report)))
    }

    @Test("a resource that is listed, and is not there when it is read, is reported")
    func absent() {
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: [:])))
        let entries = [CalDAVEntry(path: path("x"), etag: Self.etag)]
        _ = pass.next(after: .listed(CalDAVChanges(changed: entries, isFullListing: false, token: "8")))
        _ = pass.next(after: .fetched([]))
        _ = pass.next(after: .pulled(TodoPullResult()))
        var report = TodoSyncReport()
        report.unreadable = [path("x").rawValue]
        #expect(pass.next(after: .prepared([])) == .finish(.success(report)))
    }

    @Test("an object that the server does not return is reported, stays as it is, and is listed again next time")
    func notReturned() {
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a"))))
        let entries = ["a", "b"].map { CalDAVEntry(path: path($0), etag: ETag("\"2\"")) }
        _ = pass.next(after: .listed(CalDAVChanges(changed: entries, isFullListing: false, token: "8")))
        let object = CalDAVObject(path: path("b"), etag: ETag("\"2\""), data: [])
        var pull = TodoPull()
        pull.objects = [object]
        #expect(pass.next(after: .fetched([CalDAVObject(refused: path("a")), object])) == .pull(pull))
        _ = pass.next(after: .pulled(TodoPullResult()))
        var report = TodoSyncReport()
        report.unreadable = [path("a").rawValue]
        #expect(pass.next(after: .prepared([])) == .finish(.success(report)))
    }

    @Test("a task that has moved before a dispute is not taken for one that has moved since")
    func movedBeforeDispute() {
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a"))))
        let changes = CalDAVChanges(
            changed: [CalDAVEntry(path: path("c"), etag: Self.etag)], removed: [path("a")], isFullListing: false,
            token: "8")
        #expect(pass.next(after: .listed(changes)) == .fetch([path("c")]))
        let moved = CalDAVObject(path: path("c"), etag: Self.etag, data: Array(vtodo("a", "milk").utf8))
        _ = pass.next(after: .fetched([moved]))
        #expect(pass.next(after: .pulled(TodoPullResult())) == .prepare(except: []))
        let delivery = TodoDelivery(TodoID("a"), at: path("c"), .matches(Self.etag), bytes: [])
        _ = pass.next(after: .prepared([delivery]))
        #expect(pass.next(after: .failed(.preconditionFailed)) == .fetch([path("c")]))
        var pull = TodoPull()
        pull.objects = [moved]
        #expect(pass.next(after: .fetched([moved])) == .pull(pull))
    }

    @Test("changes of resources that share an identifier are no moves", arguments: [["2"], ["1", "2"]])
    func sharedIdentifier(changed: [String]) {
        var pass = TodoSyncPass()
        let known = [
            path("1"): TodoKnownResource(etag: Self.etag, id: TodoID("a")),
            path("2"): TodoKnownResource(etag: Self.etag, id: TodoID(path("2").rawValue)),
        ]
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known)))
        let entries = changed.map { CalDAVEntry(path: path($0), etag: ETag("\"2\"")) }
        _ = pass.next(after: .listed(CalDAVChanges(changed: entries, isFullListing: false, token: "8")))
        var pull = TodoPull()
        pull.objects = entries.map {
            CalDAVObject(path: $0.path, etag: $0.etag, data: Array(vtodo("a", "milk").utf8))
        }
        pull.token = .store("8")
        #expect(pass.next(after: .fetched(pull.objects)) == .pull(pull))
    }

    @Test("the token of changes that seem to be a full listing is stored only after the comparison")
    func suspiciousToken() {
        var pass = TodoSyncPass()
        let start = TodoSyncStart(token: "7", known: known("a", "b"))
        _ = pass.next(after: .began(start))
        let entries = [CalDAVEntry(path: path("a"), etag: Self.etag)]
        let changes = CalDAVChanges(changed: entries, isFullListing: false, token: "8")
        #expect(pass.next(after: .listed(changes)) == .fetch([path("a")]))
        let object = CalDAVObject(path: path("a"), etag: Self.etag, data: [])
        var named = TodoPull()
        named.objects = [object]
        #expect(pass.next(after: .fetched([object])) == .pull(named))
        #expect(pass.next(after: .pulled(TodoPullResult())) == .begin)
        #expect(pass.next(after: .began(start)) == .list(token: nil))
        var pull = TodoPull()
        (pull.gone, pull.disappearance, pull.token) = ([path("b")], .unlisted, .storeCompared("9"))
        #expect(
            pass.next(after: .listed(CalDAVChanges(changed: entries, isFullListing: true, token: "9"))) == .pull(pull))
    }

    @Test("the disappearance of everything is not applied unless it is accepted")
    func everythingDisappeared() {
        let empty = CalDAVChanges(changed: [], isFullListing: true, token: "9")
        let reported = CalDAVChanges(changed: [], removed: [path("a"), path("b")], isFullListing: false, token: "9")
        for changes in [empty, reported] {
            #expect(
                listed(known("a", "b"), token: "7", changes) == .finish(.failure(.everythingDisappeared(count: 2))))
            var pull = TodoPull()
            (pull.gone, pull.token) = (
                [path("a"), path("b")], changes.isFullListing ? .storeCompared("9") : .store("9")
            )
            // It is kept among the conflicts.
            pull.disappearance = .unlisted
            #expect(listed(known("a", "b"), token: "7", changes, accepting: true) == .pull(pull))
        }
        // The only task may be removed, if the server says so.
        let one = CalDAVChanges(changed: [], removed: [path("a")], isFullListing: false, token: "9")
        guard case .pull = listed(known("a"), token: "7", one) else {
            Issue.record("the only task cannot be removed")
            return
        }
        #expect(listed(known("a"), token: "7", empty) == .finish(.failure(.everythingDisappeared(count: 1))))
    }

    @Test(
        "an object missing from a listing is a removal if the listing has a version that the last comparison found; else it is unexplained if the server forgot its token",
        arguments: [true, false])
    func leftOut(isConfirmed: Bool) {
        let entries = [CalDAVEntry(path: path("a"), etag: Self.etag)]
        var known = known("a", "b")
        known[path("a")]?.isConfirmed = isConfirmed
        for token in [nil, "7"] {
            let changes = CalDAVChanges(changed: entries, isFullListing: true, token: token.map { _ in "9" })
            guard case .pull(let pull) = listed(known, token: token, changes) else {
                Issue.record("nothing is taken over")
                continue
            }
            #expect(pull.gone == [path("b")])
            #expect(pull.disappearance == (token == nil || isConfirmed ? .unlisted : .unexplained))
        }
    }

    @Test(
        "a clear-out that the server reports does not stop, if there are new tasks; the texts are kept",
        arguments: [true, false])
    func clearedOut(isReported: Bool) {
        var pass = TodoSyncPass()
        _ = pass.next(after: .began(TodoSyncStart(token: "7", known: known("a", "b"))))
        let entries = ["c", "d"].map { CalDAVEntry(path: path($0), etag: Self.etag) }
        let changes = CalDAVChanges(
            changed: entries, removed: isReported ? [path("a"), path("b")] : [], isFullListing: !isReported,
            token: "8")
        #expect(pass.next(after: .listed(changes)) == .fetch([path("c"), path("d")]))
        let event = CalDAVObject(path: path("d"), etag: Self.etag, data: [])
        let task = CalDAVObject(path: path("c"), etag: Self.etag, data: Array(vtodo("c", "milk").utf8))
        let stop = TodoSyncPass.Action.finish(.failure(.everythingDisappeared(count: 2)))
        // What is no task does not show that the list is used.
        var other = pass
        #expect(other.next(after: .fetched([event])) == stop)
        var pull = TodoPull()
        (pull.objects, pull.gone, pull.token) = ([task, event], [path("a"), path("b")], .store("8"))
        pull.disappearance = .unlisted
        #expect(pass.next(after: .fetched([task, event])) == (isReported ? .pull(pull) : stop))
    }
}
