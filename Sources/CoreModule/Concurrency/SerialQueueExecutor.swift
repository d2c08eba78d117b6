import Dispatch

/// Runs an actor's jobs on a serial queue of its own, so that calls which block (on the disk, on another process's lock, on a
/// socket) never hold a thread of the shared pool.
final class SerialQueueExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
