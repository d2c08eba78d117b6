import Benchmark
import CoreModule
import Foundation
import Measuring
import PersonalDictionary
import TodoList

// Names as in Words: "TITLE | case | contender". What is measured is building and ending features; nothing is read or written.

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration.metrics = [.wallClock]
    Benchmark.defaultConfiguration.timeUnits = .nanoseconds
    Benchmark.defaultConfiguration.warmupIterations = 20
    Benchmark.defaultConfiguration.maxDuration = .seconds(2)
    Benchmark.defaultConfiguration.maxIterations = 2000

    theApp()
    theAppsShape()
    siblings()
    events()
    registerLastCase()
}

/// The dictionary as it is, over repositories in memory.
private func theApp() {
    Benchmark("Feature tree | the app as it starts, first in its tree | superapp") { benchmark, app in
        await app.measureBuilding(Stopwatch(benchmark), in: FeatureTree(), opening: false)
    } setup: {
        try await SampleApp()
    }
    Benchmark("Feature tree | the app as it starts | superapp") { benchmark, app in
        await app.measureBuilding(Stopwatch(benchmark), in: app.tree, opening: false)
    } setup: {
        try await SampleApp()
    }
    Benchmark("Feature tree | the app with every screen open | superapp") { benchmark, app in
        await app.measureBuilding(Stopwatch(benchmark), in: app.tree, opening: true)
    } setup: {
        try await SampleApp()
    }
    Benchmark("Feature tree | every screen put away and the app ended | superapp") { benchmark, app in
        await app.measureEnding(Stopwatch(benchmark))
    } setup: {
        try await SampleApp()
    }
}

/// As many empty features in the same shape: the cost of the tree itself, beside plain classes that are connected by hand. These
/// have no scope, no place in a tree, and no leak detection.
private func theAppsShape() {
    Benchmark("Feature tree | 29 features with a view model each | superapp") { benchmark, tree in
        await measure(Stopwatch(benchmark)) { () -> ShapeGraph in
            ShapeBuilder(dependencies: ShapeDependencies(shape: .app, changes: nil), parent: tree.root).build()
        }
    } setup: {
        FeatureTree()
    }
    Benchmark("Feature tree | 29 features, each following a stream | superapp") { benchmark, tree in
        await measure(Stopwatch(benchmark)) { () -> ShapeGraph in
            let changes = EventStream<Int>()
            return ShapeBuilder(dependencies: ShapeDependencies(shape: .app, changes: changes), parent: tree.root)
                .build()
        }
    } setup: {
        FeatureTree()
    }
    Benchmark("Feature tree | 29 features with a view model each | plain classes") { benchmark in
        await measure(Stopwatch(benchmark)) { () -> PlainFeature in PlainFeature(.app, changes: nil) }
    }
    Benchmark("Feature tree | 29 features, each following a stream | plain classes") { benchmark in
        await measure(Stopwatch(benchmark)) { () -> PlainFeature in PlainFeature(.app, changes: PlainBroadcast()) }
    }
}

/// One of many features with the same parent ends.
private func siblings() {
    for count in [100, 10_000] {
        Benchmark("Feature tree | detaching one of \(count) siblings | superapp") { benchmark, siblings in
            await siblings.measureDetaching(Stopwatch(benchmark), of: benchmark.currentIteration)
        } setup: {
            await Siblings(count)
        }
    }
}

@MainActor
private final class Siblings {
    private let tree = FeatureTree()
    private var graphs: [ShapeGraph] = []

    init(_ count: Int) {
        graphs = (0..<count).map { _ in build() }
    }

    /// Detaches a feature somewhere among the others, and builds another one.
    func measureDetaching(_ stopwatch: Stopwatch, of number: Int) async {
        let index = (number &* 2_654_435_761) % graphs.count
        stopwatch.start()
        graphs[index].detach()
        stopwatch.stop()
        graphs[index] = build()
        await settle()
    }

    private func build() -> ShapeGraph {
        let dependencies = ShapeDependencies(shape: Shape(children: []), changes: nil)
        return ShapeBuilder(dependencies: dependencies, parent: tree.root).build()
    }
}

/// Measures what makes an object, and lets the object go afterwards.
@MainActor
private func measure<Object: AnyObject>(_ stopwatch: Stopwatch, _ make: @MainActor () -> Object) async {
    stopwatch.start()
    let object = make()
    stopwatch.stop()
    blackHole(object)
    await settle()
}

/// Lets the tasks run that were started and cancelled, so that they do not run while the next one is measured.
@MainActor
private func settle() async {
    for _ in 0..<5 { await Task.yield() }
}

/// What the app is built of.
@MainActor
private final class SampleApp {
    let tree = FeatureTree()
    private let dependencies: AppDependencies
    private let word: Word

    init() async throws {
        dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        word = try Word(
            id: WordID("1"), text: WordText("dog"), direction: .englishToRussian, createdAt: date, updatedAt: date)
    }

    func measureBuilding(_ stopwatch: Stopwatch, in tree: FeatureTree, opening: Bool) async {
        stopwatch.start()
        let app = build(in: tree, opening: opening)
        stopwatch.stop()
        end(app)
        await settle()
    }

    func measureEnding(_ stopwatch: Stopwatch) async {
        let app = build(in: tree, opening: true)
        await settle()
        stopwatch.start()
        end(app)
        stopwatch.stop()
        await settle()
    }

    private func build(in tree: FeatureTree, opening: Bool) -> AppGraph {
        let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
        guard opening else { return app }
        let navigator = app.mainScreen.mainNavigator
        navigator.toFavorites.router.open()
        navigator.toTodoList.router.open().mainScreen.toEditor.router.open(nil)
        navigator.toNewWord.router.open()
        navigator.toSearch.router.open()
        app.mainScreen.mainWordList.wordList.toEntry.open(word)
        return app
    }

    private func end(_ app: AppGraph) {
        app.navigation.popAll()
        app.detach()
    }
}
