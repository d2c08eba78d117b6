public import CoreModule

/// Builds the whole app with the library's main screen: the root of the feature tree.
///
/// ```swift
/// let dependencies = try await AppDependencies.open(AppConfiguration(storage: .memory))
/// let tree = FeatureTree()
/// let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
/// ```
public typealias AppBuilder = CustomAppBuilder<MainScreenGraph>

extension AppBuilder {
    /// Makes a builder.
    public init(dependencies: AppDependencies, parent: FeatureScope) {
        self.init(dependencies: dependencies, parent: parent) { parts, scope in
            MainScreenBuilder(dependencies: MainScreenDependencies(parts), parent: scope)
        }
    }
}

/// Builds an app with a main screen of its own, which decides which of the library's features it has.
///
/// ```swift
/// CustomAppBuilder(dependencies: dependencies, parent: tree.root) { parts, scope in
///     OwnMainScreenBuilder(dependencies: parts, parent: scope)
/// }
/// ```
public struct CustomAppBuilder<MainScreen: Graph>: Builder {
    /// The feature's name and kind.
    public static var feature: Feature { Feature.viewless("App") }
    /// What the app uses from outside.
    public let dependencies: AppDependencies
    /// The scope of the feature that contains the app, or the tree's root.
    public let parent: FeatureScope
    private let mainScreen: @MainActor (AppParts, FeatureScope) -> any Builder<MainScreen>

    /// Makes a builder. The closure returns the main screen's builder, for the parts of the app and the main screen's parent.
    public init(
        dependencies: AppDependencies, parent: FeatureScope,
        mainScreen: @escaping @MainActor (AppParts, FeatureScope) -> any Builder<MainScreen>
    ) {
        self.dependencies = dependencies
        self.parent = parent
        self.mainScreen = mainScreen
    }

    /// Makes the parts of the app and connects them.
    public func makeGraph(in scope: FeatureScope) -> CustomAppGraph<MainScreen> {
        let parts = AppParts(dependencies, in: scope)
        scope.onDetach(with: parts.navigation) { $0.popAll() }
        let pushNotification = PushNotificationBuilder(dependencies: parts.pushNotification, parent: scope).build()
        return CustomAppGraph(
            scope: scope, parts: parts,
            externalChanges: ExternalChangeWatcher(
                words: parts.words, reviews: parts.reviews, todos: { [weak parts] in parts?.usedTodos },
                settings: parts.watchedSettings(pushNotification.reminder), scope: scope,
                logger: dependencies.environment.logger.labelled("store")),
            pushNotification: pushNotification,
            mainScreen: mainScreen(parts, scope).build())
    }
}
