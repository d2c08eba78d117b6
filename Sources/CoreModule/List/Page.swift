/// A page of a list that a service returns by its number.
public struct Page<Element: Sendable>: Sendable {
    /// The elements, in their order.
    public var elements: [Element]
    /// Whether no page follows. An empty page is not the last by itself.
    public var isLast: Bool

    /// Makes a page.
    public init(_ elements: [Element], isLast: Bool) {
        self.elements = elements
        self.isLast = isLast
    }
}

/// The loading phase of a list that is loaded by page numbers.
public enum PagePhase<Failure: Error & Hashable>: Hashable, Sendable {
    /// Nothing was loaded yet.
    case idle
    /// The first page is being loaded, and there are no rows yet.
    case loading
    /// The first page is being loaded again. The old rows are still there.
    case refreshing
    /// The next page is being loaded.
    case loadingMore
    /// There are rows, and more may follow.
    case loaded
    /// All pages were loaded; there may be no rows.
    case ended
    /// The first page could not be loaded. The old rows are still there. Loading again may work.
    case failed(Failure)
    /// The next page could not be loaded. Loading more may work.
    case moreFailed(Failure)

    /// The failure; nil in the other phases.
    public var failure: Failure? {
        switch self {
        case .failed(let failure), .moreFailed(let failure): failure
        case .idle, .loading, .refreshing, .loadingMore, .loaded, .ended: nil
        }
    }
}
