public import Observation

/// Loads a list for a view from a service that has numbered pages, from 1.
///
/// A page that failed is requested again under the same number. An element that is on two pages is shown once, in its first
/// place. A load whose task was cancelled has not failed.
@MainActor
@Observable
public final class PageLoader<Element: Identifiable & Sendable, Failure: Error & Hashable>
where Element.ID: Sendable {
    /// How many pages in a row are read that bring nothing new, before the next ``loadMore()`` goes on.
    private static var mostIdlePages: Int { 10 }

    /// The loading phase.
    public private(set) var phase = PagePhase<Failure>.idle
    private var list = LiveList<Element>(.asLoaded)
    @ObservationIgnored private let read: @MainActor (_ page: Int) async throws(Failure) -> Page<Element>
    /// The number of the next page. Only used after a first page.
    @ObservationIgnored private var nextPage = 1
    /// Those that wait for the end of a reload: true if it came to an end, false if it was cancelled.
    @ObservationIgnored private var waiters: [Promise<Bool>] = []

    /// Makes an empty list. `read` must not hold the view model.
    public init(_ read: @escaping @MainActor (_ page: Int) async throws(Failure) -> Page<Element>) {
        self.read = read
    }

    /// The elements of all pages that were loaded. Identifiers are unique.
    public var rows: [Element] { list.elements }
    /// Whether all pages were loaded and have no elements.
    public var isEmpty: Bool { phase == .ended && rows.isEmpty }

    /// Loads the first page. The old rows stay until it is there. The answer of a ``loadMore()`` under way is dropped. There is one
    /// reload at a time: further callers wait for its end.
    public func reload() async {
        while isReloading {
            let end = Promise<Bool>()
            waiters.append(end)
            if await end.value(whenCancelled: true) { return }
        }
        await load(isContinuation: false)
    }

    /// Loads the next page. After ``PagePhase/failed(_:)``, it loads the first page.
    ///
    /// It does nothing before the first load, while another load is under way, and after the last page. If a page brings nothing
    /// new, it reads the following pages too, at most ten.
    public func loadMore() async {
        switch phase {
        case .loaded, .moreFailed: await load(isContinuation: true)
        case .failed: await reload()
        case .idle, .loading, .refreshing, .loadingMore, .ended: return
        }
    }

    /// Loads more if this is the last row. Call it when a row appears.
    public func appeared(_ id: Element.ID) async {
        if id == rows.last?.id { await loadMore() }
    }

    /// Changes a row, if it is there. A change during a load is also applied to what the load brings.
    public func update(_ id: Element.ID, _ change: @escaping @Sendable (inout Element) -> Void) {
        list.update(id, change)
    }

    /// Shows rows that were found elsewhere, as the first page. For previews.
    public func show(_ rows: [Element], isLast: Bool) {
        list.finish(list.beginLoading(), with: rows, hasMore: !isLast)
        nextPage = 2
        phase = isLast ? .ended : .loaded
        endReload(isComplete: true)
    }

    private var isReloading: Bool { phase == .loading || phase == .refreshing }

    private func endReload(isComplete: Bool) {
        for waiter in waiters { waiter.set(isComplete) }
        waiters = []
    }

    private func load(isContinuation: Bool) async {
        // A reload overtakes a page that is being loaded.
        let before = phase == .loadingMore ? .loaded : phase
        let load = list.beginLoading()
        phase = isContinuation ? .loadingMore : rows.isEmpty ? .loading : .refreshing
        var number = isContinuation ? nextPage : 1
        do throws(Failure) {
            var page = try await read(number)
            var idlePages = 1
            while list.isCurrent(load), !page.isLast, idlePages < Self.mostIdlePages,
                page.elements.allSatisfy({ isContinuation && list[$0.id] != nil })
            {
                number += 1
                idlePages += 1
                page = try await read(number)
            }
            guard list.finish(load, with: page.elements, isContinuation: isContinuation, hasMore: !page.isLast) else {
                return
            }
            nextPage = number + 1
            phase = page.isLast ? .ended : .loaded
            endReload(isComplete: true)
        } catch {
            guard list.fail(load) else { return }
            if isContinuation { nextPage = number }
            phase = Task.isCancelled ? before : isContinuation ? .moreFailed(error) : .failed(error)
            endReload(isComplete: !Task.isCancelled)
        }
    }
}
