import Observation

/// Draws, and draws again after each change of what the drawing has read: for front ends that do not observe by themselves.
@MainActor
final class Redraw {
    private let draw: @MainActor () -> Void

    init(_ draw: @escaping @MainActor () -> Void) {
        self.draw = draw
        run()
    }

    private func run() {
        withObservationTracking(draw) { [weak self] in
            // Called before the change is made, once: draw when it is, and begin anew.
            Task { @MainActor in self?.run() }
        }
    }
}
