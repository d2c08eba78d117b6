import Foundation

/// The routes that a navigator can open by their names and links. A route is in it as long as the feature that registered it lives.
@MainActor
public final class ScreenRoutes {
    /// The scheme of links if an app has no other.
    public nonisolated static let standardScheme = "superapp"

    let linkScheme: String
    /// One path or link is opened at a time, so that their screens do not mix.
    let opening = AsyncMutex()
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
    ///
    /// - Precondition: all routes of one name have inputs of one type.
    func register<Input, Destination>(
        _ router: ScreenRouter<Input, Destination>, in scope: FeatureScope, isReplaceable: Bool
    ) {
        guard let name = router.routeName else { return }
        entries.removeAll { $0.liveRouter == nil }
        if let other = entries.lazy.compactMap(\.liveRouter).first(where: { $0.routeName == name }) {
            precondition(
                other.inputType == Input.self,
                "Two routes are named \(name), one with an input of type \(other.inputType), one with \(Input.self).")
        }
        entries.append(Entry(scope: scope, router: router, isReplaceable: isReplaceable))
    }

    /// The latest first, the replaceable ones last.
    private var routers: [any NamedRouter] {
        let latestFirst = entries.reversed()
        let ordered = latestFirst.filter { !$0.isReplaceable } + latestFirst.filter(\.isReplaceable)
        return ordered.compactMap { $0.liveRouter }
    }

    func router(to screen: SavedScreen) -> (any NamedRouter)? {
        routers.first { $0.routeName == screen.route }
    }

    /// Opens the screen that replaces that of a replaceable route; nil if none does.
    func replacement<Input, Destination>(
        of name: RouteName<Input, Destination>
    ) -> (@MainActor (Input) -> any Graph)? {
        let other = entries.last { !$0.isReplaceable && $0.liveRouter?.routeName == name.name }?.liveRouter
        guard let router = other as? any NamedRouter<Input> else { return nil }
        return { router.openScreen($0) }
    }

    /// What a link leads to; nil if it is none of this app.
    func target(of url: URL) -> Substring? {
        let text = url.absoluteString
        let start = linkScheme + "://"
        guard text.utf8.count <= 4096, text.prefix(start.count).lowercased() == start.lowercased() else { return nil }
        return text.dropFirst(start.count)
    }

    func router(_ patterns: KeyPath<RouteLinks, [LinkPattern]>, to target: Substring) -> (any NamedRouter, String?)? {
        for router in routers {
            for pattern in router.links[keyPath: patterns] {
                let (isMatch, input) = pattern.match(target)
                if isMatch { return (router, input) }
            }
        }
        return nil
    }

    func link(to screen: SavedScreen) -> URL? {
        router(to: screen)?.links.own.first { $0.hasInput == (screen.input != nil) }
            .flatMap { URL(string: "\(linkScheme)://\($0.link(screen.input))") }
    }
}

/// A router that can be found by its name.
@MainActor
protocol NamedRouter<Input>: AnyObject {
    associatedtype Input

    var routeName: String? { get }
    var links: RouteLinks { get }

    /// Opens a screen, on the router's own navigator for nil. If it may repeat, a second one opens above the open screens. Returns nil if
    /// the input no longer exists, or the feature has ended.
    func open(saved input: String?, on other: (any Navigator)?, mayRepeat: Bool) async throws -> (any Graph)?

    func openScreen(_ input: Input) -> any Graph
}

extension NamedRouter {
    var inputType: Any.Type { Input.self }
}

extension ScreenRouter: NamedRouter {
    var routeName: String? { name?.name }
    var links: RouteLinks { name?.links ?? [] }

    func open(saved input: String?, on other: (any Navigator)?, mayRepeat: Bool) async throws -> (any Graph)? {
        guard let found = try await name?.find(input) else { return nil }
        let screen = open(found, on: other, mayRepeat: mayRepeat)
        return screen.scope.isDetached ? nil : screen
    }

    func openScreen(_ input: Input) -> any Graph { open(input) }
}
