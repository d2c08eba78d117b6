import CoreModule
import Observation
import TestSupport
import Testing

/// A small tree: `Parent` with a screen `Child` in it.
@MainActor
struct ParentBuilder: Builder {
    static let feature = Feature.part("Parent")
    let dependencies: Dependencies
    let parent: FeatureScope

    struct Dependencies: Sendable {
        let journal: Journal
    }

    func makeGraph(in scope: FeatureScope) -> ParentGraph {
        scope.onDetach { [journal = dependencies.journal] in journal.note("parent ends") }
        let child = ChildBuilder(dependencies: dependencies.journal, parent: scope)
        return ParentGraph(scope: scope, child: child.build(), childBuilder: child)
    }
}

final class ParentGraph: Graph {
    let scope: FeatureScope
    var child: ChildGraph?
    let childBuilder: ChildBuilder

    init(scope: FeatureScope, child: ChildGraph, childBuilder: ChildBuilder) {
        self.scope = scope
        self.child = child
        self.childBuilder = childBuilder
    }
}

struct ChildBuilder: Builder {
    static let feature = Feature.screen("Child")
    let dependencies: Journal
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ChildGraph {
        scope.onDetach { [dependencies] in dependencies.note("child ends") }
        return ChildGraph(scope: scope, viewModel: ChildViewModel())
    }
}

final class ChildGraph: Graph {
    let scope: FeatureScope
    let viewModel: ChildViewModel

    init(scope: FeatureScope, viewModel: ChildViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// A graph that counts how often it is inspected.
final class CountedGraph: Graph, CustomReflectable {
    let scope: FeatureScope
    let count: Locked<Int>

    init(scope: FeatureScope, count: Locked<Int>) {
        self.scope = scope
        self.count = count
    }

    nonisolated var customMirror: Mirror {
        count.withLock { $0 += 1 }
        return Mirror(self, children: ["count": count])
    }
}

@MainActor
@Observable
final class ChildViewModel {
    var seen: [Int] = []
}

/// Builds a numbered screen.
struct PageBuilder: Builder {
    static let feature = Feature.screen("Page")
    let dependencies: Int
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PageGraph { PageGraph(scope: scope, number: dependencies) }
}

/// A screen with a number.
final class PageGraph: Graph {
    let scope: FeatureScope
    let number: Int

    init(scope: FeatureScope, number: Int) {
        self.scope = scope
        self.number = number
    }
}

final class Journal: Sendable {
    private let stored = Locked<[String]>([])
    var lines: [String] { stored.withLock { $0 } }

    func note(_ line: String) { stored.withLock { $0.append(line) } }
}

extension FeatureTree {
    /// The outputs of the first feature with a name, read off the main actor as soon as they are there.
    @concurrent
    func outputs(of name: String) async throws -> [String] {
        var outputs: [String] = []
        try await eventually {
            outputs = try #require(snapshot().first { $0.feature.name == name }).outputs
            return !outputs.isEmpty
        }
        return outputs
    }
}
