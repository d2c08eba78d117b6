import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import Testing

@Suite("The queue of a day")
struct ReviewQueueTests {
    private static let day = 20_000
    private let scheduler = ReviewScheduler()

    private func card(
        _ word: String, _ side: ReviewSide = .word, stability: Double = 10, last: Int = 10, due: Int = 0
    ) -> ReviewCard {
        ReviewCard(
            ReviewCardID(WordID(word), side), memory: ReviewMemory(stability: stability, difficulty: 5),
            lastDay: Self.day - last, dueDay: Self.day - due, reviews: 3, lapses: 0, failures: 0, isSuspended: false)
    }

    private func queue(
        _ due: [ReviewCard], new: [String] = [], reviewed: [ReviewCard] = [], limit: Int = .max
    ) -> ReviewQueue {
        var cards = ReviewQueue.Cards()
        cards.due = due
        cards.new = new.map { ReviewCard(ReviewCardID(WordID($0), .word)) }
        cards.reviewed = Set(reviewed.map(\.id))
        return ReviewQueue(day: Self.day, cards, limit: limit, scheduler: scheduler)
    }

    private func event(_ queue: ReviewQueue, _ rating: ReviewRating, _ number: Int = 0) -> ReviewEvent {
        let card = queue.next?.id ?? ReviewCardID(WordID("none"), .word)
        return ReviewEvent(
            id: ReviewEventID("\(number)"), card: card, kind: .rated(rating, milliseconds: 20_000),
            date: Date(timeIntervalSince1970: Double(number)), day: Self.day)
    }

    @Test(
        "what is most probably forgotten comes first, one side of a word only, new words last, and no more than wanted")
    func order() {
        let due = [
            card("a", stability: 100), card("b", stability: 5), card("b", .meaning, stability: 4), card("c"),
            card("d", due: -1), card("e", stability: 20),
        ]
        let names = { (queue: ReviewQueue) in queue.cards.map { "\($0.id)" } }
        let cases: [(queue: ReviewQueue, cards: [String])] = [
            (queue(due, new: ["n", "a"]), ["b/meaning", "c/word", "e/word", "a/word", "n/word"]),
            (queue(due.reversed(), limit: 2), ["b/meaning", "c/word"]),
            (queue(due, reviewed: [card("b"), card("c", .meaning)]), ["e/word", "a/word", "b/word"]),
            (queue([card("a")], new: ["n", "m"], limit: 2), ["a/word", "n/word"]), (queue([]), []),
        ]
        for (queue, cards) in cases { #expect(names(queue) == cards) }
    }

    @Test("what is forgotten comes again after the others, until it is known")
    func again() {
        var queue = queue([card("a", stability: 1), card("b", stability: 2), card("c", stability: 3)])
        var shown: [String] = []
        for (number, rating) in [ReviewRating.again, .good, .again, .again, .hard, .easy, .good].enumerated() {
            shown.append(queue.next.map { $0.id.word.rawValue } ?? "none")
            queue.add([event(queue, rating, number)])
        }
        #expect(shown == ["a", "b", "c", "a", "c", "a", "none"])
        let summary = queue.summary
        let counts = [summary.reviews, summary.done, summary.forgotten, summary.minutes]
        #expect(counts == [6, 3, 3, 2])
    }

    @Test("a card that fails for the eighth time leaves, and is named")
    func leech() {
        let leech = ReviewCard(
            ReviewCardID(WordID("a"), .word), memory: ReviewMemory(stability: 1, difficulty: 9), lastDay: Self.day - 3,
            dueDay: Self.day, reviews: 20, lapses: 7, failures: 7, isSuspended: false)
        var queue = queue([leech])
        queue.add([event(queue, .again)])
        #expect(queue.next == nil && queue.leeches == [leech.id])
    }

    @Test("undo is the exact inverse of each action")
    func undo() {
        var generator = SeededGenerator(seed: 7)
        var differences = 0
        for _ in 0..<50 {
            let due = (0..<8).map { card("w\($0 / 2 * 2)", stability: Double(1 + $0), last: $0) }
            var queue = queue(due, new: ["n", "m"])
            var before: [ReviewQueue] = []
            for number in 0..<20 {
                guard let next = queue.next else { break }
                before.append(queue)
                let rating = ReviewRating.allCases.randomElement(using: &generator) ?? .good
                let suspension = ReviewSide.allCases.map {
                    ReviewEvent(
                        id: ReviewEventID("\(number) \($0)"), card: ReviewCardID(next.id.word, $0), kind: .suspended,
                        date: .distantPast, day: Self.day)
                }
                queue.add(Bool.random(using: &generator) ? [event(queue, rating, number)] : suspension)
            }
            for earlier in before.reversed() {
                queue.undo()
                if queue != earlier { differences += 1 }
            }
            if !queue.undo().isEmpty { differences += 1 }
        }
        #expect(differences == 0)
    }
}
