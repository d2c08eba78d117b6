import CoreModule
import PersonalDictionary

/// A main screen of one's own: it has a favourites screen of its own instead of the library's, a screen that the library does not
/// have, and no to-do list.
struct StudyMainBuilder: Builder {
    static let feature = Feature.screen("StudyMain")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> StudyMainGraph {
        let parts = dependencies
        // A screen with an input, which is saved as text, and which a link opens: superapp://lesson/3.
        let lesson = RouteName<Int, LessonGraph>("lesson", links: ["lesson/*"]) { screen in
            "\(screen.number)"
        } find: { text in
            text.flatMap { Int($0) }
        }
        return StudyMainGraph(
            scope: scope,
            wordList: parts.mainWordList(in: scope),
            toNewWord: parts.toNewWord(in: scope),
            toFavorites: RouteBuilder(navigator: parts.navigation, as: .favorites, parent: scope) {
                StarsBuilder(dependencies: parts.words, parent: $0)
            }.build(),
            toLesson: RouteBuilder(navigator: parts.navigation, style: .presented, as: lesson, parent: scope) {
                LessonBuilder(dependencies: $0, parent: $1)
            }.build())
    }
}

/// The main screen, for a front end. It has what it names, and nothing else.
final class StudyMainGraph: Graph {
    let scope: FeatureScope
    let wordList: NewestWordsGraph
    let toNewWord: RouteGraph<Void, NewWordGraph>
    let toFavorites: RouteGraph<Void, StarsGraph>
    let toLesson: RouteGraph<Int, LessonGraph>

    init(
        scope: FeatureScope, wordList: NewestWordsGraph, toNewWord: RouteGraph<Void, NewWordGraph>,
        toFavorites: RouteGraph<Void, StarsGraph>, toLesson: RouteGraph<Int, LessonGraph>
    ) {
        self.scope = scope
        self.wordList = wordList
        self.toNewWord = toNewWord
        self.toFavorites = toFavorites
        self.toLesson = toLesson
    }
}

/// Builds an app with this main screen.
@MainActor
func studyApp(_ dependencies: AppDependencies, tree: FeatureTree) -> CustomAppGraph<StudyMainGraph> {
    CustomAppBuilder(dependencies: dependencies, parent: tree.root) { parts, scope in
        StudyMainBuilder(dependencies: parts, parent: scope)
    }.build()
}

// MARK: The screens

/// Builds the favourites.
struct StarsBuilder: Builder {
    static let feature = Feature.screen("Stars")
    let dependencies: Vocabulary
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> StarsGraph { StarsGraph(scope: scope, words: dependencies) }
}

/// The favourites.
final class StarsGraph: Graph {
    let scope: FeatureScope
    let words: Vocabulary

    init(scope: FeatureScope, words: Vocabulary) {
        self.scope = scope
        self.words = words
    }
}

/// Builds a lesson.
struct LessonBuilder: Builder {
    static let feature = Feature.screen("Lesson")
    let dependencies: Int
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> LessonGraph { LessonGraph(scope: scope, number: dependencies) }
}

/// A lesson.
final class LessonGraph: Graph {
    let scope: FeatureScope
    let number: Int

    init(scope: FeatureScope, number: Int) {
        self.scope = scope
        self.number = number
    }
}
