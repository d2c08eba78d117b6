public import Foundation

/// What a link has led to.
public enum LinkOutcome: Sendable, Hashable {
    /// Its screen is open.
    case opened
    /// It has the form of no screen's link.
    case unknownLink
    /// What it names does not exist, such as a word that was removed. The open screens are as before.
    case notFound
}

extension Navigator {
    /// Shows a screen that has no route.
    public func show(_ screen: any Graph, style: ScreenStyle = .pushed) {
        show(OpenScreen(screen, style))
    }

    /// The open screens in the form in which they are saved, from bottom to top. Screens of routes without a name are left out.
    public var savedPath: [SavedScreen] { path.compactMap(\.saved) }

    /// Dismisses the open screens, and opens those of a saved path. A screen is skipped if its route is not known or not reached, or
    /// if what it shows no longer exists.
    ///
    /// Throws what the search for an input throws. The screens before the failure are open then.
    public func restore(_ screens: [SavedScreen]) async throws {
        if let bottom = path.first { dismiss(bottom.id) }
        for screen in screens { _ = try await routes?.router(to: screen)?.open(saved: screen.input) }
    }

    /// Opens the screen of a link above the others, unless it is on top already.
    ///
    /// Throws what the search for an input throws. The open screens are as before then.
    @discardableResult
    public func open(_ link: URL) async throws -> LinkOutcome {
        guard let routes, let target = routes.target(of: link) else { return .unknownLink }
        if let (router, input) = routes.router({ $0.links }, to: target) { return try await open(router, input) }
        // The route may exist once the screen that leads to it is open.
        guard let (leading, _) = routes.router({ $0.linksBeyond }, to: target) else { return .unknownLink }
        let before = Set(path)
        guard let way = try await leading.open(saved: nil) else { return .notFound }
        var outcome = LinkOutcome.unknownLink
        defer { if outcome != .opened, !before.contains(where: { $0.id == way.scope.id }) { dismiss(way.scope.id) } }
        if let (router, input) = routes.router({ $0.links }, to: target) { outcome = try await open(router, input) }
        return outcome
    }

    private func open(_ router: any NamedRouter, _ input: String?) async throws -> LinkOutcome {
        if let top = path.last?.saved, top.route == router.routeName, top.input == input { return .opened }
        return try await router.open(saved: input) == nil ? .notFound : .opened
    }

    /// The link to a screen; nil if it has none.
    public func link(to screen: SavedScreen) -> URL? { routes?.link(to: screen) }
}
