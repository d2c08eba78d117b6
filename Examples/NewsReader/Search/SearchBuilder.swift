package import CoreModule

/// Builds the tab that searches.
struct SearchBuilder: Builder {
    static let feature = Feature.screen("Search")
    let dependencies: Newsroom
    let navigator: any Navigator
    let parent: FeatureScope

    func makeGraph(in scope: FeatureScope) -> SearchGraph {
        let personalize = RouteBuilder(navigator: navigator, style: .presented, parent: scope) {
            PersonalizeBuilder(dependencies: dependencies.name, parent: $0)
        }
        return SearchGraph(
            scope: scope, viewModel: SearchViewModel(dependencies, scope: scope),
            toArticle: RouteBuilder(dependencies, navigator: navigator, parent: scope).build(),
            toPersonalize: personalize.build())
    }
}

/// The search, with the ways from it to an article and to the reader's name.
package final class SearchGraph: ScreenGraph {
    package let scope: FeatureScope
    package let viewModel: SearchViewModel
    package let toArticle: RouteGraph<Article, ArticleGraph>
    package let toPersonalize: RouteGraph<Void, PersonalizeGraph>
    package var title: Message { viewModel.title }

    init(
        scope: FeatureScope, viewModel: SearchViewModel, toArticle: RouteGraph<Article, ArticleGraph>,
        toPersonalize: RouteGraph<Void, PersonalizeGraph>
    ) {
        self.scope = scope
        self.viewModel = viewModel
        self.toArticle = toArticle
        self.toPersonalize = toPersonalize
    }
}
