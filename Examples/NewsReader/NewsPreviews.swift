import CoreModule

extension NewsReaderDependencies {
    /// The app without a network and without a file.
    package static func offline(store: NewsStore = NewsStore()) -> NewsReaderDependencies {
        NewsReaderDependencies(
            service: NewsAPIService(key: Secret("offline"), client: OfflineNews()),
            pictures: HTTPPictureLoader(OfflineNews()), store: store)
    }
}

extension NewsGraph {
    /// The headlines alone, with rows in the first frame.
    package static func preview(_ articles: [Article]) -> NewsGraph {
        let screen = NewsBuilder(
            dependencies: Newsroom(.offline()), navigator: ScreenStack(), parent: FeatureTree().root
        ).build()
        screen.viewModel.show(articles)
        return screen
    }
}
