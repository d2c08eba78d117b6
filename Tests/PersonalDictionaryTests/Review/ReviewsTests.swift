import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

@Suite("The reviews")
struct ReviewsTests {
    private let time = ManualTime()
    private let words = InMemoryWordRepository()
    private let settings = InMemorySettingsStore()
    private let changes = ReviewStream()
    private let a = WordID("a")
    private let b = WordID("b")
    private let reviews: Reviews

    init() throws {
        reviews = Reviews(
            InMemoryReviewRepository(words: words), settings: AppSettings(settings), changes: changes,
            clock: time.clock, timeZone: try #require(TimeZone(identifier: "Europe/Berlin")),
            identifiers: .sequence(prefix: "e"))
    }

    private func add(_ texts: String..., translated: Bool = true) async throws {
        for text in texts {
            time.advance(by: 1)
            let translation = Translation(text: "<\(text)>", provider: .user, date: time.now)
            let word = Word(
                id: WordID(text), text: try WordText(text), direction: .englishToRussian,
                translation: translated ? .translated(translation) : .pending, createdAt: time.now,
                updatedAt: time.now)
            try await words.write { words throws(DictionaryError) in try words.insert(word) }
        }
    }

    private func queued() async throws -> [String] { try await reviews.queue().cards.map { "\($0.id)" } }

    private func passDays(_ days: Int) { time.advance(by: Double(days) * 86_400) }

    /// Reviews all that a day asks.
    @discardableResult
    private func review(_ rating: ReviewRating = .good) async throws -> [String] {
        var queue = try await reviews.queue()
        var shown: [String] = []
        while let card = queue.next {
            shown.append("\(card.id)")
            let event = reviews.event(.rated(rating, milliseconds: 100), of: card.id)
            try await reviews.add([event])
            queue.add([event])
        }
        return shown
    }

    @Test("new words come within the limit of a day, in the wanted order, and their other sides later")
    func newWords() async throws {
        try await add("a", "b", "c", "d")
        try await add("untranslated", translated: false)
        try await reviews.changeSettings { $0.newWordsPerDay = 2 }
        #expect(try await review() == ["d/word", "c/word"])
        #expect(try await queued() == [])
        #expect(try await reviews.queue().nextDay == reviews.today + 1)
        try await reviews.changeSettings { $0.newOrder = .oldestFirst }
        passDays(1)
        #expect(try await review() == ["c/meaning", "d/meaning", "a/word", "b/word"])
        passDays(1)
        #expect(try await queued() == ["c/word", "d/word", "a/meaning", "b/meaning"])
    }

    @Test("the numbers of a day are those of its queue, whatever was done")
    func counts() async throws {
        try await add("a", "b", "c", "d", "e", "f", "g")
        try await reviews.changeSettings { $0.newWordsPerDay = 3 }
        var differences: [String] = []
        for step in 0..<80 {
            let queue = try await reviews.queue(limit: .max)
            let (counts, new) = (try await reviews.counts(), queue.cards.count { $0.state == .new })
            if counts != (queue.count - new, new) { differences.append("step \(step): \(counts)") }
            guard queue.count > 0 else {
                passDays(1)
                continue
            }
            let card = queue.cards[(step * 5) % queue.count].id
            switch step % 13 {
            case 5: try await reviews.suspend(card.word)
            case 9: try await reviews.resume(a)
            case 11: try await reviews.reset(card.word)
            default: try await reviews.rate(card, ReviewRating.allCases[(step * 7) % 4])
            }
            if step % 9 == 8 { passDays(step % 4) }
            if step == 60 { try await words.write { words throws(DictionaryError) in try words.delete(card.word) } }
        }
        #expect(differences == [])
    }

    @Test("when nothing is due, the queue says when the next card is")
    func nextDay() async throws {
        #expect(try await reviews.queue().nextDay == nil)
        try await add("a")
        for side in ReviewSide.allCases { try await reviews.rate(ReviewCardID(a, side), .easy) }
        let cards = try await reviews.cards(of: a)
        #expect(try await reviews.queue().nextDay == cards.compactMap(\.dueDay).min())
        #expect(cards.allSatisfy { $0.state == .review && $0.interval ?? 0 > 5 })
    }

    @Test("undo takes back one action after the other, of the last 24 hours")
    func undo() async throws {
        try await add("a", "b")
        try await reviews.rate(ReviewCardID(a, .word), .good)
        passDays(3)
        var before: [[ReviewCard]] = []
        func seen() async throws -> [ReviewCard] { try await reviews.cards(of: a) + reviews.cards(of: b) }
        before.append(try await seen())
        try await reviews.rate(ReviewCardID(a, .word), .again)
        before.append(try await seen())
        try await reviews.rate(ReviewCardID(b, .meaning), .hard)
        before.append(try await seen())
        try await reviews.suspend(a)
        for earlier in before.reversed() {
            try await reviews.undo()
            #expect(try await seen() == earlier)
        }
        #expect(try await reviews.undo() == [])
    }

    @Test("a suspended card is not rated until it is resumed, also one that became a leech")
    func rateSuspended() async throws {
        try await add("a")
        let card = ReviewCardID(a, .word)
        try await reviews.rate(card, .good)
        for isLeech in [false, true] {
            if isLeech {
                while try await !reviews.cards(of: a)[0].isSuspended {
                    passDays(1)
                    try await reviews.rate(card, .again)
                }
            } else {
                try await reviews.suspend(a)
            }
            let events = try await reviews.events(limit: 100)
            await #expect(throws: DictionaryError.suspended("a")) { try await reviews.rate(card, .good) }
            #expect(try await reviews.events(limit: 100) == events)
            try await reviews.resume(a)
        }
    }

    @Test("a suspended word is not asked until it is resumed, and one that was removed when it is there again")
    func absent() async throws {
        try await add("a", "b")
        try await review()
        passDays(30)
        let due = try await queued()
        try await reviews.suspend(a)
        #expect(try await reviews.suspend(a) == [])
        #expect(try await queued() == ["b/word"])
        try await reviews.resume(a)
        let cards = try await reviews.cards(of: a)
        let word = try await words.read { words throws(DictionaryError) in try words.word(a) }
        try await words.write { words throws(DictionaryError) in try words.delete(a) }
        #expect(try await queued() == ["b/word"])
        await #expect(throws: DictionaryError.notFound("a")) { try await reviews.cards(of: a) }
        await #expect(throws: DictionaryError.notFound("a")) { try await reviews.rate(ReviewCardID(a, .word), .good) }
        try await words.write { words throws(DictionaryError) in if let word { try words.insert(word) } }
        #expect(try await queued() == due)
        #expect(try await reviews.cards(of: a) == cards)
    }

    @Test("a word without a translation cannot be rated")
    func untranslated() async throws {
        try await add("a", translated: false)
        await #expect(throws: DictionaryError.translation(.notFound)) {
            try await reviews.rate(ReviewCardID(a, .word), .good)
        }
        #expect(try await reviews.events(limit: 1) == [])
    }

    @Test("events of two devices make the same cards, in whatever order and how often they arrive")
    func merge() async throws {
        try await add("a")
        let others = (0..<6).map { number in
            ReviewEvent(
                id: ReviewEventID("other\(number)"),
                card: ReviewCardID(a, number.isMultiple(of: 2) ? .word : .meaning),
                kind: .rated(number == 3 ? .again : .good, milliseconds: 5),
                date: time.now - Double(number) * 100_000, day: reviews.today - number)
        }
        try await reviews.rate(ReviewCardID(a, .word), .good)
        #expect(try await reviews.merge(Array(others[3...])) == [true, true, true])
        #expect(try await reviews.merge(others) == [true, true, true, false, false, false])
        let own = try await reviews.events(limit: 100).filter { !others.contains($0) }
        let expected = ReviewSide.allCases.map {
            ReviewCard(ReviewCardID(a, $0), events: own + others, scheduler: ReviewScheduler())
        }
        #expect(try await reviews.cards(of: a) == expected)
        // Those of others are not undone.
        try await reviews.undo()
        #expect(try await reviews.undo() == [])
        #expect(try await reviews.events(limit: 100).count == 6)
    }

    @Test("another wanted retention moves the cards, and only valid parameters are read")
    func settings() async throws {
        try await add("a")
        try await reviews.rate(ReviewCardID(a, .word), .easy)
        let interval = try #require(try await reviews.cards(of: a)[0].interval)
        let scheduler = try ReviewScheduler(.standard, retention: 0.8)
        try await reviews.changeSettings { $0.scheduler = scheduler }
        #expect(try await reviews.cards(of: a)[0].interval ?? 0 > interval + 5)
        try await settings.change("review") { $0 = #"{"parameters":[1,2]}"# }
        await #expect(throws: DictionaryError.self) { try await reviews.settings() }
    }

    @Test("ratings of words that are not there are kept, but neither counted nor held against the new words of a day")
    func statisticsOfAbsentWords() async throws {
        try await add("a", "b")
        try await reviews.changeSettings { $0.newWordsPerDay = 1 }
        let others = (0..<2).map { day in
            ReviewEvent(
                id: ReviewEventID("other\(day)"), card: ReviewCardID(WordID("absent"), .word),
                kind: .rated(.good, milliseconds: 5), date: time.now - Double(day) * 86_400, day: reviews.today - day)
        }
        _ = try await reviews.merge(others)
        func seen() async throws -> String {
            let numbers = try await reviews.statistics()
            return
                "\(numbers.reviews.suffix(2)) \(numbers.streak) \(numbers.retention?.reviews ?? 0) \(try await queued())"
        }
        #expect(try await seen() == #"[0, 0] 0 0 ["b/word"]"#)
        try await add("absent")
        #expect(try await seen() == #"[1, 1] 2 1 ["b/word"]"#)
    }

    @Test("suspended words are neither new, nor learnt, nor known")
    func statisticsOfSuspendedWords() async throws {
        try await add("a", "b", "c")
        try await reviews.rate(ReviewCardID(a, .word), .good)
        for word in [a, b] { try await reviews.suspend(word) }
        let numbers = try await reviews.statistics()
        let counts = [numbers.new, numbers.learning, numbers.known, numbers.suspended]
        #expect(counts == [1, 0, 0, 2])
    }

    @Test("the statistics count words, cards and days")
    func statistics() async throws {
        try await add("a", "b", "c")
        try await reviews.changeSettings { $0.newWordsPerDay = 2 }
        try await review(.easy)
        passDays(1)
        try await review()
        passDays(9)
        let due = try await reviews.queue().cards.count { $0.state != .new }
        let card = try #require(try await reviews.queue().next?.id)
        try await reviews.rate(card, .again)
        let numbers = try await reviews.statistics()
        let counts = [numbers.new, numbers.learning, numbers.known, numbers.reviewedToday, numbers.streak, numbers.due]
        #expect(counts == [0, 3, 0, 1, 1, due])
        #expect(numbers.forecast.count == 30)
        #expect(numbers.reviews.suffix(11) == [2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1])
        let retention = try #require(numbers.retention)
        #expect(retention == .init(reviews: 1, remembered: 0) && retention.interval.upperBound < 0.8)
    }
}
