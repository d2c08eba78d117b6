import Foundation

/// The routes that a navigator can open by their names and links. A route is in it as long as the feature that registered it lives.
@MainActor
public final class ScreenRoutes {
    /// The scheme of links if an app has no other.
    public nonisolated static let standardScheme = "superapp"

    /// The scheme of the app's links.
    let linkScheme: String
    /// One path or link is opened at a time, so that their screens do not mix.
    let opening = AsyncMutex()
    /// The replaceable ones first.
    private var entries: [Entry] = []

    private struct Entry {
        weak var scope: FeatureScope?
        weak var router: (any NamedRouter)?
        let isReplaceable: Bool

        @MainActor var liveRouter: (any NamedRouter)? { scope?.isDetached == false ? router : nil }
    }

    /// Makes an empty table.
    public init(linkScheme: String = standardScheme) {
        self.linkScheme = linkScheme
    }

    /// Adds a route, until a scope ends or the router is released. Of several with one name, the latest is used, and a replaceable
    /// one only if there is no other. A router without a name is ignored.
    func register<Input, Destination>(
        _ router: ScreenRouter<Input, Destination>, in scope: FeatureScope, isReplaceable: Bool = false
    ) {
        guard router.name != nil else { return }
        entries.removeAll { $0.liveRouter == nil }
        let index = isReplaceable ? entries.firstIndex { !$0.isReplaceable } : nil
        entries.insert(
            Entry(scope: scope, router: router, isReplaceable: isReplaceable), at: index ?? entries.endIndex)
    }

    private var routers: some Sequence<any NamedRouter> { entries.reversed().lazy.compactMap(\.liveRouter) }

    func router(to screen: SavedScreen) -> (any NamedRouter)? {
        routers.first { $0.routeName == screen.route }
    }

    /// The route that replaces the replaceable ones of a name.
    func replacement(_ name: String) -> (any NamedRouter)? {
        entries.last { !$0.isReplaceable && $0.liveRouter?.routeName == name }?.liveRouter
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

    /// Opens a screen with a saved input, on another navigator or, for nil, on the router's own. Returns nil if the input no longer
    /// exists, or if the feature has ended.
    func open(saved input: String?, on other: (any Navigator)?) async throws -> (any Graph)?

    /// Opens a screen; nil if the input has another type than the route's.
    func open(ofAnyType input: Any) -> (any Graph)?
}

extension ScreenRouter: NamedRouter {
    var routeName: String? { name?.name }
    var links: [LinkPattern] { name?.links ?? [] }
    var linksBeyond: [LinkPattern] { name?.linksBeyond ?? [] }

    func open(saved input: String?, on other: (any Navigator)?) async throws -> (any Graph)? {
        guard let found = try await name?.find(input) else { return nil }
        let screen = open(found, on: other)
        return screen.scope.isDetached ? nil : screen
    }

    func open(ofAnyType input: Any) -> (any Graph)? { (input as? Input).map { open($0) } }
}
