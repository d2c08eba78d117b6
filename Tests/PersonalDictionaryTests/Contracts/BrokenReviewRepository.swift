import CoreModule
import PersonalDictionary

/// Reviews that break a law of their contract.
final class BrokenReviewRepository: ReviewRepository {
    /// One flaw for each law, named for it.
    enum Flaw: String, CaseIterable, Sendable {
        case addsTwice = "events and cards are kept unchanged, also of words that are not there"
        case keepsOnFailure = "a transaction that throws changes nothing"
        case losesSome = "transactions at once lose nothing"
        case hidesFromWords = "a transaction of the words knows which have cards, if it knows of any"
        case reportsOwnChanges = "changes of one's own are not external"
        case asksSuspended = "random calls have the same effect as in memory"
    }

    private let base: InMemoryReviewRepository
    private let flaw: Flaw?

    private init(_ base: InMemoryReviewRepository, _ flaw: Flaw?) {
        self.base = base
        self.flaw = flaw
    }

    static func store(_ flaw: Flaw?) -> DictionaryStore {
        let words = InMemoryWordRepository()
        let reviews = InMemoryReviewRepository(words: words)
        // The words know of other reviews.
        if flaw == .hidesFromWords { _ = InMemoryReviewRepository(words: words) }
        return DictionaryStore(words: words, reviews: BrokenReviewRepository(reviews, flaw))
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewSnapshot) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        try await base.read { [flaw] reviews throws(DictionaryError) in try body(BrokenSnapshot(reviews, flaw)) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any ReviewTransaction) throws(DictionaryError) -> Value
    ) async throws(DictionaryError) -> Value {
        let result = try await base.write { [flaw] reviews throws(DictionaryError) -> Result<Value, DictionaryError> in
            do throws(DictionaryError) { return .success(try body(BrokenTransaction(reviews, flaw))) } catch {
                guard flaw == .keepsOnFailure else { throw error }
                return .failure(error)
            }
        }
        return try result.get()
    }

    func hasExternalChanges() -> Bool { flaw == .reportsOwnChanges }
}

private class BrokenSnapshot: ReviewSnapshot {
    let snapshot: any ReviewSnapshot
    let flaw: BrokenReviewRepository.Flaw?

    init(_ snapshot: any ReviewSnapshot, _ flaw: BrokenReviewRepository.Flaw?) {
        self.snapshot = snapshot
        self.flaw = flaw
    }

    var words: any WordSnapshot { snapshot.words }

    func events(of word: WordID) throws(DictionaryError) -> [ReviewEvent] { try snapshot.events(of: word) }
    func events(after event: ReviewEvent?, limit: Int) throws(DictionaryError) -> [ReviewEvent] {
        try snapshot.events(after: event, limit: limit)
    }
    func events(since day: Int) throws(DictionaryError) -> [ReviewEvent] { try snapshot.events(since: day) }
    func lastOwnEvents(limit: Int) throws(DictionaryError) -> [ReviewEvent] {
        try snapshot.lastOwnEvents(limit: limit)
    }
    func cards(of word: WordID) throws(DictionaryError) -> [ReviewCard] { try snapshot.cards(of: word) }
    func cards() throws(DictionaryError) -> [ReviewCard] { try snapshot.cards() }
    func newCards(apartOn day: Int?, limit: Int) throws(DictionaryError) -> [ReviewCard] {
        guard flaw == .asksSuspended else { return try snapshot.newCards(apartOn: day, limit: limit) }
        return try snapshot.cards().filter { $0.memory == nil }.sorted { $0.id < $1.id }
    }
}

private final class BrokenTransaction: BrokenSnapshot, ReviewTransaction {
    private let transaction: any ReviewTransaction

    init(_ transaction: any ReviewTransaction, _ flaw: BrokenReviewRepository.Flaw?) {
        self.transaction = transaction
        super.init(transaction, flaw)
    }

    func insert(_ event: ReviewEvent, isOwn: Bool) throws(DictionaryError) -> Bool {
        if flaw == .losesSome, event.day % 7 == 3 { return true }
        let isNew = try transaction.insert(event, isOwn: isOwn)
        return flaw == .addsTwice || isNew
    }

    func remove(_ id: ReviewEventID) throws(DictionaryError) { try transaction.remove(id) }

    func setCards(_ cards: [ReviewCard], of word: WordID) throws(DictionaryError) {
        try transaction.setCards(cards, of: word)
    }
}
