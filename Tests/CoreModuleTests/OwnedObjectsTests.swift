import CoreModule
import Observation
import TestSupport
import Testing

/// A feature whose graph the test makes.
@MainActor
private struct MadeBuilder<FeatureGraph: Graph>: Builder {
    static var feature: Feature { .part("Made") }
    var dependencies: any Sendable = 0
    let parent: FeatureScope
    let make: @MainActor (FeatureScope) -> FeatureGraph

    func makeGraph(in scope: FeatureScope) -> FeatureGraph { make(scope) }
}

/// A service that may be shared: it is no view model, router or navigator.
private final class Service: Sendable {}

private protocol Sized: AnyObject, Sendable {}
extension ChildViewModel: Sized {}

@MainActor
@Suite("What must not outlive a feature", .bounded)
struct OwnedObjectsTests {
    private let tree = FeatureTree()

    /// Builds a feature, ends it while the test holds its graph, and returns what the tree reports beside the graph.
    private func leaks<Made: Graph>(
        dependencies: any Sendable = 0, afterInspection use: (Made) -> Void = { _ in },
        _ make: @escaping @MainActor (FeatureScope) -> Made
    ) -> Set<String> {
        let graph = MadeBuilder(dependencies: dependencies, parent: tree.root, make: make).build()
        // Inspects the graph.
        _ = tree.snapshot()
        use(graph)
        graph.detach()
        let objects = tree.leaks().map(\.object)
        #expect(objects.count == Set(objects).count, "each object is reported once")
        #expect(objects.contains("graph"))
        return withExtendedLifetime(graph) { Set(objects).subtracting(["graph"]) }
    }

    @Test(
        "an object is found behind existentials and optionals and in collections, by its place, but not in other values"
    )
    func places() {
        struct Pages: Sendable {
            let first: ChildViewModel
            let rest: [any Sized]
        }
        enum Mode: Sendable {
            case editing(ChildViewModel)
            case both(Int, ChildViewModel)
        }
        final class WideGraph: Graph {
            let scope: FeatureScope
            let existential: any Sized = ChildViewModel()
            let optional: (any Sized)? = ChildViewModel()
            let nested: (any Sized)??? = ChildViewModel()
            let none: (any Sized)?? = nil
            private(set) lazy var lazyModel = ChildViewModel()
            let array = [ChildViewModel(), ChildViewModel()]
            let optionals: [ChildViewModel?]? = [nil, ChildViewModel()]
            let dictionary: [String: any Sized] = ["private text": ChildViewModel()]
            let tuple = (ChildViewModel(), named: ChildViewModel())
            let pages = Pages(first: ChildViewModel(), rest: [ChildViewModel()])
            let mode = Mode.editing(ChildViewModel())
            let modes = [Mode.both(1, ChildViewModel())]
            init(scope: FeatureScope) {
                self.scope = scope
                _ = lazyModel
            }
        }
        #expect(
            leaks(WideGraph.init) == [
                "existential", "optional", "nested", "lazyModel", "array[0]", "array[1]", "optionals[1]", "dictionary",
            ])
    }

    @Test("an object in a set, and one of an inherited property, are found")
    func setsAndAncestors() {
        final class Row: Observable, Hashable, Sendable {
            static func == (one: Row, other: Row) -> Bool { one === other }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        class BaseGraph: Graph {
            let scope: FeatureScope
            let base = ChildViewModel()
            init(scope: FeatureScope) { self.scope = scope }
        }
        final class RowsGraph: BaseGraph {
            let rows: Set<Row> = [Row()]
        }
        #expect(leaks(RowsGraph.init) == ["rows", "base"])
    }

    @Test("the search ends: it does not look into collections of collections, nor at every element of a long list")
    func bounds() {
        final class DeepGraph: Graph {
            let scope: FeatureScope
            let nested = [[ChildViewModel()]]
            let long = Array(repeating: 1, count: 100_000).map { [$0] }
            let models = (0..<100_000).map { _ in ChildViewModel() }
            let later = ChildViewModel()
            init(scope: FeatureScope) { self.scope = scope }
        }
        #expect(leaks(DeepGraph.init) == Set((0..<64).map { "models[\($0)]" } + ["later"]))
    }

    @Test("an object that the graph makes after the inspection is not watched")
    func madeLater() {
        final class LateGraph: Graph {
            let scope: FeatureScope
            private(set) lazy var lazyModel = ChildViewModel()
            private(set) lazy var unused = ChildViewModel()
            var optional: ChildViewModel?
            var list: [any Sized] = []
            init(scope: FeatureScope) { self.scope = scope }
        }
        let found = leaks(
            afterInspection: { graph in
                _ = graph.lazyModel
                graph.optional = ChildViewModel()
                graph.list.append(ChildViewModel())
            }, LateGraph.init)
        #expect(found == [])
    }

    @Test("an object that was replaced after the inspection is still watched, the one in its place is not")
    func replaced() {
        final class ReplacingGraph: Graph {
            let scope: FeatureScope
            var page: ChildViewModel? = ChildViewModel()
            init(scope: FeatureScope) { self.scope = scope }
        }
        let graph = MadeBuilder(parent: tree.root, make: ReplacingGraph.init).build()
        _ = tree.snapshot()
        let first = graph.page
        graph.page = ChildViewModel()
        graph.detach()
        #expect(tree.leaks().map(\.object) == ["graph", "page"])
        withExtendedLifetime((graph, first)) {}
    }

    // MARK: Shared objects

    @Test("a service is not accused, in a public or a private property")
    func services() {
        final class ServingGraph: Graph {
            let scope: FeatureScope
            let service: Service
            private let hidden: any Sendable
            private let list: [Service]
            init(scope: FeatureScope, _ service: Service) {
                self.scope = scope
                self.service = service
                hidden = service
                list = [service]
            }
        }
        let service = Service()
        #expect(leaks { ServingGraph(scope: $0, service) } == [])
    }

    @Test("a view model or navigator that is a property of the dependencies, or in a list there, is not accused")
    func dependencies() {
        struct Dependencies: Sendable {
            let models: [any Sized]?
            let navigator: any Navigator
        }
        final class SharingGraph: Graph {
            let scope: FeatureScope
            private let shared: any Sized
            let own = ChildViewModel()
            let navigator: any Navigator
            init(scope: FeatureScope, _ shared: any Sized, _ navigator: any Navigator) {
                self.scope = scope
                self.shared = shared
                self.navigator = navigator
            }
        }
        let (shared, stack) = (ChildViewModel(), ScreenStack())
        let dependencies = Dependencies(models: [shared], navigator: stack)
        let found = leaks(dependencies: dependencies) { SharingGraph(scope: $0, shared, stack) }
        #expect(found == ["own"])
        #expect(leaks(dependencies: shared) { SharingGraph(scope: $0, shared, stack) }.isSuperset(of: ["navigator"]))
    }

    @Test("an object of a feature that is still installed is not accused; it is when that has ended too")
    func ownedByInstalledFeature() {
        let model = ChildViewModel()
        let host = MadeBuilder(parent: tree.root) { ChildGraph(scope: $0, viewModel: ChildViewModel()) }.build()
        let owner = MadeBuilder(parent: host.scope) { ChildGraph(scope: $0, viewModel: model) }.build()
        var guest: ChildGraph? = MadeBuilder(parent: tree.root) { ChildGraph(scope: $0, viewModel: model) }.build()
        _ = tree.snapshot()
        guest?.detach()
        guest = nil
        #expect(tree.leaks().isEmpty)
        owner.detach()
        #expect(tree.leaks().map(\.object) == ["graph", "viewModel", "viewModel"])
        withExtendedLifetime((host, owner, model)) {}
    }

    @Test("a graph declares what else must not outlive it")
    func declared() {
        final class DeclaringGraph: Graph {
            let scope: FeatureScope
            let service = Service()
            let other = Service()
            let hidden: @Sendable () -> Service
            let pages = (ChildViewModel(), 1)
            var ownedObjects: [AnyObject] { [service, hidden(), pages.0] }
            init(scope: FeatureScope) {
                self.scope = scope
                hidden = { [service = Service()] in service }
            }
        }
        #expect(leaks(DeclaringGraph.init) == ["service", "Service", "ChildViewModel"])
    }

    @Test("a declared object that came in with the dependencies is not accused")
    func declaredDependency() {
        final class DeclaringGraph: Graph {
            let scope: FeatureScope
            let service: Service
            var ownedObjects: [AnyObject] { [service] }
            init(scope: FeatureScope, _ service: Service) {
                self.scope = scope
                self.service = service
            }
        }
        let service = Service()
        #expect(leaks(dependencies: [service]) { DeclaringGraph(scope: $0, service) } == [])
    }

    @Test("the view model of a part is owned, even if it is not observable")
    func partGraph() {
        #expect(leaks { PartGraph(scope: $0, viewModel: Service()) } == ["viewModel"])
    }

    @Test("what the tree shows of a graph is not changed by what it watches")
    func drawing() {
        final class MixedGraph: Graph {
            let scope: FeatureScope
            let models = [ChildViewModel()]
            private(set) lazy var service = Service()
            init(scope: FeatureScope) { self.scope = scope }
        }
        let graph = MadeBuilder(parent: tree.root, make: MixedGraph.init).build()
        #expect(tree.drawing() == "Made (B G D)")
        #expect(tree.snapshot().first?.outputs == ["models", "service"])
        withExtendedLifetime(graph) {}
    }
}
