import CoreModule
import PersonalDictionary

/// Stores the reviews of one person, beside the words.
final class PostgresReviewRepository: ReviewRepository {
    private let person: PostgresPerson
    private let external = PostgresExternalChanges(.reviews)

    init(_ person: PostgresPerson) {
        self.person = person
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await person.database.read(DictionaryError.self) { [external, index = person.index] transaction in
            try external.begin(transaction)
            return try body(PostgresReviews(transaction, index))
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let (value, revision) = try await person.database.write(DictionaryError.self) {
            [external, notification = person.notifications.text(.reviews)] transaction -> (Value, Int64?) in
            try external.begin(transaction)
            let reviews = PostgresReviews(transaction, PostgresWordIndex())
            let value = try body(reviews)
            guard reviews.isChanged else { return (value, nil) }
            transaction.notify(notification)
            return (value, try PostgresRevision.reviews.next(transaction))
        }
        // After the commit: the number of a transaction that fails is that of the next one, of any process.
        if let revision { external.noteOwn(revision) }
        return value
    }

    func hasExternalChanges() async throws(DictionaryError) -> Bool {
        try await external.exist(for: person, DictionaryError.self)
    }
}

/// The reviews of a person inside a transaction.
final class PostgresReviews: ReviewTransaction {
    private static let eventColumns = "id, word, side, kind, rating, milliseconds, date, day"
    private static let cardColumns = [
        "word", "side", "stability", "difficulty", "last_day", "due_day", "reviews", "lapses", "failures",
        "is_suspended",
    ].map { "review_card.\($0)" }.joined(separator: ", ")
    /// Cards whose words are there and have a translation.
    private static let learnable = "FROM review_card JOIN word ON word.id = review_card.word AND status = 'translated'"

    private let transaction: PostgresTransaction
    let words: any WordSnapshot
    /// Whether a statement has changed a row.
    private(set) var isChanged = false

    init(_ transaction: PostgresTransaction, _ index: PostgresWordIndex) {
        self.transaction = transaction
        words = PostgresWords(transaction, index)
    }

    // MARK: Events

    func events(of word: WordID) throws(DictionaryError) -> [ReviewEvent] {
        try events("WHERE word = $1 ORDER BY date, id", [.key(word.rawValue)])
    }

    func events(after event: ReviewEvent?, limit: Int) throws(DictionaryError) -> [ReviewEvent] {
        guard let event else { return try events("ORDER BY date, id LIMIT $1", [.integer(Int64(limit))]) }
        return try events(
            "WHERE (date, id) > ($1, $2) ORDER BY date, id LIMIT $3",
            [.date(event.date), .key(event.id.rawValue), .integer(Int64(limit))])
    }

    func events(since day: Int) throws(DictionaryError) -> [ReviewEvent] {
        try events("WHERE day >= $1 ORDER BY date, id", [.integer(Int64(day))])
    }

    func lastOwnEvents(limit: Int) throws(DictionaryError) -> [ReviewEvent] {
        try events("WHERE is_own ORDER BY seq DESC LIMIT $1", [.integer(Int64(limit))])
    }

    func ratingsPerDay() throws(DictionaryError) -> [Int: Int] {
        try counts(
            """
            SELECT day, count(*) FROM review_event WHERE rating IS NOT NULL AND word IN (SELECT id FROM word) GROUP BY day
            """)
    }

    func insert(_ event: ReviewEvent, isOwn: Bool) throws(DictionaryError) -> Bool {
        try converting {
            try run(
                """
                INSERT INTO review_event(\(Self.eventColumns), is_own) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                ON CONFLICT DO NOTHING
                """,
                [
                    .key(event.id.rawValue), .key(event.card.word.rawValue), .text(event.card.side.rawValue),
                    .text(event.kind.name), .integer(event.rating.map { Int64($0.rawValue) }),
                    .integer(event.milliseconds.map { Int64($0) }), .date(event.date), .integer(Int64(event.day)),
                    .bool(isOwn),
                ]) == 1
        }
    }

    func remove(_ id: ReviewEventID) throws(DictionaryError) {
        try converting { try run("DELETE FROM review_event WHERE id = $1", [.key(id.rawValue)]) }
    }

    // MARK: Cards

    func cards(of word: WordID) throws(DictionaryError) -> [ReviewCard] {
        try cards("FROM review_card WHERE word = $1 ORDER BY side DESC", [.key(word.rawValue)])
    }

    func cards() throws(DictionaryError) -> [ReviewCard] { try cards("FROM review_card", []) }

    func cards(dueOn day: Int, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        try cards(
            """
            \(Self.learnable) WHERE NOT is_suspended AND due_day <= $1
            ORDER BY greatest(0, $1 - last_day)::double precision / stability DESC, review_card.word, side DESC LIMIT $2
            """, [.integer(Int64(day)), .integer(Int64(limit))])
    }

    func dueWordCount(on day: Int) throws(DictionaryError) -> Int {
        try converting {
            try transaction.first(
                """
                SELECT count(DISTINCT review_card.word) \(Self.learnable) WHERE NOT is_suspended AND due_day <= $1
                """, [.integer(Int64(day))]
            ) { Int(try $0.integer(0)) } ?? 0
        }
    }

    func nextDueDay(after day: Int) throws(DictionaryError) -> Int? {
        try converting {
            try transaction.first(
                "SELECT min(due_day) \(Self.learnable) WHERE NOT is_suspended AND due_day > $1", [.integer(Int64(day))]
            ) { try $0.optionalInteger(0).map { Int($0) } } ?? nil
        }
    }

    func newCards(apartOn day: Int?, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        try cards(
            """
            \(Self.learnable) WHERE NOT is_suspended AND due_day IS NULL AND NOT EXISTS (
                SELECT FROM review_card AS other
                WHERE other.word = review_card.word AND NOT other.is_suspended AND other.due_day <= $1
            ) ORDER BY review_card.word, side DESC LIMIT $2
            """, [.integer(day.map { Int64($0) }), .integer(Int64(limit))])
    }

    func newWords(_ order: ReviewSettings.NewOrder, limit: Int) throws(DictionaryError) -> [WordID] {
        let direction = order == .newestFirst ? "DESC" : "ASC"
        return try converting {
            try transaction.query(
                """
                SELECT id FROM word WHERE status = 'translated'
                AND NOT EXISTS (SELECT FROM review_card WHERE review_card.word = word.id)
                ORDER BY created_at \(direction), id \(direction) LIMIT $1
                """, [.integer(Int64(limit))]
            ) { WordID(try $0.text(0)) }
        }
    }

    func tally() throws(DictionaryError) -> ReviewTally {
        var tally = ReviewTally()
        tally.due = try counts(
            "SELECT due_day, count(*) \(Self.learnable) WHERE NOT is_suspended AND due_day IS NOT NULL GROUP BY due_day"
        )
        try converting {
            let words = try transaction.first(
                """
                SELECT count(*) FILTER (WHERE NOT suspended AND stability < $1),
                    count(*) FILTER (WHERE NOT suspended AND stability >= $1), count(*) FILTER (WHERE suspended),
                    (SELECT count(*) FROM word WHERE status = 'translated')
                FROM (
                    SELECT min(stability) AS stability, bool_and(is_suspended) AS suspended
                    \(Self.learnable) GROUP BY review_card.word
                ) AS begun
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
            try run("DELETE FROM review_card WHERE word = $1", [.key(word.rawValue)])
            for card in cards {
                try run(
                    """
                    INSERT INTO review_card(
                        word, side, stability, difficulty, last_day, due_day, reviews, lapses, failures, is_suspended
                    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                    """,
                    [
                        .key(word.rawValue), .text(card.id.side.rawValue), .real(card.memory?.stability),
                        .real(card.memory?.difficulty), .integer(card.lastDay.map { Int64($0) }),
                        .integer(card.dueDay.map { Int64($0) }), .integer(Int64(card.reviews)),
                        .integer(Int64(card.lapses)), .integer(Int64(card.failures)), .bool(card.isSuspended),
                    ])
            }
        }
    }

    /// Performs a statement, and returns how many rows it has changed.
    @discardableResult
    private func run(_ sql: String, _ values: [PostgresValue]) throws -> Int {
        let count = try transaction.run(sql, values)
        if count > 0 { isChanged = true }
        return count
    }

    // MARK: Rows

    private func events(_ clauses: String, _ values: [PostgresValue]) throws(DictionaryError) -> [ReviewEvent] {
        try converting {
            try transaction.query("SELECT \(Self.eventColumns) FROM review_event \(clauses)", values) { row in
                let rating = try row.optionalInteger(4).flatMap { ReviewRating(rawValue: Int($0)) }
                let milliseconds = try row.optionalInteger(5).map { Int($0) }
                let kind = ReviewEvent.Kind(name: try row.text(3), rating: rating, milliseconds: milliseconds)
                guard let kind else { throw PostgresError.unexpected }
                return ReviewEvent(
                    id: ReviewEventID(try row.text(0)), card: try Self.cardID(row, 1), kind: kind,
                    date: try row.date(6), day: Int(try row.integer(7)))
            }
        }
    }

    private func cards(_ clauses: String, _ values: [PostgresValue]) throws(DictionaryError) -> [ReviewCard] {
        try converting {
            try transaction.query("SELECT \(Self.cardColumns) \(clauses)", values) { row in
                var memory: ReviewMemory?
                if let stability = try row.optionalReal(2), let difficulty = try row.optionalReal(3) {
                    memory = ReviewMemory(stability: stability, difficulty: difficulty)
                }
                return ReviewCard(
                    try Self.cardID(row, 0), memory: memory, lastDay: try row.optionalInteger(4).map { Int($0) },
                    dueDay: try row.optionalInteger(5).map { Int($0) }, reviews: Int(try row.integer(6)),
                    lapses: Int(try row.integer(7)), failures: Int(try row.integer(8)),
                    isSuspended: try row.bool(9))
            }
        }
    }

    private func counts(_ query: String) throws(DictionaryError) -> [Int: Int] {
        let counts = try converting {
            try transaction.query(query) { (Int(try $0.integer(0)), Int(try $0.integer(1))) }
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    private static func cardID(_ row: PostgresRow, _ column: Int32) throws -> ReviewCardID {
        guard let side = ReviewSide(rawValue: try row.text(column + 1)) else { throw PostgresError.unexpected }
        return ReviewCardID(WordID(try row.text(column)), side)
    }

    @discardableResult
    private func converting<Value>(_ body: () throws -> Value) throws(DictionaryError) -> Value {
        do { return try body() } catch { throw DictionaryError(postgres: error) }
    }
}
