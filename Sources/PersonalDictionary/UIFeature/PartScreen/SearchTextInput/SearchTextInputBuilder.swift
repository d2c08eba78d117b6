public import CoreModule
public import Observation

/// Makes the field in which the user types what to search for.
public struct SearchTextInputBuilder: Builder {
    /// The feature's description.
    public static let feature = Feature.part("SearchTextInput")
    /// The stream of the text that is searched for.
    public let dependencies: SearchTextStream
    /// The scope that it lives in.
    public let parent: FeatureScope

    /// Makes a builder.
    public init(dependencies: SearchTextStream, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    /// Wires the feature up.
    public func makeGraph(in scope: FeatureScope) -> SearchTextInputGraph {
        let viewModel = SearchTextInputViewModel(stream: dependencies, actions: scope.actions)
        scope.observe(dependencies.events(buffer: .newest(1)), with: viewModel) { $0.receive($1) }
        return SearchTextInputGraph(scope: scope, viewModel: viewModel)
    }
}

/// The search field as the rest of the app sees it.
public final class SearchTextInputGraph: Graph {
    /// The feature's lifetime.
    public let scope: FeatureScope
    /// What a view binds to.
    public let viewModel: SearchTextInputViewModel

    init(scope: FeatureScope, viewModel: SearchTextInputViewModel) {
        self.scope = scope
        self.viewModel = viewModel
    }
}

/// What the user searches for. Every search list that is open follows it.
@MainActor
@Observable
public final class SearchTextInputViewModel {
    private var shown: String
    private let stream: SearchTextStream
    private let actions: UserActions

    init(stream: SearchTextStream, actions: UserActions) {
        self.actions = actions
        self.stream = stream
        shown = stream.value
    }

    /// The text in the field.
    public var text: String {
        get { shown }
        set {
            if newValue != shown { actions.note(newValue.isEmpty ? "clear search text" : "type search text") }
            shown = newValue
            stream.send(newValue)
        }
    }

    func receive(_ text: String) {
        // What was typed since this was sent is newer.
        if stream.value == text { shown = text }
    }
}
