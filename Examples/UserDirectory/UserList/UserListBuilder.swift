package import CoreModule

/// Builds the screen with all users.
struct UserListBuilder: Builder {
    static let feature = Feature.screen("UserList")
    let dependencies: Users
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> UserListGraph {
        UserListGraph(scope: scope, viewModel: UserListViewModel(dependencies, scope: scope))
    }
}

package typealias UserListGraph = PartGraph<UserListViewModel>
