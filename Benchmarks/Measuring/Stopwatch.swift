package import Benchmark
import CoreModule

/// Starts and stops a measurement on the main actor, where features are built and shown.
///
/// Sendable since the benchmark waits meanwhile, and does nothing with its measurement.
package struct Stopwatch: @unchecked Sendable {
    private let benchmark: Benchmark

    package init(_ benchmark: Benchmark) { self.benchmark = benchmark }

    package func start() { benchmark.startMeasurement() }

    package func stop() { benchmark.stopMeasurement() }
}

/// Waits until the user would see what a condition on view models describes.
@MainActor
package func waitUntilShown(_ condition: @MainActor () -> Bool) async throws {
    guard await waitUntil(condition) else { throw NeverShown() }
}

/// Something that an action should have brought about was not shown.
package struct NeverShown: Error {
    package init() {}
}
