public import CoreModule

/// A change of what is known of cards.
public enum ReviewChange: Hashable, Sendable {
    /// The cards of a word have other events.
    case changed(WordID)
    /// Very many cards may have changed. Read again what you show.
    case reloaded
}

/// The stream of all changes of reviews, in order.
public typealias ReviewStream = EventStream<ReviewChange>
