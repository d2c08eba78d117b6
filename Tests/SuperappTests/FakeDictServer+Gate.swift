import Dispatch
import TestSupport

extension FakeDictServer {
    /// A server that knows the translation of every word, and says it once a gate is open. Once open it stays open, also for who
    /// asks again.
    static func behind(_ gate: DispatchSemaphore) throws -> FakeDictServer {
        try FakeDictServer(
            standard { _ in
                gate.wait()
                gate.signal()
                return definition("dog /d/\nсобачка")
            })
    }
}
