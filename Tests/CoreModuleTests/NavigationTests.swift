import CoreModule
import TestSupport
import Testing

@MainActor
@Suite("Navigation", .bounded)
struct NavigationTests {
    private let tree = FeatureTree()

    private func screen() -> ChildGraph {
        ChildBuilder(dependencies: Journal(), parent: tree.root).build()
    }

    @Test("a front end that binds to the path can dismiss screens, but not open any")
    func path() {
        let tree = FeatureTree()
        let stack = ScreenStack()
        let screens = (0..<4).map { _ in ChildBuilder(dependencies: Journal(), parent: tree.root).build() }
        for screen in screens.dropLast() { stack.show(screen) }
        #expect(stack.path == screens.dropLast().map(OpenScreen.init))
        #expect(stack.path.map(\.id) == screens.dropLast().map(\.scope.id))
        stack.path.append(OpenScreen(screens[3]))
        #expect(stack.screens.count == 3)
        stack.path.remove(at: 1)
        #expect(stack.path == [OpenScreen(screens[0])])
        #expect(screens.map(\.scope.isDetached) == [false, true, true, false])
        stack.path = []
        #expect(stack.screens.isEmpty && screens[0].scope.isDetached)
    }

    @Test("removing several screens from the path dismisses each of them")
    func severalFromPath() {
        let stack = ScreenStack()
        let screens = (0..<4).map { _ in screen() }
        for screen in screens { stack.show(screen) }
        stack.path.removeLast(2)
        #expect(stack.path == screens.prefix(2).map(OpenScreen.init))
        #expect(screens.map(\.scope.isDetached) == [false, false, true, true])
        stack.path = []
        #expect(stack.screens.isEmpty && screens.allSatisfy(\.scope.isDetached))
    }

    @Test("a router builds the next screen and shows it; popping ends it")
    func pushAndPop() {
        let stack = ScreenStack()
        let router = RouteBuilder(navigator: stack, repeats: .allowed, parent: tree.root) {
            ChildBuilder(dependencies: Journal(), parent: $0)
        }.buildRouter()
        let first = router.open()
        let second = router.open()
        #expect(stack.screens.map(\.scope.id) == [first.scope.id, second.scope.id])
        #expect(stack.top === second)
        stack.pop()
        #expect(second.scope.isDetached)
        #expect(!first.scope.isDetached)
        stack.popAll()
        #expect(first.scope.isDetached)
        #expect(stack.screens.isEmpty)
        stack.pop()
    }

    @Test("a screen that is shown right after another one has ended stays open", arguments: [0, 1])
    func shownAfterEnd(ended: Int) async {
        let stack = ScreenStack()
        let screens = (0..<3).map { _ in screen() }
        for screen in screens.prefix(2) { stack.show(screen) }
        screens[ended].detach()
        stack.show(screens[2])
        // The ended screen is dismissed when the main actor is next free.
        for _ in 0..<20 { await Task.yield() }
        #expect(stack.path == (screens.prefix(ended) + [screens[2]]).map(OpenScreen.init))
    }

    @Test("dismissing a screen dismisses all above it too; a screen that is not shown is ignored")
    func dismiss() {
        let stack = ScreenStack()
        let screens = (0..<4).map { _ in screen() }
        for screen in screens.dropLast() { stack.show(screen) }
        stack.dismiss(screens[3].scope.id)
        #expect(stack.screens.count == 3)
        stack.dismiss(screens[1].scope.id)
        #expect(stack.screens.count == 1)
        #expect(screens[1].scope.isDetached && screens[2].scope.isDetached && !screens[0].scope.isDetached)
    }

    @Test("a screen whose router leads back to the stack that owns it does not keep the stack alive")
    func noCycle() {
        weak var weakStack: ScreenStack?
        do {
            let stack = ScreenStack()
            weakStack = stack
            let router = RouteBuilder(navigator: stack, parent: tree.root) {
                ChildBuilder(dependencies: Journal(), parent: $0)
            }.buildRouter()
            stack.show(RouteGraph(scope: screen().scope, router: router))
        }
        #expect(weakStack == nil)
    }
}
