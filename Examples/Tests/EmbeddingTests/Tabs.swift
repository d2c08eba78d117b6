import CoreModule
import PersonalDictionary
import TodoList

/// The tabs. Their names are in saved data.
enum AppTab: String, Codable, CaseIterable {
    case words, tasks
}

/// An app of two tabs, each with its own stack of screens.
@MainActor
final class TabbedApp {
    let words: CustomAppGraph<StudyMainGraph>
    let tasks: TodoListGraph
    /// A front end draws the tabs, `tabs[tab]` of each, and binds to `tabs.selected`.
    let tabs: ScreenTabs<AppTab>

    init(_ dependencies: AppDependencies, tree: FeatureTree) {
        let taskScreens = ScreenStack()
        let environment = dependencies.environment
        words = studyApp(dependencies, tree: tree)
        tasks = TodoListBuilder(
            dependencies: TodoListDependencies(
                todos: dependencies.store.todos, clock: environment.clock, identifiers: environment.identifiers,
                navigator: taskScreens),
            parent: tree.root
        ).build()
        tabs = ScreenTabs([(.words, words.navigation), (.tasks, taskScreens)], selected: .words)
    }
}

extension SettingKey<SavedTabs<AppTab>> {
    /// The open screens of all tabs.
    static let tabs = SettingKey("example.tabs", unreadable: nil)
}

extension TabbedApp {
    /// Saves the open screens of all tabs, and which tab is selected.
    func saveScreens() async throws {
        try await words.settings.save(tabs.savedTabs, for: .tabs)
    }

    /// Opens what was saved.
    func restoreScreens() async throws {
        if let saved = try await words.settings.value(.tabs) { try await tabs.restore(saved) }
    }
}
