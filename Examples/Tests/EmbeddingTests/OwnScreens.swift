import CoreModule
import Observation
import PersonalDictionary

/// A main screen that leads to a new-word screen, a search screen and an entry of one's own, beside the library's favourites.
struct PocketMainBuilder: Builder {
    static let feature = Feature.screen("PocketMain")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> PocketMainGraph {
        let (parts, navigator) = (dependencies, dependencies.navigation)
        // The rows of the library's lists lead to it.
        let card = RouteName<Word, CardGraph>.dictionaryEntry(in: parts.words) { $0.word.id }
        return PocketMainGraph(
            scope: scope,
            toNewWord: RouteBuilder(navigator: navigator, as: .newWord, parent: scope) {
                QuickWordBuilder(dependencies: parts, parent: $0)
            }.build(),
            toSearch: RouteBuilder(navigator: navigator, as: .search(parts.searchText), parent: scope) {
                QuickSearchBuilder(dependencies: parts, parent: $0)
            }.build(),
            toCard: RouteBuilder(navigator: navigator, as: card, parent: scope) {
                CardBuilder(dependencies: $0, parent: $1)
            }.build(),
            toFavorites: parts.toFavorites(in: scope))
    }
}

/// The main screen.
final class PocketMainGraph: Graph {
    let scope: FeatureScope
    let toNewWord: RouteGraph<Void, QuickWordGraph>
    let toSearch: RouteGraph<Void, QuickSearchGraph>
    let toCard: RouteGraph<Word, CardGraph>
    let toFavorites: RouteGraph<Void, FavoritesGraph>

    init(
        scope: FeatureScope, toNewWord: RouteGraph<Void, QuickWordGraph>, toSearch: RouteGraph<Void, QuickSearchGraph>,
        toCard: RouteGraph<Word, CardGraph>, toFavorites: RouteGraph<Void, FavoritesGraph>
    ) {
        self.scope = scope
        self.toNewWord = toNewWord
        self.toSearch = toSearch
        self.toCard = toCard
        self.toFavorites = toFavorites
    }
}

/// Builds an app with this main screen.
@MainActor
func pocketApp(_ dependencies: AppDependencies, tree: FeatureTree) -> CustomAppGraph<PocketMainGraph> {
    CustomAppBuilder(dependencies: dependencies, parent: tree.root) { parts, scope in
        PocketMainBuilder(dependencies: parts, parent: scope)
    }.build()
}

// MARK: A new word

/// Builds a screen for a new word.
struct QuickWordBuilder: Builder {
    static let feature = Feature.screen("QuickWord")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> QuickWordGraph {
        QuickWordGraph(
            scope: scope, viewModel: QuickWordViewModel(dependencies), langPicker: dependencies.langPicker(in: scope))
    }
}

/// A screen for a new word, with the library's language picker.
final class QuickWordGraph: Graph {
    let scope: FeatureScope
    let viewModel: QuickWordViewModel
    let langPicker: LangPickerGraph

    init(scope: FeatureScope, viewModel: QuickWordViewModel, langPicker: LangPickerGraph) {
        self.scope = scope
        self.viewModel = viewModel
        self.langPicker = langPicker
    }
}

/// A word that the user enters.
@MainActor
@Observable
final class QuickWordViewModel {
    var text = ""
    private(set) var failure: DictionaryError?
    private let parts: AppParts

    init(_ parts: AppParts) {
        self.parts = parts
    }

    /// Saves the word in the current direction.
    func save() async {
        do throws(DictionaryError) {
            let now = parts.environment.clock.now()
            let word = Word(
                id: parts.environment.identifiers.next(), text: try WordText(text), direction: parts.direction.value,
                createdAt: now, updatedAt: now)
            try await parts.words.add(word)
            (text, failure) = ("", nil)
        } catch {
            failure = error
        }
    }
}

// MARK: Search

/// Builds a search screen that follows the text in the search field and the search mode.
struct QuickSearchBuilder: Builder {
    static let feature = Feature.screen("QuickSearch")
    let dependencies: AppParts
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> QuickSearchGraph {
        let (words, text, mode) = (dependencies.words, dependencies.searchText, dependencies.searchMode)
        let results = Loader<[Word], DictionaryError>([]) { () throws(DictionaryError) in
            try await words.search(WordQuery(text.value, mode: mode.value))
        }
        scope.observe(text.events(buffer: .newest(1)), with: results) { results, _ in await results.load() }
        scope.observe(mode.events(buffer: .newest(1)), with: results) { results, _ in await results.load() }
        // Leaving the screen clears the field.
        scope.onDetach { text.send("") }
        return QuickSearchGraph(
            scope: scope, results: results, modePicker: dependencies.searchModePicker(in: scope))
    }
}

/// A search screen.
final class QuickSearchGraph: Graph {
    let scope: FeatureScope
    let results: Loader<[Word], DictionaryError>
    let modePicker: SearchModePickerGraph

    init(scope: FeatureScope, results: Loader<[Word], DictionaryError>, modePicker: SearchModePickerGraph) {
        self.scope = scope
        self.results = results
        self.modePicker = modePicker
    }
}

// MARK: An entry

/// Builds the card of a word.
struct CardBuilder: Builder {
    static let feature = Feature.screen("Card")
    let dependencies: Word
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> CardGraph { CardGraph(scope: scope, word: dependencies) }
}

/// The card of a word.
final class CardGraph: Graph {
    let scope: FeatureScope
    let word: Word

    init(scope: FeatureScope, word: Word) {
        self.scope = scope
        self.word = word
    }
}
