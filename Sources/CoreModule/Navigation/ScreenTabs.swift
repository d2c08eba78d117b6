public import Foundation
public import Observation

/// The tabs of a front end: each has its own stack of screens, and one is selected. Observable.
///
/// As a navigator it shows screens in the selected tab. A route that belongs to one tab has that tab's stack as its navigator.
@MainActor
@Observable
public final class ScreenTabs<Tab: Hashable & Sendable>: Navigator {
    /// The tabs, in their order. No two are equal.
    public let tabs: [Tab]
    /// The selected tab.
    public var selected: Tab
    /// The routes that open their screens in the selected tab.
    public let routes: ScreenRoutes?

    @ObservationIgnored private let stacks: [Tab: ScreenStack]
    @ObservationIgnored private let empty = ScreenStack()

    /// Makes tabs with their stacks. Stacks of features, such as that of a to-do list, are tabs too.
    public init(
        _ tabs: [(tab: Tab, navigation: ScreenStack)], selected: Tab, linkScheme: String = ScreenRoutes.standardScheme
    ) {
        self.tabs = tabs.map(\.tab)
        stacks = Dictionary(tabs.map { ($0.tab, $0.navigation) }) { first, _ in first }
        self.selected = selected
        routes = ScreenRoutes(linkScheme: linkScheme)
    }

    /// The stack of a tab: an empty one if there is no such tab.
    public subscript(tab: Tab) -> ScreenStack { stacks[tab] ?? empty }

    /// The open screens of the selected tab.
    public var path: [OpenScreen] { self[selected].path }

    /// Shows a screen in the selected tab.
    public func show(_ screen: OpenScreen) { self[selected].show(screen) }

    /// Dismisses a screen with all above it, in whichever tab it is.
    public func dismiss(_ screen: FeatureID) {
        for stack in stacks.values { stack.dismiss(screen) }
    }

    /// Opens the screen of a link in the selected tab, or else in the first that knows it, which is then selected.
    @discardableResult
    public func openInTab(_ link: URL) async throws -> LinkOutcome {
        let outcome = try await open(link)
        if outcome != .unknownLink { return outcome }
        for tab in [selected] + tabs.filter({ $0 != selected }) {
            let outcome = try await self[tab].open(link)
            if outcome == .opened { selected = tab }
            if outcome != .unknownLink { return outcome }
        }
        return .unknownLink
    }
}
