import CoreModule
import TestSupport
import Testing
import TodoList

/// What a server does not take.
extension TodoSyncPassTests {
    @Test("removals are delivered to a server that is full")
    func full() {
        var (pass, _) = prepared([put("a"), put("b"), delete("c")])
        #expect(pass.next(after: .failed(.full)) == .deliver(delete("c")))
        _ = pass.next(after: .delivered(nil))
        #expect(pass.next(after: .acknowledged) == .prepare(except: [TodoID("a"), TodoID("b"), TodoID("c")]))
        #expect(
            listAgain(&pass) == .finish(.failure(.tasks(["a", "b"].map { TodoRefusal(TodoID($0), text: "", .full) }))))
    }

    @Test("each refused task is tried and reported; if none may be written at all, the others are not sent")
    func refused() {
        let error = WebDAVError.refused(status: 400, precondition: nil)
        let names = (10...40).map { "\($0)" }
        for (reason, isAccepted, count) in [
            (error, false, 31), (.forbidden(precondition: nil), false, TodoSyncPass.maximumForbidden),
            (.forbidden(precondition: nil), true, 31), (.forbidden(precondition: "valid-calendar-data"), false, 31),
        ] {
            var (pass, action) = prepared((isAccepted ? [put("0")] : []) + names.map { put($0) })
            if isAccepted {
                _ = pass.next(after: .delivered(Self.etag))
                action = pass.next(after: .acknowledged)
            }
            var tries = 0
            while case .deliver = action {
                tries += 1
                action = pass.next(after: .failed(reason))
            }
            #expect(tries == count, "\(reason)")
            let end = isAccepted ? listAgain(&pass, "0", known: known("0")) : pass.next(after: .prepared([]))
            #expect(
                end
                    == .finish(.failure(.tasks(names.map { TodoRefusal(TodoID($0), text: "", reason) }))))
        }
        var (pass, _) = prepared([put("a")])
        #expect(pass.next(after: .failed(error)) == .prepare(except: [TodoID("a")]))
        #expect(
            pass.next(after: .prepared([])) == .finish(.failure(.tasks([TodoRefusal(TodoID("a"), text: "", error)]))))
    }
}
