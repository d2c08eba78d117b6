public import Observation

/// The open screens, the top one last: observable state for a front end to draw.
///
/// It owns its screens. Dismissing one, by ``pop()``, by ``dismiss(_:)`` or through the ``path``, ends that screen's feature, and a
/// screen whose feature ends in another way is dismissed, soon after and on the main actor. The screens above it go with it.
@MainActor
@Observable
public final class ScreenStack: Navigator {
    /// The routes whose screens this stack can restore and open by a link.
    public let routes: ScreenRoutes?

    private var open: [OpenScreen] = []
    @ObservationIgnored private let logger: EventLogger

    /// Makes an empty stack. The logger receives each screen that is shown and dismissed, at ``EventLogger/Level/info``.
    public init(linkScheme: String = ScreenRoutes.standardScheme, logger: EventLogger = .disabled) {
        routes = ScreenRoutes(linkScheme: linkScheme)
        self.logger = logger.labelled("screen")
    }

    /// The graphs of the open screens, in the order of showing. The screen below them all is not among them.
    public var screens: [any Graph] { open.map(\.graph) }

    /// The top screen, if any is shown.
    public var top: (any Graph)? { open.last?.graph }

    /// The open screens as values, for a front end that binds to a path. Removing some of them, as a swipe back does, dismisses
    /// them with all above them. Screens are not opened this way: an added value is ignored.
    public var path: [OpenScreen] {
        get { open }
        set { keep(newValue, of: open) }
    }

    /// The pushed screens above a presented one, up to the next presented one; above the main screen for nil. For the path of a
    /// navigation view: removing some of them dismisses them with all above them.
    public subscript(pushedAbove presented: FeatureID?) -> [OpenScreen] {
        get { Array(screens(above: presented).prefix { $0.style == .pushed }) }
        set { keep(newValue, of: self[pushedAbove: presented]) }
    }

    /// The next presented screen above a presented one; above the main screen for nil. For a sheet: nil dismisses it with all above.
    public subscript(presentedAbove presented: FeatureID?) -> OpenScreen? {
        get { screens(above: presented).first { $0.style == .presented } }
        set { keep(newValue.map { [$0] } ?? [], of: self[presentedAbove: presented].map { [$0] } ?? []) }
    }

    private func screens(above presented: FeatureID?) -> ArraySlice<OpenScreen> {
        guard let presented else { return open[...] }
        return open[(open.firstIndex { $0.id == presented }.map { $0 + 1 } ?? open.endIndex)...]
    }

    /// Dismisses the first screen that is not kept, and so all above it.
    private func keep(_ kept: [OpenScreen], of screens: [OpenScreen]) {
        if let gone = screens.first(where: { !kept.contains($0) }) { dismiss(gone.id) }
    }

    /// Shows a screen above the others. A screen whose feature has ended is not shown.
    public func show(_ screen: OpenScreen) {
        let scope = screen.graph.scope
        guard !scope.isDetached else { return }
        // The new screen must not go with one that has ended and is to leave.
        if let ended = open.first(where: { $0.graph.scope.isDetached }) { dismiss(ended.id) }
        if logger.isEnabled(.info) {
            let path = scope.path.description
            logger.info("screen shown", ["screen": path])
            // However a screen is dismissed, its feature is detached in the end.
            scope.onDetach { [logger] in logger.info("screen dismissed", ["screen": path]) }
        }
        let id = screen.id
        scope.onDetach(with: self) { $0.dismiss(id) }
        open.append(screen)
    }

    /// Dismisses the top screen. Does nothing if none is shown.
    public func pop() {
        open.popLast()?.graph.detach()
    }

    /// Dismisses all screens, the top one first.
    public func popAll() {
        while !open.isEmpty { pop() }
    }

    /// Dismisses a screen with all above it.
    public func dismiss(_ screen: FeatureID) {
        guard let index = open.lastIndex(where: { $0.id == screen }) else { return }
        while open.count > index { pop() }
    }
}
