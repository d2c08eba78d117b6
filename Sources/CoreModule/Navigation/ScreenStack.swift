public import Observation

/// The open screens, the top one last: observable state for a front end to draw.
///
/// It owns its screens. Dismissing one, by ``pop()``, by ``dismiss(_:)`` or through the ``path``, ends that screen's feature.
@MainActor
@Observable
public final class ScreenStack: Navigator {
    /// The open screens, in the order of showing. The screen below them all is not among them.
    public private(set) var screens: [any Graph] = []

    @ObservationIgnored private let logger: EventLogger

    /// Makes an empty stack. The logger logs each screen that is shown and dismissed, at ``EventLogger/Level/info``.
    public init(logger: EventLogger = .disabled) {
        self.logger = logger
    }

    /// The top screen, if any is shown.
    public var top: (any Graph)? { screens.last }

    /// The open screens as values, for a front end that binds to a path. Removing some of them, as a swipe back does, dismisses
    /// them with all above them. Screens are not opened this way: an added value is ignored.
    public var path: [OpenScreen] {
        get { screens.map(OpenScreen.init) }
        set {
            let kept = Set(newValue)
            if let gone = path.first(where: { !kept.contains($0) }) { dismiss(gone.id) }
        }
    }

    /// Shows a screen above the others.
    public func show(_ screen: any Graph) {
        if logger.isEnabled(.info) {
            let path = screen.scope.path.description
            logger.info("screen shown", ["screen": path])
            // However a screen is dismissed, its feature is detached in the end.
            screen.scope.onDetach { [logger] in logger.info("screen dismissed", ["screen": path]) }
        }
        screens.append(screen)
    }

    /// Dismisses the top screen. Does nothing if none is shown.
    public func pop() {
        screens.popLast()?.detach()
    }

    /// Dismisses all screens, the top one first.
    public func popAll() {
        while !screens.isEmpty { pop() }
    }

    /// Dismisses a screen with all above it.
    public func dismiss(_ screen: FeatureID) {
        guard let index = screens.lastIndex(where: { $0.scope.id == screen }) else { return }
        while screens.count > index { pop() }
    }
}

/// An open screen as a value: two are equal if they stand for the same feature.
///
/// It holds the screen's graph, so that a front end can draw the screen until it has moved out of sight.
public struct OpenScreen: Identifiable, Hashable {
    /// The screen's place in the live tree.
    public let id: FeatureID
    /// The screen.
    public let graph: any Graph

    /// Stands for a screen.
    @MainActor
    public init(_ graph: any Graph) {
        id = graph.scope.id
        self.graph = graph
    }

    /// Compares the features.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }

    /// Hashes the feature.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
