import CoreModule
import PersonalDictionary

/// Makes an app of one's own: the dictionary, and beside it the features that this app adds.
struct StudyAppBuilder: Builder {
    static let feature = Feature.viewless("StudyApp")
    let dependencies: AppDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> StudyAppGraph {
        StudyAppGraph(scope: scope, app: AppBuilder(dependencies: dependencies, parent: scope).build())
    }
}

/// The app as its front end sees it. Each feature of one's own is one line.
final class StudyAppGraph: Graph {
    let scope: FeatureScope
    let app: AppGraph
    private(set) lazy var toStatistics = NavToStatisticsBuilder(dependencies: .init(app), parent: scope).build()

    init(scope: FeatureScope, app: AppGraph) {
        self.scope = scope
        self.app = app
    }
}
