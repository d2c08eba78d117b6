import CoreModule
import Dispatch
import Foundation
package import Testing

/// A test that computes for long. It runs on a thread of its own kind, so that tests which wait for sockets and timers go on.
///
/// There are as many such threads as cores, and one test at a time on each. The system shares the cores among them and the threads of
/// other tests.
package struct LongComputation: SuiteTrait, TestTrait, TestScoping {
    private static let threads = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in ComputingThread() }
    private static let count = Locked(0)

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil, #available(macOS 15, iOS 18, tvOS 18, *) else { return try await function() }
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let thread = Self.threads[number % Self.threads.count]
        await thread.turn.enter()
        defer { thread.turn.leave() }
        try await withTaskExecutorPreference(thread) { try await function() }
    }
}

/// Runs the jobs of the test that has its turn, one after another.
private final class ComputingThread: TaskExecutor {
    let turn = AsyncMutex()
    private let queue = DispatchQueue(label: "long computation")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension Trait where Self == LongComputation {
    package static var longComputation: Self { Self() }
}
