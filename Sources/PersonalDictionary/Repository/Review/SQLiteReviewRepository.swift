import CoreModule
import Foundation

/// Stores reviews in the SQLite file of the words.
final class SQLiteReviewRepository: ReviewRepository {
    private let database: SQLiteDatabase
    private let index = WordSearchIndex()
    private let external = ExternalChangeTracker()

    init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// Does not wait for writers.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await database.reading { [index, external, path = database.path] connection in
            try external.begin { try ReviewRevision.latest(connection) }
            return try body(SQLiteReviews(connection, index, path))
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let (value, revision) = try await database.writing {
            [external, path = database.path] connection -> (Value, Int64?) in
            try external.begin { try ReviewRevision.latest(connection) }
            let count = connection.changeCount
            let value = try body(SQLiteReviews(connection, WordSearchIndex(), path))
            return (value, connection.changeCount > count ? try ReviewRevision.next(connection) : nil)
        }
        // After the commit: the number of a transaction that fails is that of the next one, of any process.
        if let revision { external.noteOwn(revision) }
        return value
    }

    /// Reads one row.
    func hasExternalChanges() async throws(DictionaryError) -> Bool {
        let latest = try await database.reading { try ReviewRevision.latest($0) }
        // After the read: a caller that is cancelled has seen nothing.
        return external.changes(upTo: latest, all: true) { _, _ in true } ?? false
    }
}

/// The reviews of a SQLite file inside a transaction.
final class SQLiteReviews: ReviewTransaction {
    static let eventColumns = "id, word, side, kind, rating, milliseconds, date, day"
    private static let cardColumns = [
        "word", "side", "stability", "difficulty", "last_day", "due_day", "reviews", "lapses", "failures",
        "is_suspended",
    ].map { "review_card.\($0)" }.joined(separator: ", ")

    private static let isLearnable =
        "EXISTS (SELECT 1 FROM word WHERE word.id = review_card.word AND status = 'translated')"

    private let connection: SQLiteConnection
    private let path: String?
    let words: any WordSnapshot

    init(_ connection: SQLiteConnection, _ index: WordSearchIndex, _ path: String?) {
        self.connection = connection
        self.path = path
        words = SQLiteWordTransaction(connection, index, path)
    }

    // MARK: Events

    func events(of word: WordID) throws(DictionaryError) -> [ReviewEvent] {
        try events("WHERE word = ? ORDER BY date, id", [.text(word.rawValue)])
    }

    func event(_ id: ReviewEventID) throws(DictionaryError) -> ReviewEvent? {
        try events("WHERE id = ?", [.text(id.rawValue)]).first
    }

    func events(after event: ReviewEvent?, limit: Int) throws(DictionaryError) -> [ReviewEvent] {
        guard let event else { return try events("ORDER BY date, id LIMIT ?", [.integer(Int64(limit))]) }
        let values: [SQLiteValue] = [
            .integer(event.date.millisecondsSince1970), .text(event.id.rawValue), .integer(Int64(limit)),
        ]
        return try events("WHERE (date, id) > (?, ?) ORDER BY date, id LIMIT ?", values)
    }

    func events(since day: Int) throws(DictionaryError) -> [ReviewEvent] {
        // Without the plus sign, SQLite walks all events in their order.
        try events("WHERE day >= ? ORDER BY +date, id", [.integer(Int64(day))])
    }

    func lastOwnEvents(limit: Int) throws(DictionaryError) -> [ReviewEvent] {
        try events("WHERE is_own = 1 ORDER BY seq DESC LIMIT ?", [.integer(Int64(limit))])
    }

    func ratingsPerDay() throws(DictionaryError) -> [Int: Int] {
        try counts(
            """
            SELECT day, count(*) FROM review_event WHERE rating IS NOT NULL AND word IN (SELECT id FROM word) GROUP BY day
            """)
    }

    func insert(_ event: ReviewEvent, isOwn: Bool) throws(DictionaryError) -> Bool {
        try converting {
            try connection.run(
                """
                INSERT INTO review_event(\(Self.eventColumns), is_own) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT(id) DO NOTHING
                """,
                [
                    .text(event.id.rawValue), .text(event.card.word.rawValue), .text(event.card.side.rawValue),
                    .text(event.kind.name), .integer(event.rating.map { Int64($0.rawValue) }),
                    .integer(event.milliseconds.map(Int64.init)), .integer(event.date.millisecondsSince1970),
                    .integer(Int64(event.day)), .bool(isOwn),
                ]) == 1
        }
    }

    func remove(_ id: ReviewEventID) throws(DictionaryError) {
        try converting { try connection.run("DELETE FROM review_event WHERE id = ?", [.text(id.rawValue)]) }
    }

    // MARK: Cards

    func cards(of word: WordID) throws(DictionaryError) -> [ReviewCard] {
        try cards("FROM review_card WHERE word = ? ORDER BY side DESC", [.text(word.rawValue)])
    }

    func cards() throws(DictionaryError) -> [ReviewCard] { try cards("FROM review_card", []) }

    /// The index has all that the order needs. Words are looked up only for what is returned.
    func cards(dueOn day: Int, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        var count = Int64(limit)
        while true {
            let found = try converting {
                try connection.query(
                    """
                    WITH due AS (
                        SELECT word, side, max(0, ?1 - last_day) / stability AS urgency FROM review_card
                        WHERE is_suspended = 0 AND due_day <= ?1
                        ORDER BY urgency DESC, word, side DESC LIMIT ?2
                    )
                    SELECT \(Self.cardColumns), status = 'translated' FROM due JOIN review_card USING (word, side)
                    LEFT JOIN word ON word.id = due.word ORDER BY urgency DESC, due.word, due.side DESC
                    """, [.integer(Int64(day)), .integer(count)]
                ) { (card: try Self.card($0), isLearnable: $0.optionalInteger(10) == 1) }
            }
            let cards = found.lazy.filter(\.isLearnable).prefix(limit).map(\.card)
            guard cards.count < limit, found.count == count else { return Array(cards) }
            // Many words are not there any more.
            count *= 2
        }
    }

    func dueWordCount(on day: Int) throws(DictionaryError) -> Int {
        try converting {
            try connection.first(
                """
                SELECT count(DISTINCT word) FROM review_card
                WHERE is_suspended = 0 AND due_day <= ? AND \(Self.isLearnable)
                """, [.integer(Int64(day))]
            ) { Int(try $0.integer(0)) } ?? 0
        }
    }

    func nextDueDay(after day: Int) throws(DictionaryError) -> Int? {
        try converting {
            try connection.first(
                """
                SELECT due_day FROM review_card
                WHERE is_suspended = 0 AND due_day > ? AND \(Self.isLearnable) ORDER BY due_day LIMIT 1
                """, [.integer(Int64(day))]
            ) { Int(try $0.integer(0)) }
        }
    }

    func newCards(apartOn day: Int?, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        try cards(
            """
            FROM review_card WHERE is_suspended = 0 AND due_day IS NULL AND \(Self.isLearnable) AND NOT EXISTS (
                SELECT 1 FROM review_card AS other
                WHERE other.word = review_card.word AND other.is_suspended = 0 AND other.due_day <= ?
            ) ORDER BY word, side DESC LIMIT ?
            """, [.integer(day.map(Int64.init)), .integer(Int64(limit))])
    }

    func newWords(_ order: ReviewSettings.NewOrder, limit: Int) throws(DictionaryError) -> [WordID] {
        let direction = order == .newestFirst ? "DESC" : "ASC"
        return try converting {
            try connection.query(
                """
                SELECT id FROM word WHERE is_begun = 0 AND status = 'translated'
                ORDER BY created_at \(direction), id \(direction) LIMIT ?
                """, [.integer(Int64(limit))]
            ) { WordID(try $0.text(0)) }
        }
    }

    func tally() throws(DictionaryError) -> ReviewTally {
        let learnable = "FROM review_card JOIN word ON word.id = review_card.word AND status = 'translated'"
        var tally = ReviewTally()
        tally.due = try counts(
            "SELECT due_day, count(*) \(learnable) WHERE is_suspended = 0 AND due_day IS NOT NULL GROUP BY due_day")
        try converting {
            let words = try connection.first(
                """
                SELECT count(*) FILTER (WHERE suspended = 0 AND stability < ?1),
                    count(*) FILTER (WHERE suspended = 0 AND stability >= ?1), count(*) FILTER (WHERE suspended = 1),
                    (SELECT count(*) FROM word WHERE status = 'translated')
                FROM (
                    SELECT min(stability) AS stability, min(is_suspended) AS suspended
                    \(learnable) GROUP BY review_card.word
                )
                """, [.real(ReviewTally.knownStability)]
            ) { row in try (0..<4).map { Int(try row.integer($0)) } }
            guard let words else { return }
            (tally.learning, tally.known, tally.suspended) = (words[0], words[1], words[2])
            tally.new = words[3] - words[0] - words[1] - words[2]
        }
        return tally
    }

    func setCards(_ cards: [ReviewCard], of word: WordID) throws(DictionaryError) {
        try converting {
            if cards.isEmpty { try connection.run("DELETE FROM review_card WHERE word = ?", [.text(word.rawValue)]) }
            for card in cards {
                try connection.run(
                    "INSERT OR REPLACE INTO review_card VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        .text(word.rawValue), .text(card.id.side.rawValue),
                        card.memory.map { .real($0.stability) } ?? .null,
                        card.memory.map { .real($0.difficulty) } ?? .null,
                        .integer(card.lastDay.map(Int64.init)), .integer(card.dueDay.map(Int64.init)),
                        .integer(Int64(card.reviews)), .integer(Int64(card.lapses)), .integer(Int64(card.failures)),
                        .bool(card.isSuspended),
                    ])
            }
            let isBegun = SQLiteValue.bool(!cards.isEmpty)
            try connection.run(
                "UPDATE word SET is_begun = ?1 WHERE id = ?2 AND is_begun <> ?1", [isBegun, .text(word.rawValue)])
        }
    }

    // MARK: Rows

    private func events(_ clauses: String, _ values: [SQLiteValue]) throws(DictionaryError) -> [ReviewEvent] {
        try converting {
            try connection.query("SELECT \(Self.eventColumns) FROM review_event \(clauses)", values, Self.event)
        }
    }

    private func cards(_ clauses: String, _ values: [SQLiteValue]) throws(DictionaryError) -> [ReviewCard] {
        try converting { try connection.query("SELECT \(Self.cardColumns) \(clauses)", values, Self.card) }
    }

    private func counts(_ query: String) throws(DictionaryError) -> [Int: Int] {
        let counts = try converting {
            try connection.query(query) { (Int(try $0.integer(0)), Int(try $0.integer(1))) }
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    static func event(_ row: SQLiteRow) throws -> ReviewEvent {
        let rating = row.optionalInteger(4).flatMap { ReviewRating(rawValue: Int($0)) }
        let kind = ReviewEvent.Kind(
            name: try row.text(3), rating: rating, milliseconds: row.optionalInteger(5).map { Int($0) })
        guard let kind else { throw damaged }
        return ReviewEvent(
            id: ReviewEventID(try row.text(0)), card: try cardID(try row.text(1), try row.text(2)), kind: kind,
            date: Date(millisecondsSince1970: try row.integer(6)), day: Int(try row.integer(7)))
    }

    private static func card(_ row: SQLiteRow) throws -> ReviewCard {
        ReviewCard(
            try cardID(try row.text(0), try row.text(1)),
            memory: row.isNull(2)
                ? nil : ReviewMemory(stability: try row.real(2), difficulty: try row.real(3)),
            lastDay: row.optionalInteger(4).map { Int($0) }, dueDay: row.optionalInteger(5).map { Int($0) },
            reviews: Int(try row.integer(6)), lapses: Int(try row.integer(7)), failures: Int(try row.integer(8)),
            isSuspended: try row.bool(9))
    }

    private static func cardID(_ word: String, _ side: String) throws -> ReviewCardID {
        guard let side = ReviewSide(rawValue: side) else { throw damaged }
        return ReviewCardID(WordID(word), side)
    }

    private static var damaged: StoreError {
        StoreError(.damaged, path: nil, message: Message("the store holds a review that cannot be read"))
    }

    @discardableResult
    private func converting<Value>(_ body: () throws -> Value) throws(DictionaryError) -> Value {
        do { return try body() } catch { throw DictionaryError(wrapping: error, path: path) }
    }
}
