import CoreModule
public import TodoList

extension AppDependencies {
    /// Makes dependencies for previews and tests, without waiting: in memory, with words and tasks that screens show in their first frame.
    /// Of two words with the same identifier, or with the same text and direction, only the first is used. Words are looked up in the
    /// bundled glossary only.
    public static func preview(
        words: [ImportedWord] = .sample, todos: [Todo] = .sample, environment: AppEnvironment = AppEnvironment()
    ) -> AppDependencies {
        let store = DictionaryStore(words: InMemoryWordRepository(words, isReadAtOnce: true), todos: .preview(todos))
        return AppDependencies(
            AppConfiguration(storage: .store(store), environment: environment), store: store, savedDirection: nil)
    }
}

extension AppGraph {
    /// Builds an app for a preview or a test, in a tree of its own. Keep the graph while its screens are shown.
    @MainActor
    public static func preview(_ dependencies: AppDependencies = .preview()) -> AppGraph {
        AppBuilder(dependencies: dependencies, parent: FeatureTree().root).build()
    }

    /// Builds an app for a preview or a test with words of its own: see ``AppDependencies/preview(words:todos:environment:)``.
    @MainActor
    public static func preview(words: [ImportedWord]) -> AppGraph { preview(.preview(words: words)) }
}
