import CoreModule
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Replaceable routes", .bounded)
struct ReplaceableRouteTests {
    private let tree = FeatureTree()
    private let stack = ScreenStack(linkScheme: "app")

    /// A route to pages: the numbers of those that are not replaceable begin at 100.
    private func route(isReplaceable: Bool) -> RouteGraph<Int, PageGraph> {
        let name = RouteName<Int, PageGraph>("page", links: ["page/*"]) {
            "\($0.number)"
        } find: {
            $0.flatMap { Int($0) }
        }
        return RouteBuilder(navigator: stack, as: name, isReplaceable: isReplaceable, parent: tree.root) {
            PageBuilder(dependencies: isReplaceable ? $0 : $0 + 100, parent: $1)
        }.build()
    }

    /// The pages that a row, a link and a saved screen lead to.
    private func numbers(by router: ScreenRouter<Int, PageGraph>) async throws -> [Int?] {
        var screens = [router.openReplacement(1)]
        _ = try await stack.open(try #require(URL(string: "app://page/2")))
        screens += stack.screens.suffix(1)
        try await stack.restore([SavedScreen("page", input: "3")])
        screens += stack.screens
        stack.popAll()
        return screens.map { ($0 as? PageGraph)?.number }
    }

    @Test(
        "a route of the same name takes the place of a replaceable one, whichever is first", arguments: [true, false])
    func replacement(isFirst: Bool) async throws {
        var own = isFirst ? route(isReplaceable: false) : nil
        let library = route(isReplaceable: true)
        own = own ?? route(isReplaceable: false)
        #expect(try await numbers(by: library.router) == [101, 102, 103])
        withExtendedLifetime(own) {}
        own = nil
        #expect(try await numbers(by: library.router) == [1, 2, 3], "the replacement has ended")
    }

    @Test("so does one without an input", arguments: [true, false])
    func withoutInput(isFirst: Bool) async throws {
        func route(isReplaceable: Bool) -> RouteGraph<Void, PageGraph> {
            RouteBuilder(
                navigator: stack, as: RouteName("all"), isReplaceable: isReplaceable, parent: tree.root
            ) {
                PageBuilder(dependencies: isReplaceable ? 1 : 101, parent: $0)
            }.build()
        }
        let routes = [route(isReplaceable: !isFirst), route(isReplaceable: isFirst)]
        #expect(try await stack.open(try #require(URL(string: "app://all"))) == .opened)
        #expect((stack.top as? PageGraph)?.number == 101)
        withExtendedLifetime(routes) {}
    }
}
