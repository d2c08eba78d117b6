import CoreModule
import Foundation
import PersonalDictionary

/// Opens the app over a file, with this program's configuration.
@MainActor
func openApp(_ file: URL, tree: FeatureTree) async throws(DictionaryError) -> AppGraph {
    var configuration = AppConfiguration(storage: .file(file))
    configuration.environment = AppEnvironment(
        localizer: .personalDictionary(locale: Locale(identifier: "ru")),
        logger: EventLogger(label: "app", minimumLevel: .warning, handler: EventLogger.StandardErrorHandler()))
    let dependencies = try await AppDependencies.open(configuration)
    let app = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    app.startTranslating()
    return app
}

/// A tree that reports each object that outlives its feature.
func watchedTree(_ report: @escaping @Sendable (FeatureLeak) -> Void) -> FeatureTree {
    FeatureTree(leakDetector: LeakDetector(after: .seconds(3), report: report))
}
