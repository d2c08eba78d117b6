import Observation

/// Draws, and draws again after each change of a property that was read. For front ends without a view framework that observes.
@MainActor
final class Redraw {
    private let draw: @MainActor () -> Void

    init(_ draw: @escaping @MainActor () -> Void) {
        self.draw = draw
        run()
    }

    private func run() {
        withObservationTracking(draw) { [weak self] in
            // Called once, before the change: draw after it, and track again.
            Task { @MainActor in self?.run() }
        }
    }
}
