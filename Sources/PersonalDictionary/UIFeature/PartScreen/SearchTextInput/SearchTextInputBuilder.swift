public import CoreModule

/// What the search field uses from outside.
struct SearchTextInputDependencies {
    let text: StreamBinding<String>
}

/// Makes the search field.
struct SearchTextInputBuilder: Builder {
    static let feature = Feature.part("SearchTextInput")
    let dependencies: SearchTextInputDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchTextInputGraph {
        SearchTextInputGraph(scope: scope, viewModel: SearchTextInputViewModel(dependencies, actions: scope.actions))
    }
}

/// The search field.
public typealias SearchTextInputGraph = PartGraph<SearchTextInputViewModel>
