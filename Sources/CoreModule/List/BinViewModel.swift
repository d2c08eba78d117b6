package import Foundation
public import Observation

/// What was removed within 30 days, on its screen: each can be restored.
@MainActor
@Observable
public final class BinViewModel<Item: RemovedItem, Failure: LoggedError & ExplainedError & Hashable>: ScreenViewModel,
    ActionViewModel
{
    /// Reads and changes a bin.
    package struct Store: Sendable {
        let items: @Sendable () async throws(Failure) -> [Item]
        let named: @Sendable (String) async throws(Failure) -> Item
        let restore: @Sendable ([Item.ID]) async throws(Failure) -> [Item.Content]
        let empty: @Sendable () async throws(Failure) -> Int

        package init(
            items: @escaping @Sendable () async throws(Failure) -> [Item],
            named: @escaping @Sendable (String) async throws(Failure) -> Item,
            restore: @escaping @Sendable ([Item.ID]) async throws(Failure) -> [Item.Content],
            empty: @escaping @Sendable () async throws(Failure) -> Int
        ) {
            (self.items, self.named, self.restore, self.empty) = (items, named, restore, empty)
        }
    }

    private let loader: Loader<[Item], Failure>
    /// The user's actions.
    public let actions: ActionState<Failure>
    private let store: Store
    private let undo: ChangeUndo<Item.Content, Failure>
    private let timeZone: TimeZone

    package init(
        _ store: Store, undo: ChangeUndo<Item.Content, Failure>, timeZone: TimeZone, scope: FeatureScope
    ) {
        loader = Loader([], read: store.items)
        actions = ActionState(scope.actions)
        (self.store, self.undo, self.timeZone) = (store, undo, timeZone)
    }

    /// The title of the screen.
    public var title: Message { .bin }
    /// The loading state.
    public var phase: ListPhase<Failure> { loader.phase }
    /// What is in the bin, latest removal first.
    public var items: [Item] { loader.value }
    /// Whether the bin was loaded and has nothing.
    public var isEmpty: Bool { phase == .loaded && items.isEmpty }
    /// The text to show if ``isEmpty``.
    public var emptyMessage: Message { Message("The bin is empty.") }
    /// The title of the button that calls ``restore(_:)``.
    public var restoreTitle: Message { Message("Restore") }
    /// The title of the button that calls ``empty()``, after a question.
    public var emptyTitle: Message { Message("Empty the bin") }
    /// What to ask before ``empty()``.
    public var emptyQuestion: Message { Message("Delete everything in the bin for good?") }

    /// When an item was removed, and when it goes.
    public func message(of item: Item) -> Message {
        let days = [item.removedAt, item.end].map { CalendarDay($0, in: timeZone) }
        return Message("removed on \(day: days[0]), deleted on \(day: days[1])")
    }

    /// Loads the bin.
    public func load() async { await loader.load() }

    /// Loads the bin again, if it was loaded.
    package func reload() async { await loader.reload() }

    /// Finds the only item that a user means by its identifier, the beginning of that, or its text.
    /// - Returns: the item; nil if there is none or several, and then `failure` says why.
    public func item(named name: String) async -> Item? {
        await actions.perform(nil) { () throws(Failure) in try await store.named(name) }
    }

    /// Restores items as they were, all or none.
    /// - Returns: what is back; nil if it failed, and then `failure` says why.
    @discardableResult
    public func restore(_ ids: [Item.ID]) async -> [Item.Content]? {
        let restored = await actions.perform("restore from bin", "\(ids.count)") { () throws(Failure) in
            try await store.restore(ids)
        }
        if let restored { undo.forgetRemovals { item in restored.contains { $0.id == item.id } } }
        // After a failure, too: another screen or process may have restored it.
        await loader.reload()
        return restored
    }

    /// Deletes everything in the bin for good; no removal of this session can be undone then.
    /// - Returns: how many items were deleted, as a message too; nil if it failed, and then `failure` says why.
    @discardableResult
    public func empty() async -> (count: Int, message: Message)? {
        let count = await actions.perform("empty bin") { () throws(Failure) in try await store.empty() }
        if count != nil { undo.forgetRemovals { _ in true } }
        await loader.reload()
        return count.map { ($0, $0 == 0 ? emptyMessage : Message("deleted for good: \($0)")) }
    }
}
