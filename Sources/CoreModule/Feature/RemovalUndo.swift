import Observation

/// The last removal, or another change of several items at once, on whichever screen, so that it can be undone.
@MainActor
@Observable
package final class RemovalUndo<Item: Sendable, Failure: Error> {
    /// Brings the items back, and returns those that are back.
    package typealias Undo = @MainActor () async throws(Failure) -> [Item]

    /// What was removed last. Empty once it was brought back.
    package private(set) var items: [Item] = []

    /// What was done, if it was no removal.
    package private(set) var message: Message?

    @ObservationIgnored private var undo: Undo?
    @ObservationIgnored private var number = 0

    package nonisolated init() {}

    /// Stores a removal in place of the one before. With a message it is another change.
    package func note(_ items: [Item], _ message: Message? = nil, undo: @escaping Undo) {
        (self.items, self.message, self.undo) = (items, message, undo)
        number += 1
    }

    /// Undoes the last removal, and returns the items that are back; none if there is nothing to undo.
    package func restore() async throws(Failure) -> [Item] {
        guard let undo else { return [] }
        let undone = number
        let restored = try await undo()
        // A removal since then is the last one now.
        if number == undone { (items, self.undo) = ([], nil) }
        return restored
    }
}
