import CoreModule
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Saved paths, links and tabs", .bounded)
struct NavigationPathTests {
    private let tree = FeatureTree()
    private let stack = ScreenStack(linkScheme: "app")

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func pages(on navigator: any Navigator, knows: @escaping (Int) throws -> Bool = { $0 < 100 }) -> PageRoute {
        let name = RouteName<Int, PageGraph>("page", links: ["page/*", "pages?number=*"]) {
            "\($0.number)"
        } find: {
            guard let number = $0.flatMap({ Int($0) }), try knows(number) else { return nil }
            return number
        }
        return RouteBuilder(navigator: navigator, as: name, parent: tree.root) {
            PageBuilder(dependencies: $0, parent: $1)
        }.build()
    }

    private func index(on navigator: any Navigator) -> RouteGraph<Void, IndexGraph> {
        let name = RouteName<Void, IndexGraph>("index", links: RouteLinks(["index"], leadingTo: [lineLinks]))
        return RouteBuilder(
            navigator: navigator, style: .presented, as: name, parent: tree.root
        ) {
            IndexBuilder(dependencies: navigator, parent: $0)
        }.build()
    }

    @Test("a screen whose feature ends leaves the stack with those above it, whoever ended it")
    func detached() async throws {
        let pages = pages(on: stack)
        let screens = (0..<4).map { pages.router.open($0) }
        screens[2].detach()
        try await eventually { stack.screens.count == 2 }
        #expect(screens.map(\.scope.isDetached) == [false, false, true, true])
        pages.detach()
        try await eventually { stack.screens.isEmpty }
        pages.router.open(5)
        #expect(stack.screens.isEmpty, "a screen under a feature that has ended is not shown")
    }

    @Test("the router decides how its screens are shown, and names their features for them")
    func style() {
        let (pages, index) = (pages(on: stack), index(on: stack))
        pages.router.open(1)
        index.router.open()
        #expect(stack.path.map(\.style) == [.pushed, .presented])
        #expect("\(pages.scope.path)" == "NavToPage")
        stack.show(PageBuilder(dependencies: 1, parent: tree.root).build(), style: .presented)
        #expect(stack.path.last?.style == .presented && stack.path.last?.saved == nil)
        withExtendedLifetime((pages, index)) {}
    }

    @Test("a route that does not repeat returns to its open screen, and dismisses those above")
    func repeats() {
        let (pages, index) = (pages(on: stack), index(on: stack))
        let other = self.index(on: stack)
        let first = index.router.open()
        let above = pages.router.open(1)
        #expect(other.router.open() === first && above.scope.isDetached)
        #expect(stack.screens.count == 1)
        first.detach()
        let next = index.router.open()
        #expect(next !== first, "a screen that has ended is not returned to")
        #expect(stack.path.map(\.id) == [next.scope.id])
        withExtendedLifetime((pages, index, other)) {}
    }

    @Test("a route does not return to another route's screen of the same type")
    func repeatsOfOneType() {
        let routes = ["all", "favorites"].map { name in
            RouteBuilder(navigator: stack, as: RouteName(name), parent: tree.root) {
                PageBuilder(dependencies: 0, parent: $0)
            }.build()
        }
        let all = routes[0].router.open()
        let favorites = routes[1].router.open()
        #expect(favorites !== all && stack.savedPath == [.init("all"), .init("favorites")])
        #expect(routes[1].router.open() === favorites && stack.screens.count == 2)
        #expect(routes[0].router.open() === all && favorites.scope.isDetached)
        withExtendedLifetime(routes) {}
    }

    @Test("two routes to one screen have two names in the tree: that of the route, or else a number")
    func namesInTree() {
        let page = "NavToPage"
        func route(as name: RouteName<Void, PageGraph>?) -> AnyObject {
            RouteBuilder(navigator: stack, as: name, parent: tree.root) { PageBuilder(dependencies: 0, parent: $0) }
                .build()
        }
        var routes = [route(as: RouteName("all")), route(as: RouteName("favorites")), route(as: nil)]
        #expect(tree.snapshot().map(\.feature.name) == [page, "\(page) (favorites)", "\(page) (3)"])
        routes = []
        routes = [route(as: RouteName("favorites"))]
        #expect(tree.snapshot().map(\.feature.name) == [page])
        withExtendedLifetime(routes) {}
    }

    @Test("the same input returns to the open screen, another one opens a second screen, with and without a name")
    func repeatsOfInput() {
        let unnamed = (0..<2).map { _ in
            RouteBuilder(navigator: stack, parent: tree.root) { PageBuilder(dependencies: $0, parent: $1) }.build()
        }
        for routes in [[pages(on: stack), pages(on: stack)], unnamed] {
            stack.popAll()
            let first = routes[0].router.open(1)
            let second = routes[0].router.open(2)
            #expect(second !== first && stack.screens.count == 2)
            #expect(routes[0].router.open(2) === second && stack.screens.count == 2)
            #expect(routes[0].router.open(1) === first && second.scope.isDetached)
            // By a name the two routers are one route.
            let isNamed = stack.savedPath != []
            #expect((routes[1].router.open(1) === first) == isNamed)
        }
    }

    @Test("of an input with an identifier only that is compared; nil is an input; what cannot be compared repeats")
    func comparedInputs() {
        struct Item: Identifiable {
            let id: Int
            var title = ""
        }
        struct Plain {}
        func route<Input>(_: Input.Type, repeats: ScreenRepeats = .never) -> RouteGraph<Input, PageGraph> {
            RouteBuilder(navigator: stack, repeats: repeats, parent: tree.root) { (_: Input, parent) in
                PageBuilder(dependencies: 0, parent: parent)
            }.build()
        }
        let (items, optional, plain) = (route(Item.self), route(Item?.self), route(Plain.self))
        #expect(items.router.open(Item(id: 1)) === items.router.open(Item(id: 1, title: "edited")))
        #expect(optional.router.open(Item(id: 1)) === optional.router.open(Item(id: 1, title: "edited")))
        let repeating = route(Int.self, repeats: .allowed)
        stack.popAll()
        #expect(repeating.router.open(1) !== repeating.router.open(1))
        #expect(plain.router.open(Plain()) !== plain.router.open(Plain()))
        let number = route(Int?.self)
        #expect(number.router.open(nil) === number.router.open(nil))
        #expect(number.router.open(nil) !== number.router.open(1))
        #expect(stack.screens.count == 6)
        withExtendedLifetime((items, optional, plain, repeating, number)) {}
    }

    @Test("the path is saved and restored; screens that are unknown, gone or not reached are skipped")
    func restoring() async throws {
        let (pages, index) = (pages(on: stack), index(on: stack))
        pages.router.open(7)
        index.router.open().toLine.router.open(3)
        let saved = stack.savedPath
        #expect(
            saved == [.init("page", input: "7"), .init("index"), .init("line", input: "3")])
        let data = try JSONEncoder().encode(saved)
        #expect(String(decoding: data, as: UTF8.self) == #"[{"page":{"_0":"7"}},{"index":{}},{"line":{"_0":"3"}}]"#)
        try await stack.restore(JSONDecoder().decode([SavedScreen].self, from: data))
        #expect(stack.savedPath == saved)
        try await stack.restore([
            .init("line", input: "3"), .init("attic", input: "x"), .init("index", input: "x"), .init("page"),
            .init("page", input: "700"), .init("page", input: "8"),
        ])
        #expect(stack.savedPath == [.init("page", input: "8")])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(SavedScreen.self, from: Data(#"{"a":{},"b":{}}"#.utf8))
        }
        withExtendedLifetime((pages, index)) {}
    }

    @Test("what the search for an input throws is thrown; the screens before it are open")
    func failure() async throws {
        struct Unreadable: Error {}
        let pages = pages(on: stack) { number in
            if number == 2 { throw Unreadable() }
            return true
        }
        await #expect(throws: Unreadable.self) {
            try await stack.restore([.init("page", input: "1"), .init("page", input: "2")])
        }
        #expect(stack.savedPath == [.init("page", input: "1")])
        await #expect(throws: Unreadable.self) { try await stack.open(url("app://page/2")) }
        #expect(stack.screens.count == 1)
        withExtendedLifetime(pages) {}
    }

    @Test("a link opens its screen once, and its way if necessary")
    func links() async throws {
        let (pages, index) = (pages(on: stack), index(on: stack))
        for link in ["app://page/7", "APP://pages?number=7"] {
            #expect(try await stack.open(url(link)) == .opened)
            #expect(stack.savedPath == [.init("page", input: "7")])
        }
        #expect(try await stack.open(url("app://line/4")) == .opened)
        #expect(stack.savedPath.map(\.route) == ["page", "index", "line"])
        for screen in stack.savedPath {
            let link = try #require(stack.link(to: screen))
            stack.popAll()
            #expect(try await stack.open(link) == .opened)
            #expect(stack.savedPath.last == screen)
        }
        #expect(stack.link(to: SavedScreen("attic")) == nil && stack.link(to: SavedScreen("page")) == nil)
        withExtendedLifetime((pages, index)) {}
    }

    @Test("a link to a screen that is open below others opens another one above, and dismisses none")
    func linkToScreenBelow() async throws {
        let (pages, index) = (pages(on: stack), index(on: stack))
        let (below, above) = (pages.router.open(7), index.router.open())
        #expect(try await stack.open(url("app://page/7")) == .opened)
        #expect(stack.savedPath.map(\.route) == ["page", "index", "page"])
        #expect(!below.scope.isDetached && !above.scope.isDetached)
        let saved = stack.savedPath
        try await stack.restore(saved)
        #expect(stack.savedPath == saved, "a screen that is open twice is restored twice")
        withExtendedLifetime((pages, index)) {}
    }

    @Test("a link to a screen that has just ended, and is still to leave the stack, opens the screen anew")
    func linkToEndedScreen() async throws {
        let pages = pages(on: stack)
        let ended = pages.router.open(7)
        ended.detach()
        #expect(try await stack.open(url("app://page/7")) == .opened)
        #expect(stack.screens.last !== ended && stack.savedPath == [.init("page", input: "7")])
        withExtendedLifetime(pages) {}
    }

    @Test("a path and a link that are opened at once do not mix: the link waits for the path")
    func order() async throws {
        let (asked, proceed) = (Promise<Bool>(), Promise<Bool>())
        let name = RouteName<Int, PageGraph>("page", links: ["page/*"]) {
            "\($0.number)"
        } find: { text in
            if text == "1" {
                asked.set(true)
                _ = await proceed.value()
            }
            return text.flatMap { Int($0) }
        }
        let pages = RouteBuilder(navigator: stack, as: name, parent: tree.root) {
            PageBuilder(dependencies: $0, parent: $1)
        }.build()
        let (stack, link) = (stack, try url("app://page/3"))
        let path = Task { try await stack.restore([.init("page", input: "1"), .init("page", input: "2")]) }
        _ = await asked.value()
        let opening = Task { try await stack.open(link) }
        // It runs after the task above has begun. If that did not wait, its screen would be open by now.
        await Task {}.value
        proceed.set(true)
        try await path.value
        #expect(try await opening.value == .opened)
        #expect(stack.savedPath.map(\.input) == ["1", "2", "3"])
        withExtendedLifetime(pages) {}
    }

    @Test("pushed and presented screens are apart, each above the screen that presents them")
    func layers() {
        let (pages, index) = (pages(on: stack), index(on: stack))
        pages.router.open(1)
        let presented = index.router.open()
        pages.router.open(2)
        stack.show(PageBuilder(dependencies: 3, parent: tree.root).build(), style: .presented)
        let path = stack.path
        #expect(stack[pushedAbove: nil] == [path[0]] && stack[presentedAbove: nil] == path[1])
        #expect(stack[pushedAbove: path[1].id] == [path[2]] && stack[presentedAbove: path[1].id] == path[3])
        #expect(stack[pushedAbove: path[3].id].isEmpty && stack[presentedAbove: path[3].id] == nil)
        stack[presentedAbove: path[1].id] = path[3]
        stack[pushedAbove: nil] = [path[0]]
        #expect(stack.path == path, "what is kept stays")
        stack[presentedAbove: path[1].id] = nil
        #expect(stack.path == Array(path[..<3]))
        stack[pushedAbove: path[1].id] = []
        #expect(stack.path == Array(path[..<2]))
        stack[pushedAbove: nil] = []
        #expect(stack.path.isEmpty && presented.scope.isDetached)
        #expect(stack[pushedAbove: path[1].id].isEmpty, "nothing is above a presented screen that is gone")
        withExtendedLifetime((pages, index)) {}
    }

    @Test("a link whose subject is gone, or that is no link, leaves the screens as they are")
    func hostileLinks() async throws {
        let (pages, index) = (pages(on: stack), index(on: stack))
        pages.router.open(1)
        for link in ["app://page/700", "app://line/700", "app://page/%D0%BF"] {
            #expect(try await stack.open(url(link)) == .notFound, "\(link)")
        }
        for link in [
            "app://", "app://page", "app://page/", "app://page/7/", "app://page/7?x=1", "app://page/7#x",
            "app://page/%00",
            "app://page/%0A7", "app://page/%FF", "app://page/a+b", "app://index/", "app://index?x", "app://../page/7",
            "app://page/" + String(repeating: "7", count: 5000), "other://page/7", "app:page/7", "https://page/7",
        ] {
            // Foundation refuses some of them itself.
            guard let url = URL(string: link) else { continue }
            #expect(try await stack.open(url) == .unknownLink, "\(link)")
        }
        #expect(stack.savedPath == [.init("page", input: "1")])
        withExtendedLifetime((pages, index)) {}
    }

    @Test("an input of any characters is the same behind a link")
    func encoding() async throws {
        for input in ["a/b?c#d", "100 %", "собака+кот&x=1", "e\u{301}", "..", "*"] {
            let name = RouteName<String, PageGraph>("text", links: ["text/*"]) { _ in
                nil
            } find: {
                $0
            }
            let opened = Locked<[String]>([])
            let graph = RouteBuilder(navigator: stack, as: name, parent: tree.root) { (text: String, parent) in
                opened.withLock { $0.append(text) }
                return PageBuilder(dependencies: 0, parent: parent)
            }.build()
            let link = try #require(stack.link(to: SavedScreen("text", input: input)))
            #expect(try await stack.open(link) == .opened)
            #expect(opened.withLock { $0.map { Array($0.utf8) } } == [Array(input.utf8)])
            graph.detach()
        }
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS)
    @Test("two routes of one name with inputs of different types end the program, with a sentence")
    func typesOfOneName() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let (tree, stack) = (FeatureTree(), ScreenStack())
            let name = RouteName<String, PageGraph>("page", links: []) { _ in
                nil
            } find: {
                $0
            }
            let first = RouteBuilder(navigator: stack, as: RouteName("page"), parent: tree.root) {
                PageBuilder(dependencies: 0, parent: $0)
            }.build()
            let second = RouteBuilder(navigator: stack, as: name, parent: tree.root) { _, parent in
                PageBuilder(dependencies: 0, parent: parent)
            }.build()
            withExtendedLifetime((first, second)) {}
        }
        #if DEBUG
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(text?.contains("Two routes are named page") == true)
        #endif
    }
    #endif

    @Test("a route ends with its feature, and its router is not kept")
    func unregistered() async throws {
        var pages: PageRoute? = pages(on: stack)
        weak let router = pages?.router
        pages = nil
        #expect(router == nil)
        #expect(try await stack.open(url("app://page/7")) == .unknownLink)
        let kept = self.pages(on: stack)
        kept.detach()
        #expect(try await stack.open(url("app://page/7")) == .unknownLink)
    }

    @Test("each tab has its screens; a link selects the tab that knows it")
    func tabs() async throws {
        let second = ScreenStack(linkScheme: "app")
        let tabs = ScreenTabs([("a", stack), ("b", second)], selected: "a", linkScheme: "app")
        let (pages, index) = (pages(on: stack), index(on: second))
        let lines = RouteBuilder(navigator: tabs, as: RouteName("here"), parent: tree.root) {
            PageBuilder(dependencies: 0, parent: $0)
        }.build()
        pages.router.open(1)
        #expect(tabs.path == stack.path && second.path.isEmpty)
        #expect(try await tabs.openInTab(url("app://index")) == .opened)
        #expect(tabs.selected == "b" && tabs.path == second.path && stack.path.count == 1)
        #expect(try await tabs.openInTab(url("app://page/700")) == .notFound)
        #expect(try await tabs.openInTab(url("app://attic")) == .unknownLink)
        #expect(try await tabs.openInTab(url("app://here")) == .opened)
        #expect(tabs.selected == "b" && second.path.count == 2)
        tabs.dismiss(try #require(stack.path.first).id)
        #expect(tabs["a"].path.isEmpty && tabs["none"].path.isEmpty)
        withExtendedLifetime((pages, index, lines)) {}
    }

    @Test(
        "the screens of all tabs are saved and restored, also those of routes that all tabs have, and which tab is selected"
    )
    func savedTabs() async throws {
        let second = ScreenStack(linkScheme: "app")
        let tabs = ScreenTabs([("a", stack), ("b", second)], selected: "b")
        let (pages, index) = (pages(on: stack), index(on: second))
        let shared = RouteBuilder(navigator: tabs, as: RouteName("here"), parent: tree.root) {
            PageBuilder(dependencies: 0, parent: $0)
        }.build()
        pages.router.open(1)
        index.router.open()
        shared.router.open()
        tabs.selected = "a"
        let saved = tabs.savedTabs
        let screens = ["a": [SavedScreen("page", input: "1")], "b": [SavedScreen("index"), SavedScreen("here")]]
        #expect(saved == SavedTabs(selected: "a", screens: screens))
        let data = try JSONEncoder().encode(saved)
        tabs.selected = "b"
        second.popAll()
        try await tabs.restore(JSONDecoder().decode(SavedTabs<String>.self, from: data))
        #expect(tabs.savedTabs == saved)
        let unknown = SavedTabs(
            selected: "none", screens: ["none": [SavedScreen("here")], "a": [SavedScreen("attic")]])
        try await tabs.restore(unknown)
        #expect(tabs.savedTabs == SavedTabs(selected: "a", screens: ["a": [], "b": []]))
        withExtendedLifetime((pages, index, shared)) {}
    }
}

private typealias PageRoute = RouteGraph<Int, PageGraph>

private let lineLinks: RouteLinks = ["line/*"]

/// A screen that leads to lines, as a list leads to its items.
private struct IndexBuilder: Builder {
    static let feature = Feature.screen("Index")
    let dependencies: any Navigator
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> IndexGraph {
        let name = RouteName<Int, PageGraph>("line", links: lineLinks) {
            "\($0.number)"
        } find: {
            $0.flatMap { Int($0) }.flatMap { $0 < 100 ? $0 : nil }
        }
        let toLine = RouteBuilder(navigator: dependencies, as: name, parent: scope) {
            PageBuilder(dependencies: $0, parent: $1)
        }
        return IndexGraph(scope: scope, toLine: toLine.build())
    }
}

private final class IndexGraph: Graph {
    let scope: FeatureScope
    let toLine: PageRoute
    init(scope: FeatureScope, toLine: PageRoute) {
        self.scope = scope
        self.toLine = toLine
    }
}
