public import Observation

/// Loads a list for a view, page by page, and keeps it up to date with changes: a ``LiveList`` with its phase.
///
/// The latest load wins, and a caller whose load was overtaken waits for it. A load whose task was cancelled has not failed.
@MainActor
@Observable
public final class ListLoader<Element: Identifiable & Sendable, Failure: Error & Hashable>
where Element.ID: Sendable {
    /// The loading phase.
    public private(set) var phase: ListPhase<Failure> = .loading
    /// How many elements were asked for in all, shown or not; 0 before the first load.
    @ObservationIgnored package private(set) var requestedCount = 0
    private var list: LiveList<Element>
    /// The latest load, until it ends.
    @ObservationIgnored private var running: Kind? {
        didSet {
            guard running == nil else { return }
            for waiter in waiters { waiter.set(()) }
            waiters = []
        }
    }
    /// Those that wait for the end of the latest load.
    @ObservationIgnored private var waiters: [Promise<Void>] = []

    private enum Kind { case fromBeginning, continuation }

    /// Makes an empty list.
    public init(_ rule: LiveList<Element>.Rule) {
        list = LiveList(rule)
    }

    /// The elements that are loaded, in their order.
    public var elements: [Element] { list.elements }
    /// The element with an identifier, if it is loaded. Takes constant time.
    public subscript(id: Element.ID) -> Element? { list[id] }
    /// Whether there are more elements after the last one.
    public var hasMore: Bool { list.hasMore }
    /// Whether the list was loaded and has no elements.
    public var isEmpty: Bool { phase == .loaded && elements.isEmpty && !hasMore }

    /// Loads the list from its beginning. The limit is how many elements `read` returns at most; nil if it returns all.
    public func load(limit: Int? = nil, _ read: @MainActor () async throws(Failure) -> [Element]) async {
        requestedCount = limit ?? .max
        await load(limit: limit, .fromBeginning, read)
    }

    /// Loads the elements that follow the last one, if there are more. Waits for a load from the beginning that is under way.
    /// The limit is how many elements `read` returns at most; it gets the last element, or nil if there is none.
    public func loadMore(limit: Int, _ read: @MainActor (_ last: Element?) async throws(Failure) -> [Element]) async {
        while running == .fromBeginning, !Task.isCancelled { await endOfLoad() }
        guard hasMore, !Task.isCancelled else { return }
        let last = elements.last
        requestedCount = elements.count + limit
        await load(limit: limit, .continuation) { () throws(Failure) in try await read(last) }
    }

    private func load(
        limit: Int?, _ kind: Kind, _ read: @MainActor () async throws(Failure) -> [Element]
    ) async {
        let load = list.beginLoading()
        running = kind
        let isLatest: Bool
        do throws(Failure) {
            let read = try await read()
            isLatest = list.finish(
                load, with: read, isContinuation: kind == .continuation, hasMore: read.count == limit)
            if isLatest { phase = .loaded }
        } catch {
            isLatest = list.fail(load)
            if isLatest, !Task.isCancelled { phase = .failed(error) }
        }
        // What the later load brings is what an overtaken caller sees.
        if isLatest { running = nil } else { while running != nil, !Task.isCancelled { await endOfLoad() } }
    }

    /// Waits until no load is under way, or the task is cancelled.
    private func endOfLoad() async {
        let end = Promise<Void>()
        waiters.append(end)
        await end.value(whenCancelled: ())
    }

    /// Shows elements that were found elsewhere, in the given order. If they were read from the list's beginning, the limit is how
    /// many there would be at most.
    public func show(_ elements: [Element], limit: Int? = nil) {
        if let limit { requestedCount = limit }
        list.finish(list.beginLoading(), with: elements, hasMore: elements.count == limit)
        phase = .loaded
        running = nil
    }

    /// Shows a failure. Shown elements stay.
    package func show(_ failure: Failure) {
        phase = .failed(failure)
    }

    /// Applies a change.
    public func apply(_ change: LiveList<Element>.Change) {
        list.apply(change)
    }
}
