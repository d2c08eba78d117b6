package import CoreModule
package import Foundation

/// What the app uses from outside.
package struct NewsReaderDependencies: Adjustable {
    package var service: any NewsService
    package var pictures: any PictureLoading
    package var store: NewsStore
    package var clock = WallClock.system
    package var sleeper = Sleeper.system()
    package var localizer = Localizer.newsReader(.autoupdatingCurrent)
    package var logger = EventLogger.disabled

    package init(service: any NewsService, pictures: any PictureLoading, store: NewsStore) {
        self.service = service
        self.pictures = pictures
        self.store = store
    }
}

/// Builds the app: the root of the tree.
package struct NewsReaderBuilder: Builder {
    package static let feature = Feature.viewless("NewsReader")
    package let dependencies: NewsReaderDependencies
    package let parent: FeatureScope

    package init(_ dependencies: NewsReaderDependencies, parent: FeatureScope) {
        self.dependencies = dependencies
        self.parent = parent
    }

    package func makeGraph(in scope: FeatureScope) -> NewsReaderGraph {
        NewsReaderGraph(scope: scope, dependencies)
    }
}

/// The tabs of the app.
package enum NewsTab: CaseIterable, Sendable {
    case news, search, saved
}

/// The app, for a front end. Each tab is one line.
package final class NewsReaderGraph: Graph {
    package let scope: FeatureScope
    package let localizer: Localizer
    package let tabs: ScreenTabs<NewsTab>
    package let news: NewsGraph
    package let search: SearchGraph
    package let saved: SavedGraph
    /// The pages of articles that the reader wants to open, in a browser or in what the front end has.
    package let pagesToOpen: any ModelStreamReader<URL>
    /// Loads the pictures of rows.
    package let pictures: any PictureLoading

    init(scope: FeatureScope, _ dependencies: NewsReaderDependencies) {
        let newsroom = Newsroom(dependencies)
        let stacks = NewsTab.allCases.map { ($0, ScreenStack(linkScheme: "newsreader", logger: dependencies.logger)) }
        self.scope = scope
        tabs = ScreenTabs(stacks, selected: .news, linkScheme: "newsreader")
        localizer = dependencies.localizer
        news = NewsBuilder(dependencies: newsroom, navigator: tabs[.news], parent: scope).build()
        search = SearchBuilder(dependencies: newsroom, navigator: tabs[.search], parent: scope).build()
        saved = SavedBuilder(dependencies: newsroom, navigator: tabs[.saved], parent: scope).build()
        pagesToOpen = newsroom.pages
        pictures = dependencies.pictures
    }
}

/// A tab with rows, each of which leads to a screen.
package final class TabGraph<ViewModel: ScreenViewModel, Input, Destination: Graph>: ScreenGraph {
    package let scope: FeatureScope
    package let viewModel: ViewModel
    package let toArticle: RouteGraph<Input, Destination>
    package var title: Message { viewModel.title }

    init(scope: FeatureScope, viewModel: ViewModel, toArticle: RouteGraph<Input, Destination>) {
        self.scope = scope
        self.viewModel = viewModel
        self.toArticle = toArticle
    }
}
