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
    /// if what it shows no longer exists. It waits until the paths and links that were opened before are open.
    ///
    /// Throws what the search for an input throws. The screens before the failure are open then.
    public func restore(_ screens: [SavedScreen]) async throws {
        try await restore(screens) {}
    }

    /// Calls `prepare` between dismissing the open screens and opening those of the path. `shared` are further routes, whose screens are
    /// shown here, whatever their navigator.
    package func restore(
        _ screens: [SavedScreen], sharing shared: ScreenRoutes? = nil, prepare: @MainActor () -> Void
    ) async throws {
        let routes = routes
        await routes?.opening.enter()
        defer { routes?.opening.leave() }
        if let bottom = path.first { dismiss(bottom.id) }
        prepare()
        for screen in screens {
            if let router = routes?.router(to: screen) {
                _ = try await router.open(saved: screen.input, on: nil, mayRepeat: true)
            } else {
                _ = try await shared?.router(to: screen)?.open(saved: screen.input, on: self, mayRepeat: true)
            }
        }
    }

    /// Opens the screen of a link above the others, unless it is on top already. It waits until the paths and links that were opened
    /// before are open.
    ///
    /// Throws what the search for an input throws. The open screens are as before then.
    @discardableResult
    public func open(_ link: URL) async throws -> LinkOutcome {
        guard let routes else { return .unknownLink }
        await routes.opening.enter()
        defer { routes.opening.leave() }
        return try await open(link, with: routes)
    }

    private func open(_ link: URL, with routes: ScreenRoutes) async throws -> LinkOutcome {
        guard let target = routes.target(of: link) else { return .unknownLink }
        let before = Set(path.map(\.id))
        var (way, leadingRoutes) = ([FeatureID](), Set<String>())
        var outcome = LinkOutcome.unknownLink
        defer {
            if outcome != .opened, let first = way.first(where: { !before.contains($0) }) { dismiss(first) }
        }
        while true {
            if let (router, input) = routes.router(\.own, to: target) {
                outcome = try await open(router, input)
                return outcome
            }
            // The route may exist once the screens that lead to it are open.
            guard let (leading, _) = routes.router(\.beyond, to: target), let name = leading.routeName,
                leadingRoutes.insert(name).inserted
            else { return outcome }
            guard let screen = try await leading.open(saved: nil, on: nil, mayRepeat: false) else { return .notFound }
            way.append(screen.scope.id)
        }
    }

    private func open(_ router: any NamedRouter, _ input: String?) async throws -> LinkOutcome {
        if let top = path.last, !top.graph.scope.isDetached, let saved = top.saved, saved.route == router.routeName,
            saved.input == input
        {
            return .opened
        }
        // The same screen below stays, and with it what the user has typed above it.
        return try await router.open(saved: input, on: nil, mayRepeat: true) == nil ? .notFound : .opened
    }

    /// The link to a screen; nil if it has none.
    public func link(to screen: SavedScreen) -> URL? { routes?.link(to: screen) }
}
