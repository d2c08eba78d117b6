public import Foundation
public import Observation

/// The tabs of a front end: each has its own stack of screens, and one is selected. Observable.
///
/// As a navigator it shows screens in the selected tab. A route that belongs to one tab has that tab's stack as its navigator.
/// Its path is that of the selected tab; ``savedTabs`` are the screens of all.
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

    /// The open screens of all tabs, and which tab is selected. Observable.
    public var savedTabs: SavedTabs<Tab> {
        SavedTabs(selected: selected, screens: stacks.mapValues(\.savedPath))
    }

    /// Selects the tab of a saved state, dismisses the open screens of all tabs, and opens those of the state. A tab or a screen that
    /// does not exist is skipped.
    ///
    /// Throws what the search for an input throws. The screens before the failure are open then.
    public func restore(_ saved: SavedTabs<Tab>) async throws {
        await routes?.opening.enter()
        defer { routes?.opening.leave() }
        if stacks[saved.selected] != nil { selected = saved.selected }
        for tab in tabs { try await self[tab].restore(saved.screens[tab] ?? [], sharing: routes) {} }
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

/// The open screens of tabs in a form that can be saved.
public struct SavedTabs<Tab: Hashable & Sendable>: Hashable, Sendable {
    /// The selected tab.
    public var selected: Tab
    /// The open screens of each tab.
    public var screens: [Tab: [SavedScreen]]

    /// Makes a state. A tab that is not in `screens` has none.
    public init(selected: Tab, screens: [Tab: [SavedScreen]] = [:]) {
        self.selected = selected
        self.screens = screens
    }
}

extension SavedTabs: Codable where Tab: Codable {}
