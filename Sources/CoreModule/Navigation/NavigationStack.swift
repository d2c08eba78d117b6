public import Observation

/// Shows screens and puts them away; what a router needs to know of a front end.
@MainActor
public protocol Navigator: AnyObject, Sendable {
    /// Shows a screen above the ones shown so far, and owns it until it is put away.
    func show(_ screen: any Graph)

    /// Puts a screen away together with all above it, and ends their features. A screen that is not shown is passed over.
    func dismiss(_ screen: FeatureID)
}

/// The screens that are open, the one in front last: observable state for a front end to draw.
///
/// It owns its screens. Putting one away, by ``pop()``, by ``dismiss(_:)`` or because the front end tells it of a swipe back,
/// ends that screen's feature.
@MainActor
@Observable
public final class NavigationStack: Navigator {
    /// The open screens, the first shown first. The screen that the stack stands on is not among them.
    public private(set) var screens: [any Graph] = []

    /// Makes an empty stack.
    public init() {}

    /// The screen in front, if any was shown.
    public var top: (any Graph)? { screens.last }

    /// The open screens as values, for a front end that binds to a path. To take some of them away, as a swipe back does, puts
    /// them away together with all above them. A screen is not opened this way: what is not open is passed over.
    public var path: [OpenScreen] {
        get { screens.map(OpenScreen.init) }
        set {
            let kept = Set(newValue)
            if let gone = path.first(where: { !kept.contains($0) }) { dismiss(gone.id) }
        }
    }

    /// Shows a screen above the others.
    public func show(_ screen: any Graph) {
        screens.append(screen)
    }

    /// Puts the screen in front away. Does nothing where none is shown.
    public func pop() {
        screens.popLast()?.detach()
    }

    /// Puts all screens away, the one in front first.
    public func popAll() {
        while !screens.isEmpty { pop() }
    }

    /// Puts a screen away together with all above it.
    public func dismiss(_ screen: FeatureID) {
        guard let index = screens.firstIndex(where: { $0.scope.id == screen }) else { return }
        while screens.count > index { pop() }
    }
}
