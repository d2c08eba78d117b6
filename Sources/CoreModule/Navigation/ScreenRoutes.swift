import Foundation

/// The routes that a navigator can open by their names and links. A route is in it as long as the feature that registered it lives.
@MainActor
public final class ScreenRoutes {
    /// The scheme of links if an app has no other.
    public nonisolated static let standardScheme = "superapp"

    /// The scheme of the app's links.
    let linkScheme: String
    private var entries: [Entry] = []

    private struct Entry {
        weak var scope: FeatureScope?
        weak var router: (any NamedRouter)?

        @MainActor var liveRouter: (any NamedRouter)? { scope?.isDetached == false ? router : nil }
    }

    /// Makes an empty table.
    public init(linkScheme: String = standardScheme) {
        self.linkScheme = linkScheme
    }

    /// Adds a route, until a scope ends or the router is released. Of several with one name, the latest is used. A router without a
    /// name is ignored.
    public func register<Input, Destination>(_ router: ScreenRouter<Input, Destination>, in scope: FeatureScope) {
        guard router.name != nil else { return }
        entries.removeAll { $0.liveRouter == nil }
        entries.append(Entry(scope: scope, router: router))
    }

    private var routers: some Sequence<any NamedRouter> { entries.reversed().lazy.compactMap(\.liveRouter) }

    func router(to screen: SavedScreen) -> (any NamedRouter)? {
        routers.first { $0.routeName == screen.route }
    }

    /// What a link leads to; nil if it is none of this app.
    func target(of url: URL) -> Substring? {
        let text = url.absoluteString
        let start = linkScheme + "://"
        guard text.utf8.count <= 4096, text.prefix(start.count).lowercased() == start.lowercased() else { return nil }
        return text.dropFirst(start.count)
    }

    func router(_ links: (any NamedRouter) -> [LinkPattern], to target: Substring) -> (any NamedRouter, String?)? {
        for router in routers {
            for pattern in links(router) {
                let (isMatch, input) = pattern.match(target)
                if isMatch { return (router, input) }
            }
        }
        return nil
    }

    func link(to screen: SavedScreen) -> URL? {
        router(to: screen)?.links.first { $0.hasInput == (screen.input != nil) }
            .flatMap { URL(string: "\(linkScheme)://\($0.link(screen.input))") }
    }
}

/// A router that can be found by its name.
@MainActor
protocol NamedRouter: AnyObject {
    var routeName: String? { get }
    var links: [LinkPattern] { get }
    var linksBeyond: [LinkPattern] { get }

    /// Opens a screen with a saved input, and returns it; nil if the input no longer exists, or if the feature has ended.
    func open(saved input: String?) async throws -> (any Graph)?
}

extension ScreenRouter: NamedRouter {
    var routeName: String? { name?.name }
    var links: [LinkPattern] { name?.links ?? [] }
    var linksBeyond: [LinkPattern] { name?.linksBeyond ?? [] }

    func open(saved input: String?) async throws -> (any Graph)? {
        guard let found = try await name?.find(input) else { return nil }
        let screen = open(found)
        return screen.scope.isDetached ? nil : screen
    }
}
