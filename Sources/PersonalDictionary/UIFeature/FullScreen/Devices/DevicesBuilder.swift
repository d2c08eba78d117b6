public import CoreModule

/// What the screen uses from outside.
struct DevicesDependencies {
    /// Nil if the words are in no SQLite file.
    let sync: DictionarySync?
    let changes: any ModelStreamReader<WordChange>
}

/// Builds the screen of the devices that have the same words.
struct DevicesBuilder: Builder {
    static let feature = Feature.screen("Devices")
    let dependencies: DevicesDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> DevicesGraph {
        let viewModel = DevicesViewModel(dependencies.sync, scope: scope)
        if let sync = dependencies.sync {
            scope.observe(sync.status.events(buffer: .newest(1)), with: viewModel) { await $0.show($1) }
        }
        // A conflict names its word.
        scope.observe(dependencies.changes.events(buffer: .newest(1)), with: viewModel) { model, _ in
            await model.reload()
        }
        return DevicesGraph(scope: scope, viewModel: viewModel)
    }
}

/// The screen of the devices that have the same words.
public typealias DevicesGraph = PartGraph<DevicesViewModel>
