public import CoreModule
public import Observation

/// Makes the counter of tasks.
struct TodoCounterBuilder: Builder {
    static let feature = Feature.part("Counter")
    let dependencies: TodoServices
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> TodoCounterGraph {
        let viewModel = TodoCounterViewModel(todos: dependencies.todos)
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { viewModel, _ in
            await viewModel.load()
        }
        return TodoCounterGraph(scope: scope, viewModel: viewModel)
    }
}

/// The counter as the rest of the app sees it.
public final class TodoCounterGraph: Graph {
    /// The lifetime of the feature.
    public let scope: FeatureScope
    /// The view model.
    public let viewModel: TodoCounterViewModel

    init(scope: FeatureScope, viewModel: TodoCounterViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// How many tasks there are, and how many of them are done.
@MainActor
@Observable
public final class TodoCounterViewModel {
    /// How many tasks are done.
    public private(set) var done = 0
    /// How many tasks there are.
    public private(set) var total = 0
    /// Why the tasks could not be counted; `nil` once they were.
    public private(set) var failure: TodoError?

    /// The two numbers as a sentence.
    public var message: Message { Message("\(done) of \(total) done") }

    private let todos: any TodoFetching
    @ObservationIgnored private var lastLoad = 0
    @ObservationIgnored private var lastShown = 0

    init(todos: any TodoFetching) {
        self.todos = todos
    }

    /// Counts the tasks.
    public func load() async {
        lastLoad += 1
        let load = lastLoad
        do {
            let todos = try await todos.todos()
            guard show(load) else { return }
            done = todos.count(where: \.isCompleted)
            total = todos.count
            failure = nil
        } catch {
            guard show(load) else { return }
            failure = error
        }
    }

    /// Whether what was read is to be shown: unless what was asked for later is shown already. So whoever waits for a reading sees
    /// what there was then, or something newer.
    private func show(_ load: Int) -> Bool {
        guard load > lastShown else { return false }
        lastShown = load
        return true
    }
}
