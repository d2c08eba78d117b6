import CoreModule
import PersonalDictionary

/// Builds a custom app: the dictionary, and the features that this app adds.
struct StudyAppBuilder: Builder {
    static let feature = Feature.viewless("StudyApp")
    let dependencies: AppDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> StudyAppGraph {
        StudyAppGraph(scope: scope, app: AppBuilder(dependencies: dependencies, parent: scope).build())
    }
}

/// The app, for a front end. Each added feature is one line.
final class StudyAppGraph: Graph {
    let scope: FeatureScope
    let app: AppGraph
    private(set) lazy var toStatistics = NavToStatisticsBuilder(app, parent: scope).build()

    init(scope: FeatureScope, app: AppGraph) {
        self.scope = scope
        self.app = app
    }
}
