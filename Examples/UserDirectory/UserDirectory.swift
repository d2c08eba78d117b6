package import CoreModule
import Foundation

/// What the directory uses from outside.
package struct UserDirectoryDependencies: Adjustable {
    package var service: any UserService
    package var repository: any UserRepository
    package var validator: any EmailValidator = PatternEmailValidator()
    /// If nil, chosen pictures stay on this device.
    package var uploader: (any AvatarUploader)?
    package var clock = WallClock.system
    /// The host's stack of screens; if nil, the directory has its own.
    package var navigation: ScreenStack?
    package var localizer = Localizer.userDirectory(.autoupdatingCurrent)
    package var logger = EventLogger.disabled

    package init(_ service: any UserService, repository: any UserRepository) {
        self.service = service
        self.repository = repository
    }
}

/// Builds the directory: the root of its tree.
package struct UserDirectoryBuilder: Builder {
    package static let feature = Feature.viewless("UserDirectory")
    package let dependencies: UserDirectoryDependencies
    package let parent: FeatureScope

    package init(_ dependencies: UserDirectoryDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    package func makeGraph(in scope: FeatureScope) -> UserDirectoryGraph {
        UserDirectoryGraph(scope: scope, dependencies)
    }
}

/// The directory, for a front end. Each screen is one line.
package final class UserDirectoryGraph: ScreenGraph {
    package let scope: FeatureScope
    package let localizer: Localizer
    package let navigation: ScreenStack
    package let list: UserListGraph
    package let toForm: RouteGraph<User.ID?, UserFormGraph>

    package var title: Message { list.title }

    init(scope: FeatureScope, _ dependencies: UserDirectoryDependencies) {
        let logger = dependencies.logger
        let users = Users(
            dependencies.service, dependencies.repository, validator: dependencies.validator,
            uploader: dependencies.uploader, clock: dependencies.clock, logger: logger)
        let navigation = dependencies.navigation ?? ScreenStack(linkScheme: "users", logger: logger)
        self.scope = scope
        self.navigation = navigation
        localizer = dependencies.localizer
        list = UserListBuilder(dependencies: users, parent: scope).build()
        toForm = RouteBuilder(navigator: navigation, parent: scope) {
            UserFormBuilder(dependencies: users, id: $0, parent: $1)
        }.build()
    }
}
