public import CoreModule
public import Observation

/// The number of cards to review on this day.
@MainActor
@Observable
public final class DueReviewsViewModel {
    /// The number of cards.
    public struct Count: Hashable, Sendable {
        /// Those that are due.
        public let due: Int
        /// Those that are new.
        public let new: Int
    }

    private let loader: Loader<Count?, DictionaryError>

    init(_ reviews: Reviews) {
        loader = Loader(nil) { () throws(DictionaryError) in
            let counts = try await reviews.counts()
            return Count(due: counts.due, new: counts.new)
        }
    }

    /// The number; nil until it is loaded.
    public var count: Count? { loader.value }

    /// Why the number could not be read; nil if it was.
    public var failure: DictionaryError? { loader.phase.failure }

    /// Reads the number. Call it when the control that leads to the review appears, and when the app comes to the front: a new day may have
    /// begun.
    public func load() async { await loader.load() }

    /// Reads the number again if it was asked for before.
    func reload() async { await loader.reload() }

    /// The text of the control that leads to the review, with the number of cards if there are any.
    public var title: Message {
        guard let count, count.due + count.new > 0 else { return Message("Review") }
        return Message("Review (due: \(String(count.due)), new: \(String(count.new)))")
    }
}
