import Observation

/// The last changes of items, such as removals, on whichever screen, so that they can be undone one after another.
@MainActor
@Observable
package final class ChangeUndo<Item: Sendable, Failure: Error> {
    /// Takes a change back, and returns the items that are as before.
    package typealias Undo = @MainActor () async throws(Failure) -> [Item]

    /// A change that can be undone.
    package struct Change {
        /// What was changed.
        package let items: [Item]
        /// Whether the items were removed.
        package let isRemoval: Bool
        /// What was done, to show beside the control that undoes it. Nil if the screens need not offer that.
        package let message: Message?
        fileprivate let number: Int
        fileprivate let undo: Undo
    }

    /// How many changes other than removals are kept. Removals all are, as long as they are in the bin.
    private static var limit: Int { 100 }

    /// In the order of time, without those that were taken back.
    private var changes: [Change] = []
    @ObservationIgnored private var number = 0
    /// The number of the last change when the user put the message away.
    private var dismissedNumber = 0

    package nonisolated init() {}

    /// The last change; nil if there is none.
    package var last: Change? { changes.last }

    /// The last change with a message. A later one without a message leaves the control that undoes it on the screen.
    package var lastShown: Change? { changes.last { $0.message != nil } }

    /// Puts the messages of all changes until now away. They can still be undone.
    package func dismiss() { dismissedNumber = number }

    /// Whether the user has put the message of a change away.
    package func isDismissed(_ change: Change) -> Bool { change.number <= dismissedNumber }

    /// Adds a change.
    package func note(_ items: [Item], isRemoval: Bool, _ message: Message? = nil, undo: @escaping Undo) {
        number += 1
        changes.append(Change(items: items, isRemoval: isRemoval, message: message, number: number, undo: undo))
        guard !isRemoval, changes.count(where: { !$0.isRemoval }) > Self.limit else { return }
        if let first = changes.firstIndex(where: { !$0.isRemoval }) { changes.remove(at: first) }
    }

    /// Forgets the removals whose items are all such that they need no undo, because they are back, or are to be gone for good.
    package func forgetRemovals(where isForgotten: (Item) -> Bool) {
        changes.removeAll { $0.isRemoval && $0.items.allSatisfy(isForgotten) }
    }

    /// Undoes a change, and returns the items that are as before; none if there is nothing to undo. If it fails, it can be tried again.
    package func restore(_ change: Change?) async throws(Failure) -> [Item] {
        guard let change else { return [] }
        let restored = try await change.undo()
        changes.removeAll { $0.number == change.number }
        return restored
    }
}
