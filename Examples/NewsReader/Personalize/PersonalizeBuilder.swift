package import CoreModule

/// Builds the screen on which readers write their name.
struct PersonalizeBuilder: Builder {
    static let feature = Feature.screen("Personalize")
    let dependencies: ReaderName
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PersonalizeGraph {
        PersonalizeGraph(scope: scope, viewModel: PersonalizeViewModel(dependencies, scope: scope))
    }
}

package typealias PersonalizeGraph = PartGraph<PersonalizeViewModel>
