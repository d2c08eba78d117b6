import CoreModule
import Foundation
import PersonalDictionary
import SuperappTesting
import TestSupport
import Testing

/// A learner who forgets as the model says, and reviews each day what the queue asks. `Scripts/simulate-reviews` compares it with py-fsrs.
@Suite("A simulated learner", .bounded)
struct SimulatedLearnerTests {
    private let scheduler = ReviewScheduler()

    /// What a review remembers is decided by the card and the number of its review: another scheduler can ask the same learner.
    private func chance(_ id: ReviewCardID, _ review: Int) -> Double {
        let hash = "\(id)#\(review)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        var generator = SeededGenerator(seed: hash)
        return Double(generator.next() >> 11) / Double(1 << 53)
    }

    @Test("they remember as much as they want to, and no card is asked twice a day unless it was forgotten")
    func retention() throws {
        let folder = ProcessInfo.processInfo.environment["SIMULATION_FOLDER"]
        let (words, days) = folder == nil ? (400, 365) : (5000, 730)
        var cards: [ReviewCardID: ReviewCard] = [:]
        var new = (0..<words).map { WordID("w\($0)") }[...]
        var (asked, remembered, again) = (0, 0, 0)
        var perDay: [Int] = []
        var lines = ""
        for day in 0..<days {
            var today = ReviewQueue.Cards()
            today.due = cards.values.filter { $0.isDue(on: day) }
            let sides = cards.values.filter { $0.state == .new }.map(\.id).sorted().prefix(10)
            today.new = sides.map { ReviewCard($0) } + new.prefix(10).map { ReviewCard(ReviewCardID($0, .word)) }
            var queue = ReviewQueue(day: day, today, scheduler: scheduler)
            var seen: [ReviewCardID: ReviewRating] = [:]
            while let card = queue.next {
                let isRemembered = card.recall(on: day, scheduler).map { chance(card.id, card.reviews) < $0 } ?? true
                let rating: ReviewRating = isRemembered ? .good : .again
                if let last = seen[card.id], last != .again { again += 1 }
                if seen[card.id] == nil, card.memory != nil {
                    asked += 1
                    remembered += isRemembered ? 1 : 0
                }
                seen[card.id] = rating
                let event = ReviewEvent(
                    id: ReviewEventID("\(asked)"), card: card.id, kind: .rated(rating, milliseconds: 1000),
                    date: Date(timeIntervalSince1970: Double(day * 86_400 + seen.count)), day: day)
                queue.add([event])
                var next = cards[card.id] ?? ReviewCard(card.id)
                next.add(event, scheduler)
                // A leech goes on, so that each word is learnt.
                if next.isSuspended {
                    next.add(
                        ReviewEvent(id: event.id, card: card.id, kind: .resumed, date: event.date, day: day), scheduler)
                }
                cards[card.id] = next
                if cards[card.id.sibling] == nil { cards[card.id.sibling] = ReviewCard(card.id.sibling) }
                if new.first == card.id.word { new.removeFirst() }
                if folder != nil {
                    let memory = next.memory ?? ReviewMemory(stability: 0, difficulty: 0)
                    lines += "\(card.id) \(day) \(rating.rawValue) \(memory.stability) \(memory.difficulty)\n"
                }
            }
            perDay.append(queue.summary.reviews)
        }
        let share = Double(remembered) / Double(asked)
        #expect(again == 0 && abs(share - 0.9) < 0.01, "\(share) of \(asked)")
        if let folder {
            let file = URL(filePath: folder).appending(path: "reviews")
            try Data((lines + "\(share) \(perDay.reduce(0, +))\n").utf8).write(to: file)
        }
    }
}
