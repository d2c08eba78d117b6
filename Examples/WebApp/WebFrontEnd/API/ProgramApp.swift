import CoreModule
import Foundation
import PersonalDictionary
import TodoList

/// A person's dictionary and tasks for programs: the app without its screens.
struct ProgramApp: Sendable {
    let words: Vocabulary
    let todos: TaskList
    let environment: AppEnvironment
    /// Makes a change that depends on what is there one step, for all programs of the person.
    let mutex = AsyncMutex()
    /// Closes the store.
    let close: @Sendable () async -> Void
    private let store: DictionaryStore
    private let app: CustomAppGraph<ProgramGraph>
    private let tree: FeatureTree
    /// A look-up uses a screen, and there is one of its kind at a time.
    private let lookingUp = AsyncMutex()

    /// Builds the app, and begins to look up what waits for a translation.
    @MainActor
    init(_ dependencies: AppDependencies) {
        environment = dependencies.environment
        (store, todos) = (dependencies.store, dependencies.store.todos)
        tree = FeatureTree(clock: environment.clock, logger: environment.logger)
        app = CustomAppBuilder(dependencies: dependencies, parent: tree.root) { parts, scope in
            ProgramBuilder(dependencies: parts, parent: scope)
        }.build()
        words = app.words
        close = { [store] in await store.close() }
        app.startTranslating()
        app.externalChanges.start()
    }

    /// Ends what runs in the background.
    @MainActor
    func detach() { app.detach() }

    /// The reviews, with the days of a time zone.
    func reviews(in timeZone: TimeZone) -> Reviews {
        Reviews(
            store.reviews, settings: AppSettings(store.settings, logger: environment.logger), clock: environment.clock,
            timeZone: timeZone, identifiers: environment.identifiers, logger: environment.logger)
    }

    /// The languages to choose from, and the direction of a new word whose languages are not named.
    @MainActor
    var languages: (languages: LanguageCatalog, direction: TranslationDirection) {
        (app.languages, app.mainScreen.direction.value)
    }

    /// What a text may mean, without saving it.
    @MainActor
    func lookUp(_ text: String, from source: String?, to target: String?) async throws -> [DictionaryEntry] {
        await lookingUp.enter()
        defer { lookingUp.leave() }
        let screen = app.mainScreen.toNewWord.router.open()
        defer { app.navigation.dismiss(screen.scope.id) }
        let model = screen.viewModel
        let entries = await model.lookUp(text, from: source, to: target)
        if let failure = model.failure { throw failure }
        return entries ?? []
    }
}

/// The parts of the app that programs use beside its repositories.
final class ProgramGraph: Graph {
    let scope: FeatureScope
    let direction: DirectionStream
    let toNewWord: RouteGraph<Void, NewWordGraph>

    init(scope: FeatureScope, direction: DirectionStream, toNewWord: RouteGraph<Void, NewWordGraph>) {
        (self.scope, self.direction, self.toNewWord) = (scope, direction, toNewWord)
    }
}

private struct ProgramBuilder: Builder {
    static let feature = Feature.viewless("Program")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ProgramGraph {
        ProgramGraph(scope: scope, direction: dependencies.direction, toNewWord: dependencies.toNewWord(in: scope))
    }
}
