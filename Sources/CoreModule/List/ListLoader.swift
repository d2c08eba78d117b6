public import Observation

/// Loads a list for a view, page by page, and keeps it up to date with changes: a ``LiveList`` with its phase.
///
/// The latest load wins. A load whose task was cancelled has not failed.
@MainActor
@Observable
public final class ListLoader<Element: Identifiable & Sendable, Failure: Error & Hashable>
where Element.ID: Sendable {
    /// Reads elements.
    public typealias Read = @MainActor () async throws(Failure) -> [Element]

    /// The loading phase.
    public private(set) var phase: ListPhase<Failure> = .loading
    private var list: LiveList<Element>

    /// Makes an empty list.
    public init(_ rule: LiveList<Element>.Rule) {
        list = LiveList(rule)
    }

    /// The elements that are loaded, in their order.
    public var elements: [Element] { list.elements }
    /// Whether there are more elements after the last one.
    public var hasMore: Bool { list.hasMore }
    /// Whether the list was loaded and has no elements.
    public var isEmpty: Bool { phase == .loaded && elements.isEmpty && !hasMore }

    /// Loads the list from its beginning. The limit is how many elements `read` returns at most; nil if it returns all.
    public func load(limit: Int? = nil, _ read: Read) async {
        await load(limit: limit, isContinuation: false, read)
    }

    /// Loads the elements that follow the last one.
    public func loadMore(limit: Int, _ read: Read) async {
        await load(limit: limit, isContinuation: true, read)
    }

    private func load(limit: Int?, isContinuation: Bool, _ read: Read) async {
        let load = list.beginLoading()
        do throws(Failure) {
            let read = try await read()
            let isShown = list.finish(load, with: read, isContinuation: isContinuation, hasMore: read.count == limit)
            if isShown { phase = .loaded }
        } catch {
            if list.fail(load), !Task.isCancelled { phase = .failed(error) }
        }
    }

    /// Shows elements that were found elsewhere, in the given order.
    public func show(_ elements: [Element]) {
        list.finish(list.beginLoading(), with: elements, hasMore: false)
        phase = .loaded
    }

    /// Shows a failure. Shown elements stay.
    public func show(_ failure: Failure) {
        phase = .failed(failure)
    }

    /// Applies a change.
    public func apply(_ change: LiveList<Element>.Change) {
        list.apply(change)
    }
}
