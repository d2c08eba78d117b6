public import CoreModule
public import Foundation

/// The reviews of the words, with the rules for them.
///
/// Each operation is one transaction of the repository. It is logged, and what it changes is published. Every method throws
/// ``DictionaryError/store(_:)`` if the store fails; then nothing has changed.
public final class Reviews: Sendable {
    /// The number of due cards in a session, if nothing else is wanted: a backlog is worked off in parts.
    public static let sessionLength = 200
    /// How long an action can be taken back.
    static let undoTime: TimeInterval = 86_400

    let repository: any ReviewRepository
    private let appSettings: AppSettings
    private let changes: (any ModelStreamWriter<ReviewChange>)?
    private let clock: WallClock
    private let identifiers: IdentifierGenerator
    private let log: OperationLog
    private let changeLogger: EventLogger
    private let gate = AsyncMutex()

    /// The days of reviews where the user is.
    public let calendar: ReviewCalendar

    /// Creates the reviews.
    /// - Parameters:
    ///   - repository: stores the events and the cards.
    ///   - settings: have the user's settings of reviews.
    ///   - changes: receives all changes. If nil, changes are not published.
    ///   - clock: the time of day.
    ///   - timeZone: where the user is.
    ///   - identifiers: makes those of events, which differ from those of all other devices.
    ///   - logger: logs operations and changes.
    public init(
        _ repository: any ReviewRepository, settings: AppSettings,
        changes: (any ModelStreamWriter<ReviewChange>)? = nil, clock: WallClock, timeZone: TimeZone,
        identifiers: IdentifierGenerator, logger: EventLogger = .disabled
    ) {
        self.repository = repository
        appSettings = settings
        self.changes = changes
        self.clock = clock
        calendar = ReviewCalendar(timeZone)
        self.identifiers = identifiers
        log = OperationLog(logger.labelled("store"))
        changeLogger = logger.labelled("change")
    }

    /// The number of the current day.
    public var today: Int { calendar.day(of: clock.now()) }

    // MARK: Settings

    /// Returns how the user learns.
    public func settings() async throws(DictionaryError) -> ReviewSettings {
        do { return try await appSettings.value(.review) ?? ReviewSettings() } catch { throw .store(error) }
    }

    /// Changes how the user learns. With other parameters or another wanted retention, all cards are computed again, which takes
    /// seconds for very many.
    @discardableResult
    public func changeSettings(
        _ edit: @escaping @Sendable (inout ReviewSettings) -> Void
    ) async throws(DictionaryError) -> ReviewSettings {
        let before = try await settings()
        let after: ReviewSettings
        do {
            after = try await appSettings.change(.review) { value in
                var settings = value ?? ReviewSettings()
                edit(&settings)
                value = settings
                return settings
            }
        } catch {
            throw .store(error)
        }
        guard after.scheduler != before.scheduler else {
            if after != before { publish(.reloaded) }
            return after
        }
        try await write("compute cards again", "", publishing: { [.reloaded] }) {
            reviews throws(DictionaryError) in
            for word in Set(try reviews.cards().map(\.id.word)) {
                try Self.updateCards(of: word, after.scheduler, in: reviews)
            }
        }
        return after
    }

    /// Publishes that the settings were changed elsewhere.
    func settingsChanged() { publish(.reloaded) }

    // MARK: Reading

    /// Returns both cards of a word, the one of ``ReviewSide/word`` first. Throws ``DictionaryError/notFound(_:)``.
    public func cards(of word: WordID) async throws(DictionaryError) -> [ReviewCard] {
        try await read("read cards", "\(word)") { reviews throws(DictionaryError) in
            guard try reviews.words.word(word) != nil else { throw .notFound(word.rawValue) }
            let stored = try reviews.cards(of: word)
            return stored.isEmpty ? ReviewSide.allCases.map { ReviewCard(ReviewCardID(word, $0)) } : stored
        }
    }

    /// Returns the queue of the current day. When it is done, ask again: there may be more of a backlog.
    /// - Parameters:
    ///   - limit: the largest number of cards.
    ///   - side: the side of all cards; nil for both.
    public func queue(
        limit: Int = Reviews.sessionLength, side: ReviewSide? = nil
    ) async throws(DictionaryError) -> ReviewQueue {
        let (day, settings) = (today, try await settings())
        return try await read("read review queue", "at most \(limit)") { reviews throws(DictionaryError) in
            let cards = try ReviewQueue.Cards(day: day, limit: limit, side: side, settings, in: reviews)
            return ReviewQueue(day: day, cards, limit: limit, scheduler: settings.scheduler)
        }
    }

    /// Returns the numbers of cards to review on the current day, without reading those that are due.
    public func counts() async throws(DictionaryError) -> (due: Int, new: Int) {
        let (day, settings) = (today, try await settings())
        return try await read("count cards", "") { reviews throws(DictionaryError) in
            try ReviewQueue.Cards.counts(on: day, settings, in: reviews)
        }
    }

    /// Returns the reviews in numbers.
    public func statistics() async throws(DictionaryError) -> ReviewStatistics {
        let day = today
        return try await read("read review statistics", "") { reviews throws(DictionaryError) in
            let tally = try reviews.tally()
            let recent = try reviews.events(since: day + 1 - ReviewStatistics.days).filter { $0.day <= day }
            let events = try reviews.ratings(in: recent)
            let counts = events.reduce(into: [ReviewCardID: Int]()) { $0[$1.card, default: 0] += 1 }
            var old: Set<ReviewCardID> = []
            for word in Set(counts.keys.map(\.word)) {
                old.formUnion(try reviews.cards(of: word).filter { $0.reviews > counts[$0.id] ?? 0 }.map(\.id))
            }
            return ReviewStatistics(
                day: day, due: try ReviewQueue.Cards.dueCount(on: day, in: reviews), dueDays: tally.due,
                ratings: try reviews.ratingsPerDay(),
                retention: ReviewStatistics.retention(events, isOld: old.contains),
                words: (tally.new, tally.learning, tally.known, tally.suspended))
        }
    }

    /// Returns a page of all events, in their order: those after an event, or the first.
    public func events(
        after event: ReviewEvent? = nil, limit: Int
    ) async throws(DictionaryError) -> [ReviewEvent] {
        try await read("read events", "at most \(limit)") { reviews throws(DictionaryError) in
            try reviews.events(after: event, limit: limit)
        }
    }

    /// Returns which of the words are not there.
    func missing(_ words: Set<WordID>) async throws(DictionaryError) -> Set<WordID> {
        try await read("find words of events", "\(words.count)") { reviews throws(DictionaryError) in
            var missing: Set<WordID> = []
            for word in words where try reviews.words.word(word) == nil { missing.insert(word) }
            return missing
        }
    }

    // MARK: Writing

    /// Makes an event of a card that happens now. ``add(_:answering:)`` stores it.
    public func event(_ kind: ReviewEvent.Kind, of card: ReviewCardID) -> ReviewEvent {
        let now = clock.now()
        return ReviewEvent(id: identifiers.next(), card: card, kind: kind, date: now, day: calendar.day(of: now))
    }

    /// Stores a rating that was given now, and returns the card. Throws ``DictionaryError/notFound(_:)`` if there is no such word,
    /// ``DictionaryError/translation(_:)`` with ``TranslationError/notFound`` if it has no translation, and
    /// ``DictionaryError/suspended(_:)`` if the card is suspended.
    @discardableResult
    public func rate(
        _ card: ReviewCardID, _ rating: ReviewRating, milliseconds: Int = 0
    ) async throws(DictionaryError) -> ReviewCard {
        let kind = ReviewEvent.Kind.rated(rating, milliseconds: max(0, milliseconds))
        let cards = try await add([event(kind, of: card)])
        return cards.first { $0.id == card } ?? ReviewCard(card)
    }

    /// Stores the events of an action of this device, all or none, and returns both cards of each word. Those that are there already
    /// change nothing. Throws like ``rate(_:_:milliseconds:)``.
    /// - Parameters:
    ///   - events: the events, made by ``event(_:of:)``.
    ///   - card: a card as the user sees it. If it has been answered or suspended elsewhere since, nothing is stored, and no card returned.
    ///     Nil if that does not matter.
    @discardableResult
    public func add(_ events: [ReviewEvent], answering card: ReviewCard? = nil) async throws(DictionaryError)
        -> [ReviewCard]
    {
        let scheduler = try await settings().scheduler
        let words = Set(events.map(\.card.word)).sorted()
        return try await write(
            "add review", events.map(\.logText).joined(separator: ", "), publishing: { _ in words.map { .changed($0) } }
        ) { reviews throws(DictionaryError) in
            for word in words {
                guard let word = try reviews.words.word(word) else { throw .notFound(word.rawValue) }
                guard word.isLearnable else { throw .translation(.notFound) }
            }
            if let card {
                let now = try reviews.cards(of: card.id.word).first { $0.id == card.id } ?? ReviewCard(card.id)
                // How well it is remembered follows from the settings, too.
                guard (now.reviews, now.lastDay, now.isSuspended) == (card.reviews, card.lastDay, card.isSuspended)
                else {
                    return []
                }
            }
            for event in events where try reviews.insert(event, isOwn: true) && event.rating != nil {
                let isSuspended = try reviews.cards(of: event.card.word).contains {
                    $0.id == event.card && $0.isSuspended
                }
                guard !isSuspended else { throw .suspended(try reviews.words.word(event.card.word)?.text.value ?? "") }
            }
            var cards: [ReviewCard] = []
            for word in words { cards += try Self.updateCards(of: word, scheduler, in: reviews) }
            return cards
        }
    }

    /// Does not ask a word any more. If it is suspended already, nothing changes. Throws like ``rate(_:_:milliseconds:)``.
    /// - Returns: the events of the action, which ``undo(_:)`` takes back.
    @discardableResult
    public func suspend(_ word: WordID) async throws(DictionaryError) -> [ReviewEvent] {
        try await change(.suspended, word) { !$0.isSuspended }
    }

    /// Asks a suspended word again, also if it was a leech. Otherwise nothing changes. Throws and returns like ``suspend(_:)``.
    @discardableResult
    public func resume(_ word: WordID) async throws(DictionaryError) -> [ReviewEvent] {
        try await change(.resumed, word, where: \.isSuspended)
    }

    /// Forgets what was learnt of a word: its cards are new. Throws and returns like ``suspend(_:)``.
    @discardableResult
    public func reset(_ word: WordID) async throws(DictionaryError) -> [ReviewEvent] {
        try await change(.reset, word) { $0 != ReviewCard($0.id) }
    }

    private func change(
        _ kind: ReviewEvent.Kind, _ word: WordID, where isChanged: (ReviewCard) -> Bool
    ) async throws(DictionaryError) -> [ReviewEvent] {
        let events = try await cards(of: word).filter(isChanged).map { event(kind, of: $0.id) }
        // Of one moment: they are one action.
        let action = events.map {
            ReviewEvent(id: $0.id, card: $0.card, kind: kind, date: events[0].date, day: events[0].day)
        }
        if !action.isEmpty { try await add(action) }
        return action
    }

    /// Takes back the last action of this device that was made in the last 24 hours and is not taken back yet. Returns its events, none
    /// if there is no such action.
    @discardableResult
    public func undo() async throws(DictionaryError) -> [ReviewEvent] {
        let oldest = clock.now() - Self.undoTime
        return try await removing("undo review", "") { reviews throws(DictionaryError) in
            let last = try reviews.lastOwnEvents(limit: ReviewSide.allCases.count)
            guard let first = last.first, first.date >= oldest else { return [] }
            return first.rating != nil ? [first] : last.filter { $0.isOneAction(with: first) }
        }
    }

    /// Takes back an action: removes its events. Those that are not there change nothing.
    public func undo(_ events: [ReviewEvent]) async throws(DictionaryError) {
        _ = try await removing("undo review", events.map(\.logText).joined(separator: ", ")) { _ in events }
    }

    private func removing(
        _ name: String, _ subject: String,
        _ events: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> [ReviewEvent]
    ) async throws(DictionaryError) -> [ReviewEvent] {
        let scheduler = try await settings().scheduler
        return try await write(name, subject, publishing: { Set($0.map(\.card.word)).sorted().map { .changed($0) } }) {
            reviews throws(DictionaryError) in
            let events = try events(reviews)
            for event in events { try reviews.remove(event.id) }
            for word in Set(events.map(\.card.word)) { try Self.updateCards(of: word, scheduler, in: reviews) }
            return events
        }
    }

    /// Adds events of a log, all or none. Those that are there already change nothing: those with the same identifier, and, if one of
    /// them came in Anki's columns, which have none, those of the same card, kind, rating and millisecond. Words need not be there.
    /// Published as ``ReviewChange/reloaded``.
    /// - Returns: for each event, in their order, whether it is new.
    public func merge(_ events: [ReviewEvent]) async throws(DictionaryError) -> [Bool] {
        let scheduler = try await settings().scheduler
        return try await write("merge events", "\(events.count)", publishing: { $0.contains(true) ? [.reloaded] : [] })
        {
            reviews throws(DictionaryError) in
            var known: [WordID: Set<ReviewEvent.Moment>] = [:]
            var words: Set<WordID> = []
            let areNew = try events.map { event throws(DictionaryError) in
                try Vocabulary.checkCancellation()
                let word = event.card.word
                if known[word] == nil { known[word] = Set(try reviews.events(of: word).map(\.moment)) }
                let isKnown = known[word]?.isDisjoint(with: event.sameMoments) == false
                guard !isKnown, try reviews.insert(event, isOwn: false) else { return false }
                known[word]?.insert(event.moment)
                words.insert(word)
                return true
            }
            for word in words { try Self.updateCards(of: word, scheduler, in: reviews) }
            return areNew
        }
    }

    /// Publishes ``ReviewChange/reloaded`` if others, such as another process, have reviewed since the last call.
    ///
    /// Logs no failure: it is called often, and the caller knows which failure is new.
    public func publishExternalChanges() async throws(DictionaryError) {
        await gate.enter()
        defer { gate.leave() }
        if try await repository.hasExternalChanges() { publish(.reloaded) }
    }

    // MARK: Details

    /// Computes the cards of a word from its events. A word with events has both cards.
    @discardableResult
    static func updateCards(
        of word: WordID, _ scheduler: ReviewScheduler, in reviews: any ReviewTransaction
    ) throws(DictionaryError) -> [ReviewCard] {
        let events = try reviews.events(of: word)
        let cards = ReviewSide.allCases.map {
            ReviewCard(ReviewCardID(word, $0), events: events, scheduler: scheduler)
        }
        try reviews.setCards(events.isEmpty ? [] : cards, of: word)
        return cards
    }

    private func read<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String,
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await log.run(name, subject()) { () throws(DictionaryError) in try await repository.read(body) }
    }

    private func write<Value: Sendable>(
        _ name: String, _ subject: @autoclosure () -> String, publishing events: (Value) -> [ReviewChange],
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        await gate.enter()
        defer { gate.leave() }
        let value = try await log.run(name, subject()) { () throws(DictionaryError) in
            try await repository.write(body)
        }
        for change in events(value) { publish(change) }
        return value
    }

    private func publish(_ change: ReviewChange) {
        switch change {
        case .changed(let word): changeLogger.info("cards changed", ["word": "\(word)"])
        case .reloaded: changeLogger.info("many cards changed")
        }
        changes?.send(change)
    }
}

extension ReviewEvent {
    /// Whether both were made at once by suspending, resuming or resetting a word.
    fileprivate func isOneAction(with other: ReviewEvent) -> Bool {
        kind == other.kind && date == other.date && card.word == other.card.word
    }

    /// What two records of one event have in common, of which one came in Anki's columns.
    fileprivate struct Moment: Hashable {
        var isNamed: Bool
        let card: ReviewCardID
        let date: Date
        let kind: String
        let rating: ReviewRating?
    }

    fileprivate var moment: Moment {
        let isNamed = !id.rawValue.hasPrefix(Self.unnamedPrefix)
        return Moment(isNamed: isNamed, card: card, date: date, kind: kind.name, rating: rating)
    }

    /// Those of records of the same event. Two with identifiers of their own are two events.
    fileprivate var sameMoments: [Moment] {
        var other = moment
        other.isNamed.toggle()
        return moment.isNamed ? [other] : [moment, other]
    }

    /// `0192…/word rated 3`.
    fileprivate var logText: String { "\(card) \(kind.name)\(rating.map { " \($0.rawValue)" } ?? "")" }
}
