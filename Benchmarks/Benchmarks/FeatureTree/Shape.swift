import CoreModule
import Observation

/// How many features stand under each other.
struct Shape: Sendable {
    let children: [Shape]

    /// Each number is one feature with so many below it, in a row: 29 features, five deep, as the app with every screen open.
    static let app = Shape(children: [
        .chain(1), .chain(1),
        Shape(children: [.chain(4), .chain(4), .chain(3), .chain(4), .chain(5), .chain(1), .chain(4)]),
    ])

    private static func chain(_ length: Int) -> Shape {
        Shape(children: length == 1 ? [] : [chain(length - 1)])
    }
}

/// A view model as small as can be.
@MainActor
@Observable
final class ShapeViewModel {
    private(set) var count = 0

    func apply(_ number: Int) { count += number }
}

// MARK: By this package

struct ShapeDependencies: Sendable {
    let shape: Shape
    let changes: EventStream<Int>?
}

struct ShapeBuilder: Builder {
    static let feature = Feature.part("Shape")
    let dependencies: ShapeDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ShapeGraph {
        let viewModel = ShapeViewModel()
        if let changes = dependencies.changes {
            scope.observe(changes.events(), with: viewModel) { $0.apply($1) }
        }
        let children = dependencies.shape.children.map { child in
            let dependencies = ShapeDependencies(shape: child, changes: dependencies.changes)
            return ShapeBuilder(dependencies: dependencies, parent: scope).build()
        }
        return ShapeGraph(scope: scope, viewModel: viewModel, children: children)
    }
}

final class ShapeGraph: Graph {
    let scope: FeatureScope
    let viewModel: ShapeViewModel
    let children: [ShapeGraph]

    init(scope: FeatureScope, viewModel: ShapeViewModel, children: [ShapeGraph]) {
        self.scope = scope
        self.viewModel = viewModel
        self.children = children
    }
}

// MARK: By hand

/// A feature as one writes it without a library: it owns its view model, its children and its task, and ends the task itself.
@MainActor
final class PlainFeature {
    let viewModel = ShapeViewModel()
    let children: [PlainFeature]
    private var task: Task<Void, Never>?

    init(_ shape: Shape, changes: PlainBroadcast?) {
        children = shape.children.map { PlainFeature($0, changes: changes) }
        guard let changes else { return }
        let events = changes.events()
        task = Task { [weak viewModel] in
            for await event in events { viewModel?.apply(event) }
        }
    }

    isolated deinit {
        task?.cancel()
    }
}

/// The usual way to have several readers of one `AsyncStream`: a continuation for each.
@MainActor
final class PlainBroadcast {
    private var continuations: [AsyncStream<Int>.Continuation] = []

    func events() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuations.append(continuation)
        return stream
    }
}
