import CoreModule
import Foundation
package import Testing

/// A test that computes for long on one thread. There is always one thread more than such tests at a time, so that tests which
/// wait for sockets and timers go on.
package struct LongComputation: SuiteTrait, TestTrait, TestScoping {
    private static let turns = (1..<max(2, ProcessInfo.processInfo.activeProcessorCount)).map { _ in AsyncMutex() }
    private static let count = Locked(0)

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let turn = Self.turns[number % Self.turns.count]
        await turn.enter()
        defer { turn.leave() }
        try await function()
    }
}

extension Trait where Self == LongComputation {
    package static var longComputation: Self { Self() }
}
