import CoreModule

/// Stores reviews in memory: for tests, previews and dry runs.
public final class InMemoryReviewRepository: ReviewRepository {
    private let words: any WordRepository
    private let content: Locked<InMemoryReviewContent>

    /// Creates an empty repository for words that are stored elsewhere.
    public convenience init(words: any WordRepository = InMemoryWordRepository()) {
        self.init(words, Locked(InMemoryReviewContent()))
    }

    private init(_ words: any WordRepository, _ content: Locked<InMemoryReviewContent>) {
        self.words = words
        self.content = content
        (words as? InMemoryWordRepository)?.setReviewed { id in
            content.withLock { $0.records[id]?.cards.isEmpty == false }
        }
    }

    /// The same reviews, of words that are stored elsewhere.
    func replacing(_ words: any WordRepository) -> InMemoryReviewRepository {
        InMemoryReviewRepository(words, content)
    }

    /// Runs a closure on one consistent state.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await words.read { [content] words throws(DictionaryError) in
            try content.withLock { content throws(DictionaryError) in
                try body(InMemoryReviews(content, words))
            }
        }
    }

    /// Runs a closure as one transaction.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await words.read { [content] words throws(DictionaryError) in
            try content.withLock { content throws(DictionaryError) in
                let reviews = InMemoryReviews(content, words)
                let value = try body(reviews)
                content = reviews.content
                return value
            }
        }
    }
}

private struct InMemoryReviewContent: Sendable {
    /// What is known of a word.
    struct Record: Sendable {
        /// In any order.
        var events: Set<ReviewEvent> = []
        var cards: [ReviewCard] = []
    }

    var records: [WordID: Record] = [:]
    var wordsByEvent: [ReviewEventID: WordID] = [:]
    /// In the order of their insertion.
    var ownEvents: [ReviewEventID] = []
}

/// The reviews in memory inside a transaction. A change copies what is shared.
private final class InMemoryReviews: ReviewTransaction {
    private(set) var content: InMemoryReviewContent
    let words: any WordSnapshot

    init(_ content: InMemoryReviewContent, _ words: any WordSnapshot) {
        self.content = content
        self.words = words
    }

    private func event(_ id: ReviewEventID) -> ReviewEvent? {
        content.wordsByEvent[id].flatMap { content.records[$0]?.events.first { $0.id == id } }
    }

    func events(of word: WordID) -> [ReviewEvent] { content.records[word]?.events.sorted() ?? [] }

    func events(after event: ReviewEvent?, limit: Int) -> [ReviewEvent] {
        let later = content.records.values.flatMap(\.events).filter { other in event.map { $0 < other } ?? true }
        return Array(later.sorted().prefix(limit))
    }

    func events(since day: Int) -> [ReviewEvent] {
        content.records.values.flatMap { $0.events.filter { $0.day >= day } }.sorted()
    }

    func lastOwnEvents(limit: Int) -> [ReviewEvent] {
        content.ownEvents.suffix(limit).reversed().compactMap { event($0) }
    }

    func cards(of word: WordID) -> [ReviewCard] { content.records[word]?.cards ?? [] }

    func cards() -> [ReviewCard] { content.records.values.flatMap(\.cards) }

    func insert(_ event: ReviewEvent, isOwn: Bool) -> Bool {
        guard content.wordsByEvent[event.id] == nil else { return false }
        content.wordsByEvent[event.id] = event.card.word
        content.records[event.card.word, default: .init()].events.insert(event)
        if isOwn { content.ownEvents.append(event.id) }
        return true
    }

    func remove(_ id: ReviewEventID) {
        guard let event = event(id) else { return }
        content.records[event.card.word]?.events.remove(event)
        content.wordsByEvent[id] = nil
        content.ownEvents.removeAll { $0 == id }
    }

    func setCards(_ cards: [ReviewCard], of word: WordID) {
        content.records[word, default: .init()].cards = cards.sorted { $0.id < $1.id }
    }
}
