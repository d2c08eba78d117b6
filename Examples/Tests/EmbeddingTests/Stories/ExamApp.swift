import CoreModule
import Foundation
import Observation
import PersonalDictionary

// A dictionary with reviews: its table, which says when each word is due, is in `LearningTable.swift`, and the picker of a word's tags in
// `TagPicker.swift`.

/// What the main screen uses.
@MainActor
struct ExamDependencies {
    let parts: AppParts
    let database: SQLiteDatabase

    func due() async throws(DictionaryError) -> [WordID] {
        let now = parts.environment.clock.now()
        return try await run { try await LearningTable.due(at: now, in: database) }
    }

    /// A word that the user knows is due in three days, another one in ten minutes.
    func answer(_ id: WordID, isKnown: Bool) async throws(DictionaryError) {
        let date = parts.environment.clock.now() + (isKnown ? 3 * 86_400 : 600)
        try await run { try await LearningTable.setDue(date, of: id, in: database) }
    }

    private func run<Value>(_ body: () async throws -> Value) async throws(DictionaryError) -> Value {
        do { return try await body() } catch { throw .store(StoreError(wrapping: error, path: database.path)) }
    }
}

/// Builds the main screen: all words, a new word, the review, and the picker of a tag.
struct ExamMainBuilder: Builder {
    static let feature = Feature.screen("ExamMain")
    let dependencies: ExamDependencies
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ExamMainGraph {
        ExamMainGraph(scope: scope, dependencies)
    }
}

/// The main screen.
final class ExamMainGraph: Graph {
    let scope: FeatureScope
    let wordList: NewestWordsGraph
    let toNewWord: RouteGraph<Void, NewWordGraph>
    let toExam: RouteGraph<String?, ExamGraph>
    let toTagPicker: RouteGraph<[String], TagPickerGraph>

    init(scope: FeatureScope, _ dependencies: ExamDependencies) {
        let parts = dependencies.parts
        self.scope = scope
        wordList = parts.mainWordList(in: scope)
        toNewWord = parts.toNewWord(in: scope)
        toExam = RouteBuilder(navigator: parts.navigation, as: .learn, parent: scope) {
            ExamBuilder(dependencies: dependencies, tag: $0, parent: $1)
        }.build()
        toTagPicker = RouteBuilder(navigator: parts.navigation, style: .presented, parent: scope) {
            TagPickerBuilder(dependencies: $0, parent: $1)
        }.build()
    }
}

extension RouteName<String?, ExamGraph> {
    /// `superapp://learn`, and `superapp://learn/exam` for the words with a tag.
    static var learn: Self {
        Self("learn", links: ["learn", "learn/*"]) {
            $0.viewModel.tag
        } find: {
            .some($0)
        }
    }
}

/// Builds the review of the words that are due: of all, or of those with a tag.
struct ExamBuilder: Builder {
    static let feature = Feature.screen("Exam")
    let dependencies: ExamDependencies
    let tag: String?
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> ExamGraph {
        let rows = dependencies.parts.wordList(
            .ids([]), title: Message("Review"), emptyMessage: Message("Nothing is due"), in: scope)
        return ExamGraph(
            scope: scope, rows: rows,
            viewModel: ExamViewModel(dependencies, tag: tag, rows: rows.viewModel, scope: scope))
    }
}

/// The review screen, with a row for each word that is due.
final class ExamGraph: Graph {
    let scope: FeatureScope
    let rows: WordListGraph
    let viewModel: ExamViewModel

    init(scope: FeatureScope, rows: WordListGraph, viewModel: ExamViewModel) {
        self.scope = scope
        self.rows = rows
        self.viewModel = viewModel
    }
}

/// One word after another: the user says whether it was known.
@MainActor
@Observable
final class ExamViewModel: ScreenViewModel, ActionViewModel {
    let tag: String?
    let actions: ActionState<DictionaryError>
    private let dependencies: ExamDependencies
    private let rows: WordListViewModel

    init(_ dependencies: ExamDependencies, tag: String?, rows: WordListViewModel, scope: FeatureScope) {
        self.tag = tag
        self.dependencies = dependencies
        self.rows = rows
        actions = ActionState(scope.actions)
    }

    var title: Message { rows.title }
    /// The words to review, the longest due first.
    var words: [Word] { rows.words.filter { word in tag.map { word.tags.matches($0) } ?? true } }

    /// Shows what is due. Call it when the screen appears.
    func load() async {
        await actions.perform("show due words") { () throws(DictionaryError) in
            await rows.show(.ids(try await dependencies.due()))
        }
    }

    /// Answers the first word.
    func answer(isKnown: Bool) async {
        guard let word = words.first else { return }
        await actions.performAlone("answer", word.id.rawValue) { () throws(DictionaryError) in
            try await dependencies.answer(word.id, isKnown: isKnown)
        }
        await load()
    }
}

/// Opens the app over a file. Its reminder leads to the review of the words for an exam.
@MainActor
func openExamApp(
    _ file: URL, environment: AppEnvironment, notify: @escaping @Sendable (ReminderNotification) -> Void
) async throws -> (app: CustomAppGraph<ExamMainGraph>, dependencies: AppDependencies) {
    let store = try await DictionaryStore.open(file, tables: [LearningTable.tables])
    guard let database = store.database else { preconditionFailure("A store of a file has a database.") }
    let text = ReminderNotification(title: "Review", body: "Some words are due.", link: "superapp://learn/exam")
    let dependencies = try await AppDependencies.open(
        AppConfiguration(
            storage: .store(store),
            reminder: ReminderConfiguration(notifier: ClosureNotifier(notify), notification: text),
            environment: environment))
    let app = CustomAppBuilder(dependencies: dependencies, parent: FeatureTree().root) {
        ExamMainBuilder(dependencies: ExamDependencies(parts: $0, database: database), parent: $1)
    }.build()
    app.pushNotification.start()
    return (app, dependencies)
}
