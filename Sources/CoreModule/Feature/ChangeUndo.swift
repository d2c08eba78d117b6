import Observation

/// The last change of items, such as a removal, on whichever screen, so that it can be undone.
@MainActor
@Observable
package final class ChangeUndo<Item: Sendable, Failure: Error> {
    /// Takes the change back, and returns the items that are as before.
    package typealias Undo = @MainActor () async throws(Failure) -> [Item]

    /// What was changed last. Empty once that was taken back.
    package private(set) var items: [Item] = []

    /// What was done, to show beside the control that undoes it. Nil if the screens need not offer that.
    package private(set) var message: Message?

    /// Whether the items were removed.
    package private(set) var isRemoval = false

    @ObservationIgnored private var undo: Undo?
    @ObservationIgnored private var number = 0

    package nonisolated init() {}

    /// Stores a change in place of the one before.
    package func note(_ items: [Item], isRemoval: Bool, _ message: Message? = nil, undo: @escaping Undo) {
        (self.items, self.isRemoval, self.message, self.undo) = (items, isRemoval, message, undo)
        number += 1
    }

    /// Undoes the last change, and returns the items that are as before; none if there is nothing to undo.
    package func restore() async throws(Failure) -> [Item] {
        guard let undo else { return [] }
        let undone = number
        let restored = try await undo()
        // A change since then is the last one now.
        if number == undone { (items, self.undo) = ([], nil) }
        return restored
    }
}
