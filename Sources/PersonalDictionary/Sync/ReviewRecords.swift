import CoreModule
import Foundation

/// The events of reviews as records that devices have in common. An event never changes: those of all devices come together.
struct ReviewRecords: ReplicatedRecords {
    private enum Field {
        static let word = "word"
        static let side = "side"
        static let kind = "kind"
        static let rating = "rating"
        static let milliseconds = "milliseconds"
        static let date = "date"
        static let day = "day"
    }

    /// Computes the cards of the words whose events change.
    let scheduler: @Sendable () -> ReviewScheduler

    let kind = "review"
    let table = (name: "review_event", column: "id")

    func mark(_ store: SQLiteConnection) throws -> String? { String(try ReviewRevision.latest(store)) }

    func changes(since mark: String?, _ store: SQLiteConnection) throws -> [ReplicaValue] {
        let new = try store.query(
            """
            SELECT \(SQLiteReviews.eventColumns) FROM review_event WHERE NOT EXISTS (
                SELECT 1 FROM replica_record WHERE kind = ? AND id = review_event.id AND is_removed = 0
            )
            """, [.text(kind)], SQLiteReviews.event)
        return new.map { ReplicaValue(id: $0.id.rawValue, fields: Self.fields(of: $0), date: $0.date) }
    }

    private static func fields(of event: ReviewEvent) -> [String: String] {
        var fields = [
            Field.word: event.card.word.rawValue, Field.side: event.card.side.rawValue, Field.kind: event.kind.name,
            Field.date: String(event.date.millisecondsSince1970), Field.day: String(event.day),
        ]
        fields[Field.rating] = event.rating.map { String($0.rawValue) }
        fields[Field.milliseconds] = event.milliseconds.map(String.init)
        return fields
    }

    func set(_ value: ReplicaValue, in transaction: ReplicaTransaction) throws {
        guard let owner = owner(value.fields) else { return }
        // The word may have become another one, which was added on another device.
        let word = WordID(try transaction.currentID(of: owner))
        guard let event = Self.event(value.id, value.fields, of: word) else { return }
        let reviews = reviews(transaction)
        if let present = try reviews.event(event.id) {
            guard present.card.word != word else { return }
            try reviews.remove(event.id)
            try Reviews.updateCards(of: present.card.word, scheduler(), in: reviews)
        }
        _ = try reviews.insert(event, isOwn: false)
        try Reviews.updateCards(of: word, scheduler(), in: reviews)
        _ = try ReviewRevision.next(transaction.connection)
    }

    func remove(_ value: ReplicaValue, isReplaced: Bool, in transaction: ReplicaTransaction) throws {
        let reviews = reviews(transaction)
        guard let event = try reviews.event(ReviewEventID(value.id)) else { return }
        try reviews.remove(event.id)
        try Reviews.updateCards(of: event.card.word, scheduler(), in: reviews)
        _ = try ReviewRevision.next(transaction.connection)
    }

    private func reviews(_ transaction: ReplicaTransaction) -> SQLiteReviews {
        SQLiteReviews(transaction.connection, WordSearchIndex(), nil)
    }

    /// The identifier, if all parts of an event can be read.
    func identity(_ id: String, _ fields: [String: String]) -> String? {
        guard let word = owner(fields)?.id else { return nil }
        return Self.event(id, fields, of: WordID(word)).map { _ in id }
    }

    private static func event(_ id: String, _ fields: [String: String], of word: WordID) -> ReviewEvent? {
        let rating = fields[Field.rating].flatMap { Int($0) }.flatMap { ReviewRating(rawValue: $0) }
        guard let side = fields[Field.side].flatMap({ ReviewSide(rawValue: $0) }),
            let kind = fields[Field.kind].flatMap({
                ReviewEvent.Kind(name: $0, rating: rating, milliseconds: fields[Field.milliseconds].flatMap { Int($0) })
            }), let date = fields[Field.date].flatMap({ Int64($0) }), let day = fields[Field.day].flatMap({ Int($0) })
        else { return nil }
        return ReviewEvent(
            id: ReviewEventID(id), card: ReviewCardID(word, side), kind: kind, date: Date(millisecondsSince1970: date),
            day: day)
    }

    func owner(_ fields: [String: String]) -> ReplicaKey? {
        fields[Field.word].map { ReplicaKey(kind: "word", id: $0) }
    }
}
