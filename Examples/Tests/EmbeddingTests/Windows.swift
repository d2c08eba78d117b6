import CoreModule
import Foundation
import PersonalDictionary

/// One app for each window, over one file. Each has its own screens, and shows the changes of the others within half a second.
@MainActor
func openWindow(_ file: URL, tree: FeatureTree) async throws(DictionaryError) -> AppGraph {
    let dependencies = try await AppDependencies.open(AppConfiguration(storage: .file(file)))
    let window = AppBuilder(dependencies: dependencies, parent: tree.root).build()
    window.externalChanges.start()
    return window
}
