import CoreModule

/// Articles of the service, page by page, with what a view shows of their state.
typealias ArticleList = PageLoader<Article, NewsError>

extension PageLoader<Article, NewsError> {
    /// What to show in place of the rows; nil if there are rows.
    func message(loading: Message, none: Message) -> Message? {
        guard rows.isEmpty else { return nil }
        return switch phase {
        case .idle, .loading, .refreshing, .loadingMore: loading
        case .loaded, .ended: none
        case .failed(let error), .moreFailed(let error): error.explanation
        }
    }

    var isLoading: Bool { [.loading, .refreshing, .loadingMore].contains(phase) }
}
