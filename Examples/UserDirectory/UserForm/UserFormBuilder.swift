package import CoreModule

/// Builds the form of a user; without an identifier, of a new one.
struct UserFormBuilder: Builder {
    static let feature = Feature.screen("UserForm")
    let dependencies: Users
    let id: User.ID?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> UserFormGraph {
        UserFormGraph(scope: scope, viewModel: UserFormViewModel(id, dependencies, scope: scope))
    }
}

package typealias UserFormGraph = PartGraph<UserFormViewModel>
