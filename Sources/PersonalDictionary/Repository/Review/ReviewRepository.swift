public import CoreModule

/// Stores the events of reviews, and beside them the cards that follow from them. It contains no rules: ``Reviews`` has them, and calls it.
///
/// It is a store like ``WordRepository``, and sees its words: cards of words that are not there, or have no translation, are kept, but not
/// asked. The contract is a function of the library `SuperappTesting` that returns what breaks it.
public protocol ReviewRepository: Sendable {
    /// Runs a closure on one consistent state of the events, the cards and the words. Throws what it throws, or
    /// ``DictionaryError/store(_:)``.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value

    /// Runs a closure once, as one transaction. When this method returns, all changes are stored. If it throws, nothing changes. Throws what
    /// the closure throws, or ``DictionaryError/store(_:)``.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value

    /// Whether others, such as another process, have changed events or cards since the last call, or since the first read or write. The
    /// default implementation returns false: nobody else has the store.
    func hasExternalChanges() async throws(DictionaryError) -> Bool
}

extension ReviewRepository {
    /// Returns false: nobody else has the store.
    public func hasExternalChanges() async throws(DictionaryError) -> Bool { false }
}

/// Events, cards and words in one consistent state. Valid only inside the closure that receives it.
///
/// Every method throws ``DictionaryError/store(_:)`` if the store fails. A word counts as learnable if it is there and has a translation.
public protocol ReviewSnapshot {
    /// The words.
    var words: any WordSnapshot { get }

    /// Returns the events of both cards of a word, in their order.
    func events(of word: WordID) throws(DictionaryError) -> [ReviewEvent]
    /// Returns a page of all events, in their order: those after an event, or the first.
    func events(after event: ReviewEvent?, limit: Int) throws(DictionaryError) -> [ReviewEvent]
    /// Returns the events of a day and of all later days, in their order.
    func events(since day: Int) throws(DictionaryError) -> [ReviewEvent]
    /// Returns the events that were inserted last as this device's own, the last one first.
    func lastOwnEvents(limit: Int) throws(DictionaryError) -> [ReviewEvent]
    /// Returns the number of ratings of words that are there, of each day that has any. The default implementation reads all events.
    func ratingsPerDay() throws(DictionaryError) -> [Int: Int]

    /// Returns the stored cards of a word, the one of ``ReviewSide/word`` first. Empty if none is stored.
    func cards(of word: WordID) throws(DictionaryError) -> [ReviewCard]
    /// Returns all stored cards, in any order.
    func cards() throws(DictionaryError) -> [ReviewCard]
    /// Returns the cards of learnable words that are due on a day, the most urgent first; of equally urgent ones, the smaller identifier.
    /// The default implementation reads all cards.
    func cards(dueOn day: Int, limit: Int) throws(DictionaryError) -> [ReviewCard]
    /// Counts the learnable words of which a card is due on a day. The default implementation reads all cards.
    func dueWordCount(on day: Int) throws(DictionaryError) -> Int
    /// Returns the first day after another one on which a card of a learnable word becomes due; nil if there is none. The default
    /// implementation reads all cards.
    func nextDueDay(after day: Int) throws(DictionaryError) -> Int?
    /// Returns the stored new cards of learnable words, ordered by identifier; with a day, without those whose siblings are due on it. The
    /// default implementation reads all cards.
    func newCards(apartOn day: Int?, limit: Int) throws(DictionaryError) -> [ReviewCard]
    /// Returns learnable words without stored cards, in the order in which they are begun. The default implementation reads all words.
    func newWords(_ order: ReviewSettings.NewOrder, limit: Int) throws(DictionaryError) -> [WordID]
    /// Counts learnable words and their cards. The default implementation reads all cards and words.
    func tally() throws(DictionaryError) -> ReviewTally
}

/// Events and cards inside a transaction. Valid only inside the closure that receives it.
public protocol ReviewTransaction: ReviewSnapshot {
    /// Adds an event. Returns false, and changes nothing, if there is one with its identifier.
    /// - Parameters:
    ///   - event: what happened.
    ///   - isOwn: whether it happened on this device, not in an imported log.
    func insert(_ event: ReviewEvent, isOwn: Bool) throws(DictionaryError) -> Bool
    /// Removes an event. If there is none, nothing changes.
    func remove(_ id: ReviewEventID) throws(DictionaryError)
    /// Stores the cards of a word in place of those that are stored: both or none.
    func setCards(_ cards: [ReviewCard], of word: WordID) throws(DictionaryError)
}

/// Learnable words and their cards, counted.
public struct ReviewTally: Hashable, Sendable {
    /// The number of cards that become due on each day. Suspended and new cards are not among them.
    public var due: [Int: Int] = [:]
    /// Words of which no card was reviewed.
    public var new = 0
    /// Words that are neither new, known nor suspended.
    public var learning = 0
    /// Words whose reviewed cards all have a stability of ``knownStability`` at least.
    public var known = 0
    /// Words whose cards are all suspended. They are not counted as new, learning or known.
    public var suspended = 0

    /// The days after which recall of a known word is still 90 %.
    public static let knownStability = 21.0

    /// Makes a tally.
    public init(due: [Int: Int] = [:], new: Int = 0, learning: Int = 0, known: Int = 0, suspended: Int = 0) {
        (self.due, self.new, self.learning, self.known, self.suspended) = (due, new, learning, known, suspended)
    }
}

extension Word {
    /// Whether the word has cards: there is a translation.
    public var isLearnable: Bool { translation.translation != nil }
}

extension ReviewSnapshot {
    /// Reads all events, and counts the ratings of each day.
    public func ratingsPerDay() throws(DictionaryError) -> [Int: Int] {
        try ratings(in: events(after: nil, limit: .max)).reduce(into: [:]) { $0[$1.day, default: 0] += 1 }
    }

    /// Those of the events that are ratings of words that are there.
    func ratings(in events: [ReviewEvent]) throws(DictionaryError) -> [ReviewEvent] {
        var found: [WordID: Bool] = [:]
        var ratings: [ReviewEvent] = []
        for event in events where event.rating != nil {
            let isThere =
                if let known = found[event.card.word] { known } else { try words.word(event.card.word) != nil }
            found[event.card.word] = isThere
            if isThere { ratings.append(event) }
        }
        return ratings
    }

    /// Reads all cards, and returns those that are due.
    public func cards(dueOn day: Int, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        let due = try cards().filter { $0.isDue(on: day) }.sorted {
            ($1.urgency(on: day), $0.id) < ($0.urgency(on: day), $1.id)
        }
        return try learnable(due, limit)
    }

    /// Reads all cards, and counts the words of those that are due.
    public func dueWordCount(on day: Int) throws(DictionaryError) -> Int {
        Set(try cards(dueOn: day, limit: .max).map(\.id.word)).count
    }

    /// Reads all cards, and returns the first day after another one on which one becomes due.
    public func nextDueDay(after day: Int) throws(DictionaryError) -> Int? {
        func dueDay(_ card: ReviewCard) -> Int { card.dueDay ?? .max }
        let later = try cards().filter { !$0.isSuspended && $0.dueDay != nil && dueDay($0) > day }
        return try learnable(later.sorted { dueDay($0) < dueDay($1) }, 1).first?.dueDay
    }

    /// Reads all cards, and returns the new ones.
    public func newCards(apartOn day: Int?, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        let cards = try cards()
        let due = day.map { day in Set(cards.filter { $0.isDue(on: day) }.map(\.id.word)) } ?? []
        let new = cards.filter { $0.state == .new && !due.contains($0.id.word) }
        return try learnable(new.sorted { $0.id < $1.id }, limit)
    }

    private func learnable(_ cards: [ReviewCard], _ limit: Int) throws(DictionaryError) -> [ReviewCard] {
        var found: [ReviewCard] = []
        for card in cards where found.count < limit {
            if try words.word(card.id.word)?.isLearnable == true { found.append(card) }
        }
        return found
    }

    /// Reads all words, and returns those that are learnable and have no cards.
    public func newWords(_ order: ReviewSettings.NewOrder, limit: Int) throws(DictionaryError) -> [WordID] {
        let begun = Set(try cards().map(\.id.word))
        let new = try words.words(.all, .newest(.max)).filter { $0.isLearnable && !begun.contains($0.id) }.map(\.id)
        return Array((order == .newestFirst ? new : new.reversed()).prefix(limit))
    }

    /// Reads all cards and words, and counts them.
    public func tally() throws(DictionaryError) -> ReviewTally {
        let cards = Dictionary(grouping: try cards(), by: \.id.word)
        var tally = ReviewTally()
        for word in try words.words(.all, .newest(.max)) where word.isLearnable {
            let cards = cards[word.id] ?? []
            for card in cards where !card.isSuspended {
                if let day = card.dueDay { tally.due[day, default: 0] += 1 }
            }
            if !cards.isEmpty, cards.allSatisfy(\.isSuspended) {
                tally.suspended += 1
            } else if let stability = cards.compactMap(\.memory?.stability).min() {
                if stability >= ReviewTally.knownStability { tally.known += 1 } else { tally.learning += 1 }
            } else {
                tally.new += 1
            }
        }
        return tally
    }
}
