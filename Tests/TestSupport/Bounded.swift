package import Testing

/// A test that ends soon. If it has not ended after a minute, an issue is recorded and its task is cancelled.
///
/// The minute consists of half seconds that are slept one after another by the same thread pool: the busier that is with other tests,
/// the longer it is.
package struct Bounded: SuiteTrait, TestTrait, TestScoping {
    /// How many half seconds. Full counts and the thread sanitizer take longer.
    private static let halfSeconds = TestScale.isFull || TestScale.isSanitized ? 600 : 120

    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await function() }
                group.addTask {
                    for _ in 0..<Self.halfSeconds { try await Task.sleep(for: .milliseconds(500)) }
                    // At once: the test may not end when it is cancelled.
                    Issue.record("it has not ended after \(Self.halfSeconds / 2) seconds")
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }
}

extension Trait where Self == Bounded {
    package static var bounded: Self { Self() }
}
