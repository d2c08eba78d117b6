import CoreModule
import Foundation
import PersonalDictionary
import SwiftUI
import TodoList

/// The program. In your app it has the attribute `@main`.
struct WordsApp: App {
    /// Nil while the app is being opened.
    @State private var opened: Result<CustomAppGraph<HomeGraph>, DictionaryError>?
    /// A link that is waiting until the app is open.
    @State private var link: URL?

    var body: some Scene {
        WindowGroup {
            Group {
                switch opened {
                case nil: ProgressView().task { await open() }
                case .success(let app)?: HomeView(home: app.mainScreen, localizer: app.localizer, link: $link)
                case .failure(let error)?:
                    let localizer = Localizer.personalDictionary()
                    VStack {
                        Text(localizer(error.explanation))
                        Button(localizer(.tryAgain)) { opened = nil }
                    }
                }
            }
            .onOpenURL { link = $0 }
        }
    }

    private func open() async {
        let file = URL.applicationData([:]).appending(path: "words.sqlite")
        do throws(DictionaryError) {
            let app = homeApp(try await AppDependencies.open(AppConfiguration(storage: .file(file))))
            app.startTranslating()
            await app.mainScreen.restoreScreens()
            opened = .success(app)
        } catch {
            opened = .failure(error)
        }
    }
}

/// Builds the app.
@MainActor
func homeApp(_ dependencies: AppDependencies) -> CustomAppGraph<HomeGraph> {
    CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) { parts, scope in
        HomeBuilder(dependencies: parts, parent: scope)
    }.build()
}

/// The tabs. Their names are in saved data.
enum HomeTab: String, Codable {
    case words, tasks
}

extension SettingKey<SavedTabs<HomeTab>> {
    /// The open screens of all tabs.
    static let home = SettingKey("home.tabs", unreadable: nil)
}

/// Builds the main screen.
struct HomeBuilder: Builder {
    static let feature = Feature.screen("Home")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> HomeGraph { HomeGraph(dependencies, scope: scope) }
}

/// The main screen: the words and the tasks, each in a tab with a stack of screens of its own.
final class HomeGraph: Graph {
    let scope: FeatureScope
    let tabs: ScreenTabs<HomeTab>
    let words: NewestWordsGraph
    let searchField: SearchTextInputGraph
    let search: SearchGraph
    let toNewWord: RouteGraph<Void, NewWordGraph>
    let toFavorites: RouteGraph<Void, FavoritesGraph>
    let tasks: TodoListGraph
    /// Opening links and saved screens, which can fail.
    let actions: ActionState<DictionaryError>
    private let settings: AppSettings

    init(_ parts: AppParts, scope: FeatureScope) {
        let taskScreens = ScreenStack(linkScheme: parts.environment.linkScheme)
        self.scope = scope
        tabs = ScreenTabs([(.words, parts.navigation), (.tasks, taskScreens)], selected: .words)
        words = parts.mainWordList(in: scope)
        searchField = parts.searchTextInput(in: scope)
        search = parts.search(in: scope)
        toNewWord = parts.toNewWord(in: scope)
        toFavorites = parts.toFavorites(in: scope)
        tasks = parts.todoList(in: scope, navigator: taskScreens)
        actions = ActionState(scope.actions)
        settings = parts.settings
    }

    /// Opens the screen of a link in the tab that knows it.
    func open(_ link: URL) async { await actions.performAny("open link") { try await tabs.openInTab(link) } }

    func saveScreens() async {
        await actions.performAny(nil) { try await settings.save(tabs.savedTabs, for: .home) }
    }

    func restoreScreens() async {
        await actions.performAny(nil) {
            if let saved = try await settings.value(.home) { try await tabs.restore(saved) }
        }
    }
}

/// The window: the tabs, each with its open screens.
struct HomeView: View {
    let home: HomeGraph
    let localizer: Localizer
    @Binding var link: URL?

    var body: some View {
        @Bindable var tabs = home.tabs
        TabView(selection: $tabs.selected) {
            LayerView(navigation: tabs[.words], localizer: localizer) { WordsView(home: home, localizer: localizer) }
                .tabItem { Label(localizer(home.words.viewModel.title), systemImage: "book") }
                .tag(HomeTab.words)
            LayerView(navigation: tabs[.tasks], localizer: localizer) {
                TasksView(tasks: home.tasks.mainScreen, localizer: localizer)
            }
            .tabItem { Label(localizer(home.tasks.mainScreen.list.viewModel.title), systemImage: "checklist") }
            .tag(HomeTab.tasks)
        }
        .alert(of: home.actions, localizer)
        .onChange(of: tabs.savedTabs) { Task { await home.saveScreens() } }
        .task(id: link) {
            guard let link else { return }
            self.link = nil
            await home.open(link)
        }
    }
}

/// A screen with those that are pushed over it, and in a sheet the next presented one, with those above that.
struct LayerView<Bottom: View>: View {
    @Bindable var navigation: ScreenStack
    let localizer: Localizer
    /// The presented screen at the bottom; nil if the tab's first one is.
    var presented: FeatureID?
    @ViewBuilder let bottom: Bottom

    var body: some View {
        // A swipe back removes the screen from the path, which ends the feature. Dismissing the sheet does the same.
        NavigationStack(path: $navigation[pushedAbove: presented]) {
            bottom.navigationDestination(for: OpenScreen.self) { ScreenView(graph: $0.graph, localizer: localizer) }
        }
        .sheet(item: $navigation[presentedAbove: presented]) { screen in
            // Erased, because a layer may contain another one.
            AnyView(
                LayerView<ScreenView>(navigation: navigation, localizer: localizer, presented: screen.id) {
                    ScreenView(graph: screen.graph, localizer: localizer)
                })
        }
    }
}

extension View {
    /// Shows why an action failed, until the user has read it.
    func alert<Failure: LoggedError & ExplainedError>(
        of actions: ActionState<Failure>, _ localizer: Localizer
    ) -> some View {
        @Bindable var actions = actions
        let message = actions.failure.map { localizer($0.explanation) } ?? ""
        return alert(message, isPresented: $actions.hasFailure) { Button(localizer(.ok)) {} }
    }
}
